import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import { signedHeaders } from '@postern/contract/signature';
import type { Api, Json } from '@postern/testkit/api';
import { createApi } from '@postern/testkit/api';
import { createOrganisation, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../../test/harness.ts';
import { registerComponent } from '../../../../test/matrix/actors.ts';
import { runJob } from '../../../app.ts';

/** Accounts of programs (docs/decisions/0202): what they open, for whom, and all the ways that stay shut. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const ACCOUNTS = 'users/service-accounts/';
const USERS = '/api/v1/users/users/';
const PROFILE = '/api/v1/users/profile/';
interface Key {
  id: string;
  secret: string;
}

async function program(given: Json = {}, api: Api = admin): Promise<Json> {
  const sponsor = given.sponsor ?? (await createUser(admin)).id;
  const body = { name: uniqueName('program'), org_roles: [ROLE.ORG_ADMIN], date_expired: null, ...given, sponsor };
  const made = await api.post<Json>(ACCOUNTS, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}
async function keyOf({ id }: Json, terms: Json = {}, api: Api = admin): Promise<Key> {
  const made = await api.post<Key>(`${ACCOUNTS}${id}/keys/`, terms);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
}
const call = async (key: Key, method: string, path: string, body?: object, from = '198.51.100.7') => {
  const api = createApi({
    origin: server.url,
    headers: { 'x-forwarded-for': from },
    sign: (verb, at) => signedHeaders(key, verb, at, new Date().toUTCString(), { once: true }),
  });
  const answer = await api.send(method as 'GET', path, body);
  return { status: answer.status, body: answer.body as Json };
};
const organisationAdmin = async (org_roles: readonly string[] = [ROLE.ORG_ADMIN]) =>
  server.as((await createUser(admin, { org_roles })).username);
/** A role of the organisation with these rights. */
const role = async (...codes: string[]): Promise<string> =>
  (
    await admin.post('rbac/org-roles/', {
      scope: 'org',
      name: uniqueName('role'),
      permissions: codes.map((code) => permissionByCode(code)?.id),
    })
  ).body.id;

describe('a service account', () => {
  test('has rights of its roles by its keys, whose secret is told once, and their last use is shown', async () => {
    const made = await program();
    expect(made).toMatchObject({ is_active: true, without_sponsor: false, date_last_used: null, date_expired: null });
    expect(made.org_roles.map(({ id }: Json) => id)).toEqual([ROLE.ORG_ADMIN]);
    const key = await keyOf(made);
    expect((await call(key, 'GET', USERS)).status).toBe(200);
    const keys = await admin.get<Json[]>(`users/service-account-keys/?account=${made.id}`);
    expect(keys.body.map(({ id }) => id)).toEqual([key.id]);
    expect(JSON.stringify(keys.body)).not.toContain(key.secret);
    expect((await admin.get(`${ACCOUNTS}${made.id}/`)).body).toMatchObject({
      date_last_used: expect.any(String),
      last_used_from: '198.51.100.7',
    });
    expect((await call(key, 'GET', PROFILE)).body).toMatchObject({ name: made.name, is_service_account: true });
  });

  test('is asked for roles, a sponsor who can answer, and an end, which may be none', async () => {
    const sponsor = (await createUser(admin)).id;
    const gone = (await createUser(admin, { is_active: false })).id;
    const elsewhere = (await createUser(admin.inOrg((await createOrganisation(admin)).id))).id;
    const body = { name: uniqueName('program'), org_roles: [ROLE.ORG_USER], sponsor, date_expired: null };
    const wrong: [string, Json][] = [
      ['org_roles', { org_roles: [] }],
      ['org_roles', { org_roles: [ROLE.SYSTEM_COMPONENT] }],
      ['sponsor', { sponsor: null }],
      ['sponsor', { sponsor: gone }],
      ['sponsor', { sponsor: elsewhere }],
      ['date_expired', { date_expired: '2001-01-01T00:00:00Z' }],
    ];
    for (const [field, bad] of wrong) {
      const answer = await admin.post(ACCOUNTS, { ...body, ...bad });
      expect([answer.status, Object.keys(answer.body)], JSON.stringify(bad)).toEqual([400, [field]]);
    }
    const { date_expired: _left, ...without } = body;
    const answer = await admin.post(ACCOUNTS, without);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['date_expired']]);
    expect((await sql`select 1 from users where name = ${body.name}`.execute(server.db)).rows).toEqual([]);
  });

  test('is in no list of people, nor counted among them', async () => {
    const made = await program();
    const listed = await admin.get<Json[]>(`users/users/?search=${made.name}`);
    const suggested = await admin.get<Json[]>(`users/users/suggestions/?search=${made.name}`);
    expect([listed.body, suggested.body]).toEqual([[], []]);
    expect((await admin.get(`users/users/${made.id}/`)).status).toBe(404);
    const group = await admin.post('users/groups/', { name: uniqueName('group'), users: [made.id] });
    expect([group.status, Object.keys(group.body)]).toEqual([400, ['users']]);
    const permission = await admin.post('perms/asset-permissions/', { name: uniqueName('perm'), users: [made.id], accounts: ['@ALL'] });
    expect([permission.status, Object.keys(permission.body)]).toEqual([400, ['users']]);
  });

  test('is refused at once when it is switched off, ends or is deleted, and comes back when switched on', async () => {
    const made = await program();
    const key = await keyOf(made);
    const at = `${ACCOUNTS}${made.id}/`;
    const answer = async () => call(key, 'GET', USERS);
    expect((await answer()).status).toBe(200);
    expect((await admin.patch(at, { is_active: false })).status).toBe(200);
    expect(await answer()).toMatchObject({ status: 401, body: { code: 'authentication_failed' } });
    expect((await admin.patch(at, { is_active: true })).status).toBe(200);
    expect((await answer()).status).toBe(200);
    await sql`update users set date_expired = now() - interval '1 second' where id = ${made.id}`.execute(server.db);
    await server.platform.asSystem('test', async (ctx) => server.platform.identityChanged(ctx));
    expect((await answer()).status).toBe(401);
    expect((await admin.patch(at, { date_expired: '2099-01-01T00:00:00Z' })).status).toBe(200);
    expect((await answer()).status).toBe(200);
    expect((await admin.delete(at)).status).toBe(204);
    expect(await answer()).toMatchObject({ status: 401, body: { code: 'authentication_failed' } });
    for (const [table, column] of [
      ['users', 'id'],
      ['access_keys', 'user_id'],
      ['role_bindings', 'user_id'],
    ] as const)
      expect((await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${made.id}`.execute(server.db)).rows, table).toEqual(
        [],
      );
  });

  test('of another organisation is none here, nor are its keys', async () => {
    const there = admin.inOrg((await createOrganisation(admin)).id);
    const made = await program({ sponsor: (await createUser(there)).id }, there);
    const key = await keyOf(made, {}, there);
    for (const api of [admin.inOrg(ORG.DEFAULT), (await organisationAdmin()).inOrg(ORG.DEFAULT)]) {
      expect((await api.get(`${ACCOUNTS}${made.id}/`)).status).toBe(404);
      expect((await api.post(`${ACCOUNTS}${made.id}/keys/`, {})).status).toBe(404);
      expect((await api.patch(`users/service-account-keys/${key.id}/`, { is_active: false })).status).toBe(404);
      expect((await api.get(`users/service-account-keys/?account=${made.id}`)).body).toEqual([]);
    }
    // Its roles are those of its organisation.
    expect((await call(key, 'GET', USERS)).status).toBe(403);
  });
});

describe('a key of a service account', () => {
  test('is held to addresses, an end, reading and rights', async () => {
    const made = await program();
    const terms = {
      ip_group: ['198.51.100.0/24'],
      is_read_only: true,
      permissions: ['users.view_user'],
      date_expired: '2099-01-01T00:00:00Z',
    };
    const key = await keyOf(made, terms);
    expect((await call(key, 'GET', USERS)).status).toBe(200);
    expect((await call(key, 'GET', USERS, undefined, '203.0.113.9')).status).toBe(401);
    expect((await call(key, 'GET', '/api/v1/assets/assets/')).status).toBe(403);
    expect((await call(key, 'POST', USERS, { name: 'x' })).body.code).toBe('key_limited');
    await sql`update access_keys set date_expired = now() - interval '1 second' where id = ${key.id}`.execute(server.db);
    expect((await call(key, 'GET', USERS)).status).toBe(401);
  });

  test('has no rights that the account lacks', async () => {
    const made = await program({ org_roles: [await role('users.view_user')] });
    for (const permissions of [['assets.view_asset'], ['users.own_everything']]) {
      const answer = await admin.post(`${ACCOUNTS}${made.id}/keys/`, { permissions });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['permissions']]);
    }
    const key = await keyOf(made, { permissions: ['users.view_user'] });
    expect((await admin.patch(`users/service-account-keys/${key.id}/`, { permissions: ['assets.view_asset'] })).status).toBe(400);
  });

  test('is replaced by one beside it, and then ended', async () => {
    const made = await program();
    const [old, fresh] = [await keyOf(made), await keyOf(made)];
    const works = async () => [(await call(old, 'GET', USERS)).status, (await call(fresh, 'GET', USERS)).status];
    expect(await works()).toEqual([200, 200]);
    expect((await admin.patch(`users/service-account-keys/${old.id}/`, { is_active: false })).status).toBe(200);
    expect(await works()).toEqual([401, 200]);
    expect((await admin.delete(`users/service-account-keys/${old.id}/`)).status).toBe(204);
    expect(await works()).toEqual([401, 200]);
  });

  test('of a person is nobody’s to see here', async () => {
    const person = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
    const own = await (await server.as(person.username)).post<Key>('authentication/access-keys/', {});
    expect((await admin.get(`users/service-account-keys/${own.body.id}/`)).status).toBe(404);
    expect((await admin.delete(`users/service-account-keys/${own.body.id}/`)).status).toBe(404);
  });
});

describe('whoever manages service accounts', () => {
  test('gives them no more than they hold, and makes no key for one that holds more', async () => {
    const narrow = await role('users.view_serviceaccount', 'users.add_serviceaccount', 'users.change_serviceaccount', 'users.view_user');
    const manager = await organisationAdmin([narrow]);
    const sponsor = (await createUser(admin)).id;
    const body = { name: uniqueName('program'), sponsor, date_expired: null };
    const wide = await manager.post(ACCOUNTS, { ...body, org_roles: [ROLE.ORG_ADMIN] });
    expect([wide.status, wide.body.detail]).toEqual([403, expect.stringContaining('rights that you do not hold')]);
    const made = await program({ ...body, org_roles: [await role('users.view_user')] }, manager);
    expect((await keyOf(made, {}, manager)).secret).toBeTruthy();
    const more = await manager.patch(`${ACCOUNTS}${made.id}/`, { org_roles: [ROLE.ORG_ADMIN] });
    expect([more.status, more.body.detail]).toEqual([403, expect.stringContaining('rights that you do not hold')]);
    const above = await program();
    const key = await keyOf(above);
    for (const answer of [
      await manager.post(`${ACCOUNTS}${above.id}/keys/`, {}),
      await manager.patch(`${ACCOUNTS}${above.id}/`, { comment: 'mine' }),
      await manager.patch(`users/service-account-keys/${key.id}/`, { ip_group: ['*'] }),
    ])
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('rights elsewhere that you do not have')]);
  });

  test('confirms at a browser before a key is made', async () => {
    const person = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
    const browser = (await server.browser(person.username)).inOrg(ORG.DEFAULT);
    const made = await program();
    expect((await browser.post(`${ACCOUNTS}${made.id}/keys/`, {})).status).toBe(412);
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    expect((await browser.post(`${ACCOUNTS}${made.id}/keys/`, {})).status).toBe(201);
  });

  test('stands in the log with the account, and the account with what it did', async () => {
    const made = await program();
    const key = await keyOf(made);
    await admin.patch(`users/service-account-keys/${key.id}/`, { is_read_only: false, ip_group: ['198.51.100.0/24'] });
    const { status, body } = await call(key, 'POST', '/api/v1/users/groups/', { name: uniqueName('group') });
    expect(status).toBe(201);
    const { rows } = await sql<{ action: string; resource: string; user: string }>`
      select action, resource, user_text as "user" from operate_logs where resource = ${made.name} or resource = ${body.name} order by seq`.execute(
      server.db,
    );
    expect(rows.map(({ action, resource }) => [action, resource])).toEqual([
      ['create', made.name],
      ['create', made.name],
      ['update', made.name],
      ['create', body.name],
    ]);
    expect(rows.at(-1)?.user).toContain(made.name);
  });

  test('is told once when the sponsor is gone', async () => {
    const sponsor = await createUser(admin);
    const manager = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
    const made = await program({ sponsor: sponsor.id });
    const subject = 'Service accounts without a sponsor: 1';
    const sweep = async () => {
      const job = server.assembly.jobs.find(({ name }) => name === 'programs.sponsors');
      if (!job) throw new Error('There is no such job');
      await runJob(server.platform, job, {});
    };
    const told = async (): Promise<number> => {
      const { body } = await (await server.as(manager.username)).get<Json>('notifications/site-messages/?limit=50&offset=0');
      return body.results.filter((one: Json) => one.content.subject === subject).length;
    };
    await sweep();
    expect(await told()).toBe(0);
    await admin.patch(`users/users/${sponsor.id}/`, { is_active: false });
    await sweep();
    await sweep();
    expect(await told()).toBe(1);
    expect((await admin.get(`${ACCOUNTS}${made.id}/`)).body.without_sponsor).toBe(true);
    expect((await admin.get<Json[]>(`${ACCOUNTS}?without_sponsor=true`)).body.map(({ id }) => id)).toContain(made.id);
    expect((await admin.delete(`users/users/${sponsor.id}/`)).status).toBe(204);
    expect((await admin.get(`${ACCOUNTS}${made.id}/`)).body).toMatchObject({ sponsor: null, without_sponsor: true });
    expect((await admin.patch(`${ACCOUNTS}${made.id}/`, { sponsor: manager.id })).body.without_sponsor).toBe(false);
  });
});

describe('a program', () => {
  test('logs in by no password, key, link or mail', async () => {
    const made = await program();
    const { username } = (await call(await keyOf(made), 'GET', PROFILE)).body;
    const component = (await registerComponent(server)).key;
    const attempt = { username, password: TEST_PASSWORD };
    const unknown = { username: 'nobody-at-all', password: TEST_PASSWORD };
    const login = async (body: Json) => (await server.anyone.post<Json>('authentication/auth/', body)).body.error;
    expect(await login(attempt)).toBe(await login(unknown));
    const door = async (body: Json) => {
      const asked = { ...body, public_key: '', remote_addr: '198.51.100.20', login_type: 'T' };
      const answer = await call(component, 'POST', '/api/v1/authentication/tokens/', asked);
      return [answer.status, answer.body.error];
    };
    expect(await door(attempt)).toEqual(await door(unknown));
    const link = await admin.post('authentication/sso/login-url/', { username });
    expect([400, 404]).toContain(link.status);
    await expect(sql`update users set password_hash = 'x' where id = ${made.id}`.execute(server.db)).rejects.toThrow(/check constraint/);
  });

  test('makes nothing that opens doors, and does not what is meant for people', async () => {
    const made = await program();
    const key = await keyOf(made);
    for (const [method, path, body] of [
      ['POST', '/api/v1/authentication/access-keys/', {}],
      ['POST', '/api/v1/authentication/temp-tokens/', {}],
      ['POST', '/api/v1/users/profile/private-token/', {}],
      ['PATCH', '/api/v1/users/profile/', { wechat: 'x' }],
      ['POST', `/api/v1/${ACCOUNTS}${made.id}/keys/`, {}],
      ['PATCH', `/api/v1/${ACCOUNTS}${made.id}/`, { comment: 'x' }],
      ['PATCH', `/api/v1/users/service-account-keys/${key.id}/`, { is_active: true }],
      ['POST', '/api/v1/authentication/connection-token/', {}],
    ] as const) {
      const answer = await call(key, method, path, body);
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([
        403,
        expect.stringMatching(/permission_denied|right_missing/),
      ]);
    }
  });

  test('speaks no protocol of components, and a component is no program', async () => {
    const key = await keyOf(await program());
    for (const [method, path] of [
      ['GET', '/api/v1/terminal/terminals/config/'],
      ['POST', '/api/v1/terminal/status/'],
      ['POST', '/api/v1/terminal/commands/'],
      ['POST', '/api/v1/authentication/super-connection-token/secret/'],
      ['POST', '/api/v1/tickets/super-tickets/'],
    ] as const)
      expect([403, 404], path).toContain((await call(key, method, path, method === 'GET' ? undefined : {})).status);
    const component = await registerComponent(server);
    expect((await call(component.key, 'GET', `/api/v1/${ACCOUNTS}`)).status).toBe(403);
    expect((await admin.get(`${ACCOUNTS}${component.userId}/`)).status).toBe(404);
    expect((await admin.post(`${ACCOUNTS}${component.userId}/keys/`, {})).status).toBe(404);
    const sponsor = (await createUser(admin)).id;
    const posing = await program({ id: component.userId, sponsor });
    expect(posing.id).not.toBe(component.userId);
    await expect(sql`update users set program = true where username = 'admin'`.execute(server.db)).rejects.toThrow(/check constraint/);
  });
});
