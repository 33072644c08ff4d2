import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type Charset, charsetFor } from '../../connect/charset.ts';
import { createSecretFilter } from '../../connect/secret-filter.ts';
import { switchOf } from '../../connect/switch-user.ts';
import { asSource, switchUser } from '../../connect/switched-terminal.ts';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Connection, Driver, Size, TargetEvents, Terminal } from '../driver.ts';
import { createLine, type Line } from './line.ts';
import { createLogin, type LoginPlan, type LoginStep, loginPlan } from './login.ts';

/** Milliseconds until the log-in has to be decided. */
const LOGIN_MS = 30_000;
/** What stands still for this long is a prompt. */
const QUIET_MS = 300;
/** Output before the log-in is decided; of more, the last. */
const MAX_PENDING = 64 * 1024;

/** Telnet (RFC 854). It has no log-in of its own: the driver answers the target's questions. */
export const telnet: Driver = {
  port: 23,
  methods: ['web_cli'],
  async interactive(connection, size, events) {
    const plan = switchOf(connection.grant.secret);
    if (!plan) return interactive(connection, size, events);
    return switchUser((on) => interactive(asSource(connection, plan), size, on), plan, false, connection, events);
  },
};

async function interactive(connection: Connection, size: Size, events: TargetEvents): Promise<Terminal> {
  const charset = charsetFor(connection.grant.secret);
  const plan = loginPlan(connection);
  return logIn(await connection.machine.dial(), { connection, size, events, charset, plan });
}

interface Opening {
  connection: Connection;
  size: Size;
  events: TargetEvents;
  charset: Charset;
  plan: LoginPlan;
}

/** Answers the target's questions and hands the terminal over. What it says meanwhile is held back, and goes out without the secret. */
function logIn(stream: Duplex, { connection, size, events, charset, plan }: Opening): Promise<Terminal> {
  const { machine, signal } = connection;
  const outcome = Promise.withResolvers<Terminal>();
  const login = createLogin(plan);
  const filter = createSecretFilter(plan.secret);
  const letters = new StringDecoder('utf8');
  let pending: Buffer | undefined = Buffer.alloc(0);
  let decided = false;
  let failed = false;
  let quiet: NodeJS.Timeout | undefined;
  const late = setTimeout(() => decide(plan.secret === '' ? 'in' : unknown()), LOGIN_MS);
  const abort = () => decide(new SessionRefusal('client_lost'));
  signal.addEventListener('abort', abort, { once: true });

  const line: Line = createLine(
    stream,
    size,
    {
      data(bytes) {
        const text = charset.decode(bytes);
        show(filter.take(text));
        clearTimeout(quiet);
        if (!decided) follow(login.take(letters.write(text)));
        if (!decided || filter.holds()) quiet = setTimeout(rest, QUIET_MS);
      },
      drained: () => events.onDrain(),
      harm: (detail) => fail(new SessionRefusal('protocol_error', { detail })),
      closed(lost) {
        clearTimeout(quiet);
        if (!decided) {
          decide(login.answered() ? refused() : unreachable('closed'));
          return;
        }
        if (failed) return;
        show(Buffer.concat([filter.take(charset.finish()), filter.rest()]));
        release();
        events.onEnd({ code: null, signal: null, ...(lost ? { lost } : {}) });
      },
    },
    machine.silenceMs,
  );

  const refused = () => new SessionRefusal('target_refused_login', { account: machine.account.name, methods: 'password' });
  const unreachable = (detail: string) =>
    new SessionRefusal('target_unreachable', { address: `${machine.address}:${machine.port}`, detail });
  // Whoever got a terminal here could log in as somebody who is not in the grant.
  const unknown = () =>
    new SessionRefusal('protocol_error', {
      detail: login.answered() ? 'no success_prompt was recognised' : 'no password_prompt was recognised',
    });

  function show(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (pending) pending = Buffer.from(Buffer.concat([pending, bytes]).subarray(-MAX_PENDING));
    else events.onData(bytes);
  }

  function release(): void {
    const bytes = pending;
    pending = undefined;
    if (bytes && bytes.length > 0) events.onData(bytes);
    if (filter.holds()) quiet = setTimeout(rest, QUIET_MS);
  }

  function follow(step: LoginStep): void {
    if (decided || step === undefined) return;
    if (step === 'in' || step === 'refused') {
      decide(step === 'in' ? step : refused());
      return;
    }
    if (step.secret) filter.arm();
    line.write(charset.encode(Buffer.from(`${step.type}\r`)));
  }

  function rest(): void {
    // What is held back is the beginning of an echo for as long as the target may still be at it.
    if (decided) show(filter.rest());
    else follow(login.quiet());
  }

  function fail(refusal: SessionRefusal): void {
    if (decided) connection.distrust(refusal);
    else decide(refusal);
  }

  function decide(how: 'in' | SessionRefusal): void {
    if (decided) return;
    decided = true;
    clearTimeout(late);
    signal.removeEventListener('abort', abort);
    if (how !== 'in') {
      failed = true;
      clearTimeout(quiet);
      stream.destroy();
      outcome.reject(how);
      return;
    }
    outcome.resolve(terminal(line, charset, (bytes) => show(bytes)));
    // No event comes before the answer.
    setImmediate(release);
  }

  // Nobody to log in as: the person answers whatever is asked.
  if (plan.name === '' && plan.secret === '') decide('in');
  return outcome.promise;
}

function terminal(line: Line, charset: Charset, show: (bytes: Buffer) => void): Terminal {
  return {
    write(bytes) {
      // A target that does not echo leaves it to this side (RFC 857).
      if (line.silent()) show(echoed(bytes));
      line.write(charset.encode(bytes));
    },
    writable: line.writable,
    resize: line.resize,
    pause: line.pause,
    resume: line.resume,
    close: line.close,
  };
}

/** Keys as a terminal without a program would show them. */
const echoed = (bytes: Buffer): Buffer =>
  Buffer.from(
    bytes
      .toString('latin1')
      .replaceAll('\r', '\r\n')
      .replaceAll(/[\x7f\b]/g, '\b \b')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
      .replaceAll(/[\x00-\x07\x0b\x0c\x0e-\x1f]/g, ''),
    'latin1',
  );
