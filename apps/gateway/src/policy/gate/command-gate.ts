import { setTimeout as wait } from 'node:timers/promises';
import { RISK } from '@postern/contract/component';
import type { MessageKey } from '../../messages.ts';
import { ACCEPTED, type CommandDecision, type CommandPolicy, judgeCommand, judgeUnread, strictest } from '../command-policy.ts';
import { keySteps } from '../key-steps.ts';
import { cutAtEnter, enterAt, goesOn, MAX_LINE, PASTE_END, PASTE_START, type TypedLine } from '../line-editor.ts';
import type { CommandTracker, Verdict } from '../tracker/command-tracker.ts';
import { createKeyAnswers } from './key-answers.ts';
import { createTypedKeys } from './typed-keys.ts';

/** Input that may wait for a decision before the person's side is paused. */
const QUEUE_BYTES = 1024 * 1024;
const POLL_MS = 10;
/** A target throws a refused line away within this, or keeps it. */
const INTERRUPT_MS = 1_500;
/** Characters kept of lines that go on in the next one. */
const MAX_JOINED = 4 * MAX_LINE;
/** Logged instead of text the target did not show: it may be a password. */
const HIDDEN = '********';

const CTRL_C = 3;
const CTRL_D = 4;

export type ReviewOutcome = 'approved' | 'rejected' | 'cancelled' | 'failed';

export interface GateEdge {
  /** Sends input on to the target. */
  forward(bytes: Buffer): void;
  notice(key: MessageKey, params: Readonly<Record<string, string>>): void;
  /** Opens a review and waits for its end; `cancelled` is for the person to trigger. */
  review(acl: string, command: string, cancelled: AbortSignal): Promise<ReviewOutcome>;
  /** Input is wanted again after `push` said false. */
  onDrain(): void;
}

export interface CommandGate {
  /** Takes input from the person, in order; false when the sender should wait. */
  push(bytes: Buffer): boolean;
  /** The session is over: a waiting review is withdrawn, what is queued is dropped. */
  stop(): void;
}

interface Judged {
  decision: CommandDecision;
  /** The line as it was judged, and as it may be shown and logged. */
  command: string;
  shown: string;
}

type Denied = Exclude<CommandDecision, { action: 'accept' }>;

/**
 * Stands between the person and the target and lets no entered line through that a rule refuses. `policy` is asked for
 * each line, so that it may change while a session lasts. Without rules input
 * passes in the same turn. A refused line is thrown away with Ctrl+C, which every line editor obeys in every mode, and
 * whatever was pasted behind it goes too. Until the target shows that it did, no Enter passes: it would submit that line.
 */
export function createCommandGate(
  policy: () => CommandPolicy,
  tracker: CommandTracker,
  edge: GateEdge,
  clock: () => number = Date.now,
): CommandGate {
  let queue: Buffer[] = [];
  let queued = 0;
  let running = false;
  let stopped = false;
  let full = false;
  let inPaste = false;
  let dropPaste = false;
  /** Lines before that ended in a backslash: the shell reads them together with the next. */
  let begun = '';
  const answers = createKeyAnswers(tracker, () => stopped, clock);
  const typedKeys = createTypedKeys((text) => judgeCommand(policy(), text));
  /** A refused line that the target may still hold: nothing says yet that it threw it away. */
  let standing = false;
  /** Takes the person's keys while a question of ours is open. */
  let answer: ((bytes: Buffer) => void) | undefined;

  function pass(bytes: Buffer): void {
    for (const piece of cutAtEnter(bytes)) tracker.typed(piece);
    edge.forward(bytes);
  }

  async function type(keys: Buffer): Promise<void> {
    for (const step of keySteps(keys.toString('latin1'))) {
      await answers.turn(step);
      if (stopped) return;
      send(Buffer.from(step.keys, 'latin1'));
      answers.sent(step);
    }
  }

  function send(keys: Buffer): void {
    const text = keys.toString('latin1');
    const start = text.lastIndexOf(PASTE_START);
    const end = text.lastIndexOf(PASTE_END);
    if (start !== end) inPaste = start > end;
    typedKeys.add(keys.toString('utf8'), tracker.switches());
    tracker.typed({ keys, enter: false });
    edge.forward(keys);
  }

  function forgetKeys(): void {
    typedKeys.clear();
    answers.clear();
  }

  function enter(keys: Buffer): void {
    tracker.typed({ keys, enter: true });
    edge.forward(keys);
  }

  async function run(): Promise<void> {
    running = true;
    for (let bytes = next(); bytes && !stopped; bytes = next()) {
      for (const piece of cutAtEnter(bytes)) {
        if (!piece.enter) {
          await type(piece.keys);
          continue;
        }
        const at = enterAt(piece.keys);
        await type(piece.keys.subarray(0, at));
        if (stopped) break;
        if (!(await admit(piece.keys.subarray(at)))) break;
        if (stopped) break;
      }
    }
    running = false;
    if (full) {
      full = false;
      edge.onDrain();
    }
  }

  function next(): Buffer | undefined {
    const bytes = queue.shift();
    if (bytes) queued -= bytes.length;
    if (!bytes || !dropPaste) return bytes;
    const end = bytes.indexOf(PASTE_END);
    if (end < 0) return next();
    dropPaste = false;
    return bytes.subarray(end + PASTE_END.length);
  }

  /** Judges the line that `keys` would submit. False when it was refused and the rest of the input is void. */
  async function admit(keys: Buffer): Promise<boolean> {
    const line = tracker.current();
    if (standing && !(await thrownAway())) {
      edge.notice('command_stands', {});
      refuse(null, { level: RISK.reject });
      return false;
    }
    standing = false;
    const { decision, command, shown } = await judgeEntered(line);
    forgetKeys();
    if (decision.action === 'accept') {
      enter(keys);
      return true;
    }
    const verdict = { level: decision.level, acl: decision.acl, group: decision.group };
    if (decision.action === 'warning') {
      if (line) tracker.judge(verdict);
      else tracker.abandon(shown, verdict);
      edge.notice('command_warned', { command: shown });
      enter(keys);
      return true;
    }
    if (decision.action === 'review') return review(decision, command, shown, keys);
    edge.notice('command_rejected', { command: shown });
    refuse(shown, verdict);
    return false;
  }

  /** Whether the target answered the interrupt with a new line, as shells and prompts do. A program that ignores it keeps what was typed. */
  async function thrownAway(): Promise<boolean> {
    const from = clock();
    while (!stopped && !tracker.brokeLine() && clock() - from < INTERRUPT_MS) await wait(POLL_MS);
    return tracker.brokeLine();
  }

  /** Judges a line by what was typed, by what the target shows of it, and together with lines that go on in it. */
  async function judgeLine(line: TypedLine): Promise<Judged> {
    const read = line.exact ? await answers.differing(line) : await answers.settled(line);
    // A slow target has not shown all of it yet, and what it has shown may be the harmless beginning.
    const partly = !line.exact && (read?.text.length ?? 0) < line.text.length;
    const typed = line.exact ? line.text : '';
    const given = tracker.given();
    const texts = [...(line.exact || partly ? [line.text] : []), ...(read ? [read.text] : [])].flatMap((text) => [
      text.trim(),
      ...(given === '' ? [] : [`${given}${text}`.trim()]),
    ]);
    const whole = read?.whole ?? true;
    const decision = whole
      ? strictest([...texts, ...texts.map((text) => begun + text)].map((text) => judgeCommand(policy(), text)))
      : judgeUnread(policy());
    if (decision.action === 'accept') {
      const text = begun + (texts.at(-1) ?? '');
      begun = goesOn(text) ? text.slice(0, -1).slice(-MAX_JOINED) : '';
      return { decision, command: typed, shown: typed };
    }
    const command = texts.find((text) => judgeCommand(policy(), text).action === decision.action) ?? texts[0] ?? '';
    begun = '';
    return { decision, command, shown: line.exact && command === typed.trim() ? await shownText(command) : command };
  }

  /**
   * The screen that a line is entered on says nothing about who reads it: anybody who writes to the terminal switches it. A line
   * that saw both screens is judged by all of its keys as well, because each screen knows a part of it.
   */
  async function judgeEntered(line: TypedLine | undefined): Promise<Judged> {
    const onBoth = typedKeys.switched(tracker.switches());
    const judged = line ? await judgeLine(line) : await judgeOnScreen();
    if (!onBoth) return judged;
    const command = typedKeys.text();
    // More than plain keys on two screens: nobody can put together what they made.
    const blind = typedKeys.exact() ? ACCEPTED : judgeUnread(policy());
    const decision = strictest([judged.decision, typedKeys.worst(), blind]);
    return decision === judged.decision ? judged : { decision, command, shown: HIDDEN };
  }

  /** Judges a line on the alternate screen by its keys and by the line the cursor is on. */
  async function judgeOnScreen(): Promise<Judged> {
    if (typedKeys.none()) return { decision: ACCEPTED, command: '', shown: '' };
    const { text, silent } = await answers.onScreen(typedKeys.exact());
    const typed = typedKeys.text();
    const read = silent ? '' : text.trim();
    // Keys that nothing came back for may have brought up anything.
    const blind = silent && !typedKeys.exact() ? judgeUnread(policy()) : ACCEPTED;
    const decision = strictest([typedKeys.worst(), judgeCommand(policy(), read), blind]);
    const command = judgeCommand(policy(), typed).action === decision.action ? typed : read || typed;
    return { decision, command, shown: command };
  }

  async function review(decision: Denied, command: string, shown: string, keys: Buffer): Promise<boolean> {
    const marks = { acl: decision.acl, group: decision.group };
    edge.notice('review_question', { command: shown });
    if (!(await yes())) {
      edge.notice('review_cancelled', {});
      refuse(shown, { level: RISK.review_cancel, ...marks });
      return false;
    }
    const cancel = new AbortController();
    answer = (bytes) => {
      if (bytes.includes(CTRL_C) || bytes.includes(CTRL_D)) cancel.abort();
    };
    const outcome = await edge.review(decision.acl, command, cancel.signal);
    answer = undefined;
    edge.notice(`review_${outcome}`, {});
    if (outcome === 'approved') {
      tracker.judge({ level: RISK.review_accept, ...marks });
      enter(keys);
      return true;
    }
    refuse(shown, { level: outcome === 'cancelled' ? RISK.review_cancel : RISK.review_reject, ...marks });
    return false;
  }

  function yes(): Promise<boolean> {
    return new Promise((resolve) => {
      answer = (bytes) => {
        const key = bytes[0];
        const agreed = key === 13 || key === 0x79 || key === 0x59;
        if (!agreed && key !== 0x6e && key !== 0x4e && key !== CTRL_C && key !== CTRL_D) return;
        answer = undefined;
        resolve(agreed && !stopped);
      };
    });
  }

  function refuse(shown: string | null, verdict: Verdict): void {
    // A shell that is still drawing a very long line can miss the interrupt and keep the line for the next Enter. Ctrl+U is read in its
    // turn; after a short line it would take what is typed next.
    const away = (tracker.current()?.text.length ?? 0) < MAX_LINE ? '\x03' : '\x03\x15';
    standing = true;
    forgetKeys();
    tracker.abandon(shown, verdict);
    edge.forward(Buffer.from(inPaste ? `${PASTE_END}${away}` : away));
    dropPaste = inPaste && !queue.some((bytes) => bytes.includes(PASTE_END));
    inPaste = false;
    queue = [];
    queued = 0;
  }

  async function shownText(command: string): Promise<string> {
    const { text } = await answers.shown();
    return text.includes(command) ? command : HIDDEN;
  }

  return {
    push(bytes) {
      if (stopped) return true;
      if (answer) {
        answer(bytes);
        return true;
      }
      // What waits for a decision goes first, also when its rule is gone meanwhile.
      if (policy().rules.length === 0 && !running) {
        pass(bytes);
        return true;
      }
      queue.push(bytes);
      queued += bytes.length;
      if (!running) void run();
      full = queued > QUEUE_BYTES;
      return !full;
    },
    stop() {
      stopped = true;
      answer?.(Buffer.from([CTRL_C]));
    },
  };
}
