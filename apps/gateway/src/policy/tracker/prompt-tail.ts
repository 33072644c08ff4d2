import { plainText } from '../plain-text.ts';

/** Raw bytes kept of the line the cursor is on: the prompt of the next command. */
export const PROMPT_BYTES = 4096;

/** Prompts that are known again. A shell has few: its own, the one of a line that goes on, those of programs within. */
const KNOWN = 8;

/** What stands on the line the cursor is on while nothing is typed, and what the last prompt was. */
export interface PromptTail {
  /** Output that belongs to no line. */
  keep(bytes: Buffer): void;
  clear(): void;
  /** Hands the bytes of the prompt over to the line that begins. */
  take(): Buffer;
  /** Notes what the prompt looks like. */
  seen(shown: string): void;
  /** The last prompt; empty while none is known. */
  last(): string;
  /** A line without the prompt it begins with, when that is one of the last ones. */
  without(line: string): string;
  /** Text that stands behind the last prompt. */
  behind(shown: string): string;
  /** The same of the line the cursor is on. */
  behindNow(): string;
}

export function createPromptTail(): PromptTail {
  let tail: Buffer = Buffer.alloc(0);
  let last = '';
  let known: string[] = [];

  const behind = (shown: string): string => (last.trim() !== '' && shown.startsWith(last) ? shown.slice(last.length).trim() : '');

  function clear(): void {
    tail = Buffer.alloc(0);
  }

  return {
    keep(bytes) {
      const at = bytes.lastIndexOf(10);
      const rest = at < 0 ? Buffer.concat([tail, bytes]) : bytes.subarray(at + 1);
      tail = Buffer.from(rest.subarray(Math.max(0, rest.length - PROMPT_BYTES)));
    },
    clear,
    take() {
      const bytes = tail;
      clear();
      return bytes;
    },
    seen(shown) {
      last = shown;
      known = [shown, ...known.filter((one) => one !== shown)].slice(0, KNOWN);
    },
    last: () => last,
    without(line) {
      const longest = known.filter((one) => line.startsWith(one)).reduce((a, b) => (b.length > a.length ? b : a), '');
      return line.slice(longest.length);
    },
    behind,
    behindNow: () => behind(plainText(tail.toString('utf8'))),
  };
}
