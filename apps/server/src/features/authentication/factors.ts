import type { Context } from '@postern/resource';
import { knownDevice } from '../../platform/auth/known-devices.ts';
import { clearFailures, countTry, pausedBy } from '../../platform/auth/lockout.ts';
import { Unreachable } from '../identities/index.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import type { LoginUser } from './login-user.ts';
import { looksLikeRecoveryCode } from './recovery-codes.ts';
import { availableFactors, type FactorDeps, type Proof, type ProofPlace, RECOVERY } from './second-factors.ts';

/** Whether this proves the person by a factor of theirs, now and never again. */
export async function proveFactor(ctx: Context, deps: FactorDeps, user: LoginUser, proof: Proof, place: ProofPlace): Promise<boolean> {
  // Clients of the API know one kind of code; who has lost the authenticator types the other into the same box.
  const name = looksLikeRecoveryCode(proof.code) ? RECOVERY : proof.type;
  const factor = availableFactors(user, deps).find((one) => one.name === name);
  return factor?.prove(ctx, user, proof, place) ?? false;
}

/** Undefined when the place that knows the factor could not be asked. */
export const reached = (proved: Promise<boolean>): Promise<boolean | undefined> =>
  proved.catch((error: unknown) => {
    if (error instanceof Unreachable) return undefined;
    throw error;
  });

export type Attempt = { state: 'right' } | { state: 'wrong'; remaining: number } | { state: 'locked' };

/**
 * Looks at something guessable, at most as often as the lock allows, however many ask at once. Failures and successes
 * count for the name (docs/wire/authentication.md#wrong-tries), so a stolen session cannot guess either. Not inside a transaction.
 */
export async function attempt(
  ctx: Context,
  deps: Pick<LoginDeps, 'settings'>,
  kind: 'login' | 'mfa',
  username: string,
  check: () => Promise<boolean>,
): Promise<Attempt> {
  const limits = limitsOf(deps.settings);
  // Whoever is asked here is logged in already: what strangers try at the login page does not count against them.
  const device = (await knownDevice(ctx, username)) ?? (kind === 'login' && ctx.session ? `session ${ctx.session.id}` : undefined);
  const tried = { kind, username, ip: ctx.origin.ip, device, trusted: true };
  if (await pausedBy(ctx.tx, tried)) return { state: 'locked' };
  const counted = await countTry(ctx.tx, tried, limits);
  if (counted.over) return { state: 'locked' };
  if (await check()) {
    await clearFailures(ctx.tx, tried, limits);
    return { state: 'right' };
  }
  return counted.locked ? { state: 'locked' } : { state: 'wrong', remaining: counted.remaining };
}
