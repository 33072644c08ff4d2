import { ACCEPTED, type CommandDecision, type CommandPolicy, judgeCommand, judgeUnread, strictest } from './command-policy.ts';
import { goesOn } from './line-editor.ts';

/** A longer line is not read: it falls under the strictest rule. Shells' own limit of one argument is twice this. */
const MAX_BYTES = 64 * 1024;
/** Characters kept of lines that go on in the next one. */
const MAX_JOINED = 64 * 1024;

export interface JudgedLine {
  text: string;
  decision: CommandDecision;
}

export interface Filtered {
  /** What may go on to the target. Never any part of a refused line. */
  pass: Buffer;
  /** Lines that were judged, the last of them being the refused one when there is one. */
  lines: JudgedLine[];
  refused: boolean;
}

/**
 * Judges what is sent into a command without a terminal, line by line, before any of it goes on. A program may be a shell
 * whatever it is called, so nothing is taken out but what a rule accepts. Bytes of zero are left out of the reading as
 * shells leave them out of their input; a carriage return ends a line as well as a line feed does.
 */
export interface LineFilter {
  push(bytes: Buffer): Filtered;
  /** Nothing more came for a moment: what stands without an end is judged as it is, and goes on. */
  pause(): Filtered;
  /** There is nothing more to come. */
  end(): Filtered;
  /** Whether anything is held back. */
  holds(): boolean;
}

/** @param reading how the target reads bytes that are not UTF-8 there */
export function createLineFilter(policy: () => CommandPolicy, reading?: (bytes: Buffer) => string): LineFilter {
  let pending: Buffer = Buffer.alloc(0);
  /** Of the line that is held, what went on already because nothing followed it for a moment. */
  let gone = '';
  /** Lines before that ended in a backslash. */
  let begun = '';

  function judge(text: string, there: string): CommandDecision {
    if (policy().rules.length === 0) return ACCEPTED;
    if (text.length > MAX_BYTES) return judgeUnread(policy());
    // Mostly they are one; an installer has thousands of lines.
    const all = new Set([text, begun + text, there].map((one) => one.trim()));
    return strictest([...all].map((one) => judgeCommand(policy(), one)));
  }

  function take(upTo: number, ended: boolean): { piece: Buffer; line: JudgedLine } {
    const piece = pending.subarray(0, upTo);
    pending = pending.subarray(upTo);
    const text = gone + readable(piece);
    const line = { text, decision: judge(text, reading ? without(reading(piece)) : text) };
    if (!ended) gone = text.slice(-MAX_BYTES - 1);
    else {
      begun = goesOn(text) ? (begun + text).slice(0, -1).slice(-MAX_JOINED) : '';
      gone = '';
    }
    return { piece, line };
  }

  const refuses = ({ decision }: JudgedLine): boolean => decision.action === 'reject' || decision.action === 'review';

  function lines(rest: 'hold' | 'judge' | 'end'): Filtered {
    const pass: Buffer[] = [];
    const judged: JudgedLine[] = [];
    const next = (at: number, ended: boolean): boolean => {
      const { piece, line } = take(at, ended);
      if (ended || refuses(line)) judged.push(line);
      if (refuses(line)) return false;
      pass.push(piece);
      return true;
    };
    for (let at = lineEnd(pending); at > 0; at = lineEnd(pending)) {
      if (!next(at, true)) return refusal(pass, judged);
    }
    const now = rest !== 'hold' || pending.length > MAX_BYTES;
    if (now && pending.length > 0 && !next(pending.length, rest === 'end')) return refusal(pass, judged);
    return { pass: Buffer.concat(pass), lines: judged, refused: false };
  }

  function refusal(pass: Buffer[], judged: JudgedLine[]): Filtered {
    pending = Buffer.alloc(0);
    return { pass: Buffer.concat(pass), lines: judged, refused: true };
  }

  return {
    push(bytes) {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      return lines('hold');
    },
    pause: () => lines('judge'),
    end: () => lines('end'),
    holds: () => pending.length > 0,
  };
}

/** How many bytes the first line takes with its end; 0 when it has none yet. */
function lineEnd(bytes: Buffer): number {
  const feed = bytes.indexOf(10);
  // Not beyond the feed: everything that follows would be searched anew for each line.
  const back = (feed < 0 ? bytes : bytes.subarray(0, feed)).indexOf(13);
  return (back < 0 ? feed : back) + 1;
}

const readable = (piece: Buffer): string => without(piece.toString('utf8'));
const without = (text: string): string => text.replace(/[\0\r\n]/g, '');
