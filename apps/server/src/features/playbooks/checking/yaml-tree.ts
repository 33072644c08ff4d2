import { CST, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, type Pair, parseAllDocuments, type YAMLMap } from 'yaml';
import type { FindingCode } from '../finding.ts';

/** A document as Ansible reads it: escapes resolved, names for parts put in place, merged maps merged. Each part knows its line. */
export type Tree = Scalar | List | Mapping;
export interface Scalar {
  kind: 'scalar';
  line: number;
  value: string | number | boolean | null;
}
export interface List {
  kind: 'list';
  line: number;
  items: Tree[];
}
export interface Entry {
  key: string;
  line: number;
  value: Tree;
}
export interface Mapping {
  kind: 'map';
  line: number;
  entries: Entry[];
}

export class TreeProblem extends Error {
  readonly line: number;
  readonly code: FindingCode;
  readonly about: string;
  constructor(line: number, code: FindingCode, about = '') {
    super(`${code} at line ${line}`);
    this.name = 'TreeProblem';
    this.line = line;
    this.code = code;
    this.about = about;
  }
}

/** What may still be read, of one file and of all. Names for parts make a short document endless, names in maps are compared with each other. */
export interface Budget {
  tokens: number;
  nodes: number;
}
export const newBudget = (): Budget => ({ tokens: 150_000, nodes: 200_000 });
const MAX_TOKENS = 40_000;
const MAX_DEPTH = 48;

/** Ansible's reader (YAML 1.1) ends lines at these and ours does not, or drops them: what is a comment for one is a task for the other. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const AMBIGUOUS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]|\r(?!\n)|(?!^)\ufeff/u;
const TAGS: ReadonlySet<string> = new Set(['str', 'int', 'bool', 'float', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`));
/** A text that Ansible never takes for a template. */
const UNSAFE = '!unsafe';

function checkSize(text: string, budget: Budget): void {
  let [tokens, lines] = [0, 1];
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    budget.tokens -= 1;
    if (CST.tokenType(token) === 'newline') lines += 1;
    if (tokens > MAX_TOKENS || budget.tokens < 0) throw new TreeProblem(lines, 'yaml_large');
  }
}

const isMergeKey = (key: unknown): boolean => isScalar(key) && (key.source === '<<' || key.value === '<<' || typeof key.value === 'symbol');

class Reader {
  readonly lines: LineCounter;
  readonly budget: Budget;
  readonly anchors = new Map<string, Node>();
  constructor(lines: LineCounter, budget: Budget) {
    this.lines = lines;
    this.budget = budget;
  }

  lineOf(node: { range?: [number, number, number] | null | undefined } | null | undefined): number {
    return Math.max(1, this.lines.linePos(node?.range?.[0] ?? 0).line);
  }

  read(node: unknown, depth: number): Tree {
    this.budget.nodes -= 1;
    const line = this.lineOf(node as Node | null);
    if (this.budget.nodes < 0 || depth > MAX_DEPTH) throw new TreeProblem(line, 'yaml_large');
    if (isAlias(node)) {
      const named = this.anchors.get(node.source);
      if (!named) throw new TreeProblem(line, 'yaml_broken', `*${node.source}`);
      return this.read(named, depth + 1);
    }
    const { tag, anchor } = (node ?? {}) as { tag?: string; anchor?: string };
    if (tag !== undefined && tag !== UNSAFE && !TAGS.has(tag)) throw new TreeProblem(line, 'yaml_tag', tag);
    if (anchor !== undefined) this.anchors.set(anchor, node as Node);
    if (isMap(node)) return { kind: 'map', line, entries: this.entries(node, depth) };
    if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => this.read(item, depth + 1)) };
    const value = isScalar(node) ? node.value : null;
    const plain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
    return { kind: 'scalar', line, value: plain ? value : String(value) };
  }

  entries(map: YAMLMap, depth: number): Entry[] {
    const own: Entry[] = [];
    const merged: Entry[] = [];
    for (const { key, value } of map.items as Pair[]) {
      const read = this.read(value, depth + 1);
      if (isMergeKey(key)) {
        for (const one of read.kind === 'list' ? read.items : [read]) if (one.kind === 'map') merged.push(...one.entries);
        continue;
      }
      const name = this.read(key, depth + 1);
      if (name.kind !== 'scalar') throw new TreeProblem(name.line, 'yaml_broken', 'key');
      own.push({ key: String(name.value), line: name.line, value: read });
    }
    // All that are merged, also those that an own one hides: which of two counts is for nobody to guess.
    return [...own, ...merged];
  }
}

/**
 * Reads one document.
 * @throws TreeProblem
 */
export function readTree(text: string, budget: Budget): Tree | undefined {
  const strange = AMBIGUOUS.exec(text);
  if (strange) throw new TreeProblem(text.slice(0, strange.index).split('\n').length, 'yaml_characters');
  checkSize(text, budget);
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { version: '1.1', uniqueKeys: true, lineCounter: lines, logLevel: 'silent' });
  if (!Array.isArray(documents) || documents.length === 0) return undefined;
  const [first, second] = documents;
  const at = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  for (const { errors } of documents) for (const { pos, code } of errors) throw new TreeProblem(at(pos[0]), 'yaml_broken', code);
  if (second) throw new TreeProblem(at(second.range[0]), 'yaml_broken', '---');
  if (!first || first.directives.yaml.explicit) throw new TreeProblem(1, 'yaml_broken', '%YAML');
  if (Object.keys(first.directives.tags).some((handle) => handle !== '!!')) throw new TreeProblem(1, 'yaml_broken', '%TAG');
  return first.contents === null ? undefined : new Reader(lines, budget).read(first.contents, 0);
}

export const textOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'scalar' && typeof tree.value === 'string' ? tree.value : undefined;

/** All texts in a tree, names in maps included. */
export function* textsIn(tree: Tree): Generator<{ text: string; line: number }, void, undefined> {
  if (tree.kind === 'scalar') {
    if (typeof tree.value === 'string') yield { text: tree.value, line: tree.line };
  } else if (tree.kind === 'list') for (const item of tree.items) yield* textsIn(item);
  else
    for (const { key, line, value } of tree.entries) {
      yield { text: key, line };
      yield* textsIn(value);
    }
}
