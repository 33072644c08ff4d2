import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { coreDate } from '@postern/client/component';
import type { EndReason } from '@postern/contract/frames';
import { compilePolicy, judgeCommand } from '../policy/command-policy.ts';
import { plainText } from '../policy/plain-text.ts';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import type { SessionGrant } from './authorize.ts';
import { MAX_INPUT, MAX_OUTPUT } from './command-tracker.ts';
import type { CarriedSession, SessionSurroundings } from './live-session.ts';
import { createReporter } from './reporter.ts';
import { newSession, type SessionEnd, type SessionEvent, step } from './session-state.ts';
import { describeCommand, describeSession } from './session-text.ts';
import { SessionRefusal, type TargetCommand, type TargetExit } from './target.ts';

/** Bytes of output kept in the recording. A command can carry gigabytes of files; its line, its first output and its totals are the evidence. */
const RECORDED_BYTES = 1024 * 1024;
const LAST_BYTES_MS = 1_500;
const COMMANDS_MS = 10_000;

/** Output with the line ends a terminal would have made of it: without them a player draws a staircase. */
const asShown = (bytes: Uint8Array): Buffer => Buffer.from(Buffer.from(bytes).toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');

/** The person's end of a command: three streams. */
export interface CommandDoor {
  /** Program output; false when the target should wait for `drained`. */
  output(bytes: Buffer): boolean;
  error(bytes: Buffer): boolean;
  resumeInput(): void;
  /** Delivers everything, then the exit, then closes. `refused` is the rule that did not let the command run. */
  finish(end: SessionEnd, exit: TargetExit, refused: string | null): void;
}

export interface CommandSession extends CarriedSession {
  input(bytes: Buffer): boolean;
  endInput(): void;
  signal(name: string): void;
  drained(): void;
}

export interface CommandStart {
  grant: SessionGrant;
  command: string;
  door: CommandDoor;
  remoteAddr: string;
}

/** Carries one command without a terminal (`ssh host command`, scp, rsync, git): same grant, same rules, same evidence. */
export function startCommandSession(start: CommandStart, around: SessionSurroundings): CommandSession {
  const { grant, door, command } = start;
  const { core, log } = around;
  const { secret } = grant;
  const id = randomUUID();
  const strict = secret.recording !== 'best_effort';
  const info = describeSession(id, secret, { remoteAddr: start.remoteAddr, loginFrom: 'ST', start: new Date(), type: 'command' });
  const reporter = createReporter(core, id, log);
  const leaving = new AbortController();
  const decision = judgeCommand(compilePolicy(secret.command_filter_acls), command);
  const startedAt = Date.now();

  let state = newSession(startedAt, secret.expire_at > 0 ? secret.expire_at : null);
  let target: TargetCommand | undefined;
  let recorder: Recorder | undefined;
  let early: Buffer[] | undefined = [];
  let inputEnded = false;
  let exit: TargetExit = { code: null, signal: null };
  let refused: string | null = null;
  let output: Buffer = Buffer.alloc(0);
  let recordable = RECORDED_BYTES;
  const bytes = { in: 0, out: 0 };
  const targetGone = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<SessionEnd>();

  function dispatch(event: SessionEvent): void {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.type === 'stop') ended.resolve(effect.end);
      else reporter.patch(effect.patch);
    }
  }

  function took(chunk: Buffer, deliver: (bytes: Buffer) => boolean): void {
    bytes.out += chunk.length;
    dispatch({ type: 'input', at: Date.now() });
    if (output.length < MAX_OUTPUT * 4) output = Buffer.concat([output, chunk.subarray(0, MAX_OUTPUT * 4 - output.length)]);
    if (recordable > 0) {
      recorder?.output(asShown(chunk.subarray(0, recordable)));
      recordable -= chunk.length;
    }
    if (state.phase !== 'ended' && !deliver(chunk)) target?.pause();
  }

  async function open(): Promise<void> {
    const driver = around.drivers[secret.protocol]?.command;
    if (!driver) throw new SessionRefusal('protocol_error', { detail: `protocol ${secret.protocol}` });
    await reporter.create(info, secret.from_ticket?.id);
    // Nobody can be asked without a terminal, so a command that needs a review does not run.
    if (decision.action === 'reject' || decision.action === 'review') {
      refused = decision.name;
      throw new SessionRefusal('protocol_error', { detail: 'command' });
    }
    await record();
    recorder?.output(Buffer.from(`$ ${command}\r\n`));
    const running = await driver(
      grant,
      command,
      {
        onData: (chunk) => took(chunk, door.output),
        onError: (chunk) => took(chunk, door.error),
        onDrain: () => door.resumeInput(),
        onEnd: (how) => {
          exit = how;
          targetGone.resolve();
          dispatch({ type: 'end', reason: 'target_closed' });
        },
      },
      {
        sessionId: id,
        signal: leaving.signal,
        pinHostKey: (seen) => around.hostKeyPins.pin({ ...seen, session: id }),
        reportChangedHostKey: (seen) => core.reportChangedHostKey({ ...seen, session: id }),
      },
    );
    target = running;
    if (state.phase === 'ended') return;
    dispatch({ type: 'opened', at: Date.now() });
    for (const chunk of early ?? []) running.write(chunk);
    early = undefined;
    if (inputEnded) running.end();
    door.resumeInput();
  }

  async function record(): Promise<void> {
    try {
      recorder = await startRecorder(
        around.spoolDir,
        id,
        { width: 80, height: 24, timestamp: Math.floor(startedAt / 1000), title: info.asset },
        {
          onDrain: () => undefined,
          onFailure: (error) => {
            log.warn({ session: id, err: error }, 'recording failed');
            if (strict) dispatch({ type: 'end', reason: 'recording_failed' });
          },
        },
      );
    } catch (error) {
      log.warn({ session: id, err: error }, 'recording could not be started');
      if (strict) throw new SessionRefusal('recording_failed', {}, error);
    }
  }

  function failed(error: unknown): void {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('protocol_error', {}, error);
    log.warn({ session: id, reason: refusal.reason, params: refusal.params }, 'a command could not be run');
    dispatch({ type: 'end', reason: refusal.reason, params: refusal.params });
  }

  async function takeDown(end: SessionEnd, opening: Promise<void>): Promise<void> {
    leaving.abort();
    door.finish(end, exit, refused);
    reporter.patch({ is_finished: true, date_end: coreDate(new Date()) });
    await opening;
    if (target) {
      target.close();
      await Promise.race([targetGone.promise, wait(LAST_BYTES_MS)]);
    }
    const level = decision.level;
    dispatch({ type: 'command' });
    around.commandLog.add(
      describeCommand(info, {
        input: command.slice(0, MAX_INPUT),
        output: plainText(output.toString('utf8')).trim().slice(0, MAX_OUTPUT),
        timestamp: Math.floor(startedAt / 1000),
        level,
        ...(decision.action === 'accept' ? {} : { acl: decision.acl, group: decision.group }),
      }),
    );
    recorder?.output(Buffer.from(`\r\n# ${exit.signal ?? exit.code ?? '-'} · ${bytes.in} B in · ${bytes.out} B out\r\n`));
    await recorder?.close();
    const [told] = await Promise.all([reporter.settled(), around.commandLog.flush(COMMANDS_MS)]);
    if (recorder) around.recorded(id, told);
    log.info({ session: id, reason: end.reason, bytes }, 'command ended');
  }

  const opening = open().catch(failed);
  const done = ended.promise.then((end) => takeDown(end, opening));

  return {
    id,
    done,
    input(chunk) {
      if (state.phase === 'ended') return true;
      bytes.in += chunk.length;
      dispatch({ type: 'input', at: Date.now() });
      if (early) {
        // The client sends before the target is there; its channel window bounds how much.
        early.push(chunk);
        return false;
      }
      target?.write(chunk);
      return target?.writable() ?? true;
    },
    endInput() {
      inputEnded = true;
      if (!early) target?.end();
    },
    signal: (name) => target?.signal(name),
    drained: () => target?.resume(),
    end: (reason: EndReason, params = {}) => dispatch({ type: 'end', reason, params }),
    tick: (now) => dispatch({ type: 'tick', at: now, idleMinutes: around.idleMinutes() }),
  };
}
