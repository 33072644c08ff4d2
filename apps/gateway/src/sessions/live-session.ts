import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ComponentClient, coreDate } from '@postern/client/component';
import type { SessionCreate } from '@postern/contract/component';
import type { EndReason } from '@postern/contract/frames';
import { type Language, render } from '@postern/contract/text';
import { MESSAGES, type MessageKey } from '../messages.ts';
import { compilePolicy } from '../policy/command-policy.ts';
import type { EchoReader } from '../policy/echo-reader.ts';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import { spoolPaths } from '../recording/spool.ts';
import type { SessionGrant } from './authorize.ts';
import { createCommandGate } from './command-gate.ts';
import type { CommandLog } from './command-log.ts';
import { createCommandTracker, type TrackedCommand } from './command-tracker.ts';
import type { HostKeyPins } from './host-key-pins.ts';
import { createReporter } from './reporter.ts';
import { reviewCommand } from './review.ts';
import { newSession, type SessionEffect, type SessionEnd, type SessionEvent, step } from './session-state.ts';
import { describeCommand, describeSession } from './session-text.ts';
import { type ProtocolDrivers, SessionRefusal, type Size, type Target, type TargetExit } from './target.ts';
import { createViewers, lastOutput, type Viewer } from './viewers.ts';

/** Keys typed before the target is open. */
const EARLY_BYTES = 64 * 1024;
/** Milliseconds a closing target has to hand over its last bytes for the recording. */
const LAST_BYTES_MS = 1_500;
const COMMANDS_MS = 10_000;

/** The person's end of a session: a browser's socket, a native client's channel. */
export interface Door {
  /** Sends output; false when the session should wait for `drained`. */
  send(bytes: Buffer): boolean;
  /** The target is open. */
  opened(session: SessionCreate, actions: string[], recording: boolean, expireAt: number | null): void;
  /** Input is wanted again after `input` said false. */
  resumeInput(): void;
  /** Delivers what was sent, tells why, closes. */
  finish(end: SessionEnd, exit: TargetExit): void;
}

export interface SessionSurroundings {
  core: ComponentClient;
  spoolDir: string;
  drivers: Readonly<Record<string, ProtocolDrivers>>;
  echoReader: EchoReader;
  commandLog: CommandLog;
  hostKeyPins: HostKeyPins;
  idleMinutes(): number;
  /** A recording is complete in the spool. `told`: the core knows that its session ended. */
  recorded(sessionId: string, told: boolean): void;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** What every kind of session has, whatever it carries. */
export interface CarriedSession {
  readonly id: string;
  end(reason: EndReason, params?: Readonly<Record<string, string>>): void;
  tick(now: number): void;
  /** Everything is taken down, the core told, the recording closed. */
  done: Promise<void>;
}

/** A session on a terminal. */
export interface LiveSession extends CarriedSession {
  readonly info: SessionCreate;
  size(): Size;
  /** Takes input; false when the sender should wait for `resumeInput`. */
  input(bytes: Buffer): boolean;
  resize(size: Size): void;
  /** The door takes output again. */
  drained(): void;
  watch(viewer: Viewer): () => void;
}

export interface SessionStart {
  grant: SessionGrant;
  door: Door;
  size: Size;
  remoteAddr: string;
  loginFrom: SessionCreate['login_from'];
  language: Language;
  /** Run on the terminal instead of a shell. */
  command?: string | undefined;
}

const NOTICES: Partial<Record<EndReason, MessageKey>> = {
  terminated: 'terminated',
  idle: 'idle',
  permission_expired: 'permission_expired',
  recording_failed: 'recording_failed',
  gateway_stopping: 'gateway_stopping',
};

/** Carries one session from grant to evidence. Decisions are in session-state.ts; this is where they meet sockets and files. */
export function startSession(start: SessionStart, around: SessionSurroundings): LiveSession {
  const { grant, door, language } = start;
  const { core, log } = around;
  const { secret } = grant;
  const id = randomUUID();
  const strict = secret.recording !== 'best_effort';
  const expireAt = secret.expire_at > 0 ? secret.expire_at : null;
  const info = describeSession(id, secret, { remoteAddr: start.remoteAddr, loginFrom: start.loginFrom, start: new Date() });
  const reporter = createReporter(core, id, log);
  const viewers = createViewers();
  const leaving = new AbortController();
  const policy = compilePolicy(secret.command_filter_acls);
  if (policy.unreadable.length > 0)
    log.warn({ session: id, groups: policy.unreadable }, 'command groups with an unreadable pattern match every command');

  let state = newSession(Date.now(), expireAt);
  let size = start.size;
  let target: Target | undefined;
  let recorder: Recorder | undefined;
  let recorderBehind = false;
  let doorBehind = false;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  let exit: TargetExit = { code: null, signal: null };
  const targetGone = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<SessionEnd>();

  const tracker = createCommandTracker(around.echoReader, () => size, command);
  const gate = createCommandGate(policy, tracker, {
    forward(bytes) {
      target?.write(bytes);
    },
    notice,
    review: (acl, text, cancelled) => reviewCommand(core, id, acl, text, AbortSignal.any([cancelled, leaving.signal]), notice),
    onDrain: () => door.resumeInput(),
  });

  function dispatch(event: SessionEvent): void {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) perform(effect);
  }

  function perform(effect: SessionEffect): void {
    if (effect.type === 'stop') ended.resolve(effect.end);
    else reporter.patch(effect.patch);
  }

  function command(found: TrackedCommand): void {
    dispatch({ type: 'command' });
    around.commandLog.add(describeCommand(info, found));
  }

  /** Words of our own on the person's screen, on the viewers' and in the recording. */
  function notice(key: MessageKey, params: Readonly<Record<string, string>>): void {
    show(Buffer.from(`\r\n\x1b[0;33m${render(MESSAGES[key], language, params)}\x1b[0m\r\n`));
  }

  function show(bytes: Buffer): void {
    if (recorder && !recorder.output(bytes)) recorderBehind = true;
    if (!door.send(bytes)) doorBehind = true;
    viewers.send(bytes);
  }

  function onData(bytes: Buffer): void {
    tracker.output(bytes);
    if (state.phase === 'ended') {
      // The door is closing; the evidence still takes the target's last bytes.
      recorder?.output(bytes);
      return;
    }
    show(bytes);
    if (recorderBehind || doorBehind) target?.pause();
  }

  function flowAgain(): void {
    if (!recorderBehind && !doorBehind) target?.resume();
  }

  async function record(): Promise<void> {
    try {
      recorder = await startRecorder(
        around.spoolDir,
        id,
        { width: size.cols, height: size.rows, timestamp: Math.floor(Date.now() / 1000), title: info.asset },
        {
          onDrain: () => {
            recorderBehind = false;
            flowAgain();
          },
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

  async function open(): Promise<void> {
    const driver = around.drivers[secret.protocol]?.terminal;
    if (!driver) throw new SessionRefusal('protocol_error', { detail: `protocol ${secret.protocol}` });
    await reporter.create(info, secret.from_ticket?.id);
    await record();
    const opened = await driver(
      grant,
      size,
      {
        onData,
        onDrain: () => door.resumeInput(),
        onEnd: (how) => {
          exit = how;
          targetGone.resolve();
          dispatch({ type: 'end', reason: 'target_closed' });
        },
      },
      {
        sessionId: id,
        command: start.command,
        signal: leaving.signal,
        pinHostKey: (seen) => around.hostKeyPins.pin({ ...seen, session: id }),
        reportChangedHostKey: (seen) => core.reportChangedHostKey({ ...seen, session: id }),
      },
    );
    target = opened;
    if (state.phase === 'ended') return;
    dispatch({ type: 'opened', at: Date.now() });
    door.opened(
      info,
      secret.actions.map((action) => action.value),
      recorder !== undefined,
      expireAt,
    );
    for (const bytes of early.splice(0)) gate.push(bytes);
  }

  function refused(error: unknown): void {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('protocol_error', {}, error);
    log.warn({ session: id, reason: refusal.reason, params: refusal.params, err: refusal.cause }, 'session could not be opened');
    dispatch({ type: 'end', reason: refusal.reason, params: refusal.params });
  }

  async function takeDown(end: SessionEnd, opening: Promise<void>): Promise<void> {
    const key = NOTICES[end.reason];
    if (key) notice(key, end.params);
    gate.stop();
    leaving.abort();
    door.finish(end, exit);
    viewers.end(end);
    early = [];
    reporter.patch({ is_finished: true, date_end: coreDate(new Date()) });
    await opening;
    if (target) {
      target.close();
      await Promise.race([targetGone.promise, wait(LAST_BYTES_MS)]);
    }
    await tracker.finish();
    await recorder?.close();
    const [told] = await Promise.all([reporter.settled(), around.commandLog.flush(COMMANDS_MS)]);
    if (recorder) around.recorded(id, told);
    log.info({ session: id, reason: end.reason }, 'session ended');
  }

  const opening = open().catch(refused);
  const done = ended.promise.then((end) => takeDown(end, opening));

  return {
    id,
    info,
    done,
    size: () => size,
    input(bytes) {
      if (state.phase === 'ended') return true;
      dispatch({ type: 'input', at: Date.now() });
      if (state.phase === 'open') return gate.push(bytes) && (target?.writable() ?? true);
      earlyBytes += bytes.length;
      if (earlyBytes <= EARLY_BYTES) early.push(bytes);
      return true;
    },
    resize(to) {
      if (to.cols === size.cols && to.rows === size.rows) return;
      size = to;
      recorder?.resize(to.cols, to.rows);
      target?.resize(to);
      viewers.resize(to);
    },
    drained() {
      doorBehind = false;
      flowAgain();
    },
    end: (reason, params = {}) => dispatch({ type: 'end', reason, params }),
    tick: (now) => dispatch({ type: 'tick', at: now, idleMinutes: around.idleMinutes() }),
    watch: (viewer) =>
      viewers.join(viewer, async () =>
        recorder ? lastOutput(spoolPaths(around.spoolDir, id).cast, recorder, tracker.alternate()) : Buffer.alloc(0),
      ),
  };
}
