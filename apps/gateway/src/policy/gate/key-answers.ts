import { setTimeout as wait } from 'node:timers/promises';
import type { KeyStep } from '../key-steps.ts';
import { MAX_LINE, type TypedLine } from '../line-editor.ts';
import type { CommandTracker } from '../tracker/command-tracker.ts';

/** The echo counts as complete after this much silence. */
const QUIET_MS = 40;
const POLL_MS = 10;
/** A target that does not echo within this is judged by what was typed. */
const SETTLE_MS = 1_500;
/** What is typed at a prompt comes back within this, or the prompt is a silent one. */
const SILENT_MS = 150;

/** A line as the target shows it. `whole`: nothing of it can be missing. */
export interface ReadLine {
  text: string;
  /** The text without a prompt that came after the first key, as far as it is known. */
  behind: string;
  /** Whether the prompt is certainly not in the text. */
  prompted: boolean;
  whole: boolean;
}

/**
 * Knows what the target has answered to. A terminal has no acknowledgement: output after a key may belong to the key before it, and a target
 * that completes a word takes its time (a busy machine, a network drive). So a key whose effect only the target knows is sent when everything
 * before it was seen to come back, and the next when it has an answer itself: what comes after the last key is then the answer to all of them.
 */
export interface KeyAnswers {
  /** Resolves when it is the turn of `step`. A target that keeps silent is waited for once in a line; what was not answered then is remembered. */
  turn(step: KeyStep): Promise<void>;
  /** `step` is on its way. */
  sent(step: KeyStep): void;
  /** The line ended. */
  clear(): void;
  /**
   * What the target shows of a line of plain keys, when that is not the keys: the shell may give any key a meaning of its
   * own. Undefined when it shows the same, or nothing.
   */
  differing(line: TypedLine): Promise<ReadLine | undefined>;
  /**
   * What the target made of a line that is more than plain keys. Without any echo only what was typed can be judged. More keys
   * than are kept were not read whole, whatever the echo says: how much of it is still on its way nobody knows.
   */
  settled(line: TypedLine): Promise<ReadLine>;
  /** What the target shows of the line, once it has come to rest. */
  shown(): Promise<ReadLine>;
  /** The line the cursor is on while the alternate screen is. `silent`: nothing came back for the last keys. */
  onScreen(exact: boolean): Promise<Pick<ReadLine, 'text' | 'whole'> & { silent: boolean }>;
}

/** @param stopped whether the session is over, and nothing is to be waited for */
export function createKeyAnswers(tracker: CommandTracker, stopped: () => boolean, clock: () => number): KeyAnswers {
  /** When the last keys went, and how much output there was before. */
  let lastKeys = 0;
  let before = 0;
  let last: KeyStep | undefined;
  /** A key went before those in front of it were answered: nobody can tell whose answer the next output is. */
  let owed = false;
  /** How much output there was before the last key that may bring text into the line. */
  let beforeBringing: number | undefined;

  const answered = (): boolean => tracker.outputs() > before;
  const quiet = (): boolean => answered() && clock() - tracker.lastOutput() >= QUIET_MS;

  /** Whether `done` came true in time. */
  async function within(ms: number, done: () => boolean | Promise<boolean>): Promise<boolean> {
    const from = clock();
    while (!stopped() && clock() - from < ms) {
      if (await done()) return true;
      await wait(POLL_MS);
    }
    return false;
  }

  /** Looks at what the target shows, anew when there was more output since. */
  function looking(done: (text: string) => boolean): () => Promise<boolean> {
    let [seen, was] = [-1, false];
    return async () => {
      if (seen === tracker.outputs()) return was;
      seen = tracker.outputs();
      const { text } = tracker.alternate() ? await tracker.readScreen() : await tracker.readEcho();
      was = done(text);
      return was;
    };
  }

  /** Whether all of a line of plain keys came back. While something else is running nothing can be said about it. */
  function cameBack({ text }: TypedLine): () => Promise<boolean> {
    const shows = looking((read) => answered() && read.startsWith(text.trim()));
    return async () => {
      const echoed = tracker.echoed();
      return echoed === undefined || echoed.trim() === text.trim() || shows();
    };
  }

  async function turn(step: KeyStep): Promise<void> {
    if (owed || !last || !(step.special || last.special)) return;
    const line = tracker.current();
    const done = line?.exact ? cameBack(line) : answered;
    if (!(await within(SILENT_MS, done))) owed = true;
  }

  /** Whether the last key that may bring text into the line was answered. If not, the text may still come, behind Enter. */
  const known = (): boolean => beforeBringing === undefined || tracker.outputs() > beforeBringing;

  /**
   * Waits until the target has come to rest. Plain text that came back from behind a key without an answer shows that the target had
   * that key, because it takes keys in their order.
   */
  async function rest(): Promise<void> {
    const ends = last?.special ? undefined : last?.keys.trim();
    const proven = ends ? looking((text) => text.trimEnd().endsWith(ends)) : () => false;
    await within(SETTLE_MS, async () => quiet() && (!owed || (await proven())));
  }

  /** Whether the terminal shows keys themselves (^[[A), because nobody edits the line yet: whoever reads it next makes of them what it wants. */
  const untaken = ({ text }: TypedLine): boolean => !text.includes('^') && KEYS_THEMSELVES.test(tracker.echoedAhead() ?? '');

  async function shown(): Promise<ReadLine> {
    await rest();
    return tracker.readEcho();
  }

  return {
    turn,
    sent(step) {
      lastKeys = clock();
      before = tracker.outputs();
      last = step;
      if (step.brings) beforeBringing = before;
    },
    clear() {
      last = undefined;
      owed = false;
      beforeBringing = undefined;
    },
    async differing(line) {
      const from = clock();
      const typed = line.text.trim();
      while (!stopped() && clock() - from < SETTLE_MS) {
        const echoed = tracker.echoed();
        if (echoed === undefined || echoed.trim() === typed) return undefined;
        if (echoed === '' && clock() - Math.max(lastKeys, from - SILENT_MS) >= SILENT_MS) return undefined;
        if (echoed !== '' && quiet()) break;
        await wait(POLL_MS);
      }
      return tracker.readEcho();
    },
    async settled(typed) {
      const read = await shown();
      const kept = typed.text.length < MAX_LINE;
      // Keys that nothing came back for may have brought up anything: the echo is off, the line is not its reader's, or what the target sends
      // is still taken for another line's.
      const silent = (tracker.echoed() ?? tracker.echoedAhead() ?? '') === '';
      if (read.text === '') return { text: typed.text, behind: typed.text, prompted: true, whole: kept && known() && !silent };
      return { ...read, whole: read.whole && kept && known() && !untaken(typed) };
    },
    shown,
    async onScreen(exact) {
      const answeredThere = () => !tracker.screenSilent() && answered();
      const timeout = exact ? SILENT_MS : SETTLE_MS;
      if (await within(timeout, answeredThere)) await rest();
      const { text, whole, silent } = await tracker.readScreen();
      return { text, whole, silent: silent || !known() };
    },
  };
}

/** A control character as the line discipline of a terminal shows it (termios, ECHOCTL). */
const KEYS_THEMSELVES = /\^[@-_]/;
