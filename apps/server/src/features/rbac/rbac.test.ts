import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const idOf = (code: string): string => String(permissionByCode(code)?.id);
const list = (answer: { body: unknown }) => answer.body as Json[];
const makeRole = async (scope: 'system' | 'org', codes: string[], api = admin): Promise<Json> =>
  (await api.post(`rbac/${scope}-roles/`, { scope, name: uniqueName('role'), permissions: codes.map(idOf) })).body;

describe('roles', () => {
  it('come built in, first, in the order of their names, with words in the language of the reader', async () => {
    await makeRole('org', []);
    const roles = list(await admin.get('rbac/org-roles/', { headers: { 'accept-language': 'zh' } }));
    expect(roles.slice(0, 3).map((role) => [role.name, role.builtin])).toEqual([
      ['OrgAdmin', true],
      ['OrgAuditor', true],
      ['OrgUser', true],
    ]);
    expect(roles[0]).toMatchObject({ id: ROLE.ORG_ADMIN, display_name: '组织管理员', scope: { value: 'org' } });
    expect(roles[0]).not.toHaveProperty('permissions');
    expect(list(await admin.get('rbac/system-roles/'))).toHaveLength(4);
  });

  it('are found by the words that are shown, in every language, each of them', async () => {
    const role = await makeRole('org', []);
    const found = async (search: string) => list(await admin.get('rbac/org-roles/', { query: { search } })).map((one) => one.name);
    expect(await found('Organisation user')).toEqual(['OrgUser']);
    expect(await found('组织管理员')).toEqual(['OrgAdmin']);
    expect(await found('orguser')).toEqual(['OrgUser']);
    expect(await found(role.name)).toEqual([role.name]);
    expect(await found('Organisation nobody')).toEqual([]);
  });

  it('take permissions as ids in text, and show them in the tree', async () => {
    const role = await makeRole('org', ['users.view_user']);
    const saved = await admin.patch(`rbac/org-roles/${role.id}/`, { permissions: [idOf('users.view_user'), idOf('users.add_user')] });
    expect(saved.status).toBe(200);
    const tree = list(await admin.get(`rbac/org-roles/${role.id}/permissions/tree/`));
    expect(
      tree
        .filter((node) => !node.isParent && node.checked)
        .map((node) => node.title)
        .sort(),
    ).toEqual(['users.add_user', 'users.view_user']);
    expect(list(await admin.get(`rbac/org-roles/${role.id}/permissions/`)).map((one) => one.codename)).toEqual(['add_user', 'view_user']);
    expect((await admin.patch(`rbac/org-roles/${role.id}/`, { permissions: [idOf('users.delete_user')] })).status).toBe(400);
  });

  it('are cloned with what they grant', async () => {
    const made = await admin.post(`rbac/org-roles/?clone_from=${ROLE.ORG_USER}`, { scope: 'org', name: uniqueName('clone') });
    expect(list(await admin.get(`rbac/org-roles/${made.body.id}/permissions/`))).toHaveLength(21);
  });

  it('refuse a second one of the same name and scope, and any change of built-in ones', async () => {
    const role = await makeRole('org', []);
    const twin = await admin.post('rbac/org-roles/', { scope: 'org', name: role.name });
    expect(twin.status).toBe(400);
    expect(twin.body).toHaveProperty('non_field_errors');
    expect((await admin.post('rbac/system-roles/', { scope: 'system', name: role.name })).status).toBe(201);
    expect((await admin.patch(`rbac/org-roles/${ROLE.ORG_USER}/`, { comment: 'x' })).status).toBe(403);
    expect((await admin.delete(`rbac/org-roles/${ROLE.ORG_USER}/`)).status).toBe(403);
    expect((await admin.patch('rbac/org-roles/', [])).status).toBe(405);
  });

  it('name only those who hold them in the organisation of the request', async () => {
    const [one, two] = [await createOrganisation(admin), await createOrganisation(admin)];
    const [here, there] = [admin.inOrg(one.id), admin.inOrg(two.id)];
    const mine = await createUser(here, { org_roles: [ROLE.ORG_AUDITOR] });
    const theirs = await createUser(there, { org_roles: [ROLE.ORG_AUDITOR] });
    const holders = async (api: Api) => list(await api.get(`rbac/org-roles/${ROLE.ORG_AUDITOR}/users/`)).map(({ id }) => id);
    expect(await holders(here)).toEqual([mine.id]);
    expect(await holders(there)).toEqual([theirs.id]);
  });

  it('cannot go while somebody holds them', async () => {
    const role = await makeRole('org', ['users.view_user']);
    const user = await createUser(admin, { org_roles: [role.id] });
    expect((await admin.delete(`rbac/org-roles/${role.id}/`)).status).toBe(403);
    await admin.patch(`users/users/${user.id}/`, { org_roles: [ROLE.ORG_USER] });
    expect((await admin.delete(`rbac/org-roles/${role.id}/`)).status).toBe(204);
  });

  it('let nobody grant what they do not hold (GHSA: role assignment without the right)', async () => {
    const editor = await makeRole('system', ['rbac.add_systemrole', 'rbac.change_systemrole', 'rbac.view_systemrole']);
    const user = await createUser(admin, { system_roles: [editor.id], org_roles: [ROLE.ORG_USER] });
    const api = await server.as(user.username);
    expect((await api.patch(`rbac/system-roles/${editor.id}/`, { permissions: [idOf('settings.change_auth')] })).status).toBe(403);
    expect(
      (await api.post(`rbac/system-roles/?clone_from=${ROLE.SYSTEM_ADMIN}`, { scope: 'system', name: uniqueName('steal') })).status,
    ).toBe(403);
    expect(
      (await api.post('rbac/system-roles/', { scope: 'system', name: uniqueName('fine'), permissions: [idOf('rbac.view_systemrole')] }))
        .status,
    ).toBe(201);
  });
});

describe('what a role grants', () => {
  it('reaches the next request after a change, in its own organisation only', async () => {
    const role = await makeRole('org', []);
    const user = await createUser(admin, { org_roles: [role.id] });
    const api = await server.as(user.username);
    expect((await api.get('users/users/')).status).toBe(403);
    await admin.patch(`rbac/org-roles/${role.id}/`, { permissions: [idOf('users.view_user')] });
    await expect.poll(async () => (await api.get('users/users/')).status).toBe(200);
    const other = await createOrganisation(admin);
    expect((await api.inOrg(other.id).get('users/users/')).status).toBe(403);
    expect((await api.inOrg(ORG.ROOT).get('users/users/')).status).toBe(403);
  });

  it('is listed in the profile, sorted, for the organisation of the request', async () => {
    const user = await createUser(admin);
    const { perms } = (await (await server.as(user.username)).get('users/profile/')).body;
    expect(perms).toEqual([...perms].sort());
    expect(perms).toHaveLength(34);
    const superuser = (await admin.get('users/profile/')).body.perms;
    expect(superuser).toHaveLength(276);
    expect(superuser).not.toContain('rbac.view_role');
  });
});

describe('role bindings', () => {
  it('bind members to roles of this organisation, once', async () => {
    const user = await createUser(admin);
    const bound = await admin.post('rbac/org-role-bindings/', [{ user: user.id, role: ROLE.ORG_AUDITOR, scope: 'org' }]);
    expect(bound.status).toBe(201);
    expect(list(bound)[0]).toMatchObject({
      user: user.id,
      role: ROLE.ORG_AUDITOR,
      user_display: `${user.name}(${user.username})`,
      org: ORG.DEFAULT,
      org_name: 'Default',
    });
    const again = await admin.post('rbac/org-role-bindings/', { user: user.id, role: ROLE.ORG_AUDITOR });
    expect(again.body).toHaveProperty('role');
    expect((await admin.inOrg(ORG.ROOT).post('rbac/org-role-bindings/', { user: user.id, role: ROLE.ORG_ADMIN })).status).toBe(400);
    expect(list(await admin.get(`rbac/org-role-bindings/?role=${ROLE.ORG_AUDITOR}&user__username=${user.username}`))).toHaveLength(1);
  });

  it('keep the last system role and the last role in an organisation', async () => {
    const user = await createUser(admin);
    const [system] = list(await admin.get(`rbac/system-role-bindings/?user=${user.id}`));
    const refusedSystem = await admin.delete(`rbac/system-role-bindings/${system?.id}/`);
    expect([refusedSystem.status, refusedSystem.body.code]).toEqual([400, 'system_role_delete_error']);
    const [org] = list(await admin.get(`rbac/org-role-bindings/?user=${user.id}`));
    expect((await admin.delete(`rbac/org-role-bindings/${org?.id}/`)).status).toBe(400);
  });

  it('let only system administrators make one, and keep the last one', async () => {
    const binder = await makeRole('system', ['rbac.add_systemrolebinding', 'rbac.view_systemrolebinding', 'rbac.delete_systemrolebinding']);
    const user = await createUser(admin, { system_roles: [binder.id, ROLE.USER] });
    const api = await server.as(user.username);
    expect((await api.post('rbac/system-role-bindings/', { user: user.id, role: ROLE.SYSTEM_ADMIN })).status).toBe(403);
    expect((await api.post('rbac/system-role-bindings/', { user: user.id, role: ROLE.SYSTEM_AUDITOR })).status).toBe(403);
    const lesser = await makeRole('system', ['rbac.view_systemrolebinding']);
    expect((await api.post('rbac/system-role-bindings/', { user: user.id, role: lesser.id })).status).toBe(201);
    const [own] = list(await admin.get(`rbac/system-role-bindings/?role=${ROLE.SYSTEM_ADMIN}`));
    expect((await api.delete(`rbac/system-role-bindings/${own?.id}/`)).status).toBe(403);
    expect((await admin.delete(`rbac/system-role-bindings/${own?.id}/`)).status).toBe(400);
  });
});

describe('what is handed out', () => {
  it('of a role is read by those who may read such roles', async () => {
    const [org, system] = [await makeRole('org', ['users.view_user']), await makeRole('system', ['users.view_user', 'users.add_user'])];
    const codes = async (query: string, api = admin) =>
      list(await api.get(`rbac/permissions/?${query}`)).map((one) => `${one.content_type.app_label}.${one.codename}`);
    expect(await codes(`role=${org.id}`)).toEqual(['users.view_user']);
    expect((await codes(`role=${system.id}`)).sort()).toEqual(['users.add_user', 'users.view_user']);
    expect(await codes(`role=${system.id}&codename=add_user`)).toEqual(['users.add_user']);
    for (const none of ['x', '00000000-0000-4000-8000-000000000000']) expect(await codes(`role=${none}`), none).toEqual([]);
    expect((await codes('scope=system')).length).toBeGreaterThan((await codes('scope=org')).length);
    expect(await codes('scope=nothing')).toEqual(await codes('scope=org'));
    const reads = await makeRole('org', ['rbac.view_permission', 'rbac.view_orgrole']);
    const reader = await server.as((await createUser(admin, { org_roles: [reads.id] })).username);
    expect(await codes(`role=${org.id}`, reader)).toEqual(['users.view_user']);
    expect(await codes(`role=${system.id}`, reader)).toEqual([]);
  });

  it('is no more than there is, and names what there is', async () => {
    const refused = async (permissions: unknown) =>
      (await admin.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions })).body;
    for (const permissions of [
      'users.view_user',
      { 0: 1 },
      [0],
      [-1],
      [null],
      ['constructor'],
      ['users.no_such'],
      Array.from({ length: 1_001 }, () => 1),
    ])
      expect(await refused(permissions), JSON.stringify(permissions).slice(0, 40)).toHaveProperty('permissions');
    // A right of the system alone is none of an organisation's.
    expect(await refused(['settings.change_auth'])).toHaveProperty('permissions');
  });

  it('to people are roles that there are, of the place they are for; without one they leave', async () => {
    const user = await createUser(admin);
    const change = (body: Json) => admin.patch<Json>(`users/users/${user.id}/`, body);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const org_roles of [[unknown], [ROLE.USER], ['x']]) expect((await change({ org_roles })).body).toHaveProperty('org_roles');
    for (const system_roles of [[unknown], [ROLE.ORG_USER]]) expect((await change({ system_roles })).body).toHaveProperty('system_roles');
    expect((await change({ system_roles: [] })).status).toBe(400);
    for (const [path, role] of [
      ['org-role-bindings', ROLE.USER],
      ['org-role-bindings', unknown],
      ['system-role-bindings', ROLE.ORG_ADMIN],
    ])
      expect((await admin.post<Json>(`rbac/${path}/`, { user: user.id, role })).body, path).toHaveProperty('role');
    expect((await admin.get(`users/users/${user.id}/`)).body.org_roles.map((one: Json) => one.id)).toEqual([ROLE.ORG_USER]);
  });
});
