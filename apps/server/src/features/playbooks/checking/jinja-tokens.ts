/** Templates of Jinja, taken apart as Jinja does it (jinja2/lexer.py), so that what stands in a text, a comment or a raw block is told from what is evaluated. */

export interface Token {
  kind: 'name' | 'string' | 'number' | 'sign';
  /** Of a string its value, with escapes resolved. */
  text: string;
  /** A string with a backslash: what it says depends on who reads it. */
  escaped?: boolean;
}

const SPACE = /\s+/y;
const NUMBER = /\d[\w.]*/y;
const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const STRING = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const END = { output: /-?\}\}/y, block: /[-+]?%\}/y } as const;
const RAW = /\{%[-+]?\s*raw\s*-?%\}/y;
const END_OF_RAW = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
const OPEN: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{1,3})|([\s\S]))/gi;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\', '\n': '' };
const letter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd');

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (whole, byte?: string, short?: string, long?: string, octal?: string, one?: string) => {
    const hex = byte ?? short ?? long;
    if (hex !== undefined) return letter(Number.parseInt(hex, 16));
    if (octal !== undefined) return letter(Number.parseInt(octal, 8));
    return SIMPLE[one ?? ''] ?? whole;
  });

/**
 * Takes an expression apart, up to the mark that ends it, which counts only where no bracket is open; without a mark to the end of the text.
 * @returns what it is made of, and where it ends; -1 where Jinja would not read it
 */
export function tokensOf(text: string, from = 0, end?: keyof typeof END): { tokens: Token[]; next: number } {
  const tokens: Token[] = [];
  const open: string[] = [];
  let at = from;
  while (at < text.length) {
    if (end !== undefined && open.length === 0) {
      const mark = match(END[end], text, at);
      if (mark !== undefined) return { tokens, next: at + mark.length };
    }
    const space = match(SPACE, text, at);
    const number = match(NUMBER, text, at);
    const name = match(NAME, text, at);
    const string = match(STRING, text, at);
    const piece = space ?? number ?? name ?? string ?? (text[at] as string);
    // Jinja stops here, too.
    if (piece === "'" || piece === '"') return { tokens, next: -1 };
    at += piece.length;
    if (space !== undefined) continue;
    if (number !== undefined) tokens.push({ kind: 'number', text: piece });
    else if (name !== undefined) tokens.push({ kind: 'name', text: piece });
    else if (string !== undefined) {
      const inner = piece.slice(1, -1);
      tokens.push({ kind: 'string', text: unescaped(inner), ...(inner.includes('\\') ? { escaped: true } : {}) });
    } else {
      const closing = OPEN[piece];
      if (closing !== undefined) open.push(closing);
      else if (piece === open.at(-1)) open.pop();
      tokens.push({ kind: 'sign', text: piece });
    }
  }
  return { tokens, next: end === undefined ? at : -1 };
}

/**
 * What a template evaluates, expression by expression. What stands in a raw block is given too: it comes out with its braces, and may be
 * evaluated by whoever takes it for a template again.
 */
export function expressionsIn(template: string, inRaw = false): { tokens: Token[]; at: number }[] {
  const found: { tokens: Token[]; at: number }[] = [];
  let at = 0;
  while (at >= 0) {
    const start = /\{[{%#]/g;
    start.lastIndex = at;
    const begin = start.exec(template);
    if (!begin) break;
    const { index } = begin;
    const raw = inRaw ? undefined : match(RAW, template, index);
    if (raw !== undefined) {
      END_OF_RAW.lastIndex = index + raw.length;
      const over = END_OF_RAW.exec(template);
      const inner = template.slice(index + raw.length, over?.index);
      found.push(...expressionsIn(inner, true).map((one) => ({ ...one, at: one.at + index + raw.length })));
      at = over ? over.index + over[0].length : -1;
    } else if (begin[0] === '{#') {
      const over = template.indexOf('#}', index + 2);
      at = over < 0 ? -1 : over + 2;
    } else {
      const { tokens, next } = tokensOf(template, index + 2, begin[0] === '{{' ? 'output' : 'block');
      found.push({ tokens, at: index });
      at = next;
    }
  }
  return found;
}
