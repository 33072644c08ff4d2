import type { SessionGrant } from '../authorize/grant.ts';
import { charsetName, readingOf } from '../connect/charset.ts';
import { preparePipeline } from '../pipeline/pipeline.ts';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { LiveSession, SessionServices } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import { createCommandInput } from '../policy/command-input.ts';
import { type CommandDecision, type CommandPolicy, compilePolicy, judgeCommand } from '../policy/command-policy.ts';
import { plainText } from '../policy/plain-text.ts';
import { MAX_INPUT, MAX_OUTPUT } from '../policy/tracker/tracked-command.ts';
import type { CommandEvents, Connection, Driver, RunningCommand, TargetExit } from '../protocols/driver.ts';
import type { Recorder, StreamName } from '../recording/recorder.ts';
import { type CopiedFile, createScpStream, scpDirection } from '../recording/scp-stream.ts';
import { describeCommand, describeTransfer } from '../recording/session-text.ts';

/** The recording's screen: a command without a terminal has none. */
const SCREEN = { cols: 80, rows: 24 };
/** Lines and files listed of one session; the others are counted, and the recording has them all. */
const MAX_LISTED = 10_000;
/** Raw bytes kept of the output, enough for the characters the log takes. */
const OUTPUT_BYTES = MAX_OUTPUT * 4;

/** The person's end of a command: three streams. */
export interface CommandClient {
  /** Program output; false when the target should wait for `drained`. */
  output(bytes: Buffer): boolean;
  error(bytes: Buffer): boolean;
  resumeInput(): void;
  /** Delivers everything, then the exit, then closes. `refused` is what did not run because of a rule. */
  finish(end: SessionEnd, exit: TargetExit, refused: string | null): void;
}

export interface CommandSession extends LiveSession {
  input(bytes: Buffer): boolean;
  endInput(): void;
  signal(name: string): void;
  drained(): void;
}

export interface CommandStart {
  grant: SessionGrant;
  command: string;
  client: CommandClient;
  remoteAddr: string;
}

/** Carries one command without a terminal (`ssh host command`, scp, rsync, git): same grant, same rules, same evidence. */
export function startCommandSession(start: CommandStart, services: SessionServices): CommandSession {
  const { grant, client, command, remoteAddr } = start;
  const { secret } = grant;
  const pipeline = preparePipeline(
    { grant, remoteAddr, loginFrom: 'ST', type: 'command' },
    {
      onFilters: (filters) => {
        policy = compilePolicy(filters);
        // Once it runs nothing of it can be taken back; only what is still sent into it, and the right to the session.
        if (pipeline.phase() === 'connecting' && !recorder) decision = judgeCommand(policy, command);
      },
      // The person's streams are the program's; the recording is ours to write in.
      onGateway: ({ gateway, failed }) => say(`# ${gateway}${failed === null ? '' : `: ${failed}`}`),
    },
    services,
  );
  const { info, dispatch, session } = pipeline;
  let policy: CommandPolicy = compilePolicy(secret.command_filter_acls);
  let decision = judgeCommand(policy, command);
  const startedAt = Date.now();

  let target: RunningCommand | undefined;
  let recorder: Recorder | undefined;
  let early: Buffer[] | undefined = [];
  let inputEnded = false;
  let refused: string | null = null;
  let output: Buffer = Buffer.alloc(0);
  let listed = 0;
  let transfers = 0;
  let recorderBehind = false;
  let clientBehind = false;
  const bytes = { in: 0, out: 0 };
  const copies = scpDirection(command);
  const download = copies === 'download' ? createScpStream() : undefined;

  const input = createCommandInput(command, () => policy, readingOf(charsetName(secret)), {
    forward: (some) => target?.write(some),
    record: (some) => record('in', some),
    line: (line) => list(line.text, '', line.decision),
    copied: (file) => copied('upload', file),
    refuse(line) {
      refused = line.text.trim();
      list(refused, '', line.decision);
      const rule = line.decision.action === 'accept' ? '' : line.decision.name;
      dispatch({ type: 'end', reason: 'rule_refused', params: { rule } });
    },
  });

  function record(stream: StreamName, some: Buffer): void {
    if (recorder && !recorder.stream(stream, some)) recorderBehind = true;
  }

  /** Words of our own in the recording. */
  function say(text: string): void {
    recorder?.output(Buffer.from(`\x1b[2m${text.replaceAll('\n', '\r\n')}\x1b[22m\r\n`));
  }

  function list(text: string, printed: string, verdict: CommandDecision, at = Date.now()): void {
    listed += 1;
    if (listed > MAX_LISTED && verdict.action === 'accept') {
      dispatch({ type: 'unread', lines: 1 });
      return;
    }
    dispatch({ type: 'command' });
    services.commandLog.add(
      describeCommand(info, {
        input: text.trim().slice(0, MAX_INPUT),
        output: printed.slice(0, MAX_OUTPUT),
        timestamp: Math.floor(at / 1000),
        level: verdict.level,
        ...(verdict.action === 'accept' ? {} : { acl: verdict.acl, group: verdict.group }),
      }),
    );
  }

  /** A file is told by name, size and digest; what is in it lies on the target and need not lie here as well. */
  function copied(way: 'upload' | 'download', file: CopiedFile): void {
    const { name, size, sha256, whole } = file;
    transfers += 1;
    if (transfers <= MAX_LISTED) services.transferLog.add(describeTransfer(info, way, file));
    const what = `${size} B sha256:${sha256}${whole ? '' : ' (incomplete)'}`;
    const line = plainText(`${way} ${name}`);
    say(`# ${line} ${what}`);
    list(line, what, { action: 'accept', level: 0 });
  }

  function took(stream: 'out' | 'err', chunk: Buffer, deliver: (bytes: Buffer) => boolean): void {
    bytes.out += chunk.length;
    dispatch({ type: 'input', at: Date.now() });
    if (stream === 'out' && download) {
      const { messages, files, rest } = download.take(chunk);
      if (messages.length > 0) record('out', messages);
      for (const file of files) copied('download', file);
      if (rest.length > 0) record('out', rest);
    } else if (!(stream === 'out' && copies && isAnswers(chunk))) record(stream, chunk);
    if (output.length < OUTPUT_BYTES) output = Buffer.concat([output, chunk.subarray(0, OUTPUT_BYTES - output.length)]);
    if (pipeline.phase() === 'ended') return;
    if (!deliver(chunk)) clientBehind = true;
    if (clientBehind || recorderBehind) target?.pause();
  }

  function flowAgain(): void {
    if (recorderBehind || clientBehind) return;
    target?.resume();
    if (target?.writable()) client.resumeInput();
  }

  const targetEvents: CommandEvents = {
    onData: (chunk) => took('out', chunk, client.output),
    onError: (chunk) => took('err', chunk, client.error),
    onDrain: () => {
      if (!recorderBehind) client.resumeInput();
    },
    onEnd: pipeline.targetEnded,
  };

  function carry(running: RunningCommand): void {
    target = running;
    for (const chunk of early ?? []) input.push(chunk);
    early = undefined;
    if (inputEnded) closeInput();
    client.resumeInput();
  }

  function closeInput(): void {
    input.end();
    if (pipeline.phase() !== 'ended') target?.end();
  }

  /** Writes the command down when everything it said is known. */
  async function last(): Promise<void> {
    const exit = pipeline.exit();
    for (const file of download?.end().files ?? []) copied('download', file);
    const printed = plainText(output.subarray(0, OUTPUT_BYTES).toString('utf8')).trim();
    listed = 0;
    list(command, printed, decision, startedAt);
    say(`# ${exit.signal ?? exit.code ?? '-'} · ${bytes.in} B in · ${bytes.out} B out`);
  }

  const done = pipeline.run({
    opens: ({ exec }: Driver) => exec && ((connection: Connection) => exec.plain(connection, command, targetEvents)),
    size: () => SCREEN,
    recording(started) {
      recorder = started;
      say(`$ ${command}`);
      // Nobody can be asked without a terminal, so a command that needs a review does not run.
      if (decision.action !== 'reject' && decision.action !== 'review') return;
      refused = command;
      throw new SessionRefusal('rule_refused', { rule: decision.name });
    },
    recorderDrained() {
      recorderBehind = false;
      flowAgain();
    },
    carry,
    leave(end) {
      input.stop();
      pipeline.leaving.abort();
      client.finish(end, pipeline.exit(), refused);
    },
    last,
  });

  return {
    ...session,
    done,
    input(chunk) {
      if (pipeline.phase() === 'ended') return true;
      bytes.in += chunk.length;
      dispatch({ type: 'input', at: Date.now() });
      if (early) {
        // The client sends before the target is there; its channel window bounds how much.
        early.push(chunk);
        return false;
      }
      input.push(chunk);
      return !recorderBehind && (target?.writable() ?? true);
    },
    endInput() {
      inputEnded = true;
      if (!early) closeInput();
    },
    signal: (name) => target?.signal(name),
    drained() {
      clientBehind = false;
      flowAgain();
    },
  };
}

/** The receiving side of scp answers with bytes of zero, one for each line and file. */
const isAnswers = (chunk: Buffer): boolean => chunk.every((byte) => byte === 0);
