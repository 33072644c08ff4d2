import { ORG, ROLE } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { type HostileProvider, startHostileProvider } from '@postern/testkit/hostile-provider';
import { createWalker } from '@postern/testkit/walker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { signOnOf } from '../../../test/sign-on.ts';

// Two providers of one kind: each with settings, addresses and people of its own, and neither speaks for the other.

let admin: Api;
let ours: HostileProvider;
let acme: HostileProvider;
const PROVIDERS = 'settings/providers/';
const OIDC = { category: 'oidc', provider: 'acme' };
const usual = (provider: HostileProvider) => ({
  AUTH_OPENID: true,
  AUTH_OPENID_CLIENT_ID: provider.clientId,
  AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
  AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
});

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
beforeAll(async () => {
  [admin, ours, acme] = await Promise.all([server.as('admin'), startHostileProvider(), startHostileProvider()]);
  await set({ SITE_URL: server.url, ...usual(ours) });
  expect(await admin.post(PROVIDERS, { name: 'acme', category: 'oidc', label: 'Acme & sons' })).toMatchObject({ status: 201 });
  expect((await admin.patch('settings/setting/', usual(acme), { query: OIDC })).status).toBe(200);
});
afterAll(async () => {
  await ours?.close();
  await acme?.close();
});

const { methods, profile, set, told } = signOnOf(() => server, 'OpenID Connect');
const START = '/core/auth/openid/login/';
const ACME = '/core/auth/openid/acme/login/';
const backend = async () =>
  (await sql<{ backend: string }>`select backend from login_logs where status order by seq desc limit 1`.execute(server.db)).rows[0]
    ?.backend;

/** As a provider tells of a person. */
const says = (username: string, sub = `s-${username}`) => {
  const claims = { sub, preferred_username: username, email: `${sub}@corp.example` };
  return { claims, userinfo: claims };
};

test('both stand on the login page under names of their own, and each knows its people', async () => {
  expect(await methods()).toEqual([
    { source: 'openid', name: 'OpenID Connect', icon: null, url: START },
    { source: 'openid', name: 'Acme & sons', icon: null, url: ACME },
  ]);
  ours.says = says('ann');
  acme.says = says('bob');
  const [ann, bob] = [createWalker(), createWalker()];
  await ann.go(`${server.url}${START}`);
  expect([(await profile(ann)).body.username, await backend()]).toEqual(['ann', 'OpenID Connect']);
  await bob.go(`${server.url}${ACME}`);
  expect([(await profile(bob)).body.username, await backend()]).toEqual(['bob', 'OpenID Connect (Acme & sons)']);
  // Each is logged out where they came from.
  for (const [walker, provider] of [
    [ann, ours],
    [bob, acme],
  ] as const) {
    const out = await walker.until(`${server.url}/core/auth/logout/`, (url) => url.origin === provider.issuer);
    expect(out.pathname).toBe('/end');
  }
});

test('a name that one of them has given opens no account of the other', async () => {
  acme.says = says('ann', 's-thief');
  const thief = createWalker();
  await thief.go(`${server.url}${ACME}`);
  expect([(await profile(thief)).status, await told(thief)]).toEqual([401, 'external_taken']);
});

test('a rule gives nothing on the word of a provider that it does not name', async () => {
  const rule = { attribute: 'groups', match: 'exact', values: ['admins'], organization: ORG.DEFAULT, org_roles: [], groups: [] };
  const auditor = { ...rule, system_role: ROLE.SYSTEM_AUDITOR };
  const roles = async (username: string): Promise<string[]> => {
    const { rows } = await sql<{ role: string }>`
      select b.role_id::text as role from role_bindings b join users u on u.id = b.user_id where u.username = ${username}`.execute(
      server.db,
    );
    return rows.map(({ role }) => role);
  };
  const made = await admin.post('settings/admission-rules/', { ...auditor, name: uniqueName('ours'), source: 'openid' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect((await admin.post('settings/admission-rules/', { ...auditor, name: uniqueName('any'), source: 'any' })).status).toBe(201);
  const told = says('eve', 's-eve');
  acme.says = { claims: { ...told.claims, groups: ['admins'] }, userinfo: told.userinfo };
  await createWalker().go(`${server.url}${ACME}`);
  expect(await roles('eve')).not.toContain(ROLE.SYSTEM_AUDITOR);
  const theirs = { ...auditor, name: uniqueName('acme'), source: 'openid', provider: 'acme' };
  expect((await admin.post('settings/admission-rules/', theirs)).status).toBe(201);
  await createWalker().go(`${server.url}${ACME}`);
  expect(await roles('eve')).toContain(ROLE.SYSTEM_AUDITOR);
});

test('an answer of one of them is none of the other, whichever way it is turned', async () => {
  ours.says = {};
  acme.says = {};
  const walker = createWalker();
  const back = await walker.until(`${server.url}${ACME}`, (url) => url.pathname === '/core/auth/openid/acme/callback/');
  await walker.go(back.href.replace('/openid/acme/callback/', '/openid/callback/'));
  expect([(await profile(walker)).status, await told(walker)]).toEqual([401, 'external_refused']);
});

test('a provider is set, tested and forgotten by itself; secrets are told nobody, and sent nowhere else', async () => {
  const shown = (await admin.get('settings/setting/', { query: OIDC })).body;
  expect(shown).toMatchObject({ AUTH_OPENID_PROVIDER_ENDPOINT: acme.issuer, AUTH_OPENID_PKCE: true });
  expect(Object.keys(shown)).not.toContain('AUTH_OPENID_CLIENT_SECRET');
  expect((await admin.get('settings/setting/', { query: { category: 'oidc' } })).body.AUTH_OPENID_PROVIDER_ENDPOINT).toBe(ours.issuer);
  const { rows } = await sql<{ value: string; encrypted: boolean }>`
    select value::text, encrypted from settings where name = 'AUTH_OPENID_CLIENT_SECRET@acme'`.execute(server.db);
  expect(rows).toMatchObject([{ encrypted: true }]);
  expect(rows[0]?.value).not.toContain(acme.clientSecret);
  const tested = await admin.post('settings/oidc/testing/', undefined, { query: { provider: 'acme' } });
  expect(tested.body).toMatchObject({ ok: true });
  expect(JSON.stringify(tested.body)).toContain('/core/auth/openid/acme/callback/');
  // Whoever names another place does not get the secret of this one.
  await admin.patch('settings/setting/', { AUTH_OPENID_PROVIDER_ENDPOINT: 'http://127.0.0.1:9' }, { query: OIDC });
  expect(server.platform.systemSettings.stored('AUTH_OPENID_CLIENT_SECRET@acme')).toBe('');
  expect((await admin.patch(`${PROVIDERS}acme/`, { label: 'Acme' })).body).toEqual({ name: 'acme', category: 'oidc', label: 'Acme' });
  expect((await admin.delete(`${PROVIDERS}acme/`)).status).toBe(204);
  expect((await methods()).map(({ name }: { name: string }) => name)).toEqual(['OpenID Connect']);
  expect((await server.anyone.get(ACME)).status).toBe(404);
  expect((await admin.get('settings/setting/', { query: OIDC })).status).toBe(404);
  const left = await sql`select 1 from settings where name like '%acme'`.execute(server.db);
  expect(left.rows).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ['a name that is a part of an address', { name: 'callback', category: 'oidc', label: 'x' }, 'name'],
  ['a name of other letters', { name: '../x', category: 'oidc', label: 'x' }, 'name'],
  ['a kind of which there is one', { name: 'two', category: 'ldap', label: 'x' }, 'category'],
  ['no label', { name: 'two', category: 'saml2', label: '' }, 'label'],
])('%s is refused and makes nothing', async (_what, body, field) => {
  const before = (await admin.get(PROVIDERS)).body;
  const { status, body: answer } = await admin.post(PROVIDERS, body);
  expect([status, Object.keys(answer)]).toEqual([400, [field]]);
  expect((await admin.get(PROVIDERS)).body).toEqual(before);
});

test('of two that are made under one name at once there is one, and people without the right make, see and change none', async () => {
  const name = uniqueName('p')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 20);
  const body = { name, category: 'cas', label: 'Twice' };
  const made = await Promise.all([admin.post(PROVIDERS, body), admin.post(PROVIDERS, body)]);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 400]);
  const nobody = await server.as(String((await createUser(admin)).username));
  for (const answer of [
    await nobody.get(PROVIDERS),
    await nobody.post(PROVIDERS, { ...body, name: 'other' }),
    await nobody.patch(`${PROVIDERS}${name}/`, { label: 'x' }),
    await nobody.delete(`${PROVIDERS}${name}/`),
    await nobody.get('settings/setting/', { query: { category: 'cas', provider: name } }),
  ])
    expect(answer.status).toBe(403);
});
