import { ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Keys that may do less than their owners (docs/decisions/0116), and the ways out of that. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const KEYS = 'authentication/access-keys/';
const USERS = '/api/v1/users/users/';
const PROFILE = '/api/v1/users/profile/';

async function madeBy(api: Api, terms: object) {
  const made = await api.post<{ id: string; secret: string }>(KEYS, terms);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { id, secret } = made.body;
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object, from = '198.51.100.7') => {
    const headers = { ...signedHeaders({ id, secret }, method, path, new Date().toUTCString(), { once: true }), 'x-forwarded-for': from };
    const verb = method.toLowerCase() as 'post' | 'patch' | 'put';
    const answer =
      method === 'GET' || method === 'DELETE'
        ? await server.anyone[method === 'GET' ? 'get' : 'delete'](path, { headers })
        : await server.anyone[verb](path, body ?? {}, { headers });
    return { status: answer.status, body: answer.body as Json };
  };
  return { id, call };
}
const person = async (role: string = ROLE.ORG_ADMIN) => {
  const user = await createUser(admin, { org_roles: [role] });
  return { user, api: await server.as(user.username) };
};

describe('what a key is held to', () => {
  it('is said when it is made, shown in the list, and nothing where nothing is sent', async () => {
    const { api } = await person();
    const terms = { ip_group: ['10.0.0.0/8'], is_read_only: true, permissions: ['users.view_user'], date_expired: '2099-01-01T00:00:00Z' };
    const { id } = await madeBy(api, terms);
    expect((await api.get(`${KEYS}${id}/`)).body).toMatchObject({ ...terms, date_expired: expect.stringMatching(/^2099\//) });
    const plain = await api.post<{ id: string }>(KEYS);
    expect((await api.get(`${KEYS}${plain.body.id}/`)).body).toMatchObject({
      ip_group: ['*'],
      is_read_only: false,
      permissions: [],
      date_expired: null,
    });
  });

  it.each([
    ['an address that is none', 'ip_group', ['somewhere']],
    ['a right that does not exist', 'permissions', ['users.own_everything']],
    ['a right that its owner lacks', 'permissions', ['settings.change_setting']],
    ['an end that has passed', 'date_expired', '2001-01-01T00:00:00Z'],
  ])('is refused as %s, when it is made and later', async (_what, field, value) => {
    const { api } = await person();
    const { id } = await madeBy(api, {});
    for (const answer of [await api.post(KEYS, { [field]: value }), await api.patch(`${KEYS}${id}/`, { [field]: value })]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toHaveProperty(field);
    }
  });
});

describe('a key that is held back', () => {
  it('opens nothing after its day', async () => {
    const { api } = await person();
    const { id, call } = await madeBy(api, { date_expired: '2099-01-01T00:00:00Z' });
    expect((await call('GET', PROFILE)).status).toBe(200);
    await sql`update access_keys set date_expired = now() - interval '1 second' where id = ${id}`.execute(server.db);
    expect((await call('GET', PROFILE)).status).toBe(401);
  });

  it('that reads only changes nothing, not by a read that acts either', async () => {
    const { api, user } = await person();
    const { call } = await madeBy(api, { is_read_only: true });
    expect((await call('GET', USERS)).status).toBe(200);
    expect((await call('POST', `${USERS}`, { name: 'x', username: 'x' })).body.code).toBe('key_limited');
    expect((await call('PATCH', PROFILE, { wechat: 'x' })).body.code).toBe('key_limited');
    expect((await call('DELETE', `${USERS}${user.id}/`)).body.code).toBe('key_limited');
    expect((await call('GET', `${USERS}${user.id}/mfa/reset/`)).body.code).toBe('key_limited');
  });

  it('has the rights it was given, as far as its owner has them, also of a system administrator', async () => {
    const boss = await server.as((await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] })).username);
    const { call } = await madeBy(boss, { permissions: ['users.view_user'] });
    expect((await call('GET', USERS)).status).toBe(200);
    expect((await call('POST', USERS, { name: 'x', username: 'x' })).status).toBe(403);
    expect((await call('GET', '/api/v1/assets/assets/')).status).toBe(403);
    // What everybody may is in no list.
    expect((await call('GET', PROFILE)).status).toBe(200);
    expect((await call('POST', '/api/v1/common/resources/cache/', { resources: [] })).body.code).toBe('key_limited');
    const { user, api } = await person();
    const key = await madeBy(api, { permissions: ['users.view_user'] });
    expect((await key.call('GET', USERS)).status).toBe(200);
    await admin.patch(`users/users/${user.id}/`, { org_roles: [ROLE.ORG_USER] });
    expect((await key.call('GET', USERS)).status).toBe(403);
  });

  it('gives nobody a role with more than it may itself', async () => {
    const boss = await server.as((await createUser(admin, { system_roles: [ROLE.SYSTEM_ADMIN] })).username);
    const { id: user } = await createUser(admin);
    const { call } = await madeBy(boss, { permissions: ['rbac.add_systemrolebinding', 'rbac.view_systemrolebinding'] });
    const answer = await call('POST', '/api/v1/rbac/system-role-bindings/', { user, role: ROLE.SYSTEM_AUDITOR });
    expect([answer.status, answer.body.detail]).toEqual([403, 'You cannot grant rights that you do not hold yourself.']);
  });

  it.each([
    ['addresses', { ip_group: ['198.51.100.0/24'] }],
    ['a day', { date_expired: '2099-01-01T00:00:00Z' }],
    ['rights', { permissions: ['authentication.add_accesskey', 'authentication.change_accesskey'] }],
  ])('by %s cannot widen itself, nor make what is not held back', async (_by, terms) => {
    const { api } = await person();
    const { id, call } = await madeBy(api, terms);
    const own = `/api/v1/${KEYS}${id}/`;
    const before = (await api.get(own)).body;
    const tries = [
      await call('PATCH', own, { ip_group: ['*'], permissions: [], date_expired: null }),
      await call('PUT', own, { ip_group: ['*'] }),
      await call('POST', `/api/v1/${KEYS}`),
      await call('POST', `${PROFILE}private-token/`),
      await call('PUT', `${PROFILE}public-key/`, { public_key: 'ssh-ed25519 AAAA' }),
      await call('POST', '/api/v1/authentication/ssh-key/', { public_key: 'ssh-ed25519 AAAA' }),
      await call('POST', '/api/v1/authentication/temp-tokens/'),
      await call('PUT', `${PROFILE}password/`, { old_password: 'x', new_password: 'y', new_password_again: 'y' }),
    ];
    expect(tries.map(({ body }) => body.code)).toEqual(tries.map(() => 'key_limited'));
    expect({ ...((await api.get(own)).body as Json), date_last_used: 0, last_used_from: 0 }).toEqual({
      ...(before as Json),
      date_last_used: 0,
      last_used_from: 0,
    });
  });

  it('is not used from elsewhere', async () => {
    const { api } = await person();
    const { call } = await madeBy(api, { ip_group: ['198.51.100.0/24'] });
    expect((await call('GET', PROFILE, undefined, '203.0.113.9')).status).toBe(401);
    expect((await call('GET', PROFILE)).status).toBe(200);
  });
});

it('a key without limits makes keys, as clients of this API do', async () => {
  const { api } = await person();
  const { call } = await madeBy(api, {});
  expect((await call('POST', `/api/v1/${KEYS}`)).status).toBe(201);
});
