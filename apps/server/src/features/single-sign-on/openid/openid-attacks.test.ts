import { ORG, ROLE } from '@postern/contract/ids';
import { forThisFile } from '@postern/testkit/for-this-file';
import { type Saying, startHostileProvider } from '@postern/testkit/hostile-provider';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile, startTestServer } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// A provider, a browser or somebody in between that lies: each is refused with a code and a row of the login log, and nobody is in.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const provider = forThisFile(startHostileProvider, (it) => it.close());

const { profile, refused, set, told } = signOnOf(() => server, 'OpenID Connect');
const NAMES = { name: 'name', username: 'preferred_username', email: 'email' };
beforeEach(async () => {
  provider.says = {};
  await set({
    SITE_URL: server.url,
    AUTH_OPENID: true,
    AUTH_OPENID_CLIENT_ID: provider.clientId,
    AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
    AUTH_OPENID_KEYCLOAK: false,
    AUTH_OPENID_SERVER_URL: '',
    AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
    AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: '',
    AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: '',
    AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: '',
    AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: '',
    AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: '',
    AUTH_OPENID_PROVIDER_SIGNATURE_ALG: 'RS256',
    AUTH_OPENID_PROVIDER_SIGNATURE_KEY: '',
    AUTH_OPENID_CLIENT_AUTH_METHOD: 'client_secret_basic',
    AUTH_OPENID_PKCE: true,
    AUTH_OPENID_SCOPES: 'openid profile email',
    AUTH_OPENID_ID_TOKEN_MAX_AGE: 60,
    AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: true,
    AUTH_OPENID_USER_ATTR_MAP: NAMES,
  });
});

const START = '/core/auth/openid/login/';
const isCallback = (url: URL): boolean => url.pathname === '/core/auth/openid/callback/';
const signIn = (walker: Walker, next = '') => walker.go(`${server.url}${START}${next}`);

test('an honest answer gets in: what is refused below is refused for what it says', async () => {
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body).toMatchObject({ username: 'pat', source: { value: 'openid' } });
});

const minutesAgo = (minutes: number): number => Math.floor(Date.now() / 1000) - minutes * 60;
test.each<[string, () => Saying]>([
  ['for another client', () => ({ claims: { aud: 'somebody else' } })],
  ['for several clients, given to another', () => ({ claims: { aud: ['postern', 'other'], azp: 'other' } })],
  ['of another issuer', () => ({ claims: { iss: 'https://other.example' } })],
  ['that has expired', () => ({ claims: { iat: minutesAgo(20), exp: minutesAgo(10) } })],
  ['that is too old', () => ({ claims: { iat: minutesAgo(20) } })],
  ['without a moment', () => ({ claims: { iat: null } })],
  ['without an end', () => ({ claims: { exp: null } })],
  ['of the future', () => ({ claims: { iat: minutesAgo(-20) } })],
  ['with another nonce', () => ({ claims: { nonce: 'another' } })],
  ['without a nonce', () => ({ claims: { nonce: null } })],
  ['that names nobody', () => ({ claims: { sub: '' } })],
  ['without a signature', () => ({ sign: 'none' })],
  ['that was written over', () => ({ sign: 'tampered' })],
  ['signed by a stranger under a known key’s name', () => ({ sign: 'stranger' })],
  ['signed with the public key as a secret', () => ({ sign: 'public key as secret' })],
  ['signed with the client secret, where that is not set so', () => ({ sign: 'secret' })],
])('an identity token %s', async (_what, says) => {
  provider.says = says();
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
});

test('user information of somebody else', async () => {
  provider.says = { userinfo: { sub: 's-admin', preferred_username: 'admin' } };
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
});

test.each<[string, Saying]>([
  ['another provider answers (RFC 9207)', { back: { iss: 'https://other.example' } }],
  ['an error comes in place of a code', { back: { code: null, error: 'access_denied' } }],
  ['no code comes', { back: { code: null } }],
])('%s', async (_what, says) => {
  provider.says = says;
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
});

test('an answer works once: neither its code nor its state come again', async () => {
  const walker = createWalker();
  const back = await walker.until(`${server.url}${START}`, isCallback);
  const [one, other] = await Promise.all([walker.go(back.href), walker.go(back.href)]);
  expect([one, other].filter(({ url }) => url.search === '?go=on')).toHaveLength(1);
  const again = createWalker();
  await refused(again, () => again.go(back.href));
});

test('an answer opens no other browser than the one that asked, and leaves that one its own', async () => {
  const [mine, victim] = [createWalker(), createWalker()];
  const back = await mine.until(`${server.url}${START}`, isCallback);
  await victim.until(`${server.url}${START}`, isCallback);
  await refused(victim, () => victim.go(back.href));
  const bare = createWalker();
  await refused(bare, () => bare.go(back.href));
  await mine.go(back.href);
  expect((await profile(mine)).body.username).toBe('pat');
});

test('a state that was made up', async () => {
  const walker = createWalker();
  const back = await walker.until(`${server.url}${START}`, isCallback);
  back.searchParams.set('state', 'made up');
  await refused(walker, () => walker.go(back.href));
});

test('a provider that was changed while somebody was on the way', async () => {
  const walker = createWalker();
  const back = await walker.until(`${server.url}${START}`, isCallback);
  const other = await startHostileProvider();
  await set({ AUTH_OPENID_PROVIDER_ENDPOINT: other.issuer });
  await refused(walker, () => walker.go(back.href));
  await other.close();
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/%2f%2fevil.example', '/%09/evil.example'])(
  'the page to go to afterwards is one of ours: %s',
  async (next) => {
    const walker = createWalker();
    const page = await walker.until(
      `${server.url}${START}?next=${encodeURIComponent(next)}`,
      (url) => url.pathname === '/' || !url.href.startsWith('http://127.0.0.1'),
    );
    expect(page.href).toBe(`${server.url}/`);
    await walker.go(`${server.url}/core/auth/openid/logout/?next=${encodeURIComponent(next)}`).catch(() => undefined);
  },
);

test('the way out leads to the provider that was asked, back to us, and nowhere that an address names', async () => {
  const walker = createWalker();
  await signIn(walker);
  const out = await walker.until(
    `${server.url}/core/auth/openid/logout/?next=https://evil.example/`,
    (url) => url.origin === provider.issuer,
  );
  expect([out.pathname, out.searchParams.get('post_logout_redirect_uri')]).toEqual(['/end', `${server.url}/core/auth/openid/logout/`]);
  expect(out.href).not.toContain('evil');
  const nobody = await createWalker().go(`${server.url}/core/auth/openid/logout/?next=//evil.example`);
  expect(nobody.url.href).toBe(`${server.url}/core/auth/login/`);
});

test('a username that is a mail address is taken only when the provider has verified it', async () => {
  await set({ AUTH_OPENID_USER_ATTR_MAP: { username: 'email', name: 'name', email: 'email' } });
  provider.says = { claims: { sub: 's-mail', email: 'boss@corp.example' }, userinfo: { sub: 's-mail', email: 'boss@corp.example' } };
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
  provider.says = { ...provider.says, userinfo: { sub: 's-mail', email: 'boss@corp.example', email_verified: true } };
  const verified = createWalker();
  await signIn(verified);
  expect((await profile(verified)).body.username).toBe('boss@corp.example');
});

test('the administrator is nobody whom a provider can name', async () => {
  const admin = { sub: 's-evil', preferred_username: 'admin' };
  provider.says = { claims: admin, userinfo: admin };
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).status).toBe(401);
  expect(await told(walker)).toBe('external_taken');
});

test('the secret signs tokens only where the settings say so', async () => {
  await set({ AUTH_OPENID_PROVIDER_SIGNATURE_ALG: 'HS256' });
  provider.says = { sign: 'secret' };
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe('pat');
  provider.says = {};
  const other = createWalker();
  await refused(other, () => signIn(other));
});

test('a new key is read when the first token of it comes; one that is not published is none', async () => {
  await signIn(createWalker());
  await provider.rotate(false);
  const walker = createWalker();
  await refused(walker, () => signIn(walker));
  await provider.rotate(true);
  // Another client is another provider to us: its keys are read at once, which they would else be after some seconds.
  await set({ AUTH_OPENID_SCOPES: 'openid', AUTH_OPENID_PROVIDER_SIGNATURE_KEY: '', AUTH_OPENID_CLIENT_AUTH_METHOD: 'client_secret_post' });
  const again = createWalker();
  const away = await again.until(`${server.url}${START}`, (url) => url.origin === provider.issuer);
  expect(away.searchParams.get('scope')).toBe('openid');
  await again.go(away.href);
  expect((await profile(again)).body.username).toBe('pat');
});

test('the secret is shown in a header, or in the body', async () => {
  await signIn(createWalker());
  expect(provider.asked.at(-1)?.has('client_secret')).toBe(false);
  await set({ AUTH_OPENID_CLIENT_AUTH_METHOD: 'client_secret_post' });
  await signIn(createWalker());
  expect(provider.asked.at(-1)?.get('client_secret')).toBe(provider.clientSecret);
});

test('a key of the settings takes the place of the published ones', async () => {
  await set({ AUTH_OPENID_PROVIDER_SIGNATURE_KEY: await provider.publicKey() });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe('pat');
  const stranger = await startHostileProvider();
  await set({ AUTH_OPENID_PROVIDER_SIGNATURE_KEY: await stranger.publicKey() });
  await stranger.close();
  const other = createWalker();
  await refused(other, () => signIn(other));
});

test('PKCE goes along, unless it is switched off', async () => {
  const away = async () => (await createWalker().until(`${server.url}${START}`, (url) => url.origin === provider.issuer)).searchParams;
  const on = await away();
  expect([on.get('code_challenge_method'), on.get('code_challenge')?.length]).toEqual(['S256', 43]);
  await set({ AUTH_OPENID_PKCE: false });
  const off = await away();
  expect([off.has('code_challenge'), off.has('state'), off.has('nonce')]).toEqual([false, true, true]);
});

test('a provider that describes itself nowhere has the addresses of the settings, below its own; Keycloak has them by its realm', async () => {
  provider.says = { undescribed: true };
  await set({
    AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT: 'auth',
    AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT: 'token',
    AUTH_OPENID_PROVIDER_JWKS_ENDPOINT: `${provider.issuer}/jwks`,
    AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT: 'userinfo',
    AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT: 'end',
  });
  const walker = createWalker();
  await signIn(walker);
  expect((await profile(walker)).body.username).toBe('pat');
  const out = await walker.until(`${server.url}/core/auth/logout/`, (url) => url.origin === provider.issuer);
  expect(out.pathname).toBe('/end');
  await set({ AUTH_OPENID_KEYCLOAK: true, AUTH_OPENID_SERVER_URL: `${provider.issuer}/kc/`, AUTH_OPENID_REALM_NAME: 'staff' });
  const away = await createWalker().until(`${server.url}${START}`, (url) => url.origin === provider.issuer);
  expect(away.pathname).toBe('/kc/realms/staff/protocol/openid-connect/auth');
});

test('a provider with a certificate of its own is believed where its authority stands in the settings, and else not', async () => {
  const certificate = ownCertificate();
  const own = await startHostileProvider(certificate);
  await set({ AUTH_OPENID_PROVIDER_ENDPOINT: own.issuer });
  const walker = createWalker();
  await refused(walker, () => signIn(walker), 'external_unreachable');
  await set({ AUTH_OPENID_CA: certificate.cert });
  const away = await createWalker().until(`${server.url}${START}`, (url) => url.origin === own.issuer);
  expect(away.pathname).toBe('/auth');
  await set({ AUTH_OPENID_CA: '' });
  await own.close();
});

test('where the identity token does not count, the user information alone says who it is', async () => {
  const person = { sub: 's-two', preferred_username: null, name: null, email: null };
  provider.says = { claims: { sub: 's-two', preferred_username: 'two', email: 'two@corp.example' }, userinfo: person };
  await set({ AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: false });
  const walker = createWalker();
  await signIn(walker);
  expect(await told(walker)).toBe('external_unknown');
  await set({ AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS: true });
  const other = createWalker();
  await signIn(other);
  expect((await profile(other)).body.username).toBe('two');
});

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
let names = 0;
const logout = (claims: Record<string, unknown>, by?: Saying['sign']) => {
  names += 1;
  const now = Math.floor(Date.now() / 1000);
  const whole = { iss: provider.issuer, aud: provider.clientId, iat: now, exp: now + 60, jti: `j${names}`, events: EVENT, ...claims };
  return provider.logoutToken(Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== null)), by);
};
const send = (token: string) => server.anyone.post('/core/auth/openid/backchannel/', new URLSearchParams({ logout_token: token }));

test.each<[string, Record<string, unknown>, Saying['sign']?]>([
  ['without a signature', {}, 'none'],
  ['of a stranger', {}, 'stranger'],
  ['that was written over', {}, 'tampered'],
  ['for another client', { aud: 'other' }],
  ['of another issuer', { iss: 'https://other.example' }],
  ['that is too old', { iat: minutesAgo(10) }],
  ['that is an identity token', { nonce: 'n' }],
  ['that tells of no logout', { events: null }],
  ['without a name of its own', { jti: null }],
  ['that names nobody', { sub: null, sid: null }],
])('a logout token %s ends nothing', async (_what, claims, by) => {
  const walker = createWalker();
  await signIn(walker);
  const answer = await send(await logout({ sub: 's-pat', sid: 'there', ...claims }, by));
  expect([answer.status, answer.body]).toEqual([400, { error: 'invalid_request' }]);
  expect((await profile(walker)).status).toBe(200);
});

test('a logout token ends the sessions it names, by person or by session, once', async () => {
  const walker = createWalker();
  await signIn(walker);
  const token = await logout({ sub: 's-pat' });
  const elsewhere = await send(await logout({ sub: 's-pat', sid: 'another session' }));
  expect([elsewhere.status, (await profile(walker)).status]).toEqual([200, 200]);
  const answer = await send(token);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect((await profile(walker)).status).toBe(401);
  const again = createWalker();
  await signIn(again);
  expect((await send(token)).status).toBe(400);
  expect((await profile(again)).status).toBe(200);
  expect((await send(await logout({ sid: 'there' }))).status).toBe(200);
  expect((await profile(again)).status).toBe(401);
});

test('a login that waits for our second factor is over as well when the provider says so', async () => {
  await set({ SECURITY_MFA_AUTH: 1 });
  const walker = createWalker();
  await signIn(walker);
  expect((await send(await logout({ sub: 's-pat' }))).status).toBe(200);
  await set({ SECURITY_MFA_AUTH: 0 });
  expect(await told(walker)).not.toBe('mfa_unset');
  expect((await profile(walker)).status).toBe(401);
});

test('the way in is closed while it is switched off, and nobody is put out by it', async () => {
  const walker = createWalker();
  const back = await walker.until(`${server.url}${START}`, isCallback);
  await set({ AUTH_OPENID: false });
  expect((await walker.go(back.href)).url.search).toBe('?go=on');
  expect((await profile(walker)).status).toBe(401);
  expect((await send(await logout({ sub: 's-pat' }))).status).toBe(400);
});

test('what wrong answers hold is in no log', async () => {
  const lines: string[] = [];
  const keep = (details: object, message: string) =>
    void lines.push(
      `${message} ${JSON.stringify(details, (_key, value) => (value instanceof Error ? `${value.stack} ${JSON.stringify(value)} ${String(value.cause)}` : value))}`,
    );
  const own = await startTestServer({
    settings: { outboundAllow: ['127.0.0.1'] },
    log: { debug: keep, info: keep, warn: keep, error: keep },
    besides: server,
  });
  provider.says = { sign: 'tampered' };
  const walker = createWalker();
  const back = await walker.until(`${own.url}${START}`, isCallback);
  await walker.go(`${own.url}${back.pathname}${back.search}`);
  await own.close();
  const all = lines.join('\n');
  expect(all).toContain('without a proof that holds');
  for (const secret of [back.searchParams.get('code') ?? '-', back.searchParams.get('state') ?? '-', provider.clientSecret, 'eyJ'])
    expect(all).not.toContain(secret);
});

test('rules are met by what the provider stands for: no address that nobody has verified, and nothing that only looks like what lies within', async () => {
  const admin = await server.as('admin');
  const write = async (name: string, attribute: string, value: string, role: string) => {
    const rule = { name, source: 'openid', attribute, match: 'regex', values: [value], organization: ORG.DEFAULT, org_roles: [role] };
    expect((await admin.post('settings/admission-rules/', rule)).status).toBe(201);
  };
  await write('by address', 'email', '.*@corp\\.example', ROLE.ORG_AUDITOR);
  await write('by role', 'realm_access.roles', 'admins', ROLE.ORG_ADMIN);
  const rolesAs = async (userinfo: Record<string, unknown>): Promise<string[]> => {
    provider.says = { userinfo };
    const walker = createWalker();
    await signIn(walker);
    const { body } = await profile(walker);
    const { rows } = await sql<{ role_id: string }>`
      select role_id from role_bindings where user_id = ${body.id} and org_id = ${ORG.DEFAULT} order by 1`.execute(server.db);
    return rows.map(({ role_id }) => role_id);
  };
  const address = { email: 'pat@corp.example' };
  expect(await rolesAs(address)).toEqual([ROLE.ORG_USER]);
  expect(await rolesAs({ ...address, email_verified: false })).toEqual([ROLE.ORG_USER]);
  expect(await rolesAs({ 'realm_access.roles': ['admins'], realm_access: { roles: ['users'] } })).toEqual([ROLE.ORG_USER]);
  expect(await rolesAs({ realm_access: { roles: ['users', 'admins'] } })).toEqual([ROLE.ORG_ADMIN, ROLE.ORG_USER]);
  expect(await rolesAs({ ...address, email_verified: true })).toEqual([ROLE.ORG_AUDITOR, ROLE.ORG_USER]);
});
