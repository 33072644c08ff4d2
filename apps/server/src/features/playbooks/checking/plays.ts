import type { Tell } from '../finding.ts';
import { checkAllWords } from './arguments.ts';
import { isTemplate } from './expression.ts';
import { checkIncluded, checkRoleName } from './local-path.ts';
import { moduleOf, ROLE_WORDS } from './modules.ts';
import { checkTasks } from './tasks.ts';
import { checkVariable, checkVariables, isLocal } from './words.ts';
import { type Entry, type Mapping, type Tree, textOf } from './yaml-tree.ts';

const TASK_LISTS: ReadonlySet<string> = new Set(['tasks', 'pre_tasks', 'post_tasks', 'handlers']);
const STRATEGIES: ReadonlySet<string> = new Set([
  'linear',
  'free',
  'host_pinned',
  'ansible.builtin.linear',
  'ansible.builtin.free',
  'ansible.builtin.host_pinned',
]);

function checkHosts(tree: Tree, tell: Tell): void {
  if (tree.kind === 'list') {
    for (const item of tree.items) checkHosts(item, tell);
    return;
  }
  const pattern = tree.kind === 'scalar' ? String(tree.value ?? '') : '{{';
  if (isTemplate(pattern)) {
    tell(tree.line, 'host_computed');
    return;
  }
  // A pattern names several; addresses have colons of their own.
  const names = [pattern, ...pattern.split(','), ...pattern.split(/[,:;]/)].map((name) => name.trim().replace(/^[&!]/, ''));
  const local = names.find((name) => name !== '' && isLocal(name));
  if (local !== undefined) tell(tree.line, 'host_local', local);
}

/** Checks a list of roles: names, or maps with the name and variables. */
export function checkRoles(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind !== 'list') return;
  for (const role of tree.items) {
    if (role.kind !== 'map') {
      checkRoleName(role, role.line, tell);
      continue;
    }
    checkRoleName(role.entries.find(({ key }) => key === 'role' || key === 'name')?.value, role.line, tell);
    checkAllWords(role, tell);
    for (const { key, line } of role.entries) if (!ROLE_WORDS.has(key)) checkVariable(key, line, tell);
  }
}

function checkPrompts(tree: Tree, tell: Tell): void {
  if (tree.kind !== 'list') return;
  for (const one of tree.items)
    if (one.kind === 'map') checkVariable(textOf(one.entries.find(({ key }) => key === 'name')?.value) ?? '', one.line, tell);
}

function checkWord({ key, value, line }: Entry, tell: Tell): void {
  if (key === 'hosts') checkHosts(value, tell);
  else if (TASK_LISTS.has(key)) checkTasks(value, tell);
  else if (key === 'roles') checkRoles(value, tell);
  else if (key === 'vars_files') checkIncluded(value, tell);
  else if (key === 'vars_prompt') checkPrompts(value, tell);
  else if (key === 'strategy' && !STRATEGIES.has(textOf(value) ?? '')) tell(line, 'keyword_refused', key);
  else if (moduleOf(key) === 'import_playbook') checkIncluded(value, tell);
}

const isPlay = ({ entries }: Mapping): boolean => entries.some(({ key }) => key === 'hosts' || moduleOf(key) === 'import_playbook');

function checkPlay(play: Mapping, tell: Tell): void {
  checkAllWords(play, tell);
  for (const entry of play.entries) checkWord(entry, tell);
  if (!play.entries.some(({ key }) => key === 'name') && play.entries.some(({ key }) => key === 'hosts')) tell(play.line, 'no_name');
}

/** Checks what a file of YAML says as a whole: plays, tasks, or variables. Which of them it is used as depends on whoever includes it. */
export function checkDocument(tree: Tree, path: string, tell: Tell): void {
  if (tree.kind === 'map') {
    checkVariables(tree, tell);
    if (!/(^|\/)meta\/main(\.\w+)?$/.test(path)) return;
    for (const { key, value } of tree.entries) if (key === 'dependencies') checkRoles(value, tell);
    checkAllWords(tree, tell);
  } else if (tree.kind === 'list')
    for (const item of tree.items)
      if (item.kind === 'map' && isPlay(item)) checkPlay(item, tell);
      else checkTasks({ ...tree, items: [item] }, tell);
}
