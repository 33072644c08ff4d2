import { RE2JSSyntaxException } from 're2js';
import { type Construct, constructs } from './constructs.ts';

/**
 * Why a pattern is not taken. The codes are those of field errors (packages/contract/src/errors.ts), with their parameters:
 * the construct as it was written, and the character it begins at, counted from 1.
 */
export type PatternProblem =
  | { code: 'pattern_lookaround' | 'pattern_backreference' | 'pattern_unsupported' | 'pattern_syntax'; params: Place }
  | { code: 'pattern_too_long' | 'pattern_too_large'; params: { max: number } };

export interface Place {
  construct: string;
  position: number;
}

/** Characters of a construct that are repeated to people. */
const MAX_SHOWN = 24;

const LOOKAROUND = /^\(\?<?[=!]$/;
const BACKREFERENCE = /^(?:\\[1-9]\d*|\\[kg]|\(\?P=)$/;
/** Means something to other engines, and nothing to RE2: never to be taken for a letter or an opening bracket. */
const UNSUPPORTED = /^(?:\(\?[>|#(&R]|\(\?P>|\\[ZGKRXHhNcuyYmM].*)$/s;

const place = (source: string, at: number, text: string): Place => ({
  construct: text.slice(0, MAX_SHOWN),
  position: [...source.slice(0, at)].length + 1,
});

/** What the engine's refusal is about, in words that a person can act on. */
export function problemOf(source: string, error: unknown): PatternProblem {
  for (const one of constructs(source)) {
    if (BACKREFERENCE.test(one.text)) return { code: 'pattern_backreference', params: place(source, one.at, one.text) };
    if (one.inClass) continue;
    if (LOOKAROUND.test(one.text)) return { code: 'pattern_lookaround', params: place(source, one.at, one.text) };
    if (UNSUPPORTED.test(one.text)) return { code: 'pattern_unsupported', params: place(source, one.at, one.text) };
  }
  const fragment = error instanceof RE2JSSyntaxException ? (error.input ?? '') : '';
  if (/^[*+?]{2}$/.test(fragment)) return { code: 'pattern_unsupported', params: place(source, source.indexOf(fragment), fragment) };
  const at = placeOf(source, fragment);
  return { code: 'pattern_syntax', params: place(source, at, fragment.length === source.length ? source.charAt(at) : fragment) };
}

/** Where the text that the engine names stands. It names the whole pattern when brackets do not fit. */
function placeOf(source: string, fragment: string): number {
  const all = [...constructs(source)];
  if (fragment === '') return Math.max(0, source.length - 1);
  if (fragment !== source) {
    const found = all.find((one) => source.startsWith(fragment, one.at))?.at ?? source.indexOf(fragment);
    return Math.max(0, found);
  }
  return unbalanced(all) ?? 0;
}

/** The first closing bracket too many, or the last opening one that nothing closes. */
function unbalanced(all: readonly Construct[]): number | undefined {
  const open: number[] = [];
  for (const { text, at, inClass } of all) {
    if (inClass) continue;
    if (text.startsWith('(')) open.push(at);
    else if (text === ')' && open.pop() === undefined) return at;
  }
  return open.at(-1);
}
