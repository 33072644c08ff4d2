import type { Context } from '@postern/resource';
import { knownDevice } from '../../platform/auth/known-devices.ts';
import { clearFailures, countTry, pausedBy } from '../../platform/auth/lockout.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Purpose } from './challenge.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import type { LoginUser } from './login-user.ts';
import { type Site, usePasskey } from './passkeys.ts';
import { looksLikeRecoveryCode, unusedCodes, useRecoveryCode } from './recovery-codes.ts';
import { useCode } from './totp.ts';

/** What somebody shows as their second factor. */
export interface Proof {
  /** `otp`, `recovery` or `passkey`. */
  type: string;
  code: string;
  /** What a passkey has signed, as the browser gives it. */
  credential?: unknown;
}

/** The person acting on themselves, also while a login is not finished and nobody is the actor yet. */
export const asUser = (ctx: Context, user: LoginUser): Context => ({
  ...ctx,
  actor: { ...ctx.actor, kind: 'user', id: user.id, name: user.name, username: user.username },
});

async function consumeRecoveryCode(ctx: Context, user: LoginUser, code: string): Promise<boolean> {
  return inTransaction(ctx.tx, asUser(ctx, user), async (inner) => {
    if (!(await useRecoveryCode(inner, user.id, code))) return false;
    const left = await unusedCodes(inner, user.id);
    inner.audit({
      action: 'update',
      resourceType: 'user',
      resourceId: user.id,
      resource: user.username,
      changes: [{ field: 'recovery_codes', before: String(left + 1), after: String(left) }],
    });
    return true;
  });
}

/** Whether this proves the person, now and never again: a code, a recovery code, a signature (RFC 6238 §5.2, WebAuthn §7.2). */
export async function proveFactor(
  ctx: Context,
  deps: Pick<LoginDeps, 'settings'>,
  user: LoginUser,
  proof: Proof,
  where: { site: Site; purpose: Purpose },
): Promise<boolean> {
  if (proof.type === 'passkey') return usePasskey(ctx, where.site, where.purpose, user.id, proof.credential);
  // Clients of the API know one kind of code; who has lost the authenticator types the other into the same box.
  if (proof.type === 'recovery' || looksLikeRecoveryCode(proof.code)) return consumeRecoveryCode(ctx, user, proof.code);
  return useCode(ctx, user, proof.code, deps.settings.get('OTP_VALID_WINDOW'));
}

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
