import { setTimeout as wait } from 'node:timers/promises';
import { RISK } from '@postern/contract/component';
import type { Decision } from '../../core/decision.ts';
import type { MessageKey } from '../../messages.ts';
import { type CommandDecision, type CommandPolicy, judgeCommand } from '../command-policy.ts';
import { keySteps } from '../key-steps.ts';
import { cutAtEnter, enterAt, MAX_LINE, PASTE_END, PASTE_START } from '../line-editor.ts';
import type { CommandTracker } from '../tracker/command-tracker.ts';
import type { Verdict } from '../tracker/tracked-command.ts';
import { createInputQueue } from './input-queue.ts';
import { createKeyAnswers } from './key-answers.ts';
import { createLineJudge } from './line-judge.ts';
import { createQuestion } from './question.ts';
import { createTypedKeys } from './typed-keys.ts';

const POLL_MS = 10;
/** A target throws a refused line away within this, or keeps it. */
const INTERRUPT_MS = 1_500;

export type ReviewOutcome = Decision | 'failed';

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
  /** Takes input, in order; false when the sender should wait. @param by the guest who typed it; the owner of the session without one */
  push(bytes: Buffer, by?: string): boolean;
  /** The session is over: a waiting review is withdrawn, what is queued is dropped. */
  stop(): void;
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
  const queue = createInputQueue();
  const question = createQuestion();
  let running = false;
  let stopped = false;
  let full = false;
  let inPaste = false;
  const answers = createKeyAnswers(tracker, () => stopped, clock);
  const typedKeys = createTypedKeys((text) => judgeCommand(policy(), text));
  const judge = createLineJudge(policy, tracker, answers, typedKeys);
  /** A refused line that the target may still hold: nothing says yet that it threw it away. */
  let refusedLineRemains = false;

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
    for (let input = queue.next(); input && !stopped; input = queue.next()) {
      tracker.typist(input.by);
      for (const piece of cutAtEnter(input.bytes)) {
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

  /** Judges the line that `keys` would submit. False when it was refused and the rest of the input is void. */
  async function admit(keys: Buffer): Promise<boolean> {
    const line = tracker.current();
    if (refusedLineRemains && !(await thrownAway())) {
      edge.notice('command_stands', {});
      refuse(null, { level: RISK.reject });
      return false;
    }
    refusedLineRemains = false;
    const { decision, command, shown } = await judge(line);
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

  async function review(decision: Denied, command: string, shown: string, keys: Buffer): Promise<boolean> {
    const marks = { acl: decision.acl, group: decision.group };
    edge.notice('review_question', { command: shown });
    if (!(await question.yes())) {
      edge.notice('review_cancelled', {});
      refuse(shown, { level: RISK.review_cancel, ...marks });
      return false;
    }
    const outcome = await question.withdrawable((cancelled) => edge.review(decision.acl, command, cancelled));
    edge.notice(`review_${outcome}`, {});
    if (outcome === 'approved') {
      tracker.judge({ level: RISK.review_accept, ...marks });
      enter(keys);
      return true;
    }
    refuse(shown, { level: outcome === 'cancelled' ? RISK.review_cancel : RISK.review_reject, ...marks });
    return false;
  }

  function refuse(shown: string | null, verdict: Verdict): void {
    // A shell that is still drawing a very long line can miss the interrupt and keep the line for the next Enter. Ctrl+U is read in its
    // turn; after a short line it would take what is typed next.
    const away = (tracker.current()?.text.length ?? 0) < MAX_LINE ? '\x03' : '\x03\x15';
    refusedLineRemains = true;
    forgetKeys();
    tracker.abandon(shown, verdict);
    edge.forward(Buffer.from(inPaste ? `${PASTE_END}${away}` : away));
    queue.drop(inPaste);
    inPaste = false;
  }

  return {
    push(bytes, by) {
      if (stopped) return true;
      if (question.open()) {
        question.take(bytes);
        return true;
      }
      // What waits for a decision goes first, also when its rule is gone meanwhile.
      if (policy().rules.length === 0 && !running) {
        tracker.typist(by);
        pass(bytes);
        return true;
      }
      queue.push({ bytes, by });
      if (!running) void run();
      full = queue.full();
      return !full;
    },
    stop() {
      stopped = true;
      question.stop();
    },
  };
}
