import type { Tell } from '../finding.ts';
import type { Tree } from './yaml-tree.ts';

/** Files that Ansible reads on the side of the server: those of the playbook, and no others. */

const YAML = /\.(ya?ml|json)$/i;
/** What a template puts in is not known here. */
const TEMPLATE = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;

/** Whether a path, as far as it is written out, leads out of the folder it is looked for in. */
export function outsideText(path: string): boolean {
  const known = path.trim().replaceAll(TEMPLATE, '\u0001');
  return /^[/~\\]/.test(known) || known.split(/[/\\]/).includes('..') || /^[a-z][a-z0-9+.-]*:\/\//i.test(known);
}

/** Checks the path, or the paths, that an argument names. */
export function checkPath(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind === 'list') for (const item of tree.items) checkPath(item, tell);
  if (tree?.kind === 'scalar' && typeof tree.value === 'string' && outsideText(tree.value)) tell(tree.line, 'path_outside', tree.value);
}

/** Checks the name of a file with tasks or variables: what its ending says it is was looked through. */
export function checkIncluded(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind === 'list') for (const item of tree.items) checkIncluded(item, tell);
  if (tree?.kind !== 'scalar') return;
  checkPath(tree, tell);
  if (!YAML.test(String(tree.value).trim()) || /[\s=]/.test(String(tree.value).replaceAll(TEMPLATE, ''))) tell(tree.line, 'path_computed');
}

/** Checks a name that a role has for a file of its own: without an ending, or with one of YAML. */
export function checkRoleFile(tree: Tree | undefined, tell: Tell): void {
  if (tree?.kind !== 'scalar') return;
  checkPath(tree, tell);
  const text = String(tree.value);
  if (!/^[\w./-]+$/.test(text) || (/\.[^/]*$/.test(text) && !YAML.test(text))) tell(tree.line, 'path_computed');
}

/** Checks the name of a role: a folder among the roles of the playbook. */
export function checkRoleName(tree: Tree | undefined, line: number, tell: Tell): void {
  if (tree?.kind !== 'scalar' || typeof tree.value !== 'string') {
    tell(line, 'role_computed');
    return;
  }
  if (outsideText(tree.value)) tell(tree.line, 'path_outside', tree.value);
  else if (!/^[\w-]+(\.[\w-]+)?$/.test(tree.value)) tell(tree.line, 'role_computed');
}
