import { StringDecoder } from 'node:string_decoder';
import { RISK } from '@postern/contract/component';
import type { Size } from '../../protocols/driver.ts';
import type { EchoedLine, EchoReader } from '../echo-reader.ts';
import { EMPTY_LINE, enterAt, PASTE_END, PASTE_START, type Piece, type TypedLine, typeKeys } from '../line-editor.ts';
import { plainText } from '../plain-text.ts';
import { followScreen, NORMAL_SCREEN } from '../screen-mode.ts';
import { createScreenLines } from './screen-lines.ts';

/** Raw bytes kept of the line the cursor is on: the prompt of the next command. */
const PROMPT_BYTES = 4096;
/** Raw bytes kept of what the target echoes while one line is edited. */
const ECHO_BYTES = 64 * 1024;
/** Raw bytes kept of a command's output, enough for the characters the log takes. */
const OUTPUT_BYTES = 4096;
/** Lines, and characters in them, typed ahead that wait for their echo: a long paste. Beyond that the oldest counts as unread. */
const MAX_LINES = 4096;
const MAX_WAITING = 512 * 1024;
/** Of the lines that wait, the echo of one of the first so many comes next. */
const NEXT_LINES = 64;
const NEXT_IN_BULK = 4;
/** Lines entered within this many milliseconds of each other came together; a terminal may show them out of turn. */
const TOGETHER_MS = 1_500;
/** A line whose echo has not come by then, when the next is begun, has none. */
const STALE_MS = 3_000;
/** Bytes of output searched for the echo of lines of which only the echo tells what they are. */
const AHEAD_BYTES = 1024 * 1024;
const LINE_BREAK = Buffer.from('\n');
/** Lines that may wait for a reading by the emulator; in a flood the rest counts as unread. */
const MAX_UNREAD = 64;
/** A command without more output is logged after this many milliseconds. */
const OUTPUT_MS = 8_000;

export const MAX_INPUT = 128;
export const MAX_OUTPUT = 1024;

/** What a rule decided about a line. */
export interface Verdict {
  level: number;
  acl?: string;
  group?: string;
}

export interface TrackedCommand extends Verdict {
  input: string;
  output: string;
  /** Unix seconds. */
  timestamp: number;
}

interface Line {
  /** Text that stood behind the prompt before the first key: the shell put it there (`read -i`, `histverify`). */
  given: string;
  /** Typed while an earlier line was still running: what comes next on the screen need not be its echo. */
  ahead: boolean;
  prompt: Buffer;
  echo: Buffer[];
  echoed: number;
  typed: TypedLine;
  entered: number | null;
  /** Which bracketed paste it is part of; 0 for none. */
  paste: number;
  verdict: Verdict;
}

export interface CommandTracker {
  /** Output of the target, in order. Cheap: it keeps a few bytes and never waits. */
  output(bytes: Buffer): void;
  /** Input on its way to the target, cut after each Enter. */
  typed(piece: Piece): void;
  /** The line being typed, as it stands; undefined on the alternate screen. */
  current(): TypedLine | undefined;
  /** Text that stands behind the prompt without having been typed. */
  given(): string;
  /** What came back for the current line so far, with all its controls; undefined while it was typed ahead of any prompt. */
  echoed(): string | undefined;
  /** What the terminal shows of a line that was typed ahead of any prompt; undefined when there is a prompt. */
  echoedAhead(): string | undefined;
  /** Reads the current line from the target's echo. */
  readEcho(): Promise<EchoedLine>;
  /** Reads the line the cursor is on while the alternate screen is. `silent`: nothing came back for what was typed. */
  readScreen(): Promise<EchoedLine & { silent: boolean }>;
  /** Whether the target sent anything since the first key of the line on the alternate screen. */
  screenSilent(): boolean;
  /** When the target last sent anything, in milliseconds of `clock`. */
  lastOutput(): number;
  /** How many pieces of output came so far. */
  outputs(): number;
  /** Whether the target answered since the last line was abandoned: with the end of a line, or by drawing its screen anew. */
  brokeLine(): boolean;
  /** Notes the verdict on the current line, which Enter will carry. */
  judge(verdict: Verdict): void;
  /** The current line will not run: forget it, and log it as `input` when that is given. */
  abandon(input: string | null, verdict: Verdict): void;
  alternate(): boolean;
  /** How often the screen was switched so far. */
  switches(): number;
  /** Finishes what is open; resolves once everything was handed to `onCommand`. */
  finish(): Promise<void>;
}

/**
 * Finds commands in a terminal's stream. Between commands it keeps only the prompt's bytes. From the first key to the
 * line break that answers Enter it keeps the raw echo, which says what the line became: typed text counts only when the
 * target echoed it, so a password at a silent prompt is never logged.
 */
export function createCommandTracker(
  echoReader: EchoReader,
  size: () => Size,
  onCommand: (command: TrackedCommand) => void,
  onUnread: (lines: number) => void,
  clock: () => number = Date.now,
): CommandTracker {
  const keys = new StringDecoder('utf8');
  let screen = NORMAL_SCREEN;
  let tail: Buffer = Buffer.alloc(0);
  let lines: Line[] = [];
  let open: { parts: Buffer[]; size: number; prompt: string; command: TrackedCommand | null } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> = Promise.resolve();
  let lastOutput = 0;
  let outputs = 0;
  let recalled = false;
  let unread = 0;
  let lastPrompt = '';
  let searched = 0;
  let waiting = 0;
  let pastes = 0;
  let inPaste = false;
  /** The last bracketed paste of which a line was shown: all of it is text in an editor then, and no password. */
  let shownPaste = 0;
  let brokeLine = true;
  const onScreen = createScreenLines(
    echoReader,
    (input) => note({ verdict: { level: RISK.accept }, entered: null }, input),
    onUnread,
    clock,
  );

  const newLine = (paste: number): Line => {
    const prompt = lines.length > 0 ? Buffer.alloc(0) : tail;
    tail = Buffer.alloc(0);
    const shown = plainText(prompt.toString('utf8'));
    // Nothing before the cursor means that no prompt waits: something is still running.
    const ahead = shown.trim() === '';
    const given = behindPrompt(shown);
    if (!ahead && given === '') lastPrompt = shown;
    const typed = recalled ? { text: '', exact: false } : EMPTY_LINE;
    return { ahead, given, prompt, echo: [], echoed: 0, typed, entered: null, paste, verdict: { level: RISK.accept } };
  };

  const behindPrompt = (shown: string): string =>
    lastPrompt.trim() !== '' && shown.startsWith(lastPrompt) ? shown.slice(lastPrompt.length).trim() : '';

  /** The line being edited: the last one unless Enter was pressed on it. */
  const editing = (): Line | undefined => {
    const last = lines.at(-1);
    return last && last.entered === null ? last : undefined;
  };

  function keepTail(bytes: Buffer): void {
    const at = bytes.lastIndexOf(10);
    const rest = at < 0 ? Buffer.concat([tail, bytes]) : bytes.subarray(at + 1);
    tail = Buffer.from(rest.subarray(Math.max(0, rest.length - PROMPT_BYTES)));
  }

  function keepEcho(line: Line, bytes: Buffer): void {
    const kept = bytes.subarray(0, Math.max(0, ECHO_BYTES - line.echoed));
    if (kept.length === 0) return;
    line.echo.push(Buffer.from(kept));
    line.echoed += kept.length;
  }

  function capture(bytes: Buffer): void {
    if (!open || open.size >= OUTPUT_BYTES) return;
    const kept = Buffer.from(bytes.subarray(0, OUTPUT_BYTES - open.size));
    open.parts.push(kept);
    open.size += kept.length;
  }

  /** Hands on the command whose output was being kept. */
  function closeOutput(): void {
    clearTimeout(timer);
    timer = undefined;
    const done = open;
    open = null;
    if (!done) return;
    reading = reading.then(() => {
      if (!done.command) return;
      const whole = plainText(Buffer.concat(done.parts).toString('utf8'));
      const prompt = plainText(done.prompt);
      const output = prompt !== '' && whole.endsWith(prompt) ? whole.slice(0, -prompt.length) : whole;
      onCommand({ ...done.command, output: output.trimEnd().slice(0, MAX_OUTPUT) });
    });
  }

  const wasShown = (line: Line): boolean => line.paste !== 0 && line.paste === shownPaste;

  /** Gives lines up that did not show. A line that is still being typed is not entered yet. */
  function giveUp(dropped: readonly Line[]): void {
    const gone = new Set(dropped);
    lines = lines.filter((line) => !gone.has(line));
    let count = 0;
    for (const line of dropped) {
      waiting -= line.typed.text.length;
      if (line.entered === null || isEmpty(line.typed)) continue;
      if (wasShown(line) && line.typed.exact) note(line, line.typed.text.trim());
      else count += 1;
    }
    if (count > 0) onUnread(count);
  }

  /** Lists a line without what came of it. */
  function note({ verdict, entered }: Pick<Line, 'verdict' | 'entered'>, input: string): void {
    const timestamp = Math.floor((entered ?? clock()) / 1000);
    reading = reading.then(() => onCommand({ ...verdict, input: input.slice(0, MAX_INPUT), output: '', timestamp }));
  }

  /** A line was shown. Those before it have no echo, unless they came together with it. */
  function passOver(done: Line): void {
    if (done.paste !== 0) shownPaste = done.paste;
    const before = lines.slice(0, lines.indexOf(done));
    lines = lines.filter((line) => line !== done);
    waiting -= done.typed.text.length;
    const together = (line: Line) => line.paste === done.paste && (done.entered ?? 0) - (line.entered ?? 0) < TOGETHER_MS;
    giveUp(before.filter((line) => !together(line)));
  }

  /** What is begun at a prompt shows that the lines before it are over. What stands behind the last line break is that prompt. */
  function dropStale(): void {
    const last = lines.at(-1);
    if (!last?.entered || clock() - last.entered < STALE_MS) return;
    const shown = Buffer.concat(lines[0]?.echo ?? []);
    giveUp(lines);
    keepTail(shown);
  }

  function finishLine(line: Line): void {
    closeOutput();
    const kept: NonNullable<typeof open> = { parts: [], size: 0, prompt: line.prompt.toString('utf8'), command: null };
    open = kept;
    timer = setTimeout(closeOutput, OUTPUT_MS);
    unread += 1;
    reading = reading.then(async () => {
      const input = await inputOf(line);
      unread -= 1;
      if (input === undefined) onUnread(1);
      else if (input !== '')
        kept.command = {
          ...line.verdict,
          input: input.slice(0, MAX_INPUT),
          output: '',
          timestamp: Math.floor((line.entered ?? clock()) / 1000),
        };
    });
  }

  const echoOf = (line: Line): Promise<EchoedLine> => echoReader.read({ ...size(), prompt: line.prompt, echo: Buffer.concat(line.echo) });

  /** What was entered; empty when nothing was, undefined when that cannot be read. */
  async function inputOf(line: Line): Promise<string | undefined> {
    const typed = line.typed.text.trim();
    if (line.typed.exact && typed === '') return '';
    const shown = plainText(Buffer.concat(line.echo).toString('utf8'));
    // A silent prompt asks for a password; its text is nobody's business. A target that just does not echo looks the same.
    if (shown.trim() === '') return undefined;
    // The usual case needs no emulator: the target echoed exactly what was typed.
    if (line.typed.exact && shown.includes(typed)) return typed;
    if (unread > MAX_UNREAD) return undefined;
    const { text } = await echoOf(line);
    if (line.ahead && lastPrompt !== '' && text.startsWith(lastPrompt)) return text.slice(lastPrompt.length).trim();
    if (line.typed.exact && text.includes(typed)) return typed;
    return text.trim();
  }

  function leaveScreen(): void {
    giveUp(lines);
    tail = Buffer.alloc(0);
    closeOutput();
  }

  function output(bytes: Buffer): void {
    lastOutput = clock();
    outputs += 1;
    brokeLine ||= bytes.includes(10) || (screen.alternate && REDRAWN.test(bytes.toString('latin1')));
    const before = screen.alternate;
    screen = followScreen(screen, bytes);
    if (before || screen.alternate) onScreen.output(bytes);
    if (before && screen.alternate) return;
    if (before) onScreen.settle();
    if (screen.alternate) {
      // The line that starts a full-screen program ends in the same chunk more often than not.
      endLines(bytes);
      leaveScreen();
      return;
    }
    const rest = endLines(bytes);
    const line = lines[0];
    if (line) {
      keepEcho(line, rest);
      if (line.ahead && line.entered === null) capture(rest);
    } else {
      capture(rest);
      keepTail(rest);
    }
  }

  /** Gives each entered line its echo up to the line break. Returns what comes after. */
  function endLines(bytes: Buffer): Buffer {
    let rest = bytes;
    for (let line = lines[0]; line && line.entered !== null; line = lines[0]) {
      if (skippable(rest)) {
        capture(rest);
        return Buffer.alloc(0);
      }
      const at = rest.indexOf(10);
      if (at < 0) break;
      keepEcho(line, rest.subarray(0, at));
      rest = rest.subarray(at + 1);
      const done = echoedLine(line);
      if (!done) continue;
      passOver(done);
      searched = 0;
      finishLine(done);
    }
    return rest;
  }

  /** Finds whose echo the last line of output is. If nobody's, it is output of the running command, and the lines wait on. */
  function echoedLine(first: Line): Line | undefined {
    const whole = Buffer.concat(first.echo);
    const segment = whole.subarray(whole.lastIndexOf(10) + 1);
    const shown = plainText(segment.toString('utf8').replace(WRAPPED, ''));
    const waiting = lines.filter((line) => line.entered !== null && line.typed.exact);
    const next = [...waiting.slice(0, NEXT_LINES), ...waiting.filter((line) => !wasShown(line)).slice(0, NEXT_LINES)];
    const exact =
      next.find((line) => shown.trimEnd().endsWith(line.typed.text.trim())) ?? next.find((line) => shown.includes(line.typed.text.trim()));
    const done = exact ?? (answers(first, segment, shown) ? first : undefined);
    if (done && done === first && segment.length === whole.length) return done;
    first.echo = [];
    first.echoed = 0;
    if (!done) {
      capture(whole);
      capture(LINE_BREAK);
      return undefined;
    }
    keepEcho(done, segment);
    return done;
  }

  /** Whether a line of output may be what the target's editor made of `line`, although it does not read as typed. */
  function answers(line: Line, segment: Buffer, shown: string): boolean {
    if (!line.typed.exact) return !line.ahead || lastPrompt === '' || shown.startsWith(lastPrompt);
    // Wrapped at the margin, or an abbreviation the shell spelled out: the keys were echoed one after the other at least.
    const prompted = !line.ahead || (lastPrompt !== '' && shown.startsWith(lastPrompt));
    return prompted && inOrder(line.typed.text.trim(), segment.toString('utf8'));
  }

  /** Bulk output is searched as a whole for the lines that come next. One that only its echo tells is given up after a while. */
  function skippable(bytes: Buffer): boolean {
    const next = lines.slice(0, NEXT_IN_BULK).filter((line) => line.entered !== null);
    const inexact = next.findIndex((line) => !line.typed.exact);
    if (inexact >= 0) searched += bytes.length;
    if (searched > AHEAD_BYTES) {
      giveUp(lines.slice(0, inexact + 1));
      searched = 0;
      return true;
    }
    return bytes.length > PROMPT_BYTES && !next.some((line) => !line.typed.exact || bytes.includes(line.typed.text.trim()));
  }

  /** Everything was deleted again or thrown away with Ctrl+C: back to the bytes of the prompt. */
  function forget(line: Line): void {
    lines = lines.filter((one) => one !== line);
    waiting -= line.typed.text.length;
    if (lines.length === 0) for (const bytes of [line.prompt, ...line.echo]) keepTail(bytes);
  }

  /** Follows the brackets of pastes. Answers the paste that what is typed belongs to. */
  function pasteOf(text: string): number {
    const [start, end] = [text.lastIndexOf(PASTE_START), text.lastIndexOf(PASTE_END)];
    if (start >= 0) pastes += 1;
    const within = inPaste || start >= 0;
    if (start !== end) inPaste = start > end;
    return within ? pastes : 0;
  }

  function typed(piece: Piece): void {
    const text = keys.write(piece.enter ? piece.keys.subarray(0, enterAt(piece.keys)) : piece.keys);
    const paste = pasteOf(text);
    if (screen.alternate) {
      onScreen.typed(text, piece.enter);
      return;
    }
    let line = editing();
    // Enter on an empty line runs nothing.
    if (!line && piece.enter && text === '' && !recalled) return;
    if (!line) {
      if (lines.length === 0) closeOutput();
      dropStale();
      while (lines.length >= MAX_LINES || waiting > MAX_WAITING) giveUp(lines.slice(0, 1));
      line = newLine(paste);
      lines.push(line);
    }
    const before = line.typed.text.length;
    line.typed = typeKeys(line.typed, text);
    waiting += line.typed.text.length - before;
    if (piece.enter) {
      line.entered = clock();
      // Ctrl+O brings up the next line of the history, so what follows is not typed from nothing.
      recalled = piece.keys.at(-1) === 0x0f;
    } else if (line.typed.exact && line.typed.text === '') forget(line);
  }

  return {
    output,
    typed,
    current: () => (screen.alternate ? undefined : (editing()?.typed ?? (recalled ? { text: '', exact: false } : EMPTY_LINE))),
    given: () => editing()?.given ?? (lines.length > 0 ? '' : behindPrompt(plainText(tail.toString('utf8')))),
    echoed() {
      const line = editing();
      return line && !line.ahead ? Buffer.concat(line.echo).toString('utf8') : undefined;
    },
    echoedAhead() {
      const line = editing();
      return line?.ahead ? Buffer.concat(line.echo).toString('utf8') : undefined;
    },
    readEcho: async () => {
      const line = editing();
      if (!line) return { prompt: '', text: '', whole: true };
      const read = await echoOf(line);
      return { ...read, whole: read.whole && line.echoed < ECHO_BYTES };
    },
    readScreen: async () => ({ ...(await onScreen.read(size())), silent: onScreen.silent() }),
    screenSilent: () => onScreen.silent(),
    lastOutput: () => lastOutput,
    outputs: () => outputs,
    brokeLine: () => brokeLine,
    judge(verdict) {
      const line = editing();
      if (line) line.verdict = verdict;
    },
    abandon(input, verdict) {
      closeOutput();
      giveUp(lines);
      tail = Buffer.alloc(0);
      brokeLine = false;
      if (input !== null) note({ verdict, entered: null }, input);
    },
    alternate: () => screen.alternate,
    switches: () => screen.switches,
    async finish() {
      const [first] = lines;
      if (first && first.entered !== null && first.echoed > 0) {
        passOver(first);
        finishLine(first);
      }
      giveUp(lines);
      onScreen.settle();
      closeOutput();
      await reading;
    },
  };
}

/** Erasing, or putting the cursor somewhere: how programs that have the whole screen answer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are the subject here
const REDRAWN = /\x1b\[[0-9;]{0,16}[HJK]/;

/** The first character of the next row is drawn twice where a line wraps at the margin (readline). */
const WRAPPED = /(.)\r(?=\1)/gs;

/** Whether certainly nothing was entered. */
const isEmpty = (typed: TypedLine): boolean => typed.exact && typed.text.trim() === '';

/** Whether all characters of `part` come in `whole` in this order. */
function inOrder(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    at = whole.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
