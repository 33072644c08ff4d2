import type { Tell } from '../finding.ts';
import { checkExpression, isTemplate } from './expression.ts';
import { type Entry, type Mapping, type Tree, textOf } from './yaml-tree.ts';

/** Words that plays, blocks, tasks and roles have in common. */

/** Where Ansible would run a task on the server itself, in all the ways an address of one's own is written. */
const LOCAL =
  /^(localhost(\.localdomain)?\.?|ip6-(localhost|loopback)|0(\.0){0,3}|127(\.\d+){0,3}|\[?(0*:)*:?(0*1)?\]?|\[?::ffff:.*|\d+|0[xo\d][0-9a-f.x]*)$/i;
export const isLocal = (name: string): boolean => LOCAL.test(name.trim());

/** Machines of the run by their place in it: the only ones that may be computed. */
const OF_THE_RUN =
  /^\{\{\s*(inventory_hostname|(groups\['[\w-]+'\]|groups\["[\w-]+"\]|groups\.\w+|ansible_play_hosts(_all)?|ansible_play_batch)(\[\d+\]|\.\d+|\s*\|\s*(first|last)))\s*\}\}$/;

const CONNECTIONS: ReadonlySet<string> = new Set(['ssh', 'smart']);
const BECOME: ReadonlySet<string> = new Set(['sudo', 'su', 'runas']);
const COLLECTIONS: ReadonlySet<string> = new Set(['ansible.builtin', 'ansible.legacy']);
const CONDITIONS: ReadonlySet<string> = new Set(['when', 'until', 'changed_when', 'failed_when']);
/** Variables of Ansible's own that say how something is done on the machine, not where or through what it is reached. */
const MAY_BE_SET: ReadonlySet<string> = new Set(['ansible_become', 'ansible_become_user', 'ansible_become_method']);

/** Checks the name under which something is kept as a variable. */
export function checkVariable(name: string, line: number, tell: Tell): void {
  if (/^ansible_/i.test(name.trim()) && !MAY_BE_SET.has(name.trim())) tell(line, 'variable_refused', name);
  else if (isTemplate(name)) tell(line, 'variable_refused', name);
}

export function checkVariables(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind === 'list') for (const item of tree.items) checkVariables(item, tell);
  if (tree?.kind === 'map') for (const { key, line } of tree.entries) checkVariable(key, line, tell);
}

/** Conditions: an expression, or a list of them. Braces would have a value evaluated that is nowhere to be seen. */
export function checkCondition(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind === 'list') for (const item of tree.items) checkCondition(item, tell);
  const text = textOf(tree);
  if (tree === undefined || text === undefined) return;
  if (isTemplate(text) || text.includes('{#')) tell(tree.line, 'jinja_braces');
  else checkExpression(text, tree.line, tell);
}

function checkDelegate({ value, line }: Entry, tell: Tell): void {
  const name = value.kind === 'scalar' ? String(value.value) : '{{';
  if (isLocal(name)) tell(line, 'host_local', name);
  else if (isTemplate(name) && !OF_THE_RUN.test(name.trim())) tell(line, 'delegate_computed');
}

function checkOneOf({ key, value, line }: Entry, allowed: ReadonlySet<string>, tell: Tell): void {
  for (const one of value.kind === 'list' ? value.items : [value]) {
    const name = one.kind === 'scalar' ? String(one.value) : key;
    if (!allowed.has(name))
      tell(line, key === 'connection' ? 'connection_refused' : 'keyword_refused', key === 'connection' ? name : `${key}: ${name}`);
  }
}

function checkLoop(tree: Tree, tell: Tell): void {
  if (tree.kind !== 'map') return;
  for (const { key, value } of tree.entries)
    if (key === 'loop_var' || key === 'index_var') checkVariable(textOf(value) ?? '{{', value.line, tell);
    else if (key === 'break_when') checkCondition(value, tell);
}

/** Checks the words of a play, block, task or role that mean the same in each. */
export function checkWords({ entries }: Mapping, tell: Tell): void {
  for (const entry of entries) {
    const { key, value, line } = entry;
    if (CONDITIONS.has(key)) checkCondition(value, tell);
    else if (key === 'connection') checkOneOf(entry, CONNECTIONS, tell);
    else if (key === 'become_method') checkOneOf(entry, BECOME, tell);
    else if (key === 'collections') checkOneOf(entry, COLLECTIONS, tell);
    else if (key === 'delegate_to') checkDelegate(entry, tell);
    else if (key === 'local_action') tell(line, 'keyword_refused', key);
    else if (key === 'debugger') tell(line, 'keyword_refused', key);
    else if (key === 'vars') checkVariables(value, tell);
    else if (key === 'register') checkVariable(textOf(value) ?? '{{', line, tell);
    else if (key === 'loop_control') checkLoop(value, tell);
  }
}
