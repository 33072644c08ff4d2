import type { Context } from '@postern/resource';
import type { HashSlot } from '../../platform/auth/hash-queue.ts';
import { clearFailures, countTry, pausedBy, type Try } from '../../platform/auth/lockout.ts';
import { hashPassword, needsRehash, verifyPassword } from '../../platform/auth/passwords.ts';
import { type ExternalPerson, type PasswordVerdict, type PasswordWay, type PlaceAsks, Unreachable } from '../identities/index.ts';
import { openingKey } from '../ssh-keys/index.ts';
import { consumeTempToken } from '../temp-tokens/index.ts';
import { storeRehash } from '../users/index.ts';
import type { ExternalFacts } from './external-facts.ts';
import { proveFactor, reached } from './factors.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import type { Origin } from './login-attempt.ts';
import { type LoginUser, passwordExpired } from './login-user.ts';
import type { Site } from './passkeys.ts';
import type { DueCode } from './refusals.ts';
import { mfaOf, type Proof } from './second-factors.ts';

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
  /** A one-time code that goes behind the password to places elsewhere. */
  challenge?: string;
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
  // What is sent is sent to a login whose password was right.
  const proof = given.ahead;
  const later = proof.type === 'passkey' || deps.factors.some(({ name, send }) => send && name === proof.type);
  if (later || mfaOf(user, deps).methods.length === 0) return false;
  if ((await reached(proveFactor(ctx, deps, user, proof, { site: NOWHERE, purpose: 'login', from: origin.ip }))) !== true) return false;
  await clearFailures(ctx.tx, tried, limits);
  return true;
}

/** By what somebody came in, as the log says it, and by which of their SSH keys. */
export interface WayIn {
  backend: string;
  keyId?: string;
  /** Who another place vouched for them, and what it wants to know again when they log out. */
  external?: ExternalFacts;
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

/** What places elsewhere say of a name and a password. */
export type Elsewhere =
  | { state: 'wrong' }
  | { state: 'unreachable' }
  | { state: 'asks'; asks: PlaceAsks; place: PasswordWay }
  | { state: 'proved'; person: ExternalPerson; backend: string };

/** The places that may know the password of somebody; of whom nobody here has heard, all may. */
export const placesFor = ({ ways, settings }: LoginDeps, user: LoginUser | undefined): readonly PasswordWay[] =>
  ways.passwords.filter(
    (way) => way.enabled() && (!user || user.source === way.source || (!settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE') && !user.superuser)),
  );

/** Asks one place after the other, until one knows the person. @param from their address */
export async function askElsewhere(
  ctx: Context,
  places: readonly PasswordWay[],
  { username, password }: Credentials,
  from: string,
): Promise<Elsewhere> {
  let unreachable = false;
  for (const place of places) {
    const verdict = await askPlace(ctx, place, () => place.prove(username, password, from));
    if (verdict.state === 'proved' || verdict.state === 'asks') return verdict;
    unreachable ||= verdict.state === 'unreachable';
  }
  return { state: unreachable ? 'unreachable' : 'wrong' };
}

/** What one place says when it is asked so. */
export async function askPlace(ctx: Context, place: PasswordWay, asked: () => Promise<PasswordVerdict>): Promise<Elsewhere> {
  try {
    const verdict = await asked();
    if (verdict === undefined) return { state: 'wrong' };
    return 'asks' in verdict ? { state: 'asks', asks: verdict.asks, place } : { state: 'proved', person: verdict, backend: place.backend };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    ctx.log.warn({ err: error, source: place.source }, 'a place that knows passwords did not answer');
    return { state: 'unreachable' };
  }
}

/** Whether a password that a place elsewhere knows is that of somebody who is here already: whom it vouches for has to be them. */
export async function askWhetherThem(
  ctx: Context,
  deps: LoginDeps,
  places: readonly PasswordWay[],
  user: Pick<LoginUser, 'id' | 'username'>,
  password: string,
): Promise<'right' | 'wrong' | 'unreachable'> {
  const answer = await askElsewhere(ctx, places, { username: user.username, password, keep: false }, ctx.origin.ip);
  // What it asks for besides has no place here: whoever is asked to confirm by password has no second factor of ours.
  if (answer.state === 'asks') return 'wrong';
  if (answer.state !== 'proved') return answer.state;
  const admission = await deps.ways.admit(answer.person);
  return 'userId' in admission && admission.userId === user.id ? 'right' : 'wrong';
}

/** Why a right password is not yet a login; undefined when it is. */
export function passwordDue(user: LoginUser, deps: LoginDeps, { password }: Pick<Credentials, 'password'>, now: Date): DueCode | undefined {
  if (passwordExpired(user, deps.settings, now)) return 'passwd_has_expired';
  if (user.superuser && password === 'admin') return 'passwd_too_simple';
  return user.need_update_password && user.source === 'local' ? 'passwd_need_update' : undefined;
}
