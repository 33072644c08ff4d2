import type { ActionName } from '@postern/contract/actions';
import type { EndReason } from '@postern/contract/session-end';
import { render } from '@postern/contract/text';
import { endLine, MESSAGES, type MessageKey } from '../messages.ts';
import { preparePipeline } from '../pipeline/pipeline.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { SessionServices } from '../pipeline/session-services.ts';
import { ACCEPTED, type CommandAcl, type CommandPolicy, compilePolicy, judgeCommand, NOT_ALLOWED } from '../policy/command-policy.ts';
import { isMoshServer } from '../policy/file-rights.ts';
import { createCommandGate } from '../policy/gate/command-gate.ts';
import { reviewCommand } from '../policy/gate/review.ts';
import { createCommandTracker } from '../policy/tracker/command-tracker.ts';
import { MAX_INPUT, type TrackedCommand } from '../policy/tracker/tracked-command.ts';
import type { Connection, Driver, TargetEvents, Terminal } from '../protocols/driver.ts';
import type { Recorder } from '../recording/recorder.ts';
import { describeCommand } from '../recording/session-text.ts';
import { spoolPaths } from '../recording/spool.ts';
import { agentLine, createAgent } from './agent.ts';
import { createPeople } from './people.ts';
import type { TerminalSession, TerminalStart } from './terminal-parts.ts';
import { createViewers, type Lock, lastOutput } from './viewers.ts';

/** Keys typed before the target is open; whoever types more of them waits. */
const EARLY_BYTES = 64 * 1024;
/** Ends that are said on the screen itself, which viewers and the recording have too. */
const ON_SCREEN: ReadonlySet<EndReason> = new Set([
  'terminated',
  'idle',
  'time_limit',
  'permission_expired',
  'permission_removed',
  'user_disabled',
  'user_expired',
  'asset_disabled',
  'login_ended',
  'rule_refused',
  'recording_failed',
  'component_revoked',
  'gateway_stopping',
]);

/** Carries one session from grant to evidence. Decisions are in session-state.ts; this is where they meet sockets and files. */
export function startTerminalSession(start: TerminalStart, services: SessionServices): TerminalSession {
  const { grant, client, language, wishes } = start;
  const { log } = services;
  const { secret } = grant;
  const pipeline = preparePipeline(
    { ...start, agent: () => agent.offered(), environment: wishes?.environment, term: wishes?.term },
    {
      onFilters: (filters) => {
        agent.obey();
        policy = readable(filters);
        if (target) tell();
      },
      onEndNear(minutes) {
        if (client.endNear) client.endNear(minutes);
        else notice('end_near', { minutes: String(minutes) });
      },
      onLimits: () => {
        if (target) tell();
      },
      onBanner: (lines) => show(Buffer.from(`\r\n${lines.join('\r\n')}\r\n`)),
      onGateway: ({ gateway, failed }) =>
        failed === null ? notice('gateway_passed', { gateway }) : notice('gateway_failed', { gateway, detail: failed }),
    },
    services,
  );
  const { info, dispatch, session } = pipeline;
  const { id } = session;
  const viewers = createViewers();
  const owner = {
    terminal_id: id,
    user_id: info.user_id,
    user: info.user,
    created: new Date().toISOString(),
    remote_addr: info.remote_addr,
  };
  const people = createPeople({ ...owner, primary: true, writable: true }, client.people ?? { joined() {}, left() {}, all() {} });
  let policy = readable(secret.command_filter_acls);

  const agent = createAgent(wishes?.agent, {
    allowed: () => pipeline.phase() !== 'ended' && pipeline.allows('agent'),
    told(told) {
      listed(agentLine(told), told.how === 'refused', told.at);
      if (told.how === 'refused') notice('agent_refused', {});
    },
    moved: () => dispatch({ type: 'input', at: Date.now() }),
  });

  let size = start.size;
  let lastTold = '';
  let target: Terminal | undefined;
  let recorder: Recorder | undefined;
  let recorderBehind = false;
  let clientBehind = false;
  let early: Buffer[] = [];
  let earlyBytes = 0;
  let lock: Lock | undefined;
  const watchers = new Map<object, string>();
  const recorded = Promise.withResolvers<boolean>();

  const tracker = createCommandTracker(services.echoReader, () => size, command, unread);
  const gate = createCommandGate(() => policy, tracker, {
    forward(bytes) {
      target?.write(bytes);
    },
    notice,
    async review(acl, text, cancelled) {
      client.waits?.(true);
      const signal = AbortSignal.any([cancelled, pipeline.leaving.signal]);
      return reviewCommand(services.core, id, acl, text, signal, notice).finally(() => client.waits?.(false));
    },
    onDrain: resumeInput,
  });

  function resumeInput(): void {
    client.resumeInput();
    people.resumeInput();
  }

  function readable(filters: readonly CommandAcl[]): CommandPolicy {
    const compiled = compilePolicy(filters);
    if (compiled.unreadable.length > 0)
      log.warn(
        { session: id, groups: compiled.unreadable },
        'command groups with a pattern that cannot be read: each command is judged as if they meant it',
      );
    return compiled;
  }

  function command(found: TrackedCommand): void {
    dispatch({ type: 'command' });
    services.commandLog.add(describeCommand(info, found), () => unread(1));
  }

  function unread(lines: number): void {
    dispatch({ type: 'unread', lines });
  }

  /** What nobody typed: what their client asks for, and what became of it. */
  function listed(line: { input: string; output: string }, refused: boolean, at = Date.now()): void {
    const verdict = refused ? NOT_ALLOWED : ACCEPTED;
    command({ ...line, timestamp: Math.floor(at / 1000), level: verdict.level, ...(refused ? { acl: '', group: '' } : {}) });
  }

  /** Judges the command that runs instead of a shell. Nobody can be asked before there is a terminal, so a review refuses it. */
  function judgeStart(line: string): SessionRefusal | undefined {
    const decision = isMoshServer(line) ? NOT_ALLOWED : judgeCommand(policy, line);
    const input = line.slice(0, MAX_INPUT);
    const verdict = decision.action === 'accept' ? {} : { acl: decision.acl, group: decision.group };
    command({ input, output: '', timestamp: Math.floor(Date.now() / 1000), level: decision.level, ...verdict });
    if (decision === NOT_ALLOWED) return new SessionRefusal('mosh_refused');
    if (decision.action === 'accept') return undefined;
    notice(decision.action === 'warning' ? 'command_warned' : 'command_rejected', { command: input });
    return decision.action === 'warning' ? undefined : new SessionRefusal('rule_refused', { rule: decision.name });
  }

  /** Words of our own on the person's screen, on the viewers' and in the recording. */
  function notice(key: MessageKey, params: Readonly<Record<string, string>>): void {
    line(render(MESSAGES[key], language, params));
  }

  function line(words: string): void {
    show(Buffer.from(`\r\n\x1b[0;33m${words}\x1b[0m\r\n`));
  }

  function show(bytes: Buffer): void {
    if (recorder && !recorder.output(bytes)) recorderBehind = true;
    if (!client.send(bytes)) clientBehind = true;
    viewers.send(bytes);
  }

  function onData(bytes: Buffer): void {
    tracker.output(bytes);
    if (pipeline.phase() === 'ended') {
      // The client is being closed; the evidence still takes the target's last bytes.
      recorder?.output(bytes);
      return;
    }
    show(bytes);
    if (recorderBehind || clientBehind) target?.pause();
  }

  function flowAgain(): void {
    if (!recorderBehind && !clientBehind) target?.resume();
  }

  const targetEvents: TargetEvents = { onData, onDrain: resumeInput, onEnd: pipeline.targetEnded };

  function opens({ interactive, exec }: Driver) {
    const { command: line } = start;
    if (line === undefined) return interactive && ((connection: Connection) => interactive(connection, size, targetEvents));
    const onTerminal = exec?.onTerminal;
    return onTerminal && ((connection: Connection) => onTerminal(connection, line, size, targetEvents));
  }

  /** The person hears what holds from now on: when the target is open, and when it ends at another time or allows less. */
  function tell(): void {
    const actions = secret.actions.map((action) => action.value).filter((action) => pipeline.allows(action as ActionName));
    const told = JSON.stringify([actions, pipeline.limits()]);
    if (told === lastTold) return;
    lastTold = told;
    client.opened(info, actions, recorder !== undefined, pipeline.limits());
  }

  function carry(opened: Terminal): void {
    target = opened;
    tell();
    for (const bytes of early.splice(0)) gate.push(bytes);
    if (earlyBytes >= EARLY_BYTES) resumeInput();
  }

  const done = pipeline.run({
    opens,
    judge: () => (start.command === undefined ? undefined : judgeStart(start.command)),
    size: () => size,
    recording(started) {
      recorder = started;
      recorded.resolve(started !== undefined);
      if (!wishes?.x11) return;
      listed({ input: 'x11', output: 'not permitted' }, true);
      notice('x11_refused', {});
    },
    recorderDrained() {
      recorderBehind = false;
      flowAgain();
    },
    carry,
    leave(end) {
      recorded.resolve(false);
      if (ON_SCREEN.has(end.reason)) line(endLine(end, language));
      gate.stop();
      agent.close();
      pipeline.leaving.abort();
      client.finish(end, pipeline.exit());
      viewers.end(end);
      early = [];
    },
    last: () => tracker.finish(),
  });

  return {
    ...session,
    info,
    mark: secret.mark ?? undefined,
    done,
    loginEnded: pipeline.loginEnded,
    recorded: recorded.promise,
    over: () => pipeline.phase() === 'ended',
    size: () => size,
    people,
    input(bytes, by) {
      // What is typed at a locked session is nobody's: it must not run when the lock is gone.
      if (pipeline.phase() === 'ended' || lock) return true;
      dispatch({ type: 'input', at: Date.now() });
      if (pipeline.phase() === 'open') return gate.push(bytes, by) && (target?.writable() ?? true);
      earlyBytes += bytes.length;
      early.push(bytes);
      return earlyBytes < EARLY_BYTES;
    },
    restarting(seconds) {
      if (client.restarting) client.restarting(seconds);
      else notice('gateway_restarts', { seconds: String(seconds) });
      viewers.restarting(seconds);
    },
    resize(to) {
      if (to.cols === size.cols && to.rows === size.rows) return;
      size = to;
      recorder?.resize(to.cols, to.rows);
      target?.resize(to);
      viewers.resize(to);
    },
    drained() {
      clientBehind = false;
      flowAgain();
    },
    watchedBy(user) {
      if (services.config().TERMINAL_WATCH_NOTICE !== true) return () => undefined;
      const mark = {};
      const tell = () => client.watched?.([...watchers.values()]);
      watchers.set(mark, user);
      if (client.watched) tell();
      else notice('watched', { by: user });
      return () => {
        watchers.delete(mark);
        tell();
      };
    },
    lock(by, reason) {
      // An order that comes twice is one.
      if (lock?.user === by && lock.reason === reason) return;
      lock = { user: by, reason };
      if (client.locked) client.locked(lock);
      else notice('locked', { by, note: reason });
      viewers.locked(lock);
    },
    unlock(by) {
      if (!lock) return;
      lock = undefined;
      if (client.locked) client.locked(undefined);
      else notice('unlocked', { by });
      viewers.locked(undefined);
    },
    watch(viewer) {
      if (lock) viewer.locked(lock);
      return viewers.join(viewer, async () =>
        recorder ? lastOutput(spoolPaths(services.spoolDir, id).cast, recorder, tracker.alternate()) : Buffer.alloc(0),
      );
    },
  };
}
