import { noteLogin } from '../accounts/index.ts';
import type { Machine } from './machine.ts';
import { type ChangeRecord, markFailed, openRecordOf } from './record-store.ts';
import { Refusal } from './refusal.ts';
import { type Outcome, settle } from './rotate.ts';
import type { Run } from './run-state.ts';
import type { Target } from './targets.ts';

/** Whether the account got a secret since the change that is in doubt began. Encrypted texts are compared: it may be the same again, and nobody is told. */
const setByHand = ({ secret }: Target, { old_secret: old }: ChangeRecord): boolean => secret !== null && secret !== old;

/**
 * Logs in with the secret of one account and notes on it whether that held; settles a change that is in doubt.
 * @throws Refusal where there is no secret, or none that fits the machine
 */
export async function verifyOne(run: Run, machine: Machine, target: Target): Promise<Outcome> {
  const { system } = run;
  const ctx = system.systemContext('verify');
  // A change that is in doubt is settled by the same question; who asks now need not wait for the clock.
  const known = await openRecordOf(ctx, target.id);
  const open = known?.status === 'uncertain' ? known : undefined;
  const byHand = open !== undefined && setByHand(target, open);
  if (open && !byHand && (await settle(system, target, open)).state === 'success') return { state: 'success' };
  if (!target.secret) throw new Refusal('no_secret');
  machine.mustFit(target.id, target.secret);
  const secret = await ctx.secrets.open(target.secret);
  let reason: Refusal | undefined;
  try {
    const good = await machine.method.verify(machine.reach, await machine.loginAs(target, secret), machine.login);
    if (!good) reason = new Refusal('login_refused', { address: machine.reach.name, account: target.username });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reason = error;
  }
  await system.asSystem('account verified', (ctx) => noteLogin(ctx, target.id, reason ? 'err' : 'ok'));
  // Neither secret of the change, then: what somebody found out and entered is the one that holds.
  if (byHand && !reason) await system.asSystem('secret set by hand', (write) => markFailed(write, open, new Refusal('by_hand')));
  return reason ? { state: 'failed', reason } : { state: 'success' };
}
