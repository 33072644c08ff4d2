import { TOKEN_SIGNATURES } from '@postern/contract/settings-of-redirect-ways';
import { isRecord } from '@postern/contract/wire';
import type { FetchImplementation, JWTVerifyGetKey } from 'jose';
import type { Configuration, ServerMetadata } from 'openid-client';
import type { OutboundResponse } from '../../../platform/outbound/outbound.ts';
import { Unreachable } from '../../identities/index.ts';
import type { Instance } from '../providers.ts';
import type { SignOnDeps } from '../sign-on.ts';

/** The provider as the settings and its own description say it is. */
export interface Place {
  client: Configuration;
  about: ServerMetadata;
  clientId: string;
  /** The one signature that tokens may have. */
  algorithm: string;
  /** The key of a token. */
  key: JWTVerifyGetKey;
  /** The provider publishes a description of itself. */
  described: boolean;
}

/** A provider of OpenID Connect. */
export interface Openid extends Instance {
  /** `again` reads what the provider says of itself anew. */
  place: (again?: boolean) => Promise<Place>;
}

/** Bytes and milliseconds of one answer. */
const BOUNDS = { maxBytes: 512 * 1024, limit: 10_000, named: true } as const;
/** Milliseconds after which a description is read again. */
const FRESH = 600_000;
/** Keys are read again for one that is not known, yet not more often than this. */
const COOLDOWN = 5_000;

export const trimmed = (address: string): string => address.replace(/\/+$/, '');

/** The issuer as an administrator wrote it: a realm of Keycloak, or the address of the provider. */
export function issuerOf({ get }: SignOnDeps['settings']): string {
  if (!get('AUTH_OPENID_KEYCLOAK')) return get('AUTH_OPENID_PROVIDER_ENDPOINT');
  const [server, realm] = [trimmed(get('AUTH_OPENID_SERVER_URL')), get('AUTH_OPENID_REALM_NAME')];
  return server && realm ? `${server}/realms/${encodeURIComponent(realm)}` : '';
}

/** Addresses of a provider that publishes none: relative ones are below the provider's. */
function settledBy({ get }: SignOnDeps['settings']): ServerMetadata {
  const issuer = issuerOf({ get });
  const below = (address: string): string | undefined => (address ? URL.parse(address, `${trimmed(issuer)}/`)?.href : undefined);
  const at = (given: string, keycloak: string) => below(get('AUTH_OPENID_KEYCLOAK') ? `protocol/openid-connect/${keycloak}` : given);
  const found = {
    authorization_endpoint: at(get('AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT'), 'auth'),
    token_endpoint: at(get('AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT'), 'token'),
    jwks_uri: at(get('AUTH_OPENID_PROVIDER_JWKS_ENDPOINT'), 'certs'),
    userinfo_endpoint: at(get('AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT'), 'userinfo'),
    end_session_endpoint: at(get('AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT'), 'logout'),
  };
  return { issuer, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) } as ServerMetadata;
}

/** Fetch as libraries want it, through the guarded client. */
export const fetchBy =
  ({ outbound }: SignOnDeps, ca: string) =>
  async (
    url: string | URL,
    options: { method?: string; headers?: ConstructorParameters<typeof Headers>[0]; body?: unknown } = {},
  ): Promise<Response> => {
    const sent = options.body === undefined || options.body === null ? undefined : String(options.body);
    const answer = await outbound.fetch(String(url), {
      ...BOUNDS,
      method: options.method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(options.headers)),
      ...(sent === undefined ? {} : { body: sent }),
      ...(ca ? { ca } : {}),
    });
    return responseOf(answer);
  };

function responseOf({ status, headers, body }: OutboundResponse): Response {
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...rest } = headers;
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: rest });
}

/** What the provider says of itself; undefined when it says nothing, and then the settings speak. @throws Unreachable when it is somebody else's */
async function description(issuer: string, fetch: ReturnType<typeof fetchBy>): Promise<ServerMetadata | undefined> {
  const answer = await fetch(`${trimmed(issuer)}/.well-known/openid-configuration`);
  if (answer.status !== 200) return undefined;
  const about = await answer.json().catch(() => undefined);
  if (!isRecord(about) || typeof about.issuer !== 'string') return undefined;
  if (trimmed(about.issuer) !== trimmed(issuer)) throw new Unreachable('the description is that of another issuer');
  return about as unknown as ServerMetadata;
}

async function open(deps: SignOnDeps): Promise<Place> {
  const { settings } = deps;
  const [oidc, jose] = await Promise.all([import('openid-client'), import('jose')]);
  const fetch = fetchBy(deps, settings.get('AUTH_OPENID_CA'));
  const found = await description(issuerOf(settings), fetch);
  const about = found ?? settledBy(settings);
  if (!about.authorization_endpoint || !about.token_endpoint) throw new Unreachable('the provider describes itself nowhere');
  const [clientId, secret] = [settings.get('AUTH_OPENID_CLIENT_ID'), settings.get('AUTH_OPENID_CLIENT_SECRET')];
  const algorithm = settings.get('AUTH_OPENID_PROVIDER_SIGNATURE_ALG');
  const auth = settings.get('AUTH_OPENID_CLIENT_AUTH_METHOD') === 'client_secret_post' ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
  const client = new oidc.Configuration(about, clientId, { id_token_signed_response_alg: algorithm }, secret ? auth(secret) : oidc.None());
  client[oidc.customFetch] = fetch as (typeof client)[typeof oidc.customFetch] & object;
  // Whether an address may be without TLS is for the guarded client to say.
  oidc.allowInsecureRequests(client);
  return {
    client,
    about,
    clientId,
    algorithm,
    described: found !== undefined,
    key: await keyOf(jose, about, { fetch, algorithm, secret, settings }),
  };
}

async function keyOf(
  jose: typeof import('jose'),
  about: ServerMetadata,
  given: { fetch: ReturnType<typeof fetchBy>; algorithm: string; secret: string; settings: SignOnDeps['settings'] },
): Promise<JWTVerifyGetKey> {
  const { fetch, algorithm, secret, settings } = given;
  if (algorithm === TOKEN_SIGNATURES.at(-1)) {
    if (!secret) throw new Unreachable('tokens are signed with a secret that is not there');
    const shared = new TextEncoder().encode(secret);
    return async () => shared;
  }
  const pem = settings.get('AUTH_OPENID_PROVIDER_SIGNATURE_KEY');
  if (pem) {
    const key = await jose.importSPKI(pem, algorithm);
    return async () => key;
  }
  if (!about.jwks_uri) throw new Unreachable('the provider publishes no keys');
  return jose.createRemoteJWKSet(new URL(about.jwks_uri), {
    cooldownDuration: COOLDOWN,
    cacheMaxAge: FRESH,
    [jose.customFetch]: fetch as FetchImplementation,
  });
}

const KEYS = [
  'AUTH_OPENID_KEYCLOAK',
  'AUTH_OPENID_SERVER_URL',
  'AUTH_OPENID_REALM_NAME',
  'AUTH_OPENID_PROVIDER_ENDPOINT',
  'AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT',
  'AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT',
  'AUTH_OPENID_PROVIDER_JWKS_ENDPOINT',
  'AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT',
  'AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT',
  'AUTH_OPENID_PROVIDER_SIGNATURE_ALG',
  'AUTH_OPENID_PROVIDER_SIGNATURE_KEY',
  'AUTH_OPENID_CA',
  'AUTH_OPENID_CLIENT_ID',
  'AUTH_OPENID_CLIENT_SECRET',
  'AUTH_OPENID_CLIENT_AUTH_METHOD',
] as const;

/** Opens the provider of the settings; one that was opened is kept for ten minutes, until a setting of it changes. `again` opens it anew. */
export function openidPlaces(deps: SignOnDeps): (again?: boolean) => Promise<Place> {
  let kept: { key: string; at: number; place: Promise<Place> } | undefined;
  return (again = false) => {
    const key = JSON.stringify(KEYS.map((name) => deps.settings.get(name)));
    const now = Date.now();
    if (again || !kept || kept.key !== key || now - kept.at > FRESH) {
      const made = { key, at: now, place: open(deps) };
      kept = made;
      made.place.catch(() => {
        if (kept === made) kept = undefined;
      });
    }
    return kept.place;
  };
}
