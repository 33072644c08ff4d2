import { ROLE } from '@postern/contract/ids';
import { BUILTIN_ROLES, permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** Administrators of an organisation against what belongs to the whole installation (docs/decisions/0072). */

let [here, there] = ['', ''];
let officer: Api;
/** Manages people in both organisations. */
let both: Api;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  here = (await createOrganisation(admin)).id;
  there = (await createOrganisation(admin)).id;
  const user = await createUser(admin.inOrg(here), { org_roles: [ROLE.ORG_ADMIN] });
  officer = (await server.as(user.username)).inOrg(here);
  const two = await createUser(admin.inOrg(here), { org_roles: [ROLE.ORG_ADMIN] });
  await admin.inOrg(there).post('users/users/invite/', { users: [two.id], org_roles: [ROLE.ORG_ADMIN] });
  both = await server.as(two.username);
});

describe('a person who is in two organisations', () => {
  let shared: Json;
  beforeAll(async () => {
    shared = await createUser(admin.inOrg(there));
    expect((await officer.post('users/users/invite/', { users: [shared.id] })).status).toBe(201);
  });

  test('is changed by who manages both, and by nobody of one of them', async () => {
    const url = `users/users/${shared.id}/`;
    expect((await officer.get(url)).body.is_manageable).toBe(false);
    expect((await both.inOrg(here).get(url)).body.is_manageable).toBe(true);
    for (const change of [
      { name: 'Other' },
      { email: `${uniqueName('x')}@example.com` },
      { is_active: false },
      { wechat: 'w' },
      { mfa_level: 2 },
    ])
      expect((await officer.patch(url, change)).status, JSON.stringify(change)).toBe(403);
    expect((await both.inOrg(here).patch(url, { wechat: 'w' })).status).toBe(200);
  });

  test('keeps roles and groups that are each organisation’s own', async () => {
    const url = `users/users/${shared.id}/`;
    const group = await createGroup(officer);
    expect((await officer.patch(url, { groups: [group.id], org_roles: [ROLE.ORG_AUDITOR] })).status).toBe(200);
    const elsewhere = (await admin.inOrg(there).get(url)).body;
    expect(elsewhere.groups).toEqual([]);
    expect(elsewhere.org_roles.map((role: Json) => role.id)).toEqual([ROLE.ORG_USER]);
  });

  test('keeps what they hold in the system', async () => {
    const auditor = await createUser(admin.inOrg(there), { system_roles: [ROLE.USER, ROLE.SYSTEM_AUDITOR] });
    await officer.post('users/users/invite/', { users: [auditor.id] });
    const role = await admin.post('rbac/system-roles/', {
      scope: 'system',
      name: uniqueName('binder'),
      permissions: ['rbac.add_systemrolebinding', 'rbac.view_systemrolebinding'].map((code) => permissionByCode(code)?.id),
    });
    const binder = await createUser(admin.inOrg(here), { system_roles: [ROLE.USER, role.body.id], org_roles: [ROLE.ORG_ADMIN] });
    const api = (await server.as(binder.username)).inOrg(here);
    expect((await api.patch(`users/users/${auditor.id}/`, { system_roles: [ROLE.USER] })).status).toBe(403);
    const kept = (await admin.inOrg(there).get(`users/users/${auditor.id}/`)).body.system_roles.map((one: Json) => one.id);
    expect(kept).toContain(ROLE.SYSTEM_AUDITOR);
  });

  test('is not deleted from one of them, but can be let go', async () => {
    expect((await officer.delete(`users/users/${shared.id}/`)).status).toBe(403);
    expect((await officer.post(`users/users/${shared.id}/remove/`)).status).toBe(204);
    expect((await admin.inOrg(there).get(`users/users/${shared.id}/`)).status).toBe(200);
  });
});

describe('finding people', () => {
  test('of another organisation takes knowing them', async () => {
    const stranger = await createUser(admin.inOrg(there));
    const found = async (search: string) =>
      ((await officer.get<Json[]>('users/users/suggestions/', { query: { search } })).body as Json[]).map((one) => one.id);
    expect(await found(stranger.username.slice(0, -2))).not.toContain(stranger.id);
    expect(await found('')).not.toContain(stranger.id);
    expect(await found(stranger.username)).toEqual([stranger.id]);
    expect(await found(stranger.email.toUpperCase())).toEqual([stranger.id]);
  });
});

describe('what belongs to the system', () => {
  test('built-in roles stay what they are', async () => {
    for (const { id, scope } of BUILTIN_ROLES) {
      for (const api of [officer, admin]) {
        const url = `rbac/${scope}-roles/${id}/`;
        expect((await api.patch(url, { permissions: [] })).status, id).toBe(403);
        expect((await api.put(url, { name: 'mine', permissions: [] })).status, id).toBe(403);
        expect((await api.delete(url)).status, id).toBe(403);
        expect([403, 404, 405]).toContain((await api.patch(`rbac/${scope}-roles/`, [{ id, permissions: [] }])).status);
      }
    }
  });

  test('roles of organisations are written by the system’s administrators, as all organisations use them', async () => {
    const role = await admin.post('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions: [] });
    expect((await officer.patch(`rbac/org-roles/${role.body.id}/`, { name: 'mine' })).status).toBe(403);
    expect((await officer.delete(`rbac/org-roles/${role.body.id}/`)).status).toBe(403);
    expect((await officer.post('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions: [] })).status).toBe(403);
  });

  test('platforms, settings and organisations are not an organisation’s to change', async () => {
    expect((await officer.patch('assets/platforms/1/', { comment: 'mine' })).status).toBe(403);
    expect((await officer.patch('settings/setting/?category=security', { SECURITY_LOGIN_LIMIT_COUNT: 99 })).status).toBe(403);
    expect((await officer.patch(`orgs/orgs/${here}/`, { name: 'mine' })).status).toBe(403);
  });
});
