import { randomUUID } from 'node:crypto';
import type { ActionName } from '@postern/contract/actions';
import type { LiveRules, SessionCreate } from '@postern/contract/component';
import type { SessionLimits } from '@postern/contract/frames';
import type { Language } from '@postern/contract/text';
import { passedOn } from '../authorize/environment.ts';
import type { SessionGrant } from '../authorize/grant.ts';
import { type RefusingRules, refusalOf } from '../authorize/live-rules.ts';
import { createReporter } from '../close-out/reporter.ts';
import { tearDown } from '../close-out/tear-down.ts';
import { prepareConnection } from '../connect/connection.ts';
import type { GatewaySearch } from '../connect/domain-gateways.ts';
import type { CommandAcl } from '../policy/command-policy.ts';
import { plainText } from '../policy/plain-text.ts';
import type { AgentWay, Connection, Driver, Size, TargetExit } from '../protocols/driver.ts';
import type { Recorder } from '../recording/recorder.ts';
import { describeSession } from '../recording/session-text.ts';
import { openRecording } from './open-recording.ts';
import { SessionRefusal } from './refusal.ts';
import type { LiveSession, SessionServices } from './session-services.ts';
import { longestUntil, newSession, type SessionEnd, type SessionEvent, type SessionState, step } from './session-state.ts';

/** Of what a target says before the login. */
const MAX_BANNER = 8 * 1024;
const MAX_BANNER_LINES = 100;

export interface PipelineStart {
  grant: SessionGrant;
  remoteAddr: string;
  /** The person's. */
  language: Language;
  loginFrom: SessionCreate['login_from'];
  /** How the session is filed; `normal` unless said otherwise. */
  type?: SessionCreate['type'];
  /** Aborted with the connection that this is one of several sessions of. */
  shared?: AbortSignal | undefined;
  /** The way to the person's agent, where one is to be forwarded. */
  agent?(): AgentWay | undefined;
  /** Variables that the client sent for the program. */
  environment?: Readonly<Record<string, string>> | undefined;
  /** The type of the person's terminal. */
  term?: string | undefined;
}

/** What happens to a session that only its kind can show or obey. */
export interface PipelineEvents {
  onFilters(filters: readonly CommandAcl[]): void;
  onGateway: GatewaySearch<never>['onGateway'];
  /** The clock ends it in so many minutes. */
  onEndNear?(minutes: number): void;
  /** What ends it by the clock may be something else now. */
  onLimits?(): void;
  /** What the target said before the login, without sequences of a terminal, bounded. */
  onBanner?(lines: readonly string[]): void;
}

/** What a kind of session does in the stages. `T` is what it carries once it is open. */
export interface Stages<T extends { close(): void }> {
  /** How its driver opens it; undefined when the protocol cannot. */
  opens(driver: Driver): ((connection: Connection) => Promise<T>) | undefined;
  /** Policy: judges what would run at once. What it answers ends the session as soon as its recording stands. */
  judge?(): SessionRefusal | undefined;
  /** The size of the recording's screen. */
  size(): Size;
  /** Record: the recording stands, or the permission does without. A refusal that it throws is on record then. */
  recording(recorder: Recorder | undefined): void;
  /** The recording takes more again. */
  recorderDrained(): void;
  /** Carry: bytes go both ways from here. */
  carry(target: T): void;
  /** Close out: the person is told why and let go. */
  leave(end: SessionEnd): void;
  /** Close out: the target said its last. What is left goes to log and recording. */
  last(): Promise<void>;
}

/** One session from its grant to its evidence. It knows no protocol and no person. */
export interface Pipeline {
  readonly info: SessionCreate;
  /** What every kind of session offers; `done` comes of `run`, how it hears of a restart is its own. */
  readonly session: Omit<LiveSession, 'done' | 'restarting'>;
  /** Whether the permission allows it, as it is now. */
  allows(action: ActionName): boolean;
  /** Where ports may be forwarded to. */
  destinations(): readonly string[];
  /** What ends it by the clock, as it is now. */
  limits(): SessionLimits;
  /** Aborted when the session leaves its target. */
  readonly leaving: AbortController;
  phase(): SessionState['phase'];
  dispatch(event: SessionEvent): void;
  /** The login behind the session is over: what ended it may have ended the right as well, and is then what is told. */
  loginEnded(): Promise<void>;
  /** The target is gone, every byte was handed on. */
  targetEnded(exit: TargetExit): void;
  /** How the target's program ended, as far as is known by now. */
  exit(): TargetExit;
  /** Runs the stages; resolves when everything is taken down, the core told, the recording closed. */
  run<T extends { close(): void }>(stages: Stages<T>): Promise<void>;
}

/** Prepares a session. Decisions are in session-state.ts; this is where they meet the stages (docs/decisions/0086). */
export function preparePipeline(start: PipelineStart, events: PipelineEvents, services: SessionServices): Pipeline {
  const { grant, remoteAddr, loginFrom, type, shared } = start;
  const { secret } = grant;
  const { core, log } = services;
  const id = randomUUID();
  const until = (at: number) => (at > 0 ? at : null);
  const question = { id, account: secret.account_alias ?? '', method: secret.connect_method?.value ?? '' };
  const info = describeSession(id, secret, { remoteAddr, loginFrom, start: new Date(), ...(type ? { type } : {}) });
  const reporter = createReporter(core, id, log);
  const leaving = new AbortController();
  let state = newSession(Date.now(), until(secret.expire_at));
  /** What settings said at the last look: it comes each second, for thousands of sessions. */
  let known = { idleMinutes: services.idleMinutes(), longestHours: services.longestHours() };
  let actions = new Set(secret.actions.map(({ value }) => value));
  let destinations = secret.forward_to ?? [];
  const banner = { characters: MAX_BANNER, lines: MAX_BANNER_LINES };
  let exit: TargetExit = { code: null, signal: null };
  const targetGone = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<SessionEnd>();

  function dispatch(event: SessionEvent): void {
    const next = step(state, event);
    state = next.state;
    for (const effect of next.effects) {
      if (effect.type === 'stop') ended.resolve(effect.end);
      else if (effect.type === 'foretell') events.onEndNear?.(effect.minutes);
      else reporter.patch(effect.patch);
    }
  }

  const refusal = (rules: RefusingRules) => refusalOf(rules, state.expiresAt !== null && state.expiresAt <= Date.now());

  function obey(rules: LiveRules): void {
    if (rules.refused !== null) {
      dispatch({ type: 'end', ...refusal(rules) });
      return;
    }
    dispatch({ type: 'permitted', until: until(rules.expire_at) });
    if (rules.actions) actions = new Set(rules.actions);
    if (rules.forward_to) destinations = rules.forward_to;
    events.onFilters(rules.command_filter_acls);
  }

  /** Tells the core, before anything is opened, and asks the rules again where the grant may be older than they are. */
  async function announce(): Promise<void> {
    await reporter.create(info, secret.from_ticket?.id, start.language);
    const rules = await services.rules.before(question, grant.since);
    if (!rules) return;
    obey(rules);
    if (rules.refused === null) return;
    const { reason, params } = refusal(rules);
    throw new SessionRefusal(reason, params);
  }

  const connectionBy = (driver: Driver): Connection =>
    prepareConnection(grant, driver, {
      protocols: services.protocols,
      memory: services.gateways,
      signal: leaving.signal,
      shared,
      agent: () => start.agent?.(),
      environment: passedOn(secret, start.environment ?? {}),
      term: start.term,
      config: services.config,
      pinHostKey: (seen) => services.hostKeyPins.pin({ ...seen, session: id }),
      reportChangedHostKey: (seen) => core.reportChangedHostKey({ ...seen, session: id }),
      onGateway(seen) {
        if (seen.failed === null) log.info({ session: id, gateway: seen.gateway }, 'goes through a gateway');
        else log.warn({ session: id, gateway: seen.gateway, why: seen.failed }, 'a gateway could not be passed');
        events.onGateway(seen);
      },
      banner(text) {
        const lines = plainText(text.slice(0, banner.characters)).trim().split('\n').slice(0, banner.lines);
        banner.characters = Math.max(0, banner.characters - text.length);
        banner.lines -= lines.length;
        if (lines.length > 0 && lines[0] !== '') events.onBanner?.(lines);
      },
      distrust: (refusal) => dispatch({ type: 'end', reason: refusal.reason, params: refusal.params }),
    });

  function refused(error: unknown): void {
    const refusal = error instanceof SessionRefusal ? error : new SessionRefusal('protocol_error', {}, error);
    log.warn({ session: id, reason: refusal.reason, params: refusal.params, err: refusal.cause }, 'session could not be opened');
    dispatch({ type: 'end', reason: refusal.reason, params: refusal.params });
  }

  async function run<T extends { close(): void }>(stages: Stages<T>): Promise<void> {
    let recorder: Recorder | undefined;

    async function open(): Promise<T> {
      const driver = Object.hasOwn(services.protocols, secret.protocol) ? services.protocols[secret.protocol] : undefined;
      const opens = driver && stages.opens(driver);
      if (!opens) throw new SessionRefusal('protocol_error', { detail: `protocol ${secret.protocol}` });
      await announce();
      const unfit = stages.judge?.();
      recorder = await openRecording(
        { spoolDir: services.spoolDir, id, title: info.asset, size: stages.size(), strict: secret.recording !== 'best_effort', log },
        { drained: stages.recorderDrained, failed: () => dispatch({ type: 'end', reason: 'recording_failed' }) },
      );
      stages.recording(recorder);
      if (unfit) throw unfit;
      const target = await opens(connectionBy(driver));
      if (state.phase === 'ended') return target;
      dispatch({ type: 'opened', at: Date.now() });
      stages.carry(target);
      return target;
    }

    const opening = open().catch((error: unknown) => void refused(error));
    const end = await ended.promise;
    stages.leave(end);
    leaving.abort();
    await tearDown({
      id,
      end,
      spoolDir: services.spoolDir,
      reporter,
      opening,
      targetGone: targetGone.promise,
      async last() {
        await stages.last();
        dispatch({ type: 'read' });
        return recorder;
      },
      logs: [services.commandLog, services.transferLog],
      recorded: services.recorded,
      log,
    });
  }

  return {
    info,
    session: {
      id,
      question,
      obey,
      end: (reason, params = {}) => dispatch({ type: 'end', reason, params }),
      tick(now) {
        const [idleMinutes, longestHours] = [services.idleMinutes(), services.longestHours()];
        dispatch({ type: 'tick', at: now, idleMinutes, longestHours });
        if (state.phase !== 'open' || (known.idleMinutes === idleMinutes && known.longestHours === longestHours)) return;
        known = { idleMinutes, longestHours };
        events.onLimits?.();
      },
    },
    allows: (action) => actions.has(action),
    destinations: () => destinations,
    limits() {
      const longest = longestUntil(state, services.longestHours());
      return {
        expire_at: state.expiresAt === null ? null : state.expiresAt / 1000,
        idle_minutes: services.idleMinutes(),
        ...(longest === null ? {} : { longest_until: Math.floor(longest / 1000) }),
      };
    },
    leaving,
    phase: () => state.phase,
    dispatch,
    async loginEnded() {
      const rules = await services.rules.before(question, 0).catch(() => undefined);
      if (rules && rules.refused !== null) obey(rules);
      dispatch({ type: 'end', reason: 'login_ended' });
    },
    targetEnded(how) {
      exit = how;
      targetGone.resolve();
      dispatch({ type: 'end', reason: how.lost ? 'target_lost' : 'target_closed' });
    },
    exit: () => exit,
    run,
  };
}
