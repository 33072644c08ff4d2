import { randomUUID } from 'node:crypto';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import {
  createGroup,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
  uniqueName,
} from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What whole organisations, nodes and groups give, and what an address that names something else gives away: nothing. */

/** Two organisations; `here` is where rights are given. */
let here: Api;
let there: Api;
let orgId: string;
let otherId: string;

const server = serverOfFile();
const root = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  [orgId, otherId] = [(await createOrganisation(root)).id, (await createOrganisation(root)).id];
  [here, there] = [root.inOrg(orgId), root.inOrg(otherId)];
});

const names = (rows: readonly Json[]) => rows.map((row) => row.name).sort();
const rootNode = async (api: Api): Promise<Json> =>
  (await api.get<Json[]>('assets/nodes/')).body.find((one) => !String(one.key).includes(':')) as Json;
const reach = async (api: Api, path: string): Promise<Json[]> => {
  const answer = await api.get<Json[]>(`perms/users/self/${path}`);
  expect(answer.status, path).toBe(200);
  return answer.body;
};

describe('a person who is granted a whole organisation', () => {
  let mei: Json;
  let hers: Api;
  let node: Json;
  let [inNode, inRoot, elsewhere]: Json[] = [];

  beforeAll(async () => {
    mei = await createUser(here);
    await there.post('users/users/invite/', { users: [mei.id], org_roles: [ROLE.ORG_USER] });
    hers = (await server.as(mei.username)).inOrg(orgId);
    node = await createNode(here);
    [inNode, inRoot, elsewhere] = [await createHost(here, { nodes: [node.id] }), await createHost(here), await createHost(there)];
    await createPermission(here, { users: [mei.id], nodes: [(await rootNode(here)).id] });
  });

  test('reaches all of it, and nothing of another one', async () => {
    expect(names(await reach(hers, 'assets/'))).toEqual([inNode?.name, inRoot?.name].sort());
    for (const api of [hers.inOrg(otherId), (await server.as(mei.username)).inOrg(otherId)])
      expect(await reach(api, 'assets/')).toEqual([]);
  });

  test('sees its tree with everything counted', async () => {
    const { key, id } = await rootNode(here);
    const top = await reach(hers, 'nodes/children-with-assets/tree/');
    expect(top.map((one) => one.name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/ \(2\)$/), `${node.value} (1)`, inRoot?.name]),
    );
    expect((await reach(hers, `nodes/children/?key=${key}`)).map((one) => [one.value, one.assets_amount])).toEqual([[node.value, 1]]);
    expect(names(await reach(hers, `nodes/${id}/assets/`))).toEqual([inNode?.name, inRoot?.name].sort());
    expect(names(await reach(hers, `nodes/${node.id}/assets/`))).toEqual([inNode?.name]);
    const whole = await reach(hers, 'nodes/all-with-assets/tree/');
    expect(whole.filter((one) => one.meta.type === 'asset').map((one) => one.pId)).toEqual(expect.arrayContaining([node.key, key]));
  });

  test('sees it in the root organisation beside single assets of another one, and no more', async () => {
    const single = await createHost(there);
    await createPermission(there, { users: [mei.id], assets: [single.id] });
    const everywhere = (await server.as(mei.username)).inOrg('00000000-0000-0000-0000-000000000000');
    const found = await everywhere.get<Json[]>('perms/users/self/assets/');
    if (found.status === 200) {
      expect(names(found.body)).toEqual([inNode?.name, inRoot?.name, single.name].sort());
      const tree = (await everywhere.get<Json[]>('perms/users/self/nodes/children-with-assets/tree/')).body;
      expect(tree.map((one) => one.name)).toEqual(
        expect.arrayContaining([expect.stringMatching(/ \(2\)$/), expect.stringMatching(/ \(1\)$/)]),
      );
      const all = (await everywhere.get<Json[]>('perms/users/self/nodes/all-with-assets/tree/')).body;
      expect(all.filter((one) => one.meta.type === 'asset').map((one) => one.id)).not.toContain(elsewhere?.id);
    } else expect(found.status).toBe(403);
  });
});

describe('addresses of what somebody reaches', () => {
  test('name nodes and assets that are not granted as they name none', async () => {
    const mo = await createUser(here);
    const his = (await server.as(mo.username)).inOrg(orgId);
    const [granted, other] = [await createNode(here), await createNode(here)];
    const deep = await createNode(here, { parent: granted.id });
    const [mine, hidden, foreign] = [
      await createHost(here, { nodes: [deep.id, granted.id] }),
      await createHost(here, { nodes: [other.id] }),
      await createHost(there),
    ];
    // Named twice: by the node and by one below it.
    await createPermission(here, { users: [mo.id], nodes: [granted.id, deep.id] });
    for (const node of [other.id, other.key, randomUUID(), '9:9:9', 'x', (await rootNode(there)).id]) {
      expect(await reach(his, `nodes/${node}/assets/`), node).toEqual([]);
      expect(await reach(his, `assets/?node_id=${node}`), node).toEqual([]);
      expect(await reach(his, `nodes/children/?key=${node}`), node).toEqual([]);
      expect(await reach(his, `nodes/children/?id=${node}`), node).toEqual([]);
      expect(await reach(his, `nodes/children-with-assets/tree/?key=${node}`), node).toEqual([]);
    }
    expect(await reach(his, 'nodes/children/?key=favorite')).toEqual([]);
    // An asset that hangs twice below one node is there once, and counts once.
    expect((await reach(his, 'nodes/')).find((one) => one.id === granted.id)?.assets_amount).toBe(1);
    expect(names(await reach(his, `nodes/${granted.id}/assets/`))).toEqual([mine.name]);
    for (const id of [hidden.id, foreign.id, randomUUID(), 'x']) expect(await reach(his, `assets/tree/?id=${id}`), id).toEqual([]);
    expect((await reach(his, `assets/tree/?id=${mine.id}`)).map((one) => one.id)).toEqual([mine.id]);
    expect((await reach(his, 'nodes/children-with-assets/category/tree/?type=linux')).map((one) => one.id)).toEqual([mine.id]);
    for (const type of ['windows', 'none', "'"])
      expect(await reach(his, `nodes/children-with-assets/category/tree/?type=${encodeURIComponent(type)}`)).toEqual([]);
    const accounts = async (id: string) => (await his.get<Json[]>(`perms/users/self/assets/${id}/accounts/`)).status;
    for (const id of [foreign.id, randomUUID(), 'x']) expect(await accounts(id), id).toBe(404);
    expect(await accounts(mine.id)).toBe(200);
    await here.patch(`assets/hosts/${mine.id}/`, { is_active: false });
    expect(await accounts(mine.id)).toBe(404);
  });

  test('are not for those without the right to their own', async () => {
    const role = await root.post<Json>('rbac/org-roles/', {
      scope: 'org',
      name: uniqueName('looks'),
      permissions: ['perms.view_userassets'],
    });
    const [looker, person] = [await createUser(here, { org_roles: [role.body.id] }), await createUser(here)];
    const api = (await server.as(looker.username)).inOrg(orgId);
    const bare = await root.post<Json>('rbac/system-roles/', {
      scope: 'system',
      name: uniqueName('bare'),
      permissions: ['rbac.view_workbench'],
    });
    expect((await here.patch(`users/users/${looker.id}/`, { system_roles: [bare.body.id] })).status).toBe(200);
    for (const who of ['self', 'my', looker.id]) expect((await api.get(`perms/users/${who}/assets/`)).status, who).toBe(403);
    expect((await api.get(`perms/users/${person.id}/assets/`)).status).toBe(200);
    expect((await api.get(`perms/users/${(await createUser(there)).id}/assets/`)).status).toBe(404);
  });
});

describe('a group', () => {
  test('reaches what it is granted, and is not found from another organisation', async () => {
    const group = await createGroup(here);
    const node = await createNode(here);
    const [inNode, single] = [await createHost(here, { nodes: [node.id] }), await createHost(here)];
    await createPermission(here, { user_groups: [group.id], nodes: [node.id], assets: [single.id] });
    await createPermission(here, { user_groups: [group.id], assets: [(await createHost(here)).id], is_active: false });
    const of = (path: string, api = here, id = group.id) => api.get<Json[]>(`perms/user-groups/${id}/${path}`);
    expect(names((await of('assets/')).body)).toEqual([inNode.name, single.name].sort());
    expect(names((await of(`nodes/${node.id}/assets/`)).body)).toEqual([inNode.name]);
    // Groups have no favourites, whoever asks.
    expect(await of('nodes/favorite/assets/')).toMatchObject({ status: 200, body: [] });
    expect(await of('nodes/children/?key=favorite')).toMatchObject({ status: 200, body: [] });
    for (const key of ['x', randomUUID(), (await createNode(here)).id]) expect((await of(`nodes/${key}/assets/`)).body).toEqual([]);
    const paths = ['assets/', 'nodes/', 'nodes/children/', 'nodes/children/tree/', `nodes/${node.id}/assets/`];
    const person = (await server.as((await createUser(here)).username)).inOrg(orgId);
    for (const path of paths) {
      expect((await of(path)).status, path).toBe(200);
      expect((await of(path, there)).status, path).toBe(404);
      expect((await of(path, here, randomUUID())).status, path).toBe(404);
      expect((await of(path, person)).status, path).toBe(403);
    }
    expect((await of('nodes/')).body.map((one) => one.value)).toContain(node.value);
  });

  test('is what permissions are filtered by, with those of nodes above or without', async () => {
    const group = await createGroup(here);
    const above = await createNode(here);
    const inner = await createNode(here, { parent: above.id });
    const host = await createHost(here, { nodes: [inner.id] });
    const [byAbove, byInner] = [
      await createPermission(here, { user_groups: [group.id], nodes: [above.id] }),
      await createPermission(here, { user_groups: [group.id], nodes: [inner.id], is_active: false }),
    ];
    const both = names([byAbove, byInner]);
    /** Those of this test: what is granted the whole organisation covers its nodes, too. */
    const list = async (query: string, api = here) =>
      names((await api.get<Json[]>(`perms/asset-permissions/?${query}`)).body).filter((name) => both.includes(name));
    expect(await list(`user_group_id=${group.id}`)).toEqual(both);
    expect(await list(`user_group_id=${group.id}`, there)).toEqual([]);
    expect(await list(`asset_id=${host.id}`)).toEqual(both);
    expect(await list(`node_id=${inner.id}`)).toEqual(both);
    expect(await list(`node_id=${inner.id}&all=0`)).toEqual([byInner.name]);
    expect(await list(`user_group_id=${group.id}&is_effective=1`)).toEqual([byAbove.name]);
    for (const nobody of ['user_group_id=x', `user_group_id=${randomUUID()}`, 'user_group=none', 'node_id=x', 'asset_id=x', 'user_id=x'])
      expect(await list(nobody), nobody).toEqual([]);
  });
});

describe('accounts that a permission makes of a template', () => {
  test('are made by those who may make accounts, and named by an id', async () => {
    const template = (
      await here.post<Json>('accounts/account-templates/', { name: uniqueName('t'), username: 'deploy', secret: 'open sesame 1' })
    ).body;
    const host = await createHost(here);
    const body = (accounts: string[]) => ({ name: uniqueName('p'), assets: [host.id], accounts });
    const role = await root.post<Json>('rbac/org-roles/', {
      scope: 'org',
      name: uniqueName('grants'),
      permissions: ['perms.add_assetpermission', 'perms.view_assetpermission', 'assets.view_asset', 'accounts.view_accounttemplate'],
    });
    const granter = (await server.as((await createUser(here, { org_roles: [role.body.id] })).username)).inOrg(orgId);
    const has = async () => (await here.get<Json[]>(`accounts/accounts/?asset=${host.id}`)).body.map((one) => one.username);
    expect((await granter.post('perms/asset-permissions/', body([`%${template.id}`]))).status).toBe(403);
    expect((await here.post<Json>('perms/asset-permissions/', body(['%x']))).body).toHaveProperty('accounts');
    expect(await has()).toEqual([]);
    expect((await here.post('perms/asset-permissions/', body([`%${template.id}`]))).status).toBe(201);
    expect(await has()).toEqual(['deploy']);
  });
});
