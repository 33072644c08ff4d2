import { CST, isMap, isScalar, Lexer, LineCounter, type Node, parseDocument, visit } from 'yaml';

/** Documents of packages of remote applications: YAML 1.2 without names for parts and without tags, read in bounded time. */

export class YamlProblem extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`line ${line}`);
    this.name = 'YamlProblem';
    this.line = line;
  }
}

/** Pieces of a document. The reader compares names with each other: the bound is what keeps a small document from costing seconds. */
const MAX_TOKENS = 8_000;
const MAX_DEPTH = 8;

function checkSize(document: string): void {
  let tokens = 0;
  let lines = 1;
  for (const token of new Lexer().lex(document)) {
    tokens += 1;
    if (CST.tokenType(token) === 'newline') lines += 1;
    if (tokens > MAX_TOKENS) throw new YamlProblem(lines);
  }
}

/**
 * Reads a document whose whole is a map; an empty one is an empty map.
 * @throws YamlProblem with the line that is not understood, or of what is refused: names for parts (`&x`, `*x`) make a short document
 * endless, tags make objects of classes, a name given twice leaves open which one counts
 */
export function readManifest(document: string): unknown {
  checkSize(document);
  const lines = new LineCounter();
  const read = parseDocument(document, { version: '1.2', schema: 'core', uniqueKeys: true, lineCounter: lines });
  const refuse = (offset: number): never => {
    throw new YamlProblem(Math.max(1, lines.linePos(offset).line));
  };
  const [problem] = [...read.errors, ...read.warnings];
  if (problem) refuse(problem.pos[0]);
  if (read.contents === null) return {};
  if (!isMap(read.contents)) refuse(0);
  visit(read, {
    Alias: (_key, { range }) => refuse(range?.[0] ?? 0),
    Node: (_key, node: Node, path) => {
      const named = 'anchor' in node && node.anchor !== undefined;
      if (named || node.tag !== undefined || path.length > 2 * MAX_DEPTH + 1) refuse(node.range?.[0] ?? 0);
    },
    Pair: (_key, { key }) => {
      if (isScalar(key) && key.value === '__proto__') refuse(key.range?.[0] ?? 0);
    },
  });
  return read.toJS({ maxAliasCount: 0 });
}
