import { checkTemplate } from './checking/expression.ts';
import { checkDocument } from './checking/plays.ts';
import { type Budget, newBudget, readTree, TreeProblem, textsIn } from './checking/yaml-tree.ts';
import { entryOf, type PlaybookFile } from './files.ts';
import { type Finding, type FindingCode, finding, type Tell } from './finding.ts';
import { foldersOf, nameOf } from './paths.ts';

export type { Finding } from './finding.ts';

/**
 * Looks through a playbook as Ansible would read it, without running anything: YAML is parsed, templates are taken apart, and what is not known to
 * be harmless for the server is refused (docs/wire/jobs.md#what-is-checked). What only shows when it runs is held by the sandbox.
 */

/** Findings of one playbook at most. */
const MOST = 500;

const YAML_NAME = /\.(ya?ml|json)$/i;
/** Folders in which Ansible takes a file without an ending for YAML, too. */
const YAML_FOLDERS: ReadonlySet<string> = new Set(['defaults', 'group_vars', 'handlers', 'host_vars', 'meta', 'tasks', 'vars']);
/** Folders whose files Ansible runs on the server. */
const PLUGINS = /^(library|module_utils|collections|ansible_collections|\w+_plugins)$/i;
/** The first line of a template may change its marks. */
const OVERRIDE = /^\s*#jinja2:(.*)/;
const HARMLESS_OVERRIDE = /^\s*((trim_blocks|lstrip_blocks|keep_trailing_newline)\s*:\s*(true|false)\s*,?\s*)*$/i;

function isYaml(path: string, entry: string | undefined): boolean {
  if (path === entry || YAML_NAME.test(path)) return true;
  const name = nameOf(path);
  const folders = path.split('/').slice(0, -1);
  return (
    folders.some((folder) => YAML_FOLDERS.has(folder)) &&
    (!name.includes('.') || folders.some((folder) => /^(group|host)_vars$/.test(folder)))
  );
}

const decoded = (content: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
};

function checkPlace(path: string, tell: Tell): void {
  if (/^ansible\.cfg$/i.test(nameOf(path))) tell(1, 'config_file');
  const folder = foldersOf(path).find((one) => PLUGINS.test(nameOf(one)));
  if (folder !== undefined) tell(1, 'plugin_folder', folder);
}

function checkYaml(path: string, text: string | undefined, budget: Budget, tell: Tell): void {
  if (text === undefined) {
    tell(1, 'yaml_characters');
    return;
  }
  try {
    const tree = readTree(text, budget);
    if (!tree) return;
    for (const { text: one, line } of textsIn(tree)) checkTemplate(one, line, tell);
    checkDocument(tree, path, tell);
  } catch (error) {
    if (!(error instanceof TreeProblem)) throw error;
    tell(error.line, error.code, error.about);
  }
}

function checkPlain(text: string | undefined, tell: Tell): void {
  if (text === undefined) return;
  const override = OVERRIDE.exec(text)?.[1];
  if (override !== undefined && !HARMLESS_OVERRIDE.test(override)) tell(1, 'jinja_delimiters');
  // A file that is no template is looked through all the same: which are is said by computed names.
  checkTemplate(text, 1, tell);
}

/** All that is wrong with a playbook, file by file, errors and warnings. */
export function checkFiles(files: readonly PlaybookFile[]): Finding[] {
  const found = new Map<string, Finding>();
  const entry = entryOf(files);
  const budget = newBudget();
  const tellOf =
    (path: string): Tell =>
    (line: number, code: FindingCode, name = '') => {
      if (found.size < MOST) found.set(`${path}\0${line}\0${code}\0${name}`, finding(path, line, code, name));
    };
  if (entry === undefined) tellOf('main.yml')(1, 'no_entry');
  for (const { path, content } of files) {
    const tell = tellOf(path);
    checkPlace(path, tell);
    const text = decoded(content);
    if (isYaml(path, entry)) checkYaml(path, text, budget, tell);
    else checkPlain(text, tell);
  }
  return [...found.values()].sort((a, b) => (a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1));
}
