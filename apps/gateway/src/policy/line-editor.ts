/**
 * What a person typed since the last Enter, followed the way every line editor follows it, for as long as only plain
 * keys were used. Arrows, Tab, history and other editing keys make the line `exact: false`: then only the target knows
 * what it says, and it is read from the target's echo.
 */
export interface TypedLine {
  text: string;
  exact: boolean;
}

export const EMPTY_LINE: TypedLine = { text: '', exact: true };
/** Characters kept of one typed line; a longer one is no longer exact. */
export const MAX_LINE = 4096;

/** Around a paste, for programs that asked for it (xterm, bracketed paste mode). */
export const PASTE_START = '\x1b[200~';
export const PASTE_END = '\x1b[201~';
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
const PASTE_MARKS = /\x1b\[20[01]~/g;

/** Applies one run of input without any Enter in it. */
export function typeKeys(line: TypedLine, keys: string): TypedLine {
  let { text, exact } = line;
  for (const key of keys.replace(PASTE_MARKS, '')) {
    const code = key.codePointAt(0) ?? 0;
    if (code === 0x7f || code === 0x08) text = dropLast(text);
    else if (code === 0x15) text = '';
    else if (code === 0x17) text = dropWord(text);
    else if (code === 0x03 || (code === 0x04 && text === '')) ({ text, exact } = EMPTY_LINE);
    else if (code < 0x20) exact = false;
    else if (text.length < MAX_LINE) text += key;
    else exact = false;
  }
  return { text, exact };
}

const dropLast = (text: string): string => text.slice(0, /[\udc00-\udfff]/.test(text.charAt(text.length - 1)) ? -2 : -1);

/** Without the last word and the blanks behind it. Costs what it removes: keys come by the hundred thousand in a paste. */
function dropWord(text: string): string {
  let end = text.length;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  while (end > 0 && !/\s/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a shell waits for more of this line: it ends in a backslash that is not itself escaped. */
export function goesOn(text: string): boolean {
  let from = text.length;
  while (from > 0 && text.charCodeAt(from - 1) === 0x5c) from -= 1;
  return (text.length - from) % 2 === 1;
}

export interface Piece<T = Buffer> {
  keys: T;
  /** Whether this piece ends a line: it then ends with the Enter itself. */
  enter: boolean;
}

/** Enter, Ctrl+J and Ctrl+O: each submits a line in shells. All are single bytes in UTF-8, so cutting is safe. */
const isEnter = (byte: number | undefined): boolean => byte === 13 || byte === 10 || byte === 15;

/** Cuts input after each Enter (CR LF is one). Everything stays in order and nothing is left out. */
export function cutAtEnter(input: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < input.length; at += 1) {
    if (!isEnter(input[at])) continue;
    if (input[at] === 13 && input[at + 1] === 10) at += 1;
    pieces.push({ keys: input.subarray(from, at + 1), enter: true });
    from = at + 1;
  }
  if (from < input.length) pieces.push({ keys: input.subarray(from), enter: false });
  return pieces;
}

/** Where the Enter at the end of a piece begins. */
export function enterAt(keys: Buffer): number {
  let at = keys.length;
  while (at > 0 && isEnter(keys[at - 1])) at -= 1;
  return at;
}
