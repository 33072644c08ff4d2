import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type ComponentClient, coreDate } from '@postern/client/component';
import type { LiveRules, RulesQuestion, SessionCreate } from '@postern/contract/component';
import type { EndReason } from '@postern/contract/session-end';
import type { CommandAcl } from '../policy/command-policy.ts';
import type { EchoReader } from '../policy/echo-reader.ts';
import { type Recorder, startRecorder } from '../recording/recorder.ts';
import { keepEnd } from '../recording/shipping.ts';
import type { SessionGrant } from '../authorize/grant.ts';
import type { CommandLog } from '../recording/command-log.ts';
import type { GatewayMemory } from '../connect/gateway-memory.ts';
import type { HostKeyPins } from '../connect/host-key-pins.ts';
import { type RuledSession, type RulesWatch, refusalOf } from '../authorize/live-rules.ts';
import { createReporter } from '../close-out/reporter.ts';
import { newSession, type SessionEnd, type SessionEvent, type SessionState, step } from './session-state.ts';
import { describeSession } from '../recording/session-text.ts';
import { type DriverContext, type ProtocolDrivers, SessionRefusal, type Size, type TargetExit } from '../protocols/driver.ts';
import type { TransferLog } from '../recording/transfer-log.ts';

/** Milliseconds a closing target has to hand over its last bytes for the recording. */
const LAST_BYTES_MS = 1_500;
/** Milliseconds the core has to take the last commands before the end counts as told. */
const COMMANDS_MS = 10_000;

/** What every session needs of the gateway around it. */
export interface SessionSurroundings {
  core: ComponentClient;
  spoolDir: string;
  drivers: Readonly<Record<string, ProtocolDrivers>>;
  echoReader: EchoReader;
  commandLog: CommandLog;
  transferLog: TransferLog;
  hostKeyPins: HostKeyPins;
  gateways: GatewayMemory;
  rules: RulesWatch;
  idleMinutes(): number;
  /** A recording is complete in the spool. `told`: the core knows that its session ended. */
  recorded(sessionId: string, told: boolean): void;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** What every kind of session has, whatever it carries. */
export interface CarriedSession extends RuledSession {
  readonly id: string;
  end(reason: EndReason, params?: Readonly<Record<string, string>>): void;
  tick(now: number): void;
  /** So many lines that were entered will not be among the commands. */
  unread(lines: number): void;
  /** Everything is taken down, the core told, the recording closed. */
  done: Promise<void>;
}

export interface CarriageStart {
  grant: SessionGrant;
  remoteAddr: string;
  loginFrom: SessionCreate['login_from'];
  /** How the session is filed; `normal` unless said otherwise. */
  type?: SessionCreate['type'];
  /** Run on the terminal instead of a shell. */
  command?: string | undefined;
}

/** What happens to a session that only what it carries can show or obey. */
export interface CarriageEvents {
  onFilters(filters: readonly CommandAcl[]): void;
  onGateway: DriverContext['onGateway'];
}

/** The frame of a session, whatever it carries: its identity, its state, its report to the core, its recording, its end. */
export interface Carriage {
  readonly id: string;
  readonly info: SessionCreate;
  /** When the permission ends, unix seconds; null for never. */
  expireAt(): number | null;
  readonly question: RulesQuestion;
  /** Aborted when the session leaves its target. */
  readonly leaving: AbortController;
  /** What a driver may ask. */
  readonly context: DriverContext;
  phase(): SessionState['phase'];
  dispatch(event: SessionEvent): void;
  /** Tells the core, before anything is opened, and asks the rules again where the grant may be older than they are. */
  announce(): Promise<void>;
  /** What rules and permission say now. */
  obey(rules: LiveRules): void;
  /** The login behind the session is over: what ended it may have ended the right as well, and is then what is told. */
  loginEnded(): Promise<void>;
  /** Starts the recording. Undefined when it could not be and the permission can do without; else it throws. */
  record(size: Size, onDrain: () => void): Promise<Recorder | undefined>;
  /** The target is gone, every byte was handed on. */
  targetEnded(exit: TargetExit): void;
  /** How the target's program ended, as far as is known by now. */
  exit(): TargetExit;
  /**
   * Runs `open`, and once the session ended `leave` at once, and `last` after the target handed over its last bytes;
   * then closes the recording and waits for the core to have been told.
   */
  run(steps: CarriageSteps): Promise<void>;
}

export interface CarriageSteps {
  open(): Promise<{ close(): void }>;
  leave(end: SessionEnd): void;
  /** What is left to be said to log and recording. */
  last(): Promise<void>;
}

export function startCarriage(start: CarriageStart, events: CarriageEvents, around: SessionSurroundings): Carriage {
  const { secret } = start.grant;
  const { core, log } = around;
  const id = randomUUID();
  const strict = secret.recording !== 'best_effort';
  const until = (at: number) => (at > 0 ? at : null);
  const question = { id, account: secret.account_alias ?? '', method: secret.connect_method?.value ?? '' };
  const { remoteAddr, loginFrom, type } = start;
  const info = describeSession(id, secret, { remoteAddr, loginFrom, start: new Date(), ...(type ? { type } : {}) });
  const reporter = createReporter(core, id, log);
  const leaving = new AbortController();
  let state = newSession(Date.now(), until(secret.expire_at));
  let recorder: Recorder | undefined;
  let exit: TargetExit = { code: null, signal: null };
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

  function obey(rules: LiveRules): void {
    if (rules.refused !== null) {
      const { reason, params } = refusalOf(rules);
      dispatch({ type: 'end', reason, params });
      return;
    }
    dispatch({ type: 'permitted', until: until(rules.expire_at) });
    events.onFilters(rules.command_filter_acls);
  }

  function refused(error: unknown): void {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('protocol_error', {}, error);
    log.warn({ session: id, reason: refusal.reason, params: refusal.params, err: refusal.cause }, 'session could not be opened');
    dispatch({ type: 'end', reason: refusal.reason, params: refusal.params });
  }

  return {
    id,
    info,
    question,
    expireAt: () => (state.expiresAt === null ? null : state.expiresAt / 1000),
    leaving,
    context: {
      sessionId: id,
      command: start.command,
      signal: leaving.signal,
      pinHostKey: (seen) => around.hostKeyPins.pin({ ...seen, session: id }),
      reportChangedHostKey: (seen) => core.reportChangedHostKey({ ...seen, session: id }),
      gateways: around.gateways,
      onGateway(seen) {
        if (seen.failed === null) log.info({ session: id, gateway: seen.gateway }, 'goes through a gateway');
        else log.warn({ session: id, gateway: seen.gateway, why: seen.failed }, 'a gateway could not be passed');
        events.onGateway(seen);
      },
      distrust: (refusal) => dispatch({ type: 'end', reason: refusal.reason, params: refusal.params }),
    },
    phase: () => state.phase,
    dispatch,
    async announce() {
      await reporter.create(info, secret.from_ticket?.id);
      const rules = await around.rules.before(question, start.grant.since);
      if (!rules) return;
      obey(rules);
      if (rules.refused === null) return;
      const { reason, params } = refusalOf(rules);
      throw new SessionRefusal(reason, params);
    },
    obey,
    async loginEnded() {
      const rules = await around.rules.before(question, 0).catch(() => undefined);
      if (rules && rules.refused !== null) obey(rules);
      dispatch({ type: 'end', reason: 'login_ended' });
    },
    async record(size, onDrain) {
      try {
        recorder = await startRecorder(
          around.spoolDir,
          id,
          { width: size.cols, height: size.rows, timestamp: Math.floor(Date.now() / 1000), title: info.asset },
          {
            onDrain,
            onFailure: (error) => {
              log.warn({ session: id, err: error }, 'recording failed');
              if (strict) dispatch({ type: 'end', reason: 'recording_failed' });
            },
          },
        );
        return recorder;
      } catch (error) {
        log.warn({ session: id, err: error }, 'recording could not be started');
        if (strict) throw new SessionRefusal('recording_failed', {}, error);
        return undefined;
      }
    },
    targetEnded(how) {
      exit = how;
      targetGone.resolve();
      dispatch({ type: 'end', reason: how.lost ? 'target_lost' : 'target_closed' });
    },
    exit: () => exit,
    async run({ open, leave, last }) {
      const opening = open().catch((error: unknown) => void refused(error));
      const end = await ended.promise;
      leave(end);
      const told = { end_reason: end.reason, end_params: end.params };
      reporter.patch({ is_finished: true, date_end: coreDate(new Date()), ...told });
      const target = await opening;
      if (target) {
        target.close();
        await Promise.race([targetGone.promise, wait(LAST_BYTES_MS)]);
      }
      await last();
      dispatch({ type: 'read' });
      await recorder?.close();
      // Before the core is waited for: the process may end meanwhile, and the next one has to say what this one knew.
      if (recorder)
        await keepEnd(around.spoolDir, id, told).catch((error: unknown) => log.warn({ session: id, err: error }, 'end not kept'));
      const [heard] = await Promise.all([reporter.settled(), around.commandLog.flush(COMMANDS_MS), around.transferLog.flush(COMMANDS_MS)]);
      if (recorder) around.recorded(id, heard);
      log.info({ session: id, reason: end.reason }, 'session ended');
    },
  };
}
