import type { EndReason } from '@postern/contract/frames';
import { compilePolicy, judgeCommand } from '../policy/command-policy.ts';
import { plainText } from '../policy/plain-text.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { SessionGrant } from './authorize.ts';
import { type CarriedSession, type SessionSurroundings, startCarriage } from './carriage.ts';
import { MAX_INPUT, MAX_OUTPUT } from './command-tracker.ts';
import type { SessionEnd } from './session-state.ts';
import { describeCommand } from './session-text.ts';
import { SessionRefusal, type TargetCommand, type TargetExit } from './target.ts';

/** Bytes of output kept in the recording. A command can carry gigabytes of files; its line, its first output and its totals are the evidence. */
const RECORDED_BYTES = 1024 * 1024;
/** The recording's screen: a command without a terminal has none. */
const SCREEN = { cols: 80, rows: 24 };

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
  const { grant, door, command, remoteAddr } = start;
  const { secret } = grant;
  const carriage = startCarriage(
    { grant, remoteAddr, loginFrom: 'ST', type: 'command' },
    {
      onFilters: (filters) => {
        // Once it runs nothing of it can be taken back; only the right to the session can.
        if (carriage.phase() === 'connecting' && !recorder) decision = judgeCommand(compilePolicy(filters), command);
      },
      // The person's streams are the program's; the recording is ours to write in.
      onGateway: ({ gateway, failed }) => void recorder?.output(Buffer.from(`# ${gateway}${failed === null ? '' : `: ${failed}`}\r\n`)),
    },
    around,
  );
  const { id, info, dispatch } = carriage;
  let decision = judgeCommand(compilePolicy(secret.command_filter_acls), command);
  const startedAt = Date.now();

  let target: TargetCommand | undefined;
  let recorder: Recorder | undefined;
  let early: Buffer[] | undefined = [];
  let inputEnded = false;
  let refused: string | null = null;
  let output: Buffer = Buffer.alloc(0);
  let recordable = RECORDED_BYTES;
  const bytes = { in: 0, out: 0 };

  function took(chunk: Buffer, deliver: (bytes: Buffer) => boolean): void {
    bytes.out += chunk.length;
    dispatch({ type: 'input', at: Date.now() });
    if (output.length < MAX_OUTPUT * 4) output = Buffer.concat([output, chunk.subarray(0, MAX_OUTPUT * 4 - output.length)]);
    if (recordable > 0) {
      recorder?.output(asShown(chunk.subarray(0, recordable)));
      recordable -= chunk.length;
    }
    if (carriage.phase() !== 'ended' && !deliver(chunk)) target?.pause();
  }

  async function open(): Promise<TargetCommand> {
    const driver = around.drivers[secret.protocol]?.command;
    if (!driver) throw new SessionRefusal('protocol_error', { detail: `protocol ${secret.protocol}` });
    await carriage.announce();
    // Nobody can be asked without a terminal, so a command that needs a review does not run.
    if (decision.action === 'reject' || decision.action === 'review') {
      refused = decision.name;
      throw new SessionRefusal('protocol_error', { detail: 'command' });
    }
    recorder = await carriage.record(SCREEN, () => undefined);
    recorder?.output(Buffer.from(`$ ${command}\r\n`));
    const running = await driver(
      grant,
      command,
      {
        onData: (chunk) => took(chunk, door.output),
        onError: (chunk) => took(chunk, door.error),
        onDrain: () => door.resumeInput(),
        onEnd: carriage.targetEnded,
      },
      carriage.context,
    );
    target = running;
    if (carriage.phase() === 'ended') return running;
    dispatch({ type: 'opened', at: Date.now() });
    for (const chunk of early ?? []) running.write(chunk);
    early = undefined;
    if (inputEnded) running.end();
    door.resumeInput();
    return running;
  }

  /** Writes the command down when everything it said is known. */
  async function last(): Promise<void> {
    const exit = carriage.exit();
    dispatch({ type: 'command' });
    around.commandLog.add(
      describeCommand(info, {
        input: command.slice(0, MAX_INPUT),
        output: plainText(output.toString('utf8')).trim().slice(0, MAX_OUTPUT),
        timestamp: Math.floor(startedAt / 1000),
        level: decision.level,
        ...(decision.action === 'accept' ? {} : { acl: decision.acl, group: decision.group }),
      }),
    );
    recorder?.output(Buffer.from(`\r\n# ${exit.signal ?? exit.code ?? '-'} · ${bytes.in} B in · ${bytes.out} B out\r\n`));
  }

  const done = carriage.run({
    open,
    leave(end) {
      carriage.leaving.abort();
      door.finish(end, carriage.exit(), refused);
    },
    last,
  });

  return {
    id,
    done,
    question: carriage.question,
    obey: carriage.obey,
    input(chunk) {
      if (carriage.phase() === 'ended') return true;
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
