import type { ActionName } from '@postern/contract/actions';
import type { SessionCreate, TransferEntry } from '@postern/contract/component';
import type { SessionLimits } from '@postern/contract/frames';
import { type Language, render } from '@postern/contract/text';
import type { SessionGrant } from '../authorize/grant.ts';
import { MESSAGES, type MessageKey } from '../messages.ts';
import { preparePipeline } from '../pipeline/pipeline.ts';
import type { SessionRefusal } from '../pipeline/refusal.ts';
import type { LiveSession, SessionServices } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import { ACCEPTED, type CommandAcl, NOT_ALLOWED } from '../policy/command-policy.ts';
import type { CommandEvents, Connection, Driver, RunningCommand, TargetExit } from '../protocols/driver.ts';
import type { FileCopy } from '../recording/file-copies.ts';
import type { Recorder, StreamName } from '../recording/recorder.ts';
import { describeTransfer } from '../recording/session-text.ts';
import { agentLine, createAgent, type Wishes } from './agent.ts';
import { createJournal, type Journal, MAX_LISTED } from './journal.ts';

/** The recording's screen: what has no terminal has none. */
const SCREEN = { cols: 80, rows: 24 };

/** The person's end: three streams. */
export interface StreamClient {
  /** The target is open. */
  opened?(session: SessionCreate, actions: readonly ActionName[], recording: boolean, limits: SessionLimits): void;
  /** Program output; false when the target should wait for `drained`. */
  output(bytes: Buffer): boolean;
  error(bytes: Buffer): boolean;
  resumeInput(): void;
  /** The gateway restarts in so many seconds. Without it a line on the error stream says so. */
  restarting?(seconds: number): void;
  /** Delivers everything, then the exit, then closes. `refused` is what did not run because of a rule. */
  finish(end: SessionEnd, exit: TargetExit, refused: Refused | null): void;
}

/** What did not run. `review`: somebody would have to approve it, and there is no terminal to ask on. */
export interface Refused {
  what: string;
  review: boolean;
}

export interface StreamSession extends LiveSession {
  input(bytes: Buffer): boolean;
  endInput(): void;
  signal(name: string): void;
  drained(): void;
  loginEnded(): Promise<void>;
}

export interface StreamStart {
  grant: SessionGrant;
  client: StreamClient;
  remoteAddr: string;
  loginFrom: SessionCreate['login_from'];
  /** Aborted with the connection that this is one of several sessions of. */
  shared?: AbortSignal | undefined;
  wishes?: Wishes;
  language: Language;
}

/** What a session without a terminal is about, and what reads along in it. */
export interface StreamWork {
  /** How its driver opens it; undefined when the protocol cannot. */
  opens(driver: Driver): ((connection: Connection, events: CommandEvents) => Promise<RunningCommand>) | undefined;
  /** The first line of the recording. */
  title: string;
  /** The rules have changed. */
  onFilters(filters: readonly CommandAcl[]): void;
  /** What may not be done at all, and the rule that says so. Asked once, when the recording stands. */
  forbidden(): (Refused & { why: SessionRefusal }) | undefined;
  /** From the person. False when they should wait for `StreamEdge.resume`. */
  input(bytes: Buffer): boolean;
  endInput(): void;
  /** From the target. False when it should wait until the person has drained. */
  output(stream: 'out' | 'err', bytes: Buffer): boolean;
  /** Nothing more is read from the person. */
  stop(): void;
  /** The target is gone: what is left to be said. */
  last(exit: TargetExit): void;
}

export interface MovedFile {
  name: string;
  size: number;
  whole: boolean;
  copy?: FileCopy | undefined;
}

/** What the work may do with what it read. */
export interface StreamEdge extends Pick<Journal, 'say' | 'list'> {
  /** Whether the permission allows it, as it is now. */
  allows(action: ActionName): boolean;
  /** To the target. */
  forward(bytes: Buffer): void;
  /** To the person. False when they are behind. */
  deliver(stream: 'out' | 'err', bytes: Buffer): boolean;
  record(stream: StreamName, bytes: Buffer): void;
  /** Begins the copy of a file that goes by; undefined where none is kept. */
  copy(): FileCopy | undefined;
  /** One row of the file transfers, and the copy of what was moved. */
  moved(operate: TransferEntry['operate'], file: MovedFile): void;
  /** Ends the session: `what` was not allowed. */
  refuse(what: Refused, why: SessionRefusal): void;
  /** Ends the session: what came cannot be read. */
  unreadable(detail: string): void;
  /** The person may send again. */
  resume(): void;
}

/** Carries what has no terminal: same grant, same rules, same evidence. */
export function startStreamSession(
  start: StreamStart & { type: SessionCreate['type'] },
  workOn: (edge: StreamEdge) => StreamWork,
  services: SessionServices,
): StreamSession {
  const { grant, client, remoteAddr, loginFrom, type, shared, wishes, language } = start;
  const pipeline = preparePipeline(
    { grant, remoteAddr, language, loginFrom, type, shared, agent: () => agent.offered(), environment: wishes?.environment },
    {
      onFilters(filters) {
        agent.obey();
        work.onFilters(filters);
      },
      onBanner: (lines) => journal.say(lines.map((line) => `# ${line}`).join('\n')),
      // The person's streams are the program's; the recording is ours to write in.
      onGateway: ({ gateway, failed }) => journal.say(`# ${gateway}${failed === null ? '' : `: ${failed}`}`),
    },
    services,
  );
  const { info, dispatch, session } = pipeline;
  const journal = createJournal(info, dispatch, services.commandLog);
  const agent = createAgent(wishes?.agent, {
    allowed: () => pipeline.phase() !== 'ended' && pipeline.allows('agent'),
    told(told) {
      const { input, output } = agentLine(told);
      journal.say(`# ${input} · ${output}`);
      journal.list(input, output, told.how === 'refused' ? NOT_ALLOWED : ACCEPTED, told.at);
      if (told.how === 'refused') say('agent_refused');
    },
    moved: () => dispatch({ type: 'input', at: Date.now() }),
  });
  const say = (key: MessageKey, params: Readonly<Record<string, string>> = {}) =>
    void client.error(Buffer.from(`${render(MESSAGES[key], language, params)}\n`));
  let target: RunningCommand | undefined;
  let recorder: Recorder | undefined;
  let early: Buffer[] | undefined = [];
  let inputEnded = false;
  let refused: Refused | null = null;
  let transfers = 0;
  /** Of files that are still going by. */
  const copies = new Set<FileCopy>();
  let recorderBehind = false;
  let clientBehind = false;
  const bytes = { in: 0, out: 0 };

  const edge: StreamEdge = {
    allows: pipeline.allows,
    forward: (some) => target?.write(some),
    deliver(stream, some) {
      if (pipeline.phase() === 'ended') return true;
      return stream === 'out' ? client.output(some) : client.error(some);
    },
    record(stream, some) {
      if (recorder && !recorder.stream(stream, some)) recorderBehind = true;
    },
    copy() {
      const begun = services.fileCopies.begin();
      if (begun) copies.add(begun);
      return begun;
    },
    say: journal.say,
    list: journal.list,
    moved(operate, file) {
      const { copy, whole } = file;
      if (copy) copies.delete(copy);
      transfers += 1;
      if (transfers > MAX_LISTED) return copy?.drop();
      const entry = describeTransfer(info, operate, file);
      services.transferLog.add(entry);
      if (whole) copy?.keep(entry);
      else copy?.drop();
    },
    refuse(what, { reason, params }) {
      refused = what;
      dispatch({ type: 'end', reason, params });
    },
    unreadable: (detail) => dispatch({ type: 'end', reason: 'protocol_error', params: { detail } }),
    resume: () => resumeInput(),
  };
  const work = workOn(edge);

  function took(stream: 'out' | 'err', chunk: Buffer): void {
    bytes.out += chunk.length;
    dispatch({ type: 'input', at: Date.now() });
    if (!work.output(stream, chunk)) clientBehind = true;
    if (pipeline.phase() === 'ended') return;
    if (clientBehind || recorderBehind) target?.pause();
  }

  function resumeInput(): void {
    if (!recorderBehind && target?.writable()) client.resumeInput();
  }

  function flowAgain(): void {
    if (recorderBehind || clientBehind) return;
    target?.resume();
    resumeInput();
  }

  const targetEvents: CommandEvents = {
    onData: (chunk) => took('out', chunk),
    onError: (chunk) => took('err', chunk),
    onDrain: resumeInput,
    onEnd: pipeline.targetEnded,
  };

  function carry(running: RunningCommand): void {
    target = running;
    const allowed = grant.secret.actions.map(({ value }) => value as ActionName).filter(pipeline.allows);
    client.opened?.(info, allowed, recorder !== undefined, pipeline.limits());
    for (const chunk of early ?? []) work.input(chunk);
    early = undefined;
    if (inputEnded) closeInput();
    client.resumeInput();
  }

  function closeInput(): void {
    work.endInput();
    if (pipeline.phase() !== 'ended') target?.end();
  }

  const done = pipeline.run({
    opens(driver: Driver) {
      const opens = work.opens(driver);
      return opens && ((connection: Connection) => opens(connection, targetEvents));
    },
    size: () => SCREEN,
    recording(started) {
      recorder = started;
      journal.into(started);
      edge.say(work.title);
      if (wishes?.x11) {
        edge.list('x11', 'not permitted', NOT_ALLOWED);
        say('x11_refused');
      }
      const forbidden = work.forbidden();
      if (!forbidden) return;
      refused = forbidden;
      throw forbidden.why;
    },
    recorderDrained() {
      recorderBehind = false;
      flowAgain();
    },
    carry,
    leave(end) {
      work.stop();
      agent.close();
      pipeline.leaving.abort();
      client.finish(end, pipeline.exit(), refused);
    },
    async last() {
      const exit = pipeline.exit();
      journal.atLast();
      work.last(exit);
      // A session that was ended does not read the rest of what it was reading.
      for (const copy of copies) copy.drop();
      edge.say(`# ${exit.signal ?? exit.code ?? '-'} · ${bytes.in} B in · ${bytes.out} B out`);
    },
  });

  return {
    ...session,
    done,
    loginEnded: pipeline.loginEnded,
    input(chunk) {
      if (pipeline.phase() === 'ended') return true;
      bytes.in += chunk.length;
      dispatch({ type: 'input', at: Date.now() });
      if (early) {
        // The client sends before the target is there; its channel window bounds how much.
        early.push(chunk);
        return false;
      }
      return work.input(chunk) && !recorderBehind && (target?.writable() ?? true);
    },
    endInput() {
      inputEnded = true;
      if (!early) closeInput();
    },
    restarting(seconds) {
      if (pipeline.phase() === 'ended') return;
      if (client.restarting) client.restarting(seconds);
      else say('gateway_restarts', { seconds: String(seconds) });
    },
    signal: (name) => target?.signal(name),
    drained() {
      clientBehind = false;
      flowAgain();
    },
  };
}
