import { SessionRefusal } from '../pipeline/refusal.ts';
import type { Connection, TargetEvents, TargetExit, Terminal } from '../protocols/driver.ts';
import { createPendingOutput } from './pending-output.ts';
import { createSwitchTalk, type SwitchStep, type UserSwitch } from './switch-user.ts';

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
  const unsaid: string[] = [];
  let terminal: Terminal | undefined;
  const pending = createPendingOutput(plan.secret, signal, {
    show: events.onData,
    heard: (text) => follow(talk.take(text)),
    quiet: () => follow(talk.quiet()),
    late: () => follow(talk.late()),
    aborted: () => refuse(new SessionRefusal('client_lost')),
  });

  const refused = () => new SessionRefusal('target_refused_login', { account: plan.account, methods: plan.method });

  function type(text: string): void {
    if (terminal) terminal.write(Buffer.from(`${text}\r`));
    else unsaid.push(text);
  }

  function follow(step: SwitchStep): void {
    if (pending.state() !== 'asking' || step === undefined) return;
    if (step === 'refused') refuse(refused());
    else if (step !== 'in') {
      if (step.secret) pending.arm();
      type(step.type);
    } else if (terminal) {
      outcome.resolve(terminal);
      pending.open();
    }
  }

  function ended(exit: TargetExit): void {
    const { address, port } = machine;
    refuse(exit.lost ? new SessionRefusal('target_unreachable', { address: `${address}:${port}`, detail: 'closed' }) : refused());
    pending.finish();
    if (pending.state() === 'open') events.onEnd(exit);
  }

  function refuse(why: SessionRefusal): void {
    if (pending.state() !== 'asking') return;
    pending.drop();
    terminal?.close();
    outcome.reject(why);
  }

  open({ onData: pending.take, onDrain: () => events.onDrain(), onEnd: ended }).then(
    (opened) => {
      terminal = opened;
      if (pending.state() === 'dropped') opened.close();
      else for (const text of unsaid.splice(0)) type(text);
    },
    (error: unknown) => {
      pending.drop();
      outcome.reject(error);
    },
  );
  return outcome.promise;
}
