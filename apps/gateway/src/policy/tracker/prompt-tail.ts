import { plainText } from '../plain-text.ts';

/** Raw bytes kept of the line the cursor is on: the prompt of the next command. */
export const PROMPT_BYTES = 4096;

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
  /** Text that stands behind the last prompt. */
  behind(shown: string): string;
  /** The same of the line the cursor is on. */
  behindNow(): string;
}

export function createPromptTail(): PromptTail {
  let tail: Buffer = Buffer.alloc(0);
  let last = '';

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
    },
    last: () => last,
    behind,
    behindNow: () => behind(plainText(tail.toString('utf8'))),
  };
}
