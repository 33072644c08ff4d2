import { echoedBy, nextInBulk, withoutEcho } from './echo-match.ts';
import type { OutputCapture } from './output-capture.ts';
import type { PromptTail } from './prompt-tail.ts';
import { keepEcho, type TrackedLine } from './tracked-line.ts';
import type { WaitingLines } from './waiting-lines.ts';

/** Bytes of output searched for the echo of lines of which only the echo tells what they are. */
const AHEAD_BYTES = 1024 * 1024;
const LINE_BREAK = Buffer.from('\n');

interface Around {
  lines: WaitingLines;
  captured: OutputCapture;
  prompt: PromptTail;
  /** What the target broke after its echo is run. */
  finish(line: TrackedLine): void;
}

/** Finds in output where lines that were entered end: what the target broke is either their echo, or output of what runs. */
export function createEchoedLines({ lines, captured, prompt, finish }: Around) {
  let searched = 0;

  /** Gives each entered line its echo up to the line break. Returns what comes after. */
  function take(bytes: Buffer): Buffer {
    let rest = bytes;
    for (let line = lines.first(); line && line.entered !== null; line = lines.first()) {
      if (skippable(rest)) {
        captured.take(rest);
        return Buffer.alloc(0);
      }
      const at = rest.indexOf(10);
      if (at < 0) break;
      keepEcho(line, rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      const done = echoedLine(line);
      if (!done) continue;
      lines.passOver(done);
      searched = 0;
      finish(done);
    }
    return rest;
  }

  /** Finds whose echo the last line of output is. If nobody's, it is output of the running command, and the lines wait on. */
  function echoedLine(first: TrackedLine): TrackedLine | undefined {
    const whole = Buffer.concat(first.echo);
    const segment = whole.subarray(whole.lastIndexOf(10) + 1);
    const done = echoedBy(first, segment, lines, prompt.last());
    if (done && done === first && segment.length === whole.length) return done;
    // What stood before the first key is gone from the line.
    first.prompt = Buffer.alloc(0);
    first.echo = [];
    first.echoed = 0;
    if (!done) {
      captured.take(whole);
      captured.take(LINE_BREAK);
      return undefined;
    }
    keepEcho(done, segment);
    return done;
  }

  /** Bulk output is searched as a whole for the lines that come next. One that only its echo tells is given up after a while. */
  function skippable(bytes: Buffer): boolean {
    const next = nextInBulk(lines);
    const inexact = next.findIndex((line) => !line.typed.exact);
    if (inexact >= 0) searched += bytes.length;
    if (searched > AHEAD_BYTES) {
      lines.giveUp(lines.all().slice(0, inexact + 1));
      searched = 0;
      return true;
    }
    return withoutEcho(bytes, next);
  }

  return { take };
}
