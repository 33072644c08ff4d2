import { StringDecoder } from 'node:string_decoder';
import { SessionRefusal } from '../pipeline/refusal.ts';
import type { Connection, TargetEvents, TargetExit, Terminal } from '../protocols/driver.ts';
import { createSecretFilter } from './secret-filter.ts';
import { createSwitchTalk, type SwitchStep, type UserSwitch } from './switch-user.ts';

/** Milliseconds until it has to be decided. */
const SWITCH_MS = 30_000;
/** What stands still for this long is a prompt. */
const QUIET_MS = 300;
/** Output before it is decided; of more, the last. */
const MAX_PENDING = 64 * 1024;

/** The connection of the account that logs in first. Its logins are nobody else's: other sessions of the person log in as the account itself. */
export const asSource = (connection: Connection, { from }: UserSwitch): Connection => ({
  ...connection,
  machine: { ...connection.machine, account: from },
  shared: undefined,
});

/**
 * Opens a terminal and hands it over once it is that of the account of the grant. What the target says meanwhile is held back, and goes out
 * without the password that was typed.
 * @param started the terminal runs the line of the switch; otherwise a shell, into which it is typed
 * @throws SessionRefusal `target_refused_login` when the switch was refused, and as `open` throws it
 */
export function switchUser(
  open: (events: TargetEvents) => Promise<Terminal>,
  plan: UserSwitch,
  started: boolean,
  { machine, signal }: Pick<Connection, 'machine' | 'signal'>,
  events: TargetEvents,
): Promise<Terminal> {
  const outcome = Promise.withResolvers<Terminal>();
  const talk = createSwitchTalk(plan, started);
  const filter = createSecretFilter(plan.secret);
  const letters = new StringDecoder('utf8');
  const unsaid: string[] = [];
  let terminal: Terminal | undefined;
  let pending: Buffer | undefined = Buffer.alloc(0);
  let decided: 'in' | SessionRefusal | undefined;
  let quiet: NodeJS.Timeout | undefined;
  const late = setTimeout(() => follow(talk.late()), SWITCH_MS);
  const abort = () => decide(new SessionRefusal('client_lost'));
  signal.addEventListener('abort', abort, { once: true });

  const refused = () => new SessionRefusal('target_refused_login', { account: plan.account, methods: plan.method });

  function show(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (pending) pending = Buffer.from(Buffer.concat([pending, bytes]).subarray(-MAX_PENDING));
    else events.onData(bytes);
  }

  function release(): void {
    const bytes = pending;
    pending = undefined;
    if (bytes && bytes.length > 0) events.onData(bytes);
  }

  function type(text: string): void {
    if (terminal) terminal.write(Buffer.from(`${text}\r`));
    else unsaid.push(text);
  }

  function follow(step: SwitchStep): void {
    if (decided || step === undefined) return;
    if (step === 'in' || step === 'refused') {
      decide(step === 'in' ? step : refused());
      return;
    }
    if (step.secret) filter.arm();
    type(step.type);
  }

  function rest(): void {
    // What is held back is the beginning of an echo for as long as the target may still be at it.
    if (decided) show(filter.rest());
    else follow(talk.quiet());
  }

  function ended(exit: TargetExit): void {
    clearTimeout(quiet);
    const { address, port } = machine;
    if (!decided)
      decide(exit.lost ? new SessionRefusal('target_unreachable', { address: `${address}:${port}`, detail: 'closed' }) : refused());
    if (decided !== 'in') return;
    show(filter.rest());
    release();
    events.onEnd(exit);
  }

  function decide(how: 'in' | SessionRefusal): void {
    if (decided || (how === 'in' && !terminal)) return;
    decided = how;
    clearTimeout(late);
    signal.removeEventListener('abort', abort);
    if (how === 'in') {
      outcome.resolve(terminal as Terminal);
      // No event comes before the answer.
      setImmediate(release);
      if (filter.holds()) quiet = setTimeout(rest, QUIET_MS);
      return;
    }
    clearTimeout(quiet);
    terminal?.close();
    outcome.reject(how);
  }

  open({
    onData(bytes) {
      show(filter.take(bytes));
      clearTimeout(quiet);
      if (!decided) follow(talk.take(letters.write(bytes)));
      if (!decided || filter.holds()) quiet = setTimeout(rest, QUIET_MS);
    },
    onDrain: () => events.onDrain(),
    onEnd: ended,
  }).then(
    (opened) => {
      terminal = opened;
      if (decided) opened.close();
      else for (const text of unsaid.splice(0)) type(text);
    },
    (error: unknown) => {
      clearTimeout(late);
      clearTimeout(quiet);
      signal.removeEventListener('abort', abort);
      outcome.reject(error);
    },
  );
  return outcome.promise;
}
