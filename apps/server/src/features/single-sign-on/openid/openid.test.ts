import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startOpenidProvider } from '@postern/testkit/openid-provider';
import { until } from '@postern/testkit/until';
import { createWalker, type Walker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { signOnOf } from '../../../../test/sign-on.ts';

// A real provider over HTTP: in, with what is ours still asked, out, and put out by the provider.

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const provider = forThisFile(
  () => startOpenidProvider(server.url),
  (it) => it.close(),
);

const { confirmed, methods, profile, set } = signOnOf(() => server, 'OpenID Connect');
beforeEach(() =>
  set({
    SITE_URL: server.url,
    BASE_SITE_URL: '',
    AUTH_OPENID: true,
    AUTH_OPENID_CLIENT_ID: provider.clientId,
    AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
    AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
    AUTH_OPENID_SHARE_SESSION: true,
    AUTH_OPENID_ALWAYS_UPDATE_USER: true,
    SECURITY_MFA_AUTH: 0,
    SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: true,
    ONLY_ALLOW_EXIST_USER_AUTH: false,
  }),
);

let count = 0;
const newName = (): string => {
  count += 1;
  return `person${count}`;
};
const START = '/core/auth/openid/login/';
/** Goes to the provider and signs in there, and comes back. */
async function signIn(walker: Walker, name: string, next = '') {
  const page = await walker.go(`${server.url}${START}${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  return walker.go(page.url.href, { login: name });
}
const lastLogin = async (username: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select status, reason, backend, type from login_logs where username = ${username} order by seq desc limit 1`.execute(server.db)
  ).rows[0];

test('the login page is told of the provider while it is switched on and set up', async () => {
  expect(await methods()).toEqual([{ source: 'openid', name: 'OpenID Connect', icon: null, url: START }]);
  await set({ AUTH_OPENID: false });
  expect(await methods()).toEqual([]);
  await set({ AUTH_OPENID: true, AUTH_OPENID_PROVIDER_ENDPOINT: '' });
  expect(await methods()).toEqual([]);
});

test('somebody signs in there and is in here, at the page that was asked for, and the login log says by what', async () => {
  const [walker, name] = [createWalker(), newName()];
  provider.people.set(name, { name: 'Pat Doe', email: `${name}@corp.example` });
  const page = await signIn(walker, name, '/ui/console/users');
  expect(page.url.pathname).toBe('/ui/console/users');
  expect((await profile(walker)).body).toMatchObject({
    username: name,
    name: 'Pat Doe',
    email: `${name}@corp.example`,
    source: { value: 'openid' },
  });
  expect(await lastLogin(name)).toEqual({ status: true, reason: '', backend: 'OpenID Connect', type: 'W' });
});

test('what the provider says of a person is taken over at each login, where the setting says so', async () => {
  const name = newName();
  await signIn(createWalker(), name);
  provider.people.set(name, { name: 'Renamed' });
  await set({ AUTH_OPENID_ALWAYS_UPDATE_USER: false });
  const walker = createWalker();
  await signIn(walker, name);
  expect((await profile(walker)).body.name).toBe(name);
  await set({ AUTH_OPENID_ALWAYS_UPDATE_USER: true });
  const again = createWalker();
  await signIn(again, name);
  expect((await profile(again)).body.name).toBe('Renamed');
});

test('our second factor is asked for after theirs, unless the setting says that theirs is enough', async () => {
  await set({ SECURITY_MFA_AUTH: 1 });
  const [walker, name] = [createWalker(), newName()];
  const page = await signIn(walker, name, '/ui/console');
  expect([page.url.pathname, page.url.search]).toEqual(['/core/auth/login/', `?go=on&next=${encodeURIComponent('/ui/console')}`]);
  expect((await profile(walker)).status).toBe(401);
  expect(await confirmed(walker)).toMatchObject({ error: 'mfa_unset', data: { url: '/core/auth/login/otp/' } });
  await set({ SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
  const other = createWalker();
  expect((await signIn(other, name, '/ui/console')).url.pathname).toBe('/ui/console');
  expect((await profile(other)).body.username).toBe(name);
});

test('a login rule that wants a review makes them wait for it', async () => {
  const [walker, name] = [createWalker(), newName()];
  await signIn(createWalker(), name);
  const admin = await server.as('admin');
  const user = (await admin.get('users/users/', { query: { username: name, oid: 'ROOT', limit: 1 } })).body.results[0];
  const reviewer = await createUser(admin);
  const rule = {
    name: `review ${name}`,
    action: 'review',
    users: { type: 'ids', ids: [user.id] },
    reviewers: [reviewer.id],
    rules: { ip_group: ['*'], time_period: [] },
  };
  expect((await admin.post('acls/login-acls/', rule)).status).toBe(201);
  await signIn(walker, name);
  expect(await confirmed(walker)).toMatchObject({ error: 'login_confirm_wait' });
  expect((await profile(walker)).status).toBe(401);
});

test('who is not let in is told why at the login page, once, and the login log says it', async () => {
  await set({ ONLY_ALLOW_EXIST_USER_AUTH: true });
  const [walker, name] = [createWalker(), newName()];
  expect((await signIn(walker, name)).url.search).toBe('?go=on');
  expect(await confirmed(walker)).toMatchObject({ error: 'external_unknown' });
  expect(await confirmed(walker)).toMatchObject({ error: 'session_empty' });
  expect(await lastLogin(name)).toMatchObject({ status: false, reason: 'external_unknown' });
});

test('logging out here leads to the logout of the provider and back, and both sessions are over', async () => {
  const [walker, name] = [createWalker(), newName()];
  await signIn(walker, name);
  const there = await walker.until(`${server.url}/core/auth/logout/`, (url) => url.origin === provider.issuer);
  expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/core/auth/openid/logout/`);
  expect(there.searchParams.get('id_token_hint')).toMatch(/^ey/);
  expect((await profile(walker)).status).toBe(401);
  await set({ AUTH_OPENID_SHARE_SESSION: false });
  const stays = createWalker();
  await signIn(stays, name);
  expect((await stays.go(`${server.url}/core/auth/logout/`)).url.pathname).toBe('/core/auth/login/');
});

test('the provider that logs somebody out ends their sessions here, and nobody else’s', async () => {
  const [name, other] = [newName(), newName()];
  const [walker, second, stays] = [createWalker(), createWalker(), createWalker()];
  await signIn(walker, name);
  await signIn(second, name);
  await signIn(stays, other);
  // Out at the provider, in the browser of the first: it confirms there, and the provider calls us.
  const page = await walker.go(`${provider.issuer}/session/end`);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(String(page.body))?.[1] ?? '';
  await walker.go(`${provider.issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
  await until('the provider told us', 20_000, async () => (await profile(walker)).status === 401);
  expect((await profile(second)).body.username).toBe(name);
  expect((await profile(stays)).body.username).toBe(other);
});

test('browsers come back to another address than that of the site where the settings say so', async () => {
  await set({ BASE_SITE_URL: 'https://gate.example/' });
  const away = await createWalker().until(`${server.url}${START}`, (url) => url.origin === provider.issuer);
  expect(away.searchParams.get('redirect_uri')).toBe('https://gate.example/core/auth/openid/callback/');
});

test('a test says step by step what was found, of what is saved, to administrators alone', async () => {
  const admin = await server.as('admin');
  const { body } = await admin.post('settings/oidc/testing/');
  expect(body.ok).toBe(true);
  expect(body.steps.map((step: { ok: boolean }) => step.ok)).toEqual([true, true, true, true, true, true]);
  expect(body.steps.at(-1).detail).toBe(`${server.url}/core/auth/openid/callback/`);
  await set({ AUTH_OPENID_PROVIDER_ENDPOINT: 'http://127.0.0.1:1' });
  const failed = (await admin.post('settings/oidc/testing/')).body;
  expect([failed.ok, failed.steps.length]).toEqual([false, 2]);
  expect(failed.steps[1].detail).toMatch(/unreachable ECONNREFUSED/);
  const someone = await server.as((await createUser(admin)).username);
  expect((await someone.post('settings/oidc/testing/')).status).toBe(403);
});

test('a provider that does not answer is told of as such', async () => {
  await set({ AUTH_OPENID_PROVIDER_ENDPOINT: 'http://127.0.0.1:1' });
  const walker = createWalker();
  expect((await walker.go(`${server.url}${START}`)).url.search).toBe('?go=on');
  expect((await confirmed(walker)).error).toBe('external_unreachable');
});
