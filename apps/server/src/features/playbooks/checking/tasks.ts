import type { Tell } from '../finding.ts';
import { checkAllWords, checkArguments } from './arguments.ts';
import { checkExpression, isTemplate, mayLookUp, readsFiles } from './expression.ts';
import { checkPath } from './local-path.ts';
import { DEPRECATED, moduleOf, TASK_WORDS } from './modules.ts';
import { type Entry, type Mapping, type Tree, textOf, textsIn } from './yaml-tree.ts';

const BLOCKS: ReadonlySet<string> = new Set(['block', 'rescue', 'always']);

/** `with_x` is the lookup `x`. */
function checkWith({ key, value, line }: Entry, tell: Tell): void {
  const name = key.slice('with_'.length);
  if (!mayLookUp(name)) {
    tell(line, 'lookup_refused', name);
    return;
  }
  if (readsFiles(name)) for (const { text, line: at } of textsIn(value)) checkPath({ kind: 'scalar', line: at, value: text }, tell);
  // A text without braces is an expression here.
  const bare = textOf(value);
  if (bare !== undefined) checkExpression(bare, value.line, tell);
}

/** The module of `action: name key=value` or `action: {module: name}`, with its arguments. */
function actionOf({ value }: Entry): { name: string; args: Tree | undefined } {
  const text = textOf(value);
  if (text !== undefined) {
    const [, name = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    return { name, args: rest === '' ? undefined : { kind: 'scalar', line: value.line, value: rest } };
  }
  if (value.kind !== 'map') return { name: '', args: undefined };
  return { name: textOf(value.entries.find(({ key }) => key === 'module')?.value) ?? '', args: value };
}

interface Called {
  name: string;
  args: Tree | undefined;
  line: number;
}

function modulesOf({ entries }: Mapping): Called[] {
  return entries.flatMap((entry): Called[] => {
    const { key, value, line } = entry;
    if (key === 'action') return [{ ...actionOf(entry), line }];
    return TASK_WORDS.has(key) || key.startsWith('with_') ? [] : [{ name: key, args: value, line }];
  });
}

function checkModule(task: Mapping, tell: Tell): void {
  const [called, other] = modulesOf(task);
  // `local_action` is told by its word.
  if (!called) {
    if (!task.entries.some(({ key }) => key === 'local_action')) tell(task.line, 'module_none');
    return;
  }
  if (other) tell(other.line, 'module_many');
  for (const { name, args, line } of modulesOf(task)) {
    if (isTemplate(name)) tell(line, 'module_computed');
    else if (name === '' || !moduleOf(name)) tell(line, 'module_refused', name);
    else if (DEPRECATED.has(moduleOf(name) ?? '')) tell(line, 'deprecated', name);
    checkArguments(name, args, line, tell);
  }
  const more = task.entries.find(({ key }) => key === 'args');
  if (more && more.value.kind !== 'map') tell(more.line, 'args_form', 'args');
  // They count as if they stood below the module.
  if (more) for (const { name } of modulesOf(task)) checkArguments(name, more.value, more.line, tell);
}

function checkTask(task: Mapping, tell: Tell): void {
  checkAllWords(task, tell);
  for (const entry of task.entries) if (entry.key.startsWith('with_')) checkWith(entry, tell);
  const blocks = task.entries.filter(({ key }) => BLOCKS.has(key));
  if (blocks.length === 0) checkModule(task, tell);
  else if (modulesOf(task)[0]) tell(task.line, 'module_many');
  for (const { value } of blocks) checkTasks(value, tell);
  if (blocks.length === 0 && !task.entries.some(({ key }) => key === 'name')) tell(task.line, 'no_name');
}

/** Checks a list of tasks and blocks. */
export function checkTasks(tree: Tree | undefined, tell: Tell): void {
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null)) return;
  if (tree.kind !== 'list') {
    tell(tree.line, 'play_form');
    return;
  }
  for (const task of tree.items)
    if (task.kind === 'map') checkTask(task, tell);
    else if (task.kind !== 'scalar' || task.value !== null) tell(task.line, 'play_form');
}
