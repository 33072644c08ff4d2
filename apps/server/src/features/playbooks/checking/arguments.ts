import type { Tell } from '../finding.ts';
import { checkExpression, isTemplate } from './expression.ts';
import { checkIncluded, checkPath, checkRoleFile, checkRoleName } from './local-path.ts';
import { AS_MAP, FREE_FORM, moduleOf } from './modules.ts';
import { checkCondition, checkVariables, checkWords } from './words.ts';
import { type Mapping, type Tree, textOf } from './yaml-tree.ts';

/** Arguments of modules that concern the server: files that it reads, expressions that it evaluates, variables that it keeps. */

const argument = (map: Mapping, ...names: string[]): Tree | undefined => map.entries.find(({ key }) => names.includes(key))?.value;
const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 'yes', 'on', '1', 1]);
/** Whether the file is said to be on the machine already; what is computed may say either. */
const isRemote = (map: Mapping): boolean => {
  const flag = argument(map, 'remote_src');
  return flag?.kind === 'scalar' && TRUE.has(flag.value);
};

function checkSource(map: Mapping, tell: Tell): void {
  if (!isRemote(map)) checkPath(argument(map, 'src'), tell);
}

function checkRole(map: Mapping, line: number, tell: Tell): void {
  checkRoleName(argument(map, 'name', 'role'), line, tell);
  for (const { key, value } of map.entries) if (key.endsWith('_from')) checkRoleFile(value, tell);
}

function checkTasksFile(map: Mapping, tell: Tell): void {
  checkIncluded(argument(map, 'file', '_raw_params'), tell);
}

const BY_MODULE: Readonly<Record<string, (map: Mapping, line: number, tell: Tell) => void>> = {
  copy: (map, _line, tell) => checkSource(map, tell),
  unarchive: (map, _line, tell) => checkSource(map, tell),
  uri: (map, _line, tell) => checkSource(map, tell),
  template(map, _line, tell) {
    checkPath(argument(map, 'src'), tell);
    for (const { key, line } of map.entries) if (key.endsWith('_string')) tell(line, 'jinja_delimiters');
  },
  // Without the word it reads what is on the machine.
  assemble: (map, _line, tell) => argument(map, 'remote_src') && checkSource(map, tell),
  script: (map, _line, tell) => checkScript(textOf(argument(map, 'cmd', '_raw_params')), map.line, tell),
  include_tasks: (map, _line, tell) => checkTasksFile(map, tell),
  import_tasks: (map, _line, tell) => checkTasksFile(map, tell),
  import_playbook: (map, _line, tell) => checkTasksFile(map, tell),
  include_role: checkRole,
  import_role: checkRole,
  include_vars(map, _line, tell) {
    for (const { key, value, line } of map.entries)
      if (key === 'file' || key === '_raw_params') checkIncluded(value, tell);
      else if (key === 'dir') checkPath(value, tell);
      else if (key === 'extensions') tell(line, 'keyword_refused', key);
  },
  set_fact: (map, _line, tell) => checkVariables(map, tell),
  assert: (map, _line, tell) => checkCondition(argument(map, 'that'), tell),
  debug(map, _line, tell) {
    const shown = argument(map, 'var');
    const text = textOf(shown);
    if (shown && text !== undefined) checkExpression(text, shown.line, tell);
  },
};

/** A script of the playbook, with what it is called with. */
function checkScript(command: string | undefined, line: number, tell: Tell): void {
  if (command === undefined) return;
  const [path = ''] = command.trim().split(/\s+/);
  checkPath({ kind: 'scalar', line, value: path.replace(/^['"]/, '') }, tell);
}

/** A line of text in place of a map. */
function checkLine(module: string, tree: Tree, text: string, tell: Tell): void {
  if (module.startsWith('include_') || module.startsWith('import_')) {
    if (AS_MAP.has(module)) tell(tree.line, 'args_form', module);
    else checkIncluded(tree, tell);
  } else if (module === 'script') checkScript(text, tree.line, tell);
  else if (AS_MAP.has(module) || (!FREE_FORM.has(module) && isTemplate(text) && !text.includes('='))) tell(tree.line, 'args_form', module);
}

/** Checks what a module is called with. @param name as it is written; what is not allowed is told by whoever found it */
export function checkArguments(name: string, tree: Tree | undefined, line: number, tell: Tell): void {
  const module = moduleOf(name);
  if (!module || !tree) return;
  const text = textOf(tree);
  if (text !== undefined) checkLine(module, tree, text, tell);
  if (tree.kind !== 'map') return;
  BY_MODULE[module]?.(tree, line, tell);
  // What is put upon each task of an included file.
  const applied = argument(tree, 'apply');
  if (applied?.kind === 'map') checkAllWords(applied, tell);
  else if (applied) tell(applied.line, 'args_form', name);
}

/** Checks the words of a play, block, task or role, and what they say of the arguments of modules below them. */
export function checkAllWords(map: Mapping, tell: Tell): void {
  checkWords(map, tell);
  const defaults = argument(map, 'module_defaults');
  for (const one of defaults?.kind === 'list' ? defaults.items : [defaults])
    if (one?.kind === 'map') for (const { key, value, line } of one.entries) checkArguments(key, value, line, tell);
}
