import { plainText } from '../plain-text.ts';
import { PROMPT_BYTES } from './prompt-tail.ts';
import type { TrackedLine } from './tracked-line.ts';
import type { WaitingLines } from './waiting-lines.ts';

/** Of the lines that wait, the echo of one of the first so many comes next. */
const NEXT_LINES = 64;
const NEXT_IN_BULK = 4;

/** Finds the line whose echo `segment`, the last line of output, is; undefined when it is nobody's. */
export function echoedBy(first: TrackedLine, segment: Buffer, lines: WaitingLines, lastPrompt: string): TrackedLine | undefined {
  const shown = shownText(segment);
  const all = lines.all();
  const next = [...some(all, () => true), ...some(all, (line) => !lines.wasShown(line))];
  const exact =
    next.find((line) => shown.trimEnd().endsWith(line.typed.text.trim())) ?? next.find((line) => shown.includes(line.typed.text.trim()));
  return exact ?? (answers(first, segment, shown, lastPrompt) ? first : undefined);
}

/** The next lines that were entered as they were typed. */
function some(lines: readonly TrackedLine[], wanted: (line: TrackedLine) => boolean): TrackedLine[] {
  const found: TrackedLine[] = [];
  for (const line of lines) {
    if (found.length === NEXT_LINES) break;
    if (line.entered !== null && line.typed.exact && wanted(line)) found.push(line);
  }
  return found;
}

/** Whether a line of output may be what the target's editor made of `line`, although it does not read as typed. */
function answers(line: TrackedLine, segment: Buffer, shown: string, lastPrompt: string): boolean {
  if (!line.typed.exact) return !line.ahead || lastPrompt === '' || shown.startsWith(lastPrompt);
  // Wrapped at the margin, or an abbreviation the shell spelled out: the keys were echoed one after the other at least.
  const prompted = !line.ahead || (lastPrompt !== '' && shown.startsWith(lastPrompt));
  return prompted && inOrder(line.typed.text.trim(), segment.toString('utf8'));
}

/** The entered lines whose echo comes next, when output comes in bulk. */
export const nextInBulk = (lines: WaitingLines): readonly TrackedLine[] =>
  lines
    .all()
    .slice(0, NEXT_IN_BULK)
    .filter((line) => line.entered !== null);

/** Whether bulk output has certainly no echo of `next` in it: then it is searched as a whole, not line by line. */
export const withoutEcho = (bytes: Buffer, next: readonly TrackedLine[]): boolean =>
  bytes.length > PROMPT_BYTES && !next.some((line) => !line.typed.exact || mayHold(bytes, line.typed.text.trim()));

/** Characters at either end of a text of which a margin can break one only: terminals are wider. */
const WHOLE = 16;

/** Whether output may hold a text, broken at margins or not. */
function mayHold(bytes: Buffer, text: string): boolean {
  if (text.length < 2 * WHOLE) return bytes.includes(text);
  return bytes.includes(text.slice(0, WHOLE)) || bytes.includes(text.slice(-WHOLE));
}

/** The first character of the next row is drawn twice where a line wraps at the margin (readline). */
const WRAPPED = /(.)\r(?=\1)/gs;

/** What a line shows, in one piece where it was wrapped at the margin. */
export const shownText = (echo: Buffer): string => plainText(echo.toString('utf8').replace(WRAPPED, ''));

/** Whether all characters of `part` come in `whole` in this order. */
function inOrder(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    at = whole.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
