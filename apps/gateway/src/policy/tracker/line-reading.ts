import type { Size } from '../../protocols/driver.ts';
import type { EchoedLine, EchoReader } from '../echo-reader.ts';
import { plainText } from '../plain-text.ts';
import { shownText } from './echo-match.ts';
import type { TrackedLine } from './tracked-line.ts';

/** Lines that may wait for a reading by the emulator; in a flood the rest counts as unread. */
const MAX_UNREAD = 64;

/** Reads what the target made of a line from its echo. */
export interface LineReading {
  /** Counts a line that waits to be read. */
  expect(): void;
  /** What was entered in an expected line; empty when nothing was, undefined when that cannot be read. */
  inputOf(line: TrackedLine, withoutPrompt: (text: string) => string): Promise<string | undefined>;
  echoOf(line: TrackedLine): Promise<EchoedLine>;
}

export function createLineReading(reader: EchoReader, size: () => Size): LineReading {
  let waiting = 0;
  const echoOf = (line: TrackedLine): Promise<EchoedLine> =>
    reader.read({ ...size(), prompt: line.prompt, echo: Buffer.concat(line.echo) });

  async function read(line: TrackedLine, withoutPrompt: (text: string) => string): Promise<string | undefined> {
    const typed = line.typed.text.trim();
    if (line.typed.exact && typed === '') return '';
    const echo = Buffer.concat(line.echo);
    const shown = plainText(echo.toString('utf8'));
    // A silent prompt asks for a password; its text is nobody's business. A target that just does not echo looks the same.
    if (shown.trim() === '') return undefined;
    // The usual case needs no emulator: the target echoed exactly what was typed, on one row or on several.
    if (line.typed.exact && (shown.includes(typed) || shownText(echo).includes(typed))) return typed;
    if (waiting > MAX_UNREAD) return undefined;
    const { text, prompted } = await echoOf(line);
    const behind = prompted ? text : withoutPrompt(text);
    if (behind !== text) return behind.trim();
    if (line.typed.exact && text.includes(typed)) return typed;
    return text.trim();
  }

  return {
    expect() {
      waiting += 1;
    },
    async inputOf(line, withoutPrompt) {
      const input = await read(line, withoutPrompt);
      waiting -= 1;
      return input;
    },
    echoOf,
  };
}
