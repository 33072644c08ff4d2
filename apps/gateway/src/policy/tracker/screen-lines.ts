import type { Size } from '../../protocols/driver.ts';
import type { EchoedLine, EchoReader } from '../echo-reader.ts';
import { EMPTY_LINE, MAX_LINE, type TypedLine, typeKeys } from '../line-editor.ts';
import { plainText } from '../plain-text.ts';

/** Raw bytes kept from before the first key of a line, and since: enough for the line the cursor is on. */
const BEFORE_BYTES = 4096;
const SINCE_BYTES = 64 * 1024;
/** Lines that wait for what the screen shows of them. */
const MAX_WAITING = 64;
/** The screen shows a line within this many milliseconds after its Enter. */
const SHOWN_MS = 300;

/**
 * Lines that are typed while the alternate screen is on. Whoever writes to a terminal can switch it on, so it is no reason to read
 * less: a line counts as read when the screen shows its text as it was typed, and is counted as unread otherwise.
 */
export interface ScreenLines {
  output(bytes: Buffer): void;
  typed(text: string, enter: boolean): void;
  /** Reads the line the cursor is on. */
  read(size: Size): Promise<EchoedLine>;
  /** Whether the target sent nothing since the first key of the line. */
  silent(): boolean;
  /** The screen is left, or the session over. */
  settle(): void;
}

export function createScreenLines(
  reader: EchoReader,
  onLine: (text: string) => void,
  onUnread: (lines: number) => void,
  clock: () => number,
): ScreenLines {
  let before: Buffer = Buffer.alloc(0);
  let since: Buffer[] = [];
  let kept = 0;
  let line: TypedLine = EMPTY_LINE;
  let begun = false;
  let found = false;
  let waiting: TypedLine[] = [];
  let entered = 0;

  function settle(): void {
    const shown = plainText(Buffer.concat(since).toString('utf8'));
    let from = 0;
    let unread = 0;
    for (const { text, exact } of waiting) {
      const at = exact ? shown.indexOf(text.trim(), from) : -1;
      if (at < 0) unread += 1;
      else {
        from = at + text.trim().length;
        onLine(text.trim());
      }
    }
    if (unread > 0) onUnread(unread);
    waiting = [];
    before = tailOf(before, ...since);
    since = [];
    kept = 0;
  }

  return {
    output(bytes) {
      found = true;
      if (!begun && waiting.length === 0) before = tailOf(before, bytes);
      else if (kept < SINCE_BYTES) {
        since.push(Buffer.from(bytes.subarray(0, SINCE_BYTES - kept)));
        kept += bytes.length;
      }
    },
    typed(text, enter) {
      if (!begun) {
        if (waiting.length >= MAX_WAITING || (waiting.length > 0 && clock() - entered > SHOWN_MS)) settle();
        begun = true;
        found = false;
      }
      line = typeKeys(line.text.length < MAX_LINE ? line : { text: line.text.slice(-MAX_LINE / 2), exact: false }, text);
      if (!enter) return;
      if (!line.exact || line.text.trim() !== '') waiting.push(line);
      entered = clock();
      line = EMPTY_LINE;
      begun = false;
    },
    read: (size) => reader.read({ ...size, prompt: before, echo: Buffer.concat(since) }),
    silent: () => !found,
    settle,
  };
}

/** A copy: a part would keep the whole of what it was cut from. */
const tailOf = (...parts: Buffer[]): Buffer =>
  Buffer.from(Buffer.concat(parts.map((part) => part.subarray(-BEFORE_BYTES))).subarray(-BEFORE_BYTES));
