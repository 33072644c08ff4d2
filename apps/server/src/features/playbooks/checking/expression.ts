import type { Tell } from '../finding.ts';
import { expressionsIn, type Token, tokensOf } from './jinja-tokens.ts';
import { outsideText } from './local-path.ts';

/** Lookups that compute, or read the files of the playbook itself. All others run, fetch, decrypt or read something of the server. */
const LOOKUPS: ReadonlySet<string> = new Set([
  'dict',
  'file',
  'fileglob',
  'first_found',
  'indexed_items',
  'items',
  'list',
  'nested',
  'random_choice',
  'sequence',
  'subelements',
  'template',
  'together',
  'varnames',
  'vars',
]);
const OF_FILES: ReadonlySet<string> = new Set(['file', 'fileglob', 'first_found', 'template']);
const CALLS: ReadonlySet<string> = new Set(['lookup', 'query', 'q']);

/** Filters that read the disk or the surroundings of the server, or a name of an attribute that nobody sees here. */
const FILTERS: ReadonlySet<string> = new Set(['attr', 'expanduser', 'expandvars', 'fileglob', 'realpath', 'unvault', 'vault']);
/** Ways from a value into Python, beside those in underscores (jinja2/sandbox.py). */
const REACH: ReadonlySet<string> = new Set([
  'ag_code',
  'ag_frame',
  'cr_code',
  'cr_frame',
  'f_back',
  'f_builtins',
  'f_globals',
  'f_locals',
  'format_map',
  'func_globals',
  'gi_code',
  'gi_frame',
  'mro',
  'tb_frame',
]);
const DUNDER = /__\w+__/;
/** Arguments that make other marks begin an expression. */
const DELIMITERS = /^(variable|block|comment)_(start|end)_string$/;
const CALL_IN_TEXT = /(^|[^\w.])(lookup|query|q)\s*\(/;
/** What makes one text of others within a subscript. */
const JOINS: ReadonlySet<string> = new Set(['~', '+', '*', '%', '|']);
const MAX_NESTED = 4;

/** The name of a lookup as it is without its collection, where that is Ansible's own. */
const plainName = (name: string): string => name.replace(/^ansible\.(builtin|legacy)\./, '');
export const mayLookUp = (name: string): boolean => LOOKUPS.has(plainName(name));
export const readsFiles = (name: string): boolean => OF_FILES.has(plainName(name));

const is = (token: Token | undefined, text: string): boolean => token?.kind === 'sign' && token.text === text;

/** Where the bracket that opens at `at` closes. */
function closing(tokens: readonly Token[], at: number): number {
  let depth = 0;
  for (let here = at; here < tokens.length; here += 1) {
    const { kind, text } = tokens[here] as Token;
    if (kind !== 'sign') continue;
    if ('([{'.includes(text)) depth += 1;
    else if (')]}'.includes(text)) depth -= 1;
    if (depth === 0) return here;
  }
  return tokens.length;
}

/** `lookup('name', …)`: the name has to stand there. @returns whether the name was one, which is then no text to look into */
function checkCall(tokens: readonly Token[], at: number, tell: (code: Parameters<Tell>[1], name: string) => void): boolean {
  const [name, behind] = [tokens[at + 2], tokens[at + 3]];
  const written = is(tokens[at + 1], '(') && name?.kind === 'string' && !name.escaped && (is(behind, ',') || is(behind, ')'));
  if (!written) {
    tell('lookup_computed', tokens[at]?.text ?? '');
    return false;
  }
  if (!mayLookUp(name.text)) tell('lookup_refused', name.text);
  else if (readsFiles(name.text))
    for (const { kind, text } of tokens.slice(at + 4, closing(tokens, at + 1)))
      if (kind === 'string' && outsideText(text)) tell('path_outside', text);
  return true;
}

/** The name of a filter, which may have a collection before it. */
function filterAt(tokens: readonly Token[], at: number): string {
  let name = tokens[at]?.text ?? '';
  for (let here = at + 1; is(tokens[here], '.') && tokens[here + 1]?.kind === 'name'; here += 2) name += `.${tokens[here + 1]?.text}`;
  return name;
}

const isFilter = (tokens: readonly Token[], at: number): boolean =>
  is(tokens[at - 1], '|') || (at === 1 && tokens[0]?.kind === 'name' && tokens[0].text === 'filter');

/** A subscript whose text is put together here may name anything. */
function isBuilt(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (!before || (before.kind === 'sign' && !is(before, ')') && !is(before, ']'))) return false;
  const inner = tokens.slice(at + 1, closing(tokens, at));
  return inner.some(({ kind }) => kind === 'string') && inner.some(({ kind, text }) => kind === 'sign' && JOINS.has(text));
}

function checkName(tokens: readonly Token[], at: number, tell: (code: Parameters<Tell>[1], name: string) => void): boolean {
  const { text } = tokens[at] as Token;
  const attribute = is(tokens[at - 1], '.');
  if (isFilter(tokens, at)) {
    const filter = filterAt(tokens, at);
    if (FILTERS.has(plainName(filter)) || plainName(filter).includes('.')) tell('jinja_filter', filter);
    return false;
  }
  if (DUNDER.test(text) || REACH.has(text) || (attribute && text.startsWith('_')) || (!attribute && text === 'self'))
    tell('jinja_reach', text);
  if (DELIMITERS.test(text) && is(tokens[at + 1], '=')) tell('jinja_delimiters', text);
  return !attribute && CALLS.has(text) && checkCall(tokens, at, tell);
}

function checkString(text: string, before: Token | undefined, line: number, tell: Tell, depth: number): void {
  if (DUNDER.test(text) || REACH.has(text) || (is(before, '[') && text.startsWith('_'))) tell(line, 'jinja_reach', text);
  if (FILTERS.has(plainName(text))) tell(line, 'jinja_filter', text);
  if (depth >= MAX_NESTED) return;
  // Whoever makes a template of it evaluates it.
  checkTemplate(text, line, tell, depth + 1);
  if (CALL_IN_TEXT.test(text)) checkTokens(tokensOf(text).tokens, line, tell, depth + 1);
}

function checkTokens(tokens: readonly Token[], line: number, tell: Tell, depth: number): void {
  const say = (code: Parameters<Tell>[1], name: string): void => tell(line, code, name);
  let passed = -1;
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind === 'name') {
      if (checkName(tokens, at, say)) passed = at + 2;
    } else if (kind === 'string' && at !== passed) checkString(text, tokens[at - 1], line, tell, depth);
    else if (is(tokens[at], '[') && isBuilt(tokens, at)) tell(line, 'jinja_reach', '[…]');
  }
}

/** Whether a text holds anything that Jinja evaluates. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%');

/** Checks what a text evaluates as a template. */
export function checkTemplate(text: string, line: number, tell: Tell, depth = 0): void {
  if (!isTemplate(text)) return;
  let [seen, lines] = [0, 0];
  for (const { tokens, at } of expressionsIn(text)) {
    for (; seen < at; seen += 1) if (text[seen] === '\n') lines += 1;
    checkTokens(tokens, depth === 0 ? line + lines : line, tell, depth);
  }
}

/** Checks a text that is an expression without braces around it. */
export const checkExpression = (text: string, line: number, tell: Tell): void => checkTokens(tokensOf(text).tokens, line, tell, 0);
