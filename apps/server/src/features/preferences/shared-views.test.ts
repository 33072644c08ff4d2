import { ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Views that an organisation shares: who may, who sees what of them, and what becomes of them. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const VIEWS = 'settings/saved-views/';
const at = ({ id }: Json): string => `${VIEWS}${id}/`;
const USERS = 'user_users/users/';
const SEES = 'users.view_user';

async function roleWith(codes: readonly string[]): Promise<string> {
  const permissions = codes.map((code) => permissionByCode(code)?.id);
  const { status, body } = await admin.post('rbac/org-roles/', { scope: 'org', name: uniqueName('role'), permissions });
  expect(status).toBe(201);
  return body.id;
}
/** A member of the organisation with these rights there. */
async function person(codes: readonly string[]) {
  const { id, username } = await createUser(admin, { org_roles: [await roleWith(codes)] });
  return { id: String(id), api: await server.as(String(username)) };
}
const save = (api: Api, given: Json = {}) =>
  api.post(VIEWS, { name: uniqueName('view'), table_name: USERS, config: { columns: ['name'] }, ...given });
async function shared(api: Api, given: Json = {}): Promise<Json> {
  const made = await save(api, { is_shared: true, ...given });
  expect([made.status, made.body.is_shared]).toEqual([201, true]);
  return made.body;
}
const namesFor = async (api: Api): Promise<string[]> => (await api.get<Json[]>(VIEWS)).body.map(({ name }) => String(name));
/** What the log of operations has of a view, newest first. */
const logged = async ({ id }: Json): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from operate_logs where resource_id = ${id} order by seq desc`.execute(
    server.db,
  );
  return rows.map(({ action }) => action);
};

describe('sharing', () => {
  test('is for who has the right; a shared view is read by all who may open its list, and changed by none of them', async () => {
    const [sharer, reader] = [await person([SEES, 'settings.add_sharedview']), await person([SEES])];
    const refused = await save(reader.api, { is_shared: true });
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
    expect(refused.body.detail).toContain('Add shared view');
    const view = await shared(sharer.api);
    expect((await reader.api.get(at(view))).body).toMatchObject({ user: sharer.id, is_shared: true, config: { columns: ['name'] } });
    for (const part of [{ name: 'Mine' }, { config: {} }, { is_shared: false }])
      expect((await reader.api.patch(at(view), part)).status).toBe(403);
    expect((await reader.api.delete(at(view))).status).toBe(403);
    expect((await sharer.api.get(at(view))).body).toMatchObject({ name: view.name, is_shared: true });
    // Whoever wants it otherwise keeps a copy.
    expect((await save(reader.api, { name: view.name, config: view.config })).status).toBe(201);
  });

  test('is ended by the owner, who keeps the view for themselves, and by whoever has the right to others’', async () => {
    const [sharer, keeper] = [
      await person([SEES, 'settings.add_sharedview']),
      await person([SEES, 'settings.change_sharedview', 'settings.delete_sharedview']),
    ];
    const [own, other, gone] = [await shared(sharer.api), await shared(sharer.api), await shared(sharer.api)];
    expect((await sharer.api.patch(at(own), { is_shared: false })).body.is_shared).toBe(false);
    expect((await keeper.api.get(at(own))).status).toBe(404);
    const renamed = uniqueName('renamed');
    expect((await keeper.api.patch(at(other), { name: renamed })).body).toMatchObject({ name: renamed, user: sharer.id });
    expect((await keeper.api.patch(at(other), { is_shared: false })).body).toMatchObject({ is_shared: false, user: sharer.id });
    expect((await keeper.api.get(at(other))).status).toBe(404);
    expect((await sharer.api.get(at(other))).body).toMatchObject({ name: renamed, is_shared: false });
    expect((await keeper.api.delete(at(gone))).status).toBe(204);
    expect((await sharer.api.get(at(gone))).status).toBe(404);
    expect(await logged(gone)).toEqual(['delete', 'create']);
    expect(await logged(other)).toEqual(['update', 'update', 'create']);
  });

  test('needs a list that has an address of its own, and one organisation', async () => {
    for (const table_name of ['user', 'x_no/such/', 'member_users/groups/*/users/']) {
      const answer = await save(admin, { table_name, is_shared: true });
      expect([table_name, answer.status, Object.keys(answer.body)]).toEqual([table_name, 400, ['is_shared']]);
    }
    expect((await save(admin.inOrg('root'), { is_shared: true })).status).toBe(400);
    const { api } = await person(['settings.add_sharedview']);
    expect(Object.keys((await save(api, { is_shared: true })).body)).toEqual(['is_shared']);
  });

  test('by whoever lost the right changes nothing any more; names differ among all views of an owner', async () => {
    const name = uniqueName('view');
    const { id, api } = await person([SEES, 'settings.add_sharedview']);
    const view = await shared(api, { name });
    expect(Object.keys((await save(api, { name })).body)).toEqual(['name']);
    await admin.patch(`users/users/${id}/`, { org_roles: [await roleWith([SEES])] });
    expect((await api.patch(at(view), { name: 'Otherwise' })).status).toBe(403);
    expect((await admin.get(at(view))).body.name).toBe(name);
  });

  test('one’s own are written down by nobody, shared ones with what changed', async () => {
    const own = (await save(admin)).body;
    await admin.patch(at(own), { name: uniqueName('own') });
    expect(await logged(own)).toEqual([]);
    await admin.patch(at(own), { is_shared: true });
    expect(await logged(own)).toEqual(['update']);
    await admin.patch(at(own), { name: own.name, config: own.config });
    await admin.patch(at(own), { config: { columns: ['name', 'username'] } });
    expect(await logged(own)).toEqual(['update', 'update', 'update']);
  });
});

describe('what a reader is not told', () => {
  test('views of a list that they may not open, of another organisation, and of people who are no members', async () => {
    const organisation = String((await createOrganisation(admin)).id);
    const elsewhere = admin.inOrg(organisation);
    // One's own are saved wherever one is, also by an administrator who is no member.
    expect((await save(elsewhere)).status).toBe(201);
    const [here, there] = [await shared(admin), await shared(elsewhere)];
    const hosts = await shared(admin, { table_name: 'host_assets/hosts/' });
    const reader = await person([SEES]);
    expect(await namesFor(reader.api)).toContain(here.name);
    for (const view of [there, hosts]) {
      expect(await namesFor(reader.api)).not.toContain(view.name);
      expect((await reader.api.get(at(view))).status).toBe(404);
      expect((await reader.api.patch(at(view), { name: 'x' })).status).toBe(404);
      expect((await reader.api.delete(at(view))).status).toBe(404);
    }
    // Naming the organisation makes nobody a member.
    const outsider = reader.api.inOrg(organisation);
    expect(await namesFor(outsider)).not.toContain(there.name);
    expect((await outsider.get(at(there))).status).toBe(404);
    expect(await namesFor(admin)).not.toContain(there.name);
    expect(await namesFor(elsewhere)).toContain(there.name);
    expect(await namesFor(reader.api.inOrg('root'))).not.toContain(there.name);
  });

  test('columns, orders and conditions of what they may not read, and names of what they may not see', async () => {
    const group = await createGroup(admin, { name: uniqueName('hidden-group') });
    const filters = { groups: group.name, system_roles: ROLE.SYSTEM_ADMIN, source: 'local', group_id: group.id, no_such: 'payroll' };
    const config = { columns: ['name', 'system_roles', 'duration'], order: '-system_roles', search: ['a'], filters };
    const view = await shared(admin, { config });
    const [narrow, wide] = [await person([SEES]), await person([SEES, 'users.view_usergroup'])];
    const told = await narrow.api.get(at(view));
    expect(told.body.config).toEqual({ columns: ['name', 'duration'], order: '', search: ['a'], filters: { source: 'local' } });
    for (const text of [JSON.stringify(told.body), JSON.stringify((await narrow.api.get(VIEWS)).body)]) {
      expect(text).not.toContain(group.name);
      expect(text).not.toContain(group.id);
      expect(text).not.toContain('payroll');
    }
    expect((await wide.api.get(at(view))).body.config.filters).toEqual({ source: 'local', groups: group.name });
    // A name that stands for nothing there, or for something of another organisation, is no more told than one that is hidden.
    const foreign = await createGroup(admin.inOrg(String((await createOrganisation(admin)).id)), { name: uniqueName('foreign') });
    await admin.patch(at(view), { config: { filters: { groups: foreign.name } } });
    expect((await wide.api.get(at(view))).body.config.filters).toEqual({});
    expect((await admin.get(at(view))).body.config.filters).toEqual({ groups: foreign.name });
  });

  test('of assets: domains that they may not list', async () => {
    const domain = await admin.post('assets/domains/', { name: uniqueName('hidden-domain') });
    await createHost(admin);
    const view = await shared(admin, {
      table_name: 'host_assets/hosts/',
      config: { filters: { domain: domain.body.id, is_active: 'true' } },
    });
    const [narrow, wide] = [await person(['assets.view_asset']), await person(['assets.view_asset', 'assets.view_domain'])];
    expect((await narrow.api.get(at(view))).body.config.filters).toEqual({ is_active: 'true' });
    expect((await wide.api.get(at(view))).body.config.filters).toEqual({ is_active: 'true', domain: domain.body.id });
  });
});

test('a shared view outlives its owner, their own ones go with them; an organisation takes its views along', async () => {
  const { id, api } = await person([SEES, 'settings.add_sharedview']);
  const [view, own] = [await shared(api), (await save(api)).body];
  const organisation = String((await createOrganisation(admin)).id);
  const there = await shared(admin.inOrg(organisation));
  expect((await admin.delete(`users/users/${id}/`)).status).toBe(204);
  const left = await sql<{ id: string }>`select id from saved_views where id in (${view.id}, ${own.id})`.execute(server.db);
  expect(left.rows.map((row) => row.id)).toEqual([view.id]);
  expect((await admin.get(at(view))).body).toMatchObject({ user: null, is_shared: true });
  // Nobody’s, it becomes the own one of whoever takes it back.
  const me = (await admin.get('users/profile/')).body.id;
  expect((await admin.patch(at(view), { is_shared: false })).body).toMatchObject({ user: me, is_shared: false });
  expect((await admin.delete(`orgs/orgs/${organisation}/`)).status).toBe(204);
  const gone = await sql`select 1 from saved_views where id = ${there.id}`.execute(server.db);
  expect(gone.rows).toEqual([]);
});
