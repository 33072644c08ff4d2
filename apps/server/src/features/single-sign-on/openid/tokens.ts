import { isRecord } from '@postern/contract/wire';
import type { Context } from '@postern/resource';
import type { JWTPayload } from 'jose';
import { NotProved } from '../sign-on.ts';
import { once } from '../trips.ts';
import type { Place } from './place.ts';

/** Seconds that clocks may differ. */
const SKEW = 30;
/** Seconds after which a logout token is too old. */
const LOGOUT_AGE = 120;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Claims of a token whose signature, issuer, audience and age are right.
 * @param age seconds since it was issued that it is good for
 * @throws Error of `jose`
 */
export async function claimsOf({ about, algorithm, clientId, key }: Place, token: string, age: number): Promise<JWTPayload> {
  const { jwtVerify } = await import('jose');
  const { payload } = await jwtVerify(token, key, {
    algorithms: [algorithm],
    issuer: about.issuer,
    audience: clientId,
    maxTokenAge: age,
    clockTolerance: SKEW,
    requiredClaims: ['iat'],
  });
  return payload;
}

/**
 * Whose sessions a provider says are over (OpenID Connect Back-Channel Logout 1.0, section 2.6): facts that their logins have kept.
 * @throws Error when the token is none, or came before
 */
export async function loggedOut(ctx: Context, place: Place, token: string): Promise<{ sid?: string; subject?: string }> {
  const { sid, sub, jti, events, nonce } = await claimsOf(place, token, LOGOUT_AGE);
  if (nonce !== undefined) throw new NotProved('an identity token is no logout token');
  if (!isRecord(events) || !isRecord(events[LOGOUT_EVENT])) throw new NotProved('the token tells of no logout');
  if (typeof jti !== 'string' || jti === '') throw new NotProved('the logout token has no name');
  if (typeof sid !== 'string' && typeof sub !== 'string') throw new NotProved('the logout token names nobody');
  const until = ctx.clock().getTime() + (LOGOUT_AGE + 2 * SKEW) * 1000;
  if (!(await once(ctx, `openid logout ${place.about.issuer} ${jti}`, until))) throw new NotProved('the logout token came before');
  return { ...(typeof sid === 'string' ? { sid } : {}), ...(typeof sub === 'string' ? { subject: sub } : {}) };
}
