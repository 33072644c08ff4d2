import { createHash } from 'node:crypto';
import { isRecord } from '@postern/contract/wire';
import type { Context } from '@postern/resource';
import { randomToken } from '../../../platform/auth/random.ts';
import { attributesFrom, Unreachable } from '../../identities/index.ts';
import { attributesOf, backTo, NotProved, type Proof, type SignOnDeps, tripOf } from '../sign-on.ts';
import { beginTrip, type Trip } from '../trips.ts';

/** Any provider of OAuth 2.0 that tells of a person for a token; there is no signature to check, so what counts is whom we asked. */

export const KIND = 'oauth2';
export const BACKEND = 'OAuth2';
const BOUNDS = { maxBytes: 256 * 1024, limit: 10_000, named: true } as const;

export const callbackOf = (deps: SignOnDeps): string => backTo(deps.settings.get('SITE_URL'), KIND, deps);

/** The address that asks the provider who sits there, with a state and PKCE: a provider that knows no PKCE does not look at it. */
export async function authorizationOf(ctx: Context, deps: SignOnDeps, next: string): Promise<string> {
  const { settings } = deps;
  const verifier = randomToken();
  const { state } = await beginTrip(ctx, tripOf(KIND, deps), next, { verifier });
  const url = new URL(settings.get('AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT'));
  const scope = settings.get('AUTH_OAUTH2_SCOPE');
  const asked = {
    response_type: 'code',
    client_id: settings.get('AUTH_OAUTH2_CLIENT_ID'),
    redirect_uri: callbackOf(deps),
    ...(scope ? { scope } : {}),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  return url.href;
}

/** An object that a provider answered: JSON, or a form as old ones send. */
function answered({
  status,
  headers,
  body,
}: {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}): Record<string, unknown> {
  if (status < 200 || status > 299) throw new NotProved(`the provider answered ${status}`);
  if (/x-www-form-urlencoded/i.test(headers['content-type'] ?? '')) return Object.fromEntries(new URLSearchParams(body));
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    throw new NotProved('the provider answered no JSON');
  }
  if (!isRecord(read)) throw new NotProved('the provider answered no object');
  return read;
}

async function accessToken(deps: SignOnDeps, code: string, verifier: string): Promise<string> {
  const { settings, outbound } = deps;
  const sent = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackOf(deps),
    client_id: settings.get('AUTH_OAUTH2_CLIENT_ID'),
    client_secret: settings.get('AUTH_OAUTH2_CLIENT_SECRET'),
    code_verifier: verifier,
  });
  const url = new URL(settings.get('AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT'));
  const inAddress = settings.get('AUTH_OAUTH2_ACCESS_TOKEN_METHOD') === 'GET';
  if (inAddress) for (const [name, value] of sent) url.searchParams.set(name, value);
  const told = answered(
    await outbound.fetch(url.href, {
      ...BOUNDS,
      ...(inAddress ? {} : { method: 'POST' as const, body: sent.toString() }),
      headers: { accept: 'application/json', ...(inAddress ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
    }),
  );
  if (typeof told.access_token !== 'string' || told.access_token === '') throw new NotProved('the provider gave no token');
  return told.access_token;
}

/** What links to people of the provider are kept under; undefined while it is not set up. */
export function placeOf({ get }: SignOnDeps['settings']): string | undefined {
  const origin = URL.parse(get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT'))?.origin;
  return origin && `${KIND} ${origin}`;
}

/** What providers call people by and never give again; a username is taken only where there is nothing else. */
const LASTING = ['sub', 'id', 'uid', 'user_id', 'userid'];

/** @throws Error when the provider vouches for nobody */
export async function personOf(deps: SignOnDeps, trip: Trip, { code = '', error = '' }: Readonly<Record<string, string>>): Promise<Proof> {
  const { settings, outbound } = deps;
  if (error !== '' || code === '') throw new NotProved('the provider sent no code');
  const token = await accessToken(deps, code, trip.kept.verifier ?? '');
  const endpoint = settings.get('AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT');
  const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
  const answer = answered(await outbound.fetch(endpoint, { ...BOUNDS, headers }));
  // Some wrap it once.
  const about = isRecord(answer.data) && answer.data !== null ? answer.data : answer;
  // Whoever may write any mail address into their profile must not choose a username by it.
  if (settings.get('AUTH_OAUTH2_USER_ATTR_MAP').username === 'email' && about.email_verified === false)
    throw new NotProved('the username is a mail address that nobody has verified');
  const person = attributesOf(about, settings.get('AUTH_OAUTH2_USER_ATTR_MAP'));
  const lasting = LASTING.map((name) => about[name]).find(
    (value) => (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  const update = settings.get('AUTH_OAUTH2_ALWAYS_UPDATE_USER');
  const provider = placeOf(settings);
  if (!provider) throw new Unreachable('the address of the user information is none');
  const attributes = attributesFrom(about);
  return { person: { provider, source: 'oauth2', subject: String(lasting ?? person.username), update, ...person, attributes } };
}

/** Where the provider logs browsers out; undefined where that is not wanted. */
export function logoutOf(deps: SignOnDeps): string | undefined {
  const { settings } = deps;
  const end = settings.get('AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT');
  const url = settings.get('AUTH_OAUTH2_LOGOUT_COMPLETELY') && end ? URL.parse(end) : null;
  if (!url) return undefined;
  url.searchParams.set('client_id', settings.get('AUTH_OAUTH2_CLIENT_ID'));
  url.searchParams.set('post_logout_redirect_uri', callbackOf(deps).replace(/callback\/$/, 'logout/'));
  return url.href;
}
