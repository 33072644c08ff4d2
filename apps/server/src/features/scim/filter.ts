import { ScimProblem } from './problem.ts';

/**
 * Filters of SCIM (RFC 7644 §3.4.2.2) as data. Whoever asks writes them, so that length, depth and number of terms are bounded, and nothing is
 * evaluated: what a term means is said by whoever looks (where.ts, patch.ts).
 */

export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le' | 'pr';
export type Literal = string | number | boolean | null;

export type Filter =
  | { is: 'term'; path: string; operator: Operator; value: Literal }
  | { is: 'and' | 'or'; left: Filter; right: Filter }
  | { is: 'not'; filter: Filter }
  /** `emails[type eq "work"]`: terms inside are about one value of several. */
  | { is: 'of'; path: string; filter: Filter };

/** What is wrong with a filter. */
export const badFilter = (message: string): ScimProblem => new ScimProblem('invalidFilter', message);

const MAX_LENGTH = 2048;
const MAX_DEPTH = 16;
const MAX_TERMS = 64;

const TOKEN = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?)(?![\w.:$-])|([A-Za-z][\w.:$-]*))/y;
const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr']);
const WORDS: Readonly<Record<string, Literal>> = { true: true, false: false, null: null };

function tokensOf(text: string): string[] {
  if (text.length > MAX_LENGTH) throw badFilter('The filter is too long.');
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw badFilter(`The filter cannot be read at character ${at + 1}.`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

function literalOf(token: string): Literal {
  if (token.startsWith('"')) {
    try {
      return JSON.parse(token) as string;
    } catch {
      throw badFilter('A text of the filter cannot be read.');
    }
  }
  const word = WORDS[token.toLowerCase()];
  if (word !== undefined) return word;
  if (/^-?\d/.test(token)) return Number(token);
  throw badFilter(`“${token.slice(0, 64)}” is no value.`);
}

/** Reads a filter. @throws ScimProblem, with a text for whoever wrote it */
export function readFilter(text: string): Filter {
  const tokens = tokensOf(text);
  let at = 0;
  let terms = 0;
  const peek = (): string => tokens[at]?.toLowerCase() ?? '';
  const take = (): string => {
    const token = tokens[at];
    if (token === undefined) throw badFilter('The filter ends too early.');
    at += 1;
    return token;
  };
  const expect = (wanted: string): void => {
    if (take() !== wanted) throw badFilter(`“${wanted}” is missing in the filter.`);
  };
  const deeper = (depth: number): number => {
    if (depth >= MAX_DEPTH) throw badFilter('The filter is nested too deep.');
    return depth + 1;
  };
  function either(depth: number): Filter {
    let left = both(depth);
    while (peek() === 'or') {
      take();
      left = { is: 'or', left, right: both(depth) };
    }
    return left;
  }
  function both(depth: number): Filter {
    let left = one(depth);
    while (peek() === 'and') {
      take();
      left = { is: 'and', left, right: one(depth) };
    }
    return left;
  }
  function group(depth: number, end: string): Filter {
    const inner = either(deeper(depth));
    expect(end);
    return inner;
  }
  function one(depth: number): Filter {
    terms += 1;
    if (terms > MAX_TERMS) throw badFilter('The filter has too many terms.');
    const token = take();
    if (token === '(') return group(depth, ')');
    if (token.toLowerCase() === 'not' && peek() === '(') {
      take();
      return { is: 'not', filter: group(depth, ')') };
    }
    if (!/^[A-Za-z]/.test(token)) throw badFilter(`“${token.slice(0, 64)}” is no attribute.`);
    if (peek() === '[') {
      take();
      return { is: 'of', path: token, filter: group(depth, ']') };
    }
    const operator = take().toLowerCase();
    if (!OPERATORS.has(operator)) throw badFilter(`“${operator.slice(0, 64)}” is no operator.`);
    return { is: 'term', path: token, operator: operator as Operator, value: operator === 'pr' ? null : literalOf(take()) };
  }
  const filter = either(0);
  if (at < tokens.length) throw badFilter(`“${tokens[at]?.slice(0, 64)}” is not expected there.`);
  return filter;
}

/** A path without the name of its schema, in lower case: names of attributes have no case (RFC 7643 §2.1). */
export const plainPath = (path: string): string => path.replace(/^urn:[\w:.-]+:(?=[^:]+$)/i, '').toLowerCase();

/** Whether one value (of `emails`, of `members`) is meant by a filter. */
export function matches(filter: Filter, value: Readonly<Record<string, unknown>>): boolean {
  switch (filter.is) {
    case 'and':
      return matches(filter.left, value) && matches(filter.right, value);
    case 'or':
      return matches(filter.left, value) || matches(filter.right, value);
    case 'not':
      return !matches(filter.filter, value);
    case 'of':
      throw badFilter('A filter in brackets cannot hold another one.');
    case 'term': {
      const wanted = plainPath(filter.path);
      const name = Object.keys(value).find((key) => key.toLowerCase() === wanted);
      return compares(filter.operator, name === undefined ? undefined : value[name], filter.value);
    }
  }
}

const folded = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

function compares(operator: Operator, is: unknown, wanted: Literal): boolean {
  const [left, right] = [folded(is), folded(wanted)];
  switch (operator) {
    case 'pr':
      return left !== undefined && left !== null && left !== '';
    case 'eq':
      return left === right;
    case 'ne':
      return left !== right;
    case 'co':
      return typeof left === 'string' && left.includes(String(right));
    case 'sw':
      return typeof left === 'string' && left.startsWith(String(right));
    case 'ew':
      return typeof left === 'string' && left.endsWith(String(right));
    default:
      throw badFilter(`“${operator}” cannot be asked of a value in brackets.`);
  }
}
