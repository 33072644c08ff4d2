import { plainText } from '../policy/plain-text.ts';

/** How wide text is on a terminal, and text that is safe to show there. */

/** Ranges of characters that take two cells: East Asian Width W and F (Unicode 16, UAX 11), emoji included. */
const WIDE: readonly (readonly [from: number, to: number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274e],
  [0x2753, 0x2757],
  [0x2795, 0x2797],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f265],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7f0],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
const MARKS = /[\p{Mn}\p{Me}]/u;

function cellsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (MARKS.test(char)) return 0;
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Cells that shown text takes. */
export function cells(text: string): number {
  let sum = 0;
  for (const char of text) sum += cellsOf(char);
  return sum;
}

/** The text cut to so many cells; what is cut off is marked. */
export function cut(text: string, width: number): string {
  if (width <= 0) return '';
  if (cells(text) <= width) return text;
  const mark = '..'.slice(0, Math.max(0, width - 1));
  let kept = '';
  let room = width - mark.length;
  for (const char of text) {
    room -= cellsOf(char);
    if (room < 0) break;
    kept += char;
  }
  return kept + mark;
}

/** The end of the text that fits. */
export function tail(text: string, width: number): string {
  let kept = '';
  let room = width;
  for (const char of [...text].reverse()) {
    room -= cellsOf(char);
    if (room < 0) break;
    kept = char + kept;
  }
  return kept;
}

/** Cut, or filled with blanks, to exactly so many cells. */
export function filled(text: string, width: number): string {
  const kept = cut(text, width);
  return kept + ' '.repeat(Math.max(0, width - cells(kept)));
}

/** Combining marks behind one character that are left: each costs bytes and no cell. */
const STACKED = /([\p{Mn}\p{Me}]{3})[\p{Mn}\p{Me}]+/gu;

/**
 * Text of others, on one line, bounded: without sequences of a terminal, eight-bit ones included, and without marks that turn text round or
 * that nobody sees.
 */
export function shown(text: unknown, most = 256): string {
  if (typeof text !== 'string') return '';
  return [
    ...plainText(text.slice(0, 4096))
      .replace(/[\s\u2028\u2029]+/g, ' ')
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}]/gu, '')
      .replace(STACKED, '$1')
      .trim(),
  ]
    .slice(0, most)
    .join('');
}
