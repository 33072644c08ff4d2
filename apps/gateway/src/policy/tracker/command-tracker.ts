import { StringDecoder } from 'node:string_decoder';
import { RISK } from '@postern/contract/component';
import type { Size } from '../../protocols/driver.ts';
import { nextEvidenceId } from '../../recording/evidence-ids.ts';
import type { EchoedLine, EchoReader } from '../echo-reader.ts';
import { EMPTY_LINE, enterAt, type Piece, type TypedLine } from '../line-editor.ts';
import { plainText } from '../plain-text.ts';
import { followScreen, NORMAL_SCREEN } from '../screen-mode.ts';
import { createEchoedLines } from './echoed-lines.ts';
import { createLineReading } from './line-reading.ts';
import { createOutputCapture } from './output-capture.ts';
import { createPasteMarks } from './paste-marks.ts';
import { createPromptTail } from './prompt-tail.ts';
import { createScreenLines } from './screen-lines.ts';
import { MAX_INPUT, type TrackedCommand, type Verdict } from './tracked-command.ts';
import { ECHO_BYTES, keepEcho, type TrackedLine } from './tracked-line.ts';
import { createWaitingLines } from './waiting-lines.ts';

/** A line whose echo has not come by then, when the next is begun, has none. */
const STALE_MS = 3_000;

export interface CommandTracker {
  /** Output of the target, in order. Cheap: it keeps a few bytes and never waits. */
  output(bytes: Buffer): void;
  /** Input on its way to the target, cut after each Enter. */
  typed(piece: Piece): void;
  /** Who types from here on: a guest, or the owner of the session without one. */
  typist(by: string | undefined): void;
  /** The line being typed, as it stands; undefined on the alternate screen. */
  current(): TypedLine | undefined;
  /** Text that stands behind the prompt without having been typed. */
  given(): string;
  /** What came back for the current line so far, with all its controls; undefined while it was typed ahead of any prompt. */
  echoed(): string | undefined;
  /** What the terminal shows of a line that was typed ahead of any prompt; undefined when there is a prompt. */
  echoedAhead(): string | undefined;
  /** Reads the current line from the target's echo. `behind`: the text without a prompt that came after the first key. */
  readEcho(): Promise<EchoedLine & { behind: string }>;
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
  const prompt = createPromptTail();
  const captured = createOutputCapture(onCommand);
  const reading = createLineReading(echoReader, size);
  const lines = createWaitingLines((line) => note(line, line.typed.text.trim()), onUnread);
  const ends = createEchoedLines({ lines, captured, prompt, finish: finishLine });
  const paste = createPasteMarks();
  const onScreen = createScreenLines(
    echoReader,
    (input) => note({ verdict: { level: RISK.accept }, entered: null, by: typist }, input),
    onUnread,
    clock,
  );
  let screen = NORMAL_SCREEN;
  let lastOutput = 0;
  let outputs = 0;
  let recalled = false;
  let brokeLine = true;
  let typist: string | undefined;

  function newLine(paste: number): TrackedLine {
    const waits = lines.first() === undefined;
    const tail = prompt.take();
    const before = waits ? tail : NOTHING;
    const shown = plainText(before.toString('utf8'));
    // Nothing before the cursor means that no prompt waits: something is still running.
    const ahead = shown.trim() === '';
    const given = prompt.behind(shown);
    if (!ahead && given === '') prompt.seen(shown);
    const typed = recalled ? { text: '', exact: false } : EMPTY_LINE;
    return { ahead, given, prompt: before, echo: [], echoed: 0, typed, entered: null, by: typist, paste, verdict: ACCEPTED };
  }

  const timeOf = (entered: number | null): number => Math.floor((entered ?? clock()) / 1000);

  /** Lists a line without what came of it. */
  function note({ id, verdict, entered, by }: Pick<TrackedLine, 'id' | 'verdict' | 'entered' | 'by'>, input: string): void {
    captured.note({ id, ...verdict, by, input: input.slice(0, MAX_INPUT), output: '', timestamp: timeOf(entered) });
  }

  /** What is begun at a prompt shows that the lines before it are over. What stands behind the last line break is that prompt. */
  function dropStale(): void {
    const last = lines.last();
    if (!last?.entered || clock() - last.entered < STALE_MS) return;
    const shown = Buffer.concat(lines.first()?.echo ?? []);
    lines.giveUp(lines.all());
    prompt.keep(shown);
  }

  function finishLine(line: TrackedLine): void {
    reading.expect();
    captured.begin(line.prompt, async () => {
      const input = await reading.inputOf(line, prompt.without);
      if (input === undefined) onUnread(1);
      return input
        ? { id: line.id, ...line.verdict, input: input.slice(0, MAX_INPUT), timestamp: timeOf(line.entered), by: line.by }
        : undefined;
    });
  }

  function leaveScreen(): void {
    lines.giveUp(lines.all());
    prompt.clear();
    captured.close();
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
      ends.take(bytes);
      leaveScreen();
      return;
    }
    const rest = ends.take(bytes);
    const line = lines.first();
    if (line) {
      keepEcho(line, rest);
      if (line.ahead && line.entered === null) captured.take(rest);
    } else {
      captured.take(rest);
      prompt.keep(rest);
    }
  }

  /** Everything was deleted again or thrown away with Ctrl+C: back to the bytes of the prompt. */
  function forget(line: TrackedLine): void {
    lines.remove(line);
    if (lines.first() === undefined) for (const bytes of [line.prompt, ...line.echo]) prompt.keep(bytes);
  }

  function typed(piece: Piece): void {
    const text = keys.write(piece.enter ? piece.keys.subarray(0, enterAt(piece.keys)) : piece.keys);
    const part = paste.follow(text);
    if (screen.alternate) {
      onScreen.typed(text, piece.enter);
      return;
    }
    let line = lines.editing();
    // Enter on an empty line runs nothing.
    if (!line && piece.enter && text === '' && !recalled) return;
    if (!line) {
      if (lines.first() === undefined) captured.close();
      dropStale();
      lines.makeRoom();
      line = newLine(part);
      lines.add(line);
    }
    const { text: now, exact } = lines.type(line, text);
    if (piece.enter) {
      line.entered = clock();
      line.id = nextEvidenceId();
      line.by = typist;
      // Ctrl+O brings up the next line of the history, so what follows is not typed from nothing.
      recalled = piece.keys.at(-1) === 0x0f;
    } else if (exact && now === '') forget(line);
  }

  const echoText = (line: TrackedLine): string => Buffer.concat(line.echo).toString('utf8');

  return {
    output,
    typed,
    typist(by) {
      typist = by;
    },
    current: () => (screen.alternate ? undefined : (lines.editing()?.typed ?? (recalled ? { text: '', exact: false } : EMPTY_LINE))),
    given: () => lines.editing()?.given ?? (lines.first() ? '' : prompt.behindNow()),
    echoed() {
      const line = lines.editing();
      return line && !line.ahead ? echoText(line) : undefined;
    },
    echoedAhead() {
      const line = lines.editing();
      return line?.ahead ? echoText(line) : undefined;
    },
    readEcho: async () => {
      const line = lines.editing();
      if (!line) return { prompt: '', text: '', behind: '', prompted: true, whole: true };
      const read = await reading.echoOf(line);
      const behind = read.prompted ? read.text : prompt.without(read.text);
      return { ...read, behind, whole: read.whole && line.echoed < ECHO_BYTES };
    },
    readScreen: async () => ({ ...(await onScreen.read(size())), silent: onScreen.silent() }),
    screenSilent: () => onScreen.silent(),
    lastOutput: () => lastOutput,
    outputs: () => outputs,
    brokeLine: () => brokeLine,
    judge(verdict) {
      const line = lines.editing();
      if (line) line.verdict = verdict;
    },
    abandon(input, verdict) {
      captured.close();
      lines.giveUp(lines.all());
      prompt.clear();
      brokeLine = false;
      if (input !== null) note({ verdict, entered: null, by: typist }, input);
    },
    alternate: () => screen.alternate,
    switches: () => screen.switches,
    async finish() {
      const first = lines.first();
      if (first && first.entered !== null && first.echoed > 0) {
        lines.passOver(first);
        finishLine(first);
      }
      lines.giveUp(lines.all());
      onScreen.settle();
      captured.close();
      await captured.settled();
    },
  };
}

// One for all lines: of a long paste thousands wait.
const NOTHING = Buffer.alloc(0);
const ACCEPTED: Verdict = { level: RISK.accept };

/** Erasing, or putting the cursor somewhere: how programs that have the whole screen answer. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are the subject here
const REDRAWN = /\x1b\[[0-9;]{0,16}[HJK]/;
