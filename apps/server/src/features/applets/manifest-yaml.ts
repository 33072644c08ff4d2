/**
 * The part of YAML 1.2 that manifests of remote applications are written in: maps, lists of scalars, quoted and plain text on one line, text
 * blocks, comments. Anything else is refused: names for parts and tags are how a short document becomes an endless one, or an object of a
 * class. One pass over the lines, so that time and memory follow the size of the document.
 */

export class YamlProblem extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`line ${line}`);
    this.name = 'YamlProblem';
    this.line = line;
  }
}

interface Line {
  /** From one. */
  n: number;
  indent: number;
  text: string;
}

const MAX_DEPTH = 8;

/** Up to a comment: a sign at the beginning, or behind a space and outside of quotes. */
function withoutComment(text: string): string {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string;
    if (quote === '"' && sign === '\\') at += 1;
    else if (quote) quote = sign === quote ? '' : quote;
    else if ((sign === '"' || sign === "'") && (at === 0 || /[\s[,:]/.test(text[at - 1] as string))) quote = sign;
    else if (sign === '#' && (at === 0 || /\s/.test(text[at - 1] as string))) return text.slice(0, at).trimEnd();
  }
  return text.trimEnd();
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '"': '"', '\\': '\\', '/': '/' };

function quoted(text: string, n: number): string {
  const inner = text.slice(1, -1);
  if (text.length < 2 || text.at(-1) !== text[0]) throw new YamlProblem(n);
  if (text[0] === "'") {
    if (inner.replaceAll("''", '').includes("'")) throw new YamlProblem(n);
    return inner.replaceAll("''", "'");
  }
  let out = '';
  for (let at = 0; at < inner.length; at += 1) {
    if (inner[at] === '"') throw new YamlProblem(n);
    if (inner[at] !== '\\') {
      out += inner[at];
      continue;
    }
    at += 1;
    const sign = ESCAPED[inner[at] ?? ''];
    if (sign === undefined) throw new YamlProblem(n);
    out += sign;
  }
  return out;
}

/** Signs that begin something other than text, or belong to what is not read here. */
const RESERVED = /^[&*!|>%@`{}[\],?]/;

function scalar(text: string, n: number): unknown {
  if (text === '' || text === '~' || text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text[0] === '"' || text[0] === "'") return quoted(text, n);
  if (RESERVED.test(text) || text === '-' || text.startsWith('- ') || /:(\s|$)/.test(text)) throw new YamlProblem(n);
  return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** `[a, "b"]`, without lists in it. */
function flow(text: string, n: number): unknown[] {
  if (!text.endsWith(']')) throw new YamlProblem(n);
  const inner = text.slice(1, -1).trim();
  const entries = inner === '' ? [] : inner.split(',').map((entry) => entry.trim());
  if (entries.some((entry) => entry === '')) throw new YamlProblem(n);
  return entries.map((entry) => scalar(entry, n));
}

const readValue = (text: string, n: number): unknown => (text.startsWith('[') ? flow(text, n) : text === '{}' ? {} : scalar(text, n));

/** Name and rest of `name: rest`. */
function pair({ n, text }: Line): { key: string; rest: string } {
  const found = /^("[^"\\]*"|'[^']*'|[^\s"'#&*!|>%@`{}[\],?:-][^:]*|-[^\s:][^:]*):(?:\s+(.*))?$/.exec(text);
  if (!found) throw new YamlProblem(n);
  const name = String(found[1]).trim();
  return { key: /^["']/.test(name) ? name.slice(1, -1) : name, rest: (found[2] ?? '').trim() };
}

/** @throws YamlProblem with the line that is not understood */
export function readManifest(document: string): unknown {
  const raw = document.replace(/^\uFEFF/, '').split(/\r?\n/);
  let at = 0;

  /** The next line that says something; it is not taken. */
  function peek(): Line | undefined {
    for (; at < raw.length; at += 1) {
      const whole = raw[at] ?? '';
      const text = withoutComment(whole.trimStart());
      if (text === '' || (text === '---' && whole.startsWith('---'))) continue;
      const lead = whole.slice(0, whole.length - whole.trimStart().length);
      if (lead.includes('\t')) throw new YamlProblem(at + 1);
      return { n: at + 1, indent: lead.length, text };
    }
    return undefined;
  }

  /** A text block: lines further in than its name; `>` joins them. */
  function block(style: string, outer: number): string {
    const lines: string[] = [];
    for (; at < raw.length; at += 1) {
      const line = raw[at] ?? '';
      if (line.trim() !== '' && line.length - line.trimStart().length <= outer) break;
      lines.push(line);
    }
    const inner = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
    const text = lines.map((line) => line.slice(inner)).join(style[0] === '>' ? ' ' : '\n');
    return style.endsWith('-') ? text.trimEnd() : `${text.trimEnd()}\n`;
  }

  function list(indent: number): unknown[] {
    const out: unknown[] = [];
    for (let line = peek(); line && line.indent === indent && /^-(\s|$)/.test(line.text); line = peek()) {
      at += 1;
      out.push(readValue(line.text.slice(1).trim(), line.n));
    }
    return out;
  }

  function nested(indent: number, depth: number): unknown {
    const next = peek();
    if (next && next.indent >= indent && /^-(\s|$)/.test(next.text)) return list(next.indent);
    if (next && next.indent > indent) return map(next.indent, depth + 1);
    return null;
  }

  function map(indent: number, depth: number): Record<string, unknown> {
    const out = new Map<string, unknown>();
    for (let line = peek(); line && line.indent >= indent; line = peek()) {
      if (line.indent !== indent || depth > MAX_DEPTH) throw new YamlProblem(line.n);
      const { key, rest } = pair(line);
      if (out.has(key) || key === '__proto__') throw new YamlProblem(line.n);
      at += 1;
      if (/^[|>]-?$/.test(rest)) out.set(key, block(rest, indent));
      else if (rest === '') out.set(key, nested(indent, depth));
      else out.set(key, readValue(rest, line.n));
    }
    return Object.fromEntries(out);
  }

  const first = peek();
  const read = first ? map(first.indent, 0) : {};
  const left = peek();
  if (left) throw new YamlProblem(left.n);
  return read;
}
