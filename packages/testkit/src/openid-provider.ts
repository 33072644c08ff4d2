import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider';

/** A real provider of OpenID Connect, which anybody logs in to by writing a name. */
export interface OpenidProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What it says of people besides their name. */
  people: Map<string, Record<string, unknown>>;
  /** How it says that it proved them. */
  shown: Map<string, { acr?: string; amr?: string[] }>;
  /** Addresses that asked who sits there. */
  asked: URLSearchParams[];
  close(): Promise<void>;
}

const PAGE = (uid: string): string =>
  `<!doctype html><title>Sign in</title><form method="post" action="/interaction/${uid}"><label>Name <input name="login" autofocus></label> <button>Sign in</button></form>`;

/**
 * @param site address of the product under test; it may come later than the provider
 * @param name what the product calls this provider in its addresses; empty for the one of its settings
 * @param way by what the product signs in there; as a provider of OAuth 2.0 it takes the secret of the product in the body
 */
export async function startOpenidProvider(site: string, name = '', way: 'openid' | 'oauth2' = 'openid'): Promise<OpenidProvider> {
  const people: OpenidProvider['people'] = new Map();
  const shown: OpenidProvider['shown'] = new Map();
  const asked: OpenidProvider['asked'] = [];
  const [clientId, clientSecret] = ['postern', 'a secret of the tests & of nobody else'];
  const { server, issuer } = await reserved();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'first', use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    ...configuration({ way, pages: `${site}/core/auth/${way}/${name && `${name}/`}`, clientId, clientSecret, people }),
    jwks: { keys: [jwk] },
    adapter: memory(),
  });
  // Products under test are on loopback, without TLS.
  provider.proxy = true;
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/auth') asked.push(url.searchParams);
    if (uid === undefined) return handle(request, response);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const login = new URLSearchParams(Buffer.concat(parts).toString()).get('login');
    if (!login) return response.setHeader('content-type', 'text/html').end(PAGE(uid));
    return provider.interactionFinished(request, response, { login: { accountId: login, ...shown.get(login) } });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    shown,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Keeps everything as long as the provider lives: tests are over before anything would lapse. */
function memory(): (name: string) => Adapter {
  const rows = new Map<string, AdapterPayload>();
  return (name) => {
    const at = (id: string): string => `${name} ${id}`;
    const where = async (test: (row: AdapterPayload) => boolean) =>
      [...rows.entries()].find(([key, row]) => key.startsWith(`${name} `) && test(row))?.[1];
    return {
      upsert: async (id, payload) => void rows.set(at(id), payload),
      find: async (id) => rows.get(at(id)),
      findByUid: (uid) => where((row) => row.uid === uid),
      findByUserCode: (code) => where((row) => row.userCode === code),
      destroy: async (id) => void rows.delete(at(id)),
      consume: async (id) => void rows.set(at(id), { ...rows.get(at(id)), consumed: Math.floor(Date.now() / 1000) }),
      revokeByGrantId: async (grant) => {
        for (const [key, row] of rows) if (row.grantId === grant) rows.delete(key);
      },
    };
  };
}

async function reserved(): Promise<{ server: Server; issuer: string }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function configuration(given: {
  way: 'openid' | 'oauth2';
  pages: string;
  people: OpenidProvider['people'];
  clientId: string;
  clientSecret: string;
}): Configuration {
  const { way, pages, people, clientId, clientSecret } = given;
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: way === 'openid' ? 'client_secret_basic' : 'client_secret_post',
        redirect_uris: [`${pages}callback/`],
        post_logout_redirect_uris: [`${pages}logout/`],
        backchannel_logout_uri: `${pages}backchannel/`,
        backchannel_logout_session_required: true,
      },
    ],
    acrValues: ['urn:example:password', 'urn:example:mfa'],
    claims: { openid: ['sub', 'acr', 'amr'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = `${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`;
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = 'Signed out';
        },
      },
    },
    pkce: { required: () => true },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((kind) => [kind, 3_600]),
    ),
    // Its own client reaches no loopback, where the product under test is.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    cookies: { keys: ['cookies of the tests'] },
    // Everything that is asked for is granted: there is nobody to ask.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session?.accountId as string,
        clientId: ctx.oidc.client?.clientId as string,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        preferred_username: sub,
        name: sub,
        email: `${sub}@provider.example`,
        email_verified: true,
        ...people.get(sub),
      }),
    }),
  };
}
