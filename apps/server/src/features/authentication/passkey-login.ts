import type { Context } from '@postern/resource';
import { knownDevice } from '../../platform/auth/known-devices.ts';
import { countTry, type Try, within } from '../../platform/auth/lockout.ts';
import { takeChallenge, WHOEVER } from './challenge.ts';
import { type LoginDeps, limitsOf } from './limits.ts';
import { provedLogin } from './login.service.ts';
import { failed, neverPauses, type Origin, type Outcome, refuse, refuseAddress, refusePaused } from './login-attempt.ts';
import { findById } from './login-user.ts';
import { passkeyNamed, type Site, signedBy } from './passkeys.ts';
import { type RefusalCode, refusal } from './refusals.ts';

/** As the login log says it. */
const BACKEND = 'Passkey';
/** Answers of nobody's key that one address has logged, and the minutes: nothing is guessed by them, and strangers must not fill the log. */
const STRANGERS = { count: 200, minutes: 60 };

/** Refuses what names nobody. */
async function refuseStranger(ctx: Context, origin: Origin, code: RefusalCode): Promise<Outcome> {
  if (await within(ctx.tx, 'refused-passkey', origin.ip, STRANGERS)) return refuse(ctx, origin, code, { username: '' });
  return { state: 'refused', answer: refusal(code, ctx.language) };
}

/** Whether somebody logs in by a thing of ours: people of other places only where the settings let them in by more than their own. */
const fromHere = (source: string, { settings }: LoginDeps): boolean => source === 'local' || !settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE');

/**
 * A key of a person in place of name and password (docs/decisions/0125). The device has asked for finger, face or code, so it shows both factors; from there the
 * login goes the way of all others.
 */
export async function passkeyLogin(
  ctx: Context,
  deps: LoginDeps,
  { credential, keep }: { credential: unknown; keep: boolean },
  origin: Origin,
  site: Site,
): Promise<Outcome> {
  const blocked = await refuseAddress(ctx, deps, '', origin);
  if (blocked) return blocked;
  const challenge = await takeChallenge(ctx, 'signin', WHOEVER);
  if (!deps.settings.get('AUTH_PASSKEY')) return refuseStranger(ctx, origin, 'passkey_off');
  const key = await passkeyNamed(ctx, site, credential);
  const user = key && (await findById(ctx, key.user_id));
  if (!key || !user) return refuseStranger(ctx, origin, 'passkey_failed');
  const { id: userId, username } = user;
  const who = { username, userId };
  // What others try by name and password is no guess at this key.
  const place = { ip: origin.ip, device: await knownDevice(ctx, username), spared: neverPauses(deps, origin) };
  const tried: Try = { kind: 'login', username, ...place, trusted: true };
  const paused = await refusePaused(ctx, deps, tried, origin);
  if (paused) return paused;
  const counted = await countTry(ctx.tx, tried, limitsOf(deps.settings));
  if (counted.over) return failed(ctx, deps, 'login', who, origin, counted);
  const signed = challenge ? await signedBy(ctx, site, key, challenge, credential, true) : 'wrong';
  if (signed === 'copied') return refuse(ctx, origin, 'passkey_copied', who);
  if (signed === 'wrong') return refuse(ctx, origin, 'passkey_failed', who);
  if (!fromHere(user.source, deps)) return refuse(ctx, origin, 'backend_not_match', who);
  return provedLogin(ctx, deps, user, { backend: BACKEND, keep, both: true, tried }, origin);
}
