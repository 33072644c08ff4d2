import type { Context } from '@postern/resource';
import { attributesFrom } from '../../identities/index.ts';
import { attributesOf, backTo, NotProved, type Proof, type SignOnDeps, TooWeak, tripOf } from '../sign-on.ts';
import { beginTrip, type Trip } from '../trips.ts';
import { issuerOf, type Place, trimmed } from './place.ts';
import { claimsOf } from './tokens.ts';

export const KIND = 'openid';
export const BACKEND = 'OpenID Connect';
/** Characters of an identity token that is kept for logging out; the provider asks people where there is none. */
const MAX_HINT = 6_000;

/** One provider is one place: people of a former one are none of this. */
export const providerOf = (issuer: string): string => `openid ${issuer}`;
/** Whether links of that place are to people of the issuer of the settings, whatever it says of itself: a slash at the end is all that may differ. */
export function isIssuer(settings: SignOnDeps['settings'], place: string): boolean {
  const issuer = issuerOf(settings);
  return issuer !== '' && trimmed(place) === trimmed(providerOf(issuer));
}

const siteOf = ({ get }: SignOnDeps['settings']): string => get('BASE_SITE_URL') || get('SITE_URL');
export const callbackOf = (deps: SignOnDeps): string => backTo(siteOf(deps.settings), KIND, deps);

/** Names with blanks or commas between. */
export const valuesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

/** Characters of what is kept of how somebody was proved: it goes into the log. */
const MAX_HOW = 256;

/**
 * How the provider says that it proved somebody (`acr`, `amr` of the signed token, and of nothing else), and whether that counts as a second factor.
 * @throws TooWeak when a class is required and this is none of those
 */
function shownBy(
  { get }: SignOnDeps['settings'],
  { acr, amr }: Readonly<Record<string, unknown>>,
): { factor: boolean; how: Record<string, string> } {
  const level = typeof acr === 'string' ? acr : '';
  const methods = Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [];
  if (get('AUTH_OPENID_ACR_REQUIRED') && !valuesOf(get('AUTH_OPENID_ACR_VALUES')).includes(level))
    throw new TooWeak('the token does not say a class that is required');
  const counts = valuesOf(get('AUTH_OPENID_MFA_VALUES'));
  const how = { acr: level.slice(0, MAX_HOW), amr: methods.join(' ').slice(0, MAX_HOW) };
  return {
    factor: [level, ...methods].some((one) => counts.includes(one)),
    how: Object.fromEntries(Object.entries(how).filter(([, text]) => text !== '')),
  };
}

/** The address that asks the provider who sits there: with a state and a nonce, and PKCE. */
export async function authorizationOf(ctx: Context, deps: SignOnDeps, place: Place, next: string): Promise<string> {
  const { settings } = deps;
  const oidc = await import('openid-client');
  const verifier = settings.get('AUTH_OPENID_PKCE') ? oidc.randomPKCECodeVerifier() : '';
  const acr = valuesOf(settings.get('AUTH_OPENID_ACR_VALUES'));
  const kept = { nonce: oidc.randomNonce(), issuer: place.about.issuer, ...(verifier ? { verifier } : {}) };
  const { state } = await beginTrip(ctx, tripOf(KIND, deps), next, kept);
  return oidc.buildAuthorizationUrl(place.client, {
    redirect_uri: callbackOf(deps),
    scope: settings.get('AUTH_OPENID_SCOPES') || 'openid',
    state,
    nonce: kept.nonce,
    ...(acr.length > 0 ? { acr_values: acr.join(' ') } : {}),
    ...(verifier ? { code_challenge: await oidc.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' } : {}),
  }).href;
}

/**
 * Who a provider says came back, once everything it said holds: the answer belongs to this trip and this provider (RFC 9207), the token is signed,
 * ours, fresh and fits the nonce, and the user information is of the same person.
 * @throws Error when something does not hold
 */
export async function personOf(deps: SignOnDeps, place: Place, trip: Trip, answer: Readonly<Record<string, string>>): Promise<Proof> {
  const { settings } = deps;
  const oidc = await import('openid-client');
  const { about, client } = place;
  const { nonce = '', verifier, issuer = '' } = trip.kept;
  if (issuer !== about.issuer) throw new NotProved('the provider was changed on the way');
  const came = new URL(callbackOf(deps));
  for (const [name, value] of Object.entries(answer)) if (value !== '') came.searchParams.set(name, value);
  const checks = {
    expectedState: trip.state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(verifier ? { pkceCodeVerifier: verifier } : {}),
  };
  const tokens = await oidc.authorizationCodeGrant(client, came, checks);
  const token = tokens.id_token ?? '';
  const told = await claimsOf(place, token, settings.get('AUTH_OPENID_ID_TOKEN_MAX_AGE'));
  const subject = told.sub;
  if (typeof subject !== 'string' || subject === '') throw new NotProved('the token names nobody');
  const { factor, how } = shownBy(settings, told);
  const asked = about.userinfo_endpoint ? await oidc.fetchUserInfo(client, tokens.access_token, subject) : {};
  const claims: Record<string, unknown> = { ...(settings.get('AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS') ? told : {}), ...asked };
  const map = settings.get('AUTH_OPENID_USER_ATTR_MAP');
  // Whoever may write any mail address into their profile must not choose a username by it.
  // The word of whoever told the address.
  const teller: Record<string, unknown> = 'email' in asked ? asked : told;
  if (map.username === 'email' && teller.email_verified !== true)
    throw new NotProved('the username is a mail address that nobody has verified');
  // Rules must not be met by an address that anybody could have written.
  const { email, ...others } = { ...told, ...asked } as Record<string, unknown>;
  const attributes = attributesFrom(teller.email_verified === true ? { ...others, email } : others);
  const provider = providerOf(about.issuer);
  const update = settings.get('AUTH_OPENID_ALWAYS_UPDATE_USER');
  return {
    person: { provider, source: 'openid', subject, update, ...attributesOf(claims, map), attributes },
    factor,
    facts: {
      ...how,
      ...(typeof told.sid === 'string' ? { sid: told.sid } : {}),
      ...(about.end_session_endpoint ? { end: about.end_session_endpoint } : {}),
      ...(token.length <= MAX_HINT ? { hint: token } : {}),
    },
  };
}

/** Where the provider logs browsers out, and sends them back from; undefined where that is not wanted. */
export function logoutOf(deps: SignOnDeps, { end, hint }: Readonly<Record<string, string>>): string | undefined {
  const { settings } = deps;
  const url = settings.get('AUTH_OPENID_SHARE_SESSION') && end ? URL.parse(end) : null;
  if (!url) return undefined;
  url.searchParams.set('client_id', settings.get('AUTH_OPENID_CLIENT_ID'));
  url.searchParams.set('post_logout_redirect_uri', callbackOf(deps).replace(/callback\/$/, 'logout/'));
  if (hint) url.searchParams.set('id_token_hint', hint);
  return url.href;
}
