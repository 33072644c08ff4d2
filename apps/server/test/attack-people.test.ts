import { ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** People who try to become somebody else, or more than they are. */

let orgA: string;
let orgB: string;
/** Administrator of B and nothing else. */
let intruder: Api;
let intruderId: string;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  orgA = (await createOrganisation(admin)).id;
  orgB = (await createOrganisation(admin)).id;
  const user = await createUser(admin.inOrg(orgB), { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' });
  intruderId = user.id;
  intruder = (await server.as(user.username)).inOrg(orgB);
});

const NEW = { password: 'Taken-Over-4321!' };

describe('taking over people of another organisation by inviting them', () => {
  const victims: [string, () => Promise<Json>][] = [
    ['its administrator', () => createUser(admin.inOrg(orgA), { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' })],
    ['an ordinary member', () => createUser(admin.inOrg(orgA))],
    ['a system auditor', () => createUser(admin.inOrg(orgA), { system_roles: [ROLE.USER, ROLE.SYSTEM_AUDITOR] })],
  ];
  test.each(victims)('%s keeps password, key, name and second factor', async (_who, make) => {
    const victim = await make();
    expect((await intruder.post('users/users/invite/', { users: [victim.id] })).status).toBe(201);
    const url = `users/users/${victim.id}/`;
    const attempts = [
      await intruder.put(`${url}password/`, NEW),
      await intruder.patch(url, NEW),
      await intruder.patch(url, { username: uniqueName('renamed') }),
      await intruder.patch(url, { email: 'mine@example.com' }),
      await intruder.patch(url, { is_active: false }),
      await intruder.patch(url, { source: 'ldap' }),
      await intruder.patch(url, { mfa_level: 1 }),
      await intruder.patch(url, { date_expired: '2001-01-01T00:00:00Z' }),
      await intruder.patch(url, { name: 'Somebody Else' }),
      await intruder.patch(url, { phone: '13900139000' }),
      await intruder.patch(url, { comment: 'mine' }),
      await intruder.put(`${url}password/reset/`, {}),
      await intruder.delete(url),
      await intruder.delete(`users/users/?ids=${victim.id}`),
      await intruder.patch('users/users/', [{ id: victim.id, ...NEW }]),
      await intruder.put(`${url}pubkey/reset/`, {}),
      await intruder.get(`${url}mfa/reset/`),
      await intruder.put(`${url}unblock/`, {}),
    ];
    expect(attempts.map((answer) => answer.status)).toEqual(attempts.map(() => 403));
    await expect(server.browser(victim.username, NEW.password)).rejects.toThrow();
  });

  test('what only this organisation has is still its administrator’s', async () => {
    const own = await createUser(intruder);
    expect((await intruder.put(`users/users/${own.id}/password/`, NEW)).status).toBe(200);
    expect((await intruder.patch(`users/users/${own.id}/`, { is_active: false })).status).toBe(200);
    const guest = await createUser(admin.inOrg(orgA));
    await intruder.post('users/users/invite/', { users: [guest.id] });
    const shown = (await intruder.get(`users/users/${guest.id}/`)).body as Json;
    // A form sends all it was given back; what the organisation says of its member may change.
    const { groups: _groups, ...form } = shown;
    const answer = await intruder.put(`users/users/${guest.id}/`, {
      ...form,
      mfa_level: form.mfa_level.value,
      source: form.source.value,
      org_roles: [ROLE.ORG_AUDITOR],
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(shown.is_manageable).toBe(false);
  });
});

describe('roles beyond one’s own', () => {
  /** Somebody with a role of exactly these codes in B. */
  async function holderOf(...codes: string[]): Promise<{ api: Api; id: string }> {
    const permissions = codes.map((code) => permissionByCode(code)?.id);
    const role = await admin.post('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions });
    expect(role.status, JSON.stringify(role.body)).toBe(201);
    const user = await createUser(admin.inOrg(orgB), { org_roles: [role.body.id] });
    return { api: (await server.as(user.username)).inOrg(orgB), id: user.id };
  }
  const isAdmin = async (id: string): Promise<boolean> => {
    const roles = ((await admin.inOrg(orgB).get(`users/users/${id}/`)).body as Json).org_roles as Json[];
    return roles.some((role) => role.id === ROLE.ORG_ADMIN);
  };

  test('an invitation gives no more than the inviter has', async () => {
    const { api, id } = await holderOf('users.invite_user', 'users.match_user');
    const answer = await api.post('users/users/invite/', { users: [id], org_roles: [ROLE.ORG_ADMIN] });
    expect(answer.status).toBe(403);
    expect(await isAdmin(id)).toBe(false);
    const guest = await createUser(admin.inOrg(orgA));
    expect((await api.post('users/users/invite/', { users: [guest.id] })).status).toBe(201);
  });

  test('neither does a binding, or a form', async () => {
    const { api, id } = await holderOf('rbac.add_orgrolebinding', 'rbac.view_orgrolebinding', 'users.change_user', 'users.view_user');
    expect((await api.post('rbac/org-role-bindings/', { user: id, role: ROLE.ORG_ADMIN })).status).toBe(403);
    expect((await api.patch(`users/users/${id}/`, { org_roles: [ROLE.ORG_ADMIN] })).status).toBe(403);
    expect((await api.patch('users/users/', [{ id, org_roles: [ROLE.ORG_ADMIN] }])).status).toBe(403);
    expect(await isAdmin(id)).toBe(false);
  });

  test('an organisation’s administrator gives no system roles and nothing in another organisation', async () => {
    const url = `users/users/${intruderId}/`;
    await intruder.patch(url, { system_roles: [ROLE.SYSTEM_ADMIN] });
    await intruder.patch(url, { is_superuser: true, is_service_account: true });
    expect((await intruder.post('rbac/system-role-bindings/', { user: intruderId, role: ROLE.SYSTEM_ADMIN })).status).toBe(403);
    expect((await intruder.inOrg(orgA).post('rbac/org-role-bindings/', { user: intruderId, role: ROLE.ORG_ADMIN })).status).toBe(403);
    const profile = (await intruder.get('users/profile/')).body as Json;
    expect(profile.is_superuser).toBe(false);
    expect(((await admin.inOrg(orgB).get(url)).body as Json).system_roles).toHaveLength(1);
  });

  test('one’s own profile takes nothing that gives rights', async () => {
    const before = (await admin.inOrg(orgB).get(`users/users/${intruderId}/`)).body as Json;
    const answer = await intruder.patch('users/profile/', {
      is_superuser: true,
      is_active: false,
      is_service_account: true,
      system_roles: [ROLE.SYSTEM_ADMIN],
      org_roles: [ROLE.ORG_ADMIN],
      source: 'ldap',
      username: 'admin2',
      date_expired: '2099-01-01T00:00:00Z',
      org_id: orgA,
      password_hash: 'x',
      otp_secret: 'x',
      id: '00000000-0000-0000-0000-000000000001',
    });
    expect(answer.status).toBe(200);
    const after = (await admin.inOrg(orgB).get(`users/users/${intruderId}/`)).body as Json;
    for (const field of ['is_superuser', 'is_active', 'is_service_account', 'system_roles', 'source', 'username', 'date_expired', 'id'])
      expect(after[field], field).toEqual(before[field]);
  });

  test('a filter tells nothing of what may not be read', async () => {
    const { api } = await holderOf('users.match_user');
    const found = async (query: Record<string, string>) => ((await api.get('users/users/suggestions/', { query })).body as Json[]).length;
    expect(await found({ system_roles: ROLE.SYSTEM_ADMIN })).toBe(await found({}));
    expect(await found({ org_roles: ROLE.ORG_ADMIN })).toBe(await found({}));
  });
});

describe('input that is made to break', () => {
  test('names that every object inherits are no filters', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])
      expect((await admin.get('users/users/', { query: { [name]: '1', limit: '1' } })).status, name).toBe(200);
  });
  test('bodies that are nested too deep, or bring a toString, are refused with a reason', async () => {
    const raw = (body: string) =>
      fetch(`${server.url}/api/v1/users/groups/`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', authorization: String(authorization) },
        signal: AbortSignal.timeout(10_000),
      });
    const { mintBearerToken } = await import('../src/platform/auth/bearer-tokens.ts');
    const { token } = await mintBearerToken(server.db, ((await admin.get('users/profile/')).body as Json).id, '127.0.0.1', 60);
    const authorization = `Bearer ${token}`;
    for (const body of [
      `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      `{"name":"x","users":[{"pk":{"toString":null}}]}`,
      `{"name":{"toString":1}}`,
    ])
      expect((await raw(body)).status, body.slice(0, 40)).toBe(400);
  });
});

test('answers are kept by no browser and no proxy', async () => {
  for (const path of ['users/profile/', 'authentication/access-keys/', 'authentication/connection-token/', 'accounts/accounts/'])
    expect((await admin.get(path)).headers.get('cache-control'), path).toBe('no-store');
});
