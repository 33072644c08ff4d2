import type { Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createGroup,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
  uniqueName,
} from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';

const { server, admin, as } = organisationOfFile();

const past = '2020-01-01 00:00:00 +0000';
const future = '2090-01-01 00:00:00 +0000';
const names = (rows: Json[]) => rows.map((row) => row.name).sort();
const login = (user: Json): Promise<Api> => as(user.username);
const reach = async (api: Api, path = 'assets/'): Promise<Json[]> => (await api.get<Json[]>(`perms/users/self/${path}`)).body;

describe('asset permissions', () => {
  test('a new one has all actions, is in force and ends in seventy years', async () => {
    const { status, body } = await admin.post('perms/asset-permissions/', { name: uniqueName('p') });
    expect(status).toBe(201);
    expect(body.actions.map((one: Json) => one.value)).toEqual(['connect', 'upload', 'download', 'delete', 'copy', 'paste']);
    expect(body).toMatchObject({ is_valid: true, is_expired: false, from_ticket: false, accounts: [], users: [], nodes: [] });
    expect(body.date_expired).toMatch(/^20[89]\d\//);
    expect((await admin.post('perms/asset-permissions/', { name: uniqueName('p'), actions: ['fly'] })).body).toHaveProperty('actions');
    expect((await admin.post('perms/asset-permissions/', { name: uniqueName('p'), accounts: ['@NONE'] })).body).toHaveProperty('accounts');
  });

  test('filters find permissions by whom and what they reach', async () => {
    const user = await createUser(admin);
    const group = await createGroup(admin, { users: [user.id] });
    const node = await createNode(admin);
    const host = await createHost(admin, { nodes: [(await createNode(admin, { parent: node.id })).id] });
    const direct = await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['root', '@USER'] });
    const through = await createPermission(admin, { user_groups: [group.id], nodes: [node.id], accounts: ['deploy'] });
    const idle = await createPermission(admin, { users: [user.id], assets: [host.id], is_active: false, accounts: ['root'] });
    const list = async (query: string) => names((await admin.get<Json[]>(`perms/asset-permissions/?${query}`)).body);
    const all = [direct.name, through.name, idle.name].sort();
    expect(await list(`user_id=${user.id}`)).toEqual(all);
    expect(await list(`user_id=${user.id}&all=0`)).toEqual([direct.name, idle.name].sort());
    expect(await list(`username=${user.username}&is_valid=1`)).toEqual([direct.name, through.name].sort());
    expect(await list(`asset_id=${host.id}`)).toEqual(all);
    expect(await list(`asset_id=${host.id}&all=0`)).toEqual([direct.name, idle.name].sort());
    expect(await list(`asset_name=${host.name}&is_effective=0`)).toEqual([idle.name]);
    expect(await list(`node_id=${node.id}`)).toEqual([through.name]);
    expect(await list(`user_group=${group.name}`)).toEqual([through.name]);
    expect(await list(`asset_id=${host.id}&accounts=root`)).toEqual([direct.name, idle.name].sort());
    expect(await list('user_id=00000000-0000-4000-8000-000000000000')).toEqual([]);
    expect((await admin.get<Json[]>(`perms/asset-permissions/${through.id}/users/all/`)).body.map((one) => one.user)).toEqual([user.id]);
    expect((await admin.get<Json[]>(`perms/asset-permissions/${through.id}/assets/all/`)).body.map((one) => one.asset)).toEqual([host.id]);
    expect(names((await admin.get<Json[]>(`assets/assets/${host.id}/perm-users/${user.id}/permissions/`)).body)).toEqual(all);
    expect((await admin.get<Json[]>(`assets/assets/${host.id}/perm-users/`)).body.map((one) => one.id)).toEqual([user.id]);
  });

  test('a template stands for its username, and assets that have no such account get one', async () => {
    const template = await admin.post<Json>('accounts/account-templates/', {
      name: uniqueName('template'),
      username: 'deployer',
      secret_type: 'password',
      secret: 'a template of a secret',
    });
    expect(template.status).toBe(201);
    const [has, lacks] = [await createHost(admin), await createHost(admin)];
    await createAccount(admin, has.id, { username: 'deployer', name: 'by hand' });
    const accounts = [`%${template.body.id}`, '@INPUT'];
    const permission = await createPermission(admin, { assets: [has.id, lacks.id], accounts });
    expect(permission.accounts.sort()).toEqual(['@INPUT', 'deployer']);
    const of = async (id: string) => (await admin.get<Json[]>(`accounts/accounts/?asset=${id}`)).body.map((one) => one.name);
    expect(await of(has.id)).toEqual(['by hand']);
    expect(await of(lacks.id)).toEqual([template.body.name]);
    // Once more makes nothing more.
    await admin.patch(`perms/asset-permissions/${permission.id}/`, { accounts });
    expect(await of(lacks.id)).toHaveLength(1);
    // Trying it out makes nothing at all.
    const third = await createHost(admin);
    const draft = { resource: 'assetpermission', id: permission.id, body: { assets: [third.id], accounts } };
    expect((await admin.post('perms/access/effect/', { draft })).status).toBe(200);
    expect(await of(third.id)).toEqual([]);
  });

  test('relation rows are added and removed one by one', async () => {
    const permission = await createPermission(admin);
    const host = await createHost(admin);
    const pair = { assetpermission: permission.id, asset: host.id };
    const path = 'perms/asset-permissions-assets-relations/';
    const added = await admin.post<Json[]>(path, [pair]);
    expect([added.status, added.body]).toEqual([
      201,
      [{ id: expect.any(Number), ...pair, assetpermission_display: permission.name, asset_display: `${host.name}(127.0.0.1)` }],
    ]);
    expect((await admin.post(path, pair)).body).toHaveProperty('non_field_errors');
    expect((await admin.get<Json[]>(`${path}?assetpermission=${permission.id}`)).body).toHaveLength(1);
    expect((await admin.delete(`${path}?asset=${host.id}`)).status).toBe(400);
    expect((await admin.delete(`${path}?assetpermission=${permission.id}&asset=${host.id}`)).status).toBe(204);
    expect((await admin.get(`perms/asset-permissions/${permission.id}/`)).body.assets).toEqual([]);
  });
});

describe('what a user reaches', () => {
  const ways: [string, (user: Json, host: Json, node: Json, parent: Json) => Promise<unknown>, boolean][] = [
    ['a direct permission on the asset', (user, host) => createPermission(admin, { users: [user.id], assets: [host.id] }), true],
    ['its node', (user, _host, node) => createPermission(admin, { users: [user.id], nodes: [node.id] }), true],
    ['a node above', (user, _host, _node, parent) => createPermission(admin, { users: [user.id], nodes: [parent.id] }), true],
    [
      'a group',
      async (user, host) =>
        createPermission(admin, { user_groups: [(await createGroup(admin, { users: [user.id] })).id], assets: [host.id] }),
      true,
    ],
    [
      'a group and a node above',
      async (user, _host, _node, parent) =>
        createPermission(admin, { user_groups: [(await createGroup(admin, { users: [user.id] })).id], nodes: [parent.id] }),
      true,
    ],
    ['an inactive permission', (user, host) => createPermission(admin, { users: [user.id], assets: [host.id], is_active: false }), false],
    ['an expired permission', (user, host) => createPermission(admin, { users: [user.id], assets: [host.id], date_expired: past }), false],
    [
      'a permission of the future',
      (user, host) =>
        createPermission(admin, { users: [user.id], assets: [host.id], date_start: future, date_expired: '2099-01-01 00:00:00 +0000' }),
      false,
    ],
    [
      'a group one is not in',
      async (_user, host) => createPermission(admin, { user_groups: [(await createGroup(admin)).id], assets: [host.id] }),
      false,
    ],
    ['another asset', async (user) => createPermission(admin, { users: [user.id], assets: [(await createHost(admin)).id] }), false],
    ['a node beside', async (user) => createPermission(admin, { users: [user.id], nodes: [(await createNode(admin)).id] }), false],
  ];
  test.each(ways)('%s', async (_what, grant, reached) => {
    const user = await createUser(admin);
    const parent = await createNode(admin);
    const node = await createNode(admin, { parent: parent.id });
    const host = await createHost(admin, { nodes: [node.id] });
    await createAccount(admin, host.id, { username: 'root', name: 'root' });
    const api = await login(user);
    expect(await reach(api)).toEqual([]);
    await grant(user, host, node, parent);
    expect((await reach(api)).some((one) => one.id === host.id)).toBe(reached);
    expect((await reach(api, `assets/${host.id}/accounts/`)).map((one) => one.alias)).toEqual(reached ? ['root'] : []);
    expect((await reach(api, 'assets/tree/')).some((one) => one.id === host.id)).toBe(reached);
  });

  test('a permission of another organisation counts there and in the root one only', async () => {
    const user = await createUser(admin);
    const root = await server.as('admin');
    const otherId = (await createOrganisation(root)).id;
    const other = root.inOrg(otherId);
    await root.inOrg(otherId).post('users/users/invite/', { users: [user.id], org_roles: ['00000000-0000-0000-0000-000000000007'] });
    const host = await createHost(other);
    await createPermission(other, { users: [user.id], assets: [host.id] });
    expect(await reach(await login(user))).toEqual([]);
    expect((await reach((await server.as(user.username)).inOrg(otherId))).map((one) => one.id)).toEqual([host.id]);
    const foreign = await createPermission(admin, { name: uniqueName('x') });
    expect((await admin.patch(`perms/asset-permissions/${foreign.id}/`, { assets: [host.id] })).body).toHaveProperty('assets');
    expect(
      (await admin.post('perms/asset-permissions-assets-relations/', { assetpermission: foreign.id, asset: host.id })).body,
    ).toHaveProperty('asset');
  });

  test('the tree holds granted nodes whole, single assets alone, and the way to both', async () => {
    const user = await createUser(admin);
    const api = await login(user);
    const parent = await createNode(admin);
    const [granted, single, hidden] = (await Promise.all(
      ['granted', 'single', 'hidden'].map((value) => createNode(admin, { parent: parent.id, value: uniqueName(value) })),
    )) as [Json, Json, Json];
    const deep = await createNode(admin, { parent: granted.id });
    const inDeep = await createHost(admin, { nodes: [deep.id] });
    const alone = await createHost(admin, { nodes: [single.id] });
    await createHost(admin, { nodes: [single.id] });
    await createHost(admin, { nodes: [hidden.id] });
    await createPermission(admin, { users: [user.id], nodes: [granted.id], assets: [alone.id] });
    const top = await reach(api, 'nodes/children-with-assets/tree/');
    expect(top.map((one) => one.name)).toEqual(['Favorites (0)', expect.stringMatching(/ \(2\)$/), `${parent.value} (2)`]);
    const level = await reach(api, `nodes/children-with-assets/tree/?key=${parent.key}&n=a&lv=1`);
    expect(level.map((one) => one.name)).toEqual([`${granted.value} (1)`, `${single.value} (1)`]);
    expect((await reach(api, `nodes/children-with-assets/tree/?key=${single.key}`)).map((one) => one.id)).toEqual([alone.id]);
    expect((await reach(api, `nodes/children-with-assets/tree/?key=${deep.key}`)).map((one) => one.id)).toEqual([inDeep.id]);
    expect(await reach(api, `nodes/children-with-assets/tree/?key=${hidden.key}`)).toEqual([]);
    expect((await reach(api, 'nodes/')).map((one) => [one.value, one.assets_amount])).toEqual(
      expect.arrayContaining([
        [granted.value, 1],
        [deep.value, 1],
        [single.value, 1],
        [parent.value, 2],
      ]),
    );
    expect(names(await reach(api, `nodes/${single.id}/assets/`))).toEqual([alone.name]);
    expect(names(await reach(api, `nodes/${parent.id}/assets/`))).toEqual([inDeep.name, alone.name].sort());
    const whole = await reach(api, 'nodes/all-with-assets/tree/');
    expect(whole.filter((one) => one.meta.type === 'asset').map((one) => [one.id, one.pId])).toEqual(
      expect.arrayContaining([
        [inDeep.id, deep.key],
        [alone.id, single.key],
      ]),
    );
    const types = await reach(api, 'nodes/children-with-assets/category/tree/?sync=1');
    expect(types.map((one) => one.name)).toEqual(expect.arrayContaining(['Host(2)', 'Linux(2)', inDeep.name]));
    expect((await api.get(`perms/users/self/assets/tree/?search=${alone.name}`)).body).toHaveLength(1);
  });

  test('favourites are shown only while they are granted', async () => {
    const user = await createUser(admin);
    const api = await login(user);
    const [host, other] = [await createHost(admin), await createHost(admin)];
    const permission = await createPermission(admin, { users: [user.id], assets: [host.id] });
    for (const asset of [host.id, other.id]) await api.post('assets/favorite-assets/', { asset });
    expect(names(await reach(api, 'nodes/favorite/assets/'))).toEqual([host.name]);
    expect((await reach(api, 'nodes/children-with-assets/tree/?key=favorite')).map((one) => [one.id, one.pId])).toEqual([
      [host.id, 'favorite'],
    ]);
    await admin.patch(`perms/asset-permissions/${permission.id}/`, { is_active: false });
    expect(await reach(api, 'nodes/favorite/assets/')).toEqual([]);
  });

  test('the asset object carries what a person needs to connect', async () => {
    const user = await createUser(admin);
    const api = await login(user);
    const host = await createHost(admin, {
      platform: 12,
      protocols: [
        { name: 'rdp', port: 3389 },
        { name: 'winrm', port: 5985 },
      ],
    });
    await createPermission(admin, { users: [user.id], assets: [host.id] });
    const [found] = await reach(api, `assets/?id=${host.id}`);
    expect(found).toMatchObject({
      id: host.id,
      spec_info: {},
      org_name: expect.any(String),
      protocols: [
        { name: 'rdp', public: true, setting: { security: 'any' } },
        { name: 'winrm', public: false },
      ],
    });
    expect(found).not.toHaveProperty('auto_config');
    const page = (await api.get('perms/users/self/assets/?limit=1')).body;
    expect(page).toMatchObject({ count: 1, next: null, results: [{ id: host.id }] });
  });

  test("only those with the right look at another user's assets; service accounts and strangers are not found", async () => {
    const [user, nosy] = [await createUser(admin), await createUser(admin)];
    const host = await createHost(admin);
    await createPermission(admin, { users: [user.id], assets: [host.id] });
    expect(names((await admin.get<Json[]>(`perms/users/${user.id}/assets/`)).body)).toEqual([host.name]);
    expect((await (await login(nosy)).get(`perms/users/${user.id}/assets/`)).status).toBe(403);
    expect((await admin.get('perms/users/00000000-0000-4000-8000-000000000000/assets/')).status).toBe(404);
    expect((await admin.get('perms/users/nobody/assets/')).status).toBe(404);
    expect((await server.anyone.get('perms/users/self/assets/')).status).toBe(401);
  });
});
