import type { Duplex } from 'node:stream';
import { type Charset, charsetFor } from '../../connect/charset.ts';
import { createPendingOutput } from '../../connect/pending-output.ts';
import { switchOf } from '../../connect/switch-user.ts';
import { asSource, switchUser } from '../../connect/switched-terminal.ts';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import type { Connection, Driver, Size, TargetEvents, Terminal } from '../driver.ts';
import { createLine, type Line } from './line.ts';
import { createLogin, type LoginPlan, type LoginStep, loginPlan } from './login.ts';

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

/** Milliseconds of silence after which Enter is pressed, and how often: consoles that sleep may take the first one for waking up only. */
const WAKE = { afterMs: 1_000, times: 5 };

/** Answers the target's questions and hands the terminal over. What it says meanwhile is held back, and goes out without the secret. */
function logIn(stream: Duplex, { connection, size, events, charset, plan }: Opening): Promise<Terminal> {
  const { machine, signal } = connection;
  const outcome = Promise.withResolvers<Terminal>();
  const login = createLogin(plan);
  let waking: NodeJS.Timeout | undefined;
  const pending = createPendingOutput(plan.secret, signal, {
    show: events.onData,
    heard(text) {
      clearTimeout(waking);
      follow(login.take(text));
    },
    quiet: () => follow(login.quiet()),
    late: () => decide(plan.secret === '' ? 'in' : unknown()),
    aborted: () => decide(new SessionRefusal('client_lost')),
  });

  const line: Line = createLine(
    stream,
    size,
    {
      data: (bytes) => pending.take(charset.decode(bytes)),
      drained: () => events.onDrain(),
      harm: (detail) => fail(new SessionRefusal('protocol_error', { detail })),
      closed(lost) {
        decide(login.answered() ? refused() : unreachable('closed'));
        pending.finish(charset.finish());
        // Telnet tells no status: a line that was closed in order ended well, or every `ssh` onto such a machine would say that it failed.
        if (pending.state() === 'open') events.onEnd(lost ? { code: null, signal: null, lost } : { code: 0, signal: null });
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

  function follow(step: LoginStep): void {
    if (pending.state() !== 'asking' || step === undefined) return;
    if (step === 'in' || step === 'refused') {
      decide(step === 'in' ? step : refused());
      return;
    }
    if (step.secret) pending.arm();
    line.write(charset.encode(Buffer.from(`${step.type}\r`)));
  }

  /** Presses Enter for as long as nothing has come. */
  function wake(times: number): void {
    if (times === 0) return;
    waking = setTimeout(() => {
      line.write(charset.encode(Buffer.from('\r')));
      wake(times - 1);
    }, WAKE.afterMs);
  }

  function fail(refusal: SessionRefusal): void {
    if (pending.state() === 'asking') decide(refusal);
    else connection.distrust(refusal);
  }

  function decide(how: 'in' | SessionRefusal): void {
    if (pending.state() !== 'asking') return;
    clearTimeout(waking);
    if (how !== 'in') {
      pending.drop();
      stream.destroy();
      outcome.reject(how);
      return;
    }
    outcome.resolve(terminal(line, charset, pending.put));
    pending.open();
  }

  if (plan.wake) wake(WAKE.times);
  // Nobody to log in as: the person answers whatever is asked, and presses Enter.
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
