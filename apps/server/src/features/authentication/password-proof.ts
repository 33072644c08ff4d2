import type { Context } from '@postern/resource';
import type { HashSlot } from '../../platform/auth/hash-queue.ts';
import { clearFailures, countTry, pausedBy, type Try } from '../../platform/auth/lockout.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../platform/auth/passwords.ts';
import { openingKey } from '../ssh-keys/index.ts';
import { consumeTempToken } from '../temp-tokens/index.ts';
import { storeRehash } from '../users/index.ts';
import { type Proof, proveFactor } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import type { Origin } from './login-attempt.ts';
import type { DueCode } from './login-steps.ts';
import { type LoginUser, mfaOf, passwordExpired } from './login-user.ts';
import type { Site } from './passkeys.ts';

/** Codes ahead of the password are typed; signing takes a challenge, which a login that pauses is not given. */
const NOWHERE: Site = { rpId: undefined, origin: '', name: '' };

/** What somebody typed, and where from. */
export interface Credentials {
  username: string;
  password: string;
  /** A key that a component has already verified by signature; only components may send one. */
  publicKey?: string;
  keep: boolean;
  /** A code of the second factor given along with the password: it gets past a pause of the name. */
  ahead?: Proof;
}

/**
 * Whether a code that came along with the password is right. Asked before the password, so that nobody without the factor
 * learns anything of it while the name pauses. Counted per address: a code is worth nothing without the password, so guessing
 * it from many addresses leads nowhere, and nobody can close this way to its owner.
 */
export async function provenAhead(
  ctx: Context,
  deps: LoginDeps,
  user: LoginUser | undefined,
  given: Credentials,
  origin: Origin,
): Promise<boolean> {
  if (!given.ahead) return false;
  const tried: Try = { kind: 'ahead', username: given.username, ip: origin.ip };
  const limits = limitsOf(deps.settings);
  if ((await pausedBy(ctx.tx, tried)) || (await countTry(ctx.tx, tried, limits)).over || !user) return false;
  if (given.ahead.type === 'passkey' || mfaOf(user, deps.settings).methods.length === 0) return false;
  if (!(await proveFactor(ctx, deps, user, given.ahead, { site: NOWHERE, purpose: 'login' }))) return false;
  await clearFailures(ctx.tx, tried, limits);
  return true;
}

/** By what somebody came in, as the log says it, and by which of their SSH keys. */
export interface WayIn {
  backend: string;
  keyId?: string;
}

/** Which way in fits; undefined when none does. An unknown name costs as much time as a known one. */
export async function backendFor(
  ctx: Context,
  deps: LoginDeps,
  user: LoginUser | undefined,
  { password, publicKey }: Credentials,
  slot: HashSlot,
): Promise<WayIn | undefined> {
  if (publicKey !== undefined) {
    const allowed = deps.settings.get('TERMINAL_PUBLIC_KEY_AUTH') && ctx.actor.kind === 'component';
    const keyId = allowed && user ? await openingKey(ctx, user.id, publicKey) : undefined;
    return keyId === undefined ? undefined : { backend: 'SSH Key', keyId };
  }
  if (user && deps.settings.get('AUTH_TEMP_TOKEN') && (await consumeTempToken(ctx, user.id, password)))
    return { backend: 'Temporary token' };
  const hash = user?.source === 'local' ? user.password_hash : null;
  if (!(await verifyPassword(slot, password, hash)) || !user || !hash) return undefined;
  if (needsRehash(hash)) await storeRehash(ctx, user.id, await hashPassword(slot, password));
  return { backend: 'Password' };
}

/** Why a right password is not yet a login; undefined when it is. */
export function passwordDue(user: LoginUser, deps: LoginDeps, { password }: Credentials, now: Date): DueCode | undefined {
  if (passwordExpired(user, deps.settings, now)) return 'passwd_has_expired';
  if (user.superuser && password === 'admin') return 'passwd_too_simple';
  return user.need_update_password && user.source === 'local' ? 'passwd_need_update' : undefined;
}
