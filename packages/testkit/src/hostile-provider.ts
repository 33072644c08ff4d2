import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

/** A provider of OpenID Connect over real HTTP that says what a test wants it to say: what an honest one never would. */
export interface HostileProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What is said of the next browser; everything it leaves out is as it should be. */
  says: Saying;
  /** Requests of tokens, as they came. */
  asked: URLSearchParams[];
  /** How those came. */
  methods: string[];
  /** Makes the key that signs from now on another one. @param publish whether it is among the published keys */
  rotate(publish: boolean): Promise<void>;
  /** Its key as PEM. */
  publicKey(): Promise<string>;
  /** A token for logging out. */
  logoutToken(claims: JWTPayload, by?: Saying['sign']): Promise<string>;
  close(): Promise<void>;
}

export interface Saying {
  /** Over the claims of the identity token; null leaves one out. */
  claims?: Readonly<Record<string, unknown>>;
  /** Over what the user information says. */
  userinfo?: Readonly<Record<string, unknown>>;
  /** Parameters of the address that the browser is sent back to; null leaves one out. */
  back?: Readonly<Record<string, string | null>>;
  sign?: 'key' | 'secret' | 'public key as secret' | 'none' | 'tampered' | 'stranger';
  /** Nobody is told anything of it. */
  undescribed?: boolean;
}

const now = (): number => Math.floor(Date.now() / 1000);
const without = (claims: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null));

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  return { privateKey, publicKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

/** @param tls key and certificate as PEM, for one over HTTPS */
export async function startHostileProvider(tls?: { key: string; cert: string }): Promise<HostileProvider> {
  let key = await newKey();
  const published = [key.jwk];
  const codes = new Map<string, { nonce: string; challenge: string; says: Saying }>();
  const stranger = await newKey();

  async function signed(claims: JWTPayload, by: Saying['sign'] = 'key', type = 'JWT'): Promise<string> {
    if (by === 'none') return new UnsecuredJWT(claims).encode();
    const make = new SignJWT(claims);
    const shared = (text: string) => make.setProtectedHeader({ alg: 'HS256', typ: type }).sign(new TextEncoder().encode(text));
    if (by === 'secret') return shared(provider.clientSecret);
    if (by === 'public key as secret') return shared(JSON.stringify(key.jwk));
    const { privateKey, kid } = by === 'stranger' ? { ...stranger, kid: key.kid } : key;
    const token = await make.setProtectedHeader({ alg: 'RS256', kid, typ: type }).sign(privateKey);
    if (by !== 'tampered') return token;
    const [head, , tail] = token.split('.');
    return [head, Buffer.from(JSON.stringify({ ...claims, sub: 'admin', preferred_username: 'admin' })).toString('base64url'), tail].join(
      '.',
    );
  }

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const url = new URL(request.url ?? '/', issuer);
    const json = (body: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const ends = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
    const more = { userinfo_endpoint: `${issuer}/userinfo`, end_session_endpoint: `${issuer}/end` };
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return provider.says.undescribed ? json({}, 404) : json({ ...ends, ...more });
      case '/jwks':
        return json({ keys: published });
      case '/auth': {
        const code = randomUUID();
        const asked = url.searchParams;
        codes.set(code, { nonce: asked.get('nonce') ?? '', challenge: asked.get('code_challenge') ?? '', says: provider.says });
        const back = new URL(asked.get('redirect_uri') ?? '');
        const sent = without({ code, state: asked.get('state'), iss: issuer, ...provider.says.back });
        for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, String(value));
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const form = new URLSearchParams(request.method === 'GET' ? url.search : Buffer.concat(parts).toString());
        provider.asked.push(form);
        provider.methods.push(request.method ?? '');
        const found = codes.get(form.get('code') ?? '');
        const verifier = form.get('code_verifier');
        const challenge = verifier === null ? '' : createHash('sha256').update(verifier).digest('base64url');
        if (!found || found.challenge !== challenge) return json({ error: 'invalid_grant' }, 400);
        const claims = {
          iss: issuer,
          aud: provider.clientId,
          sub: 's-pat',
          iat: now(),
          exp: now() + 300,
          nonce: found.nonce,
          sid: 'there',
        };
        const person = { preferred_username: 'pat', name: 'Pat', email: 'pat@provider.example' };
        const token = await signed(without({ ...claims, ...person, ...found.says.claims }) as JWTPayload, found.says.sign);
        return json({ access_token: form.get('code'), token_type: 'Bearer', id_token: token });
      }
      case '/userinfo': {
        const found = codes.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
        if (!found) return json({ error: 'invalid_token' }, 401);
        const person = { sub: 's-pat', preferred_username: 'pat', name: 'Pat', email: 'pat@provider.example' };
        return json(without({ ...person, ...found.says.userinfo }));
      }
      default:
        return json({}, 404);
    }
  }

  const provider: HostileProvider = {
    issuer,
    clientId: 'postern',
    clientSecret: 'a secret of 32 characters or more',
    says: {},
    asked: [],
    methods: [],
    async rotate(publish) {
      key = await newKey();
      if (publish) published.splice(0, published.length, key.jwk);
    },
    publicKey: () => exportSPKI(key.publicKey),
    logoutToken: (claims, by) => signed(claims, by, 'logout+jwt'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}
