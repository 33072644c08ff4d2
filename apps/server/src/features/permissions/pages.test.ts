import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createGroup, createHost, createNode, createPermission, createUser } from '@postern/testkit/factories';
import { beforeAll, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';

/** Pages that the database cuts are those that would be cut from the whole list, with the same count. */

const { admin, as } = organisationOfFile();
let mei: Json;
let hers: Api;
let permissions: Json[];

beforeAll(async () => {
  mei = await createUser(admin);
  hers = await as(mei.username);
  const [node, group] = [await createNode(admin), await createGroup(admin, { users: [mei.id] })];
  const below = (await admin.post<Json>(`assets/nodes/${node.id}/children/`, { value: 'Below' })).body;
  const hosts: Json[] = [];
  for (let at = 0; at < 7; at += 1) hosts.push(await createHost(admin, at % 2 === 0 ? { nodes: [at === 0 ? node.id : below.id] } : {}));
  for (const host of hosts) await createAccount(admin, host.id);
  const ids = hosts.map((host) => host.id);
  permissions = [
    await createPermission(admin, { users: [mei.id], assets: ids.slice(2), nodes: [node.id] }),
    await createPermission(admin, { user_groups: [group.id], assets: ids.slice(0, 3), nodes: [node.id, below.id] }),
    await createPermission(admin, { assets: ids }),
  ];
});

async function joins(api: Api, path: string, least: number): Promise<void> {
  const whole = (await api.get<Json[]>(path)).body;
  expect(whole.length, path).toBeGreaterThanOrEqual(least);
  const joined: Json[] = [];
  for (let next: string | null = `${path}?limit=2`; next; ) {
    const { body }: { body: Json } = await api.get<Json>(next);
    expect(body.count, next).toBe(whole.length);
    expect(body.results.length).toBeLessThanOrEqual(2);
    joined.push(...body.results);
    next = body.next?.replace(/^.*\/api\/v1\//, '');
  }
  expect(joined, path).toEqual(whole);
}

test.each([
  ['perms/asset-permissions-assets-relations/', 15],
  ['perms/asset-permissions-nodes-relations/', 3],
  ['perms/asset-permissions-users-relations/', 1],
  ['perms/asset-permissions-user-groups-relations/', 1],
])('pages of %s join up', (path, least) => joins(admin, path, least));

test('pages of what one permission comes to join up', async () => {
  for (const { id } of permissions) {
    await joins(admin, `perms/asset-permissions/${id}/assets/all/`, 5);
    await joins(admin, `perms/asset-permissions/${id}/accounts/`, 5);
  }
});

test('pages of what a person reaches join up, in every order', async () => {
  for (const order of ['', 'name', '-name', 'address', '-address,name']) {
    const whole = (await hers.get<Json[]>('perms/users/self/assets/', { query: { order } })).body.map((row) => row.id);
    expect(whole).toHaveLength(7);
    const pages: string[] = [];
    for (const offset of [0, 2, 4, 6, 8]) {
      const { body } = await hers.get<Json>('perms/users/self/assets/', { query: { order, limit: 2, offset } });
      expect(body.count).toBe(7);
      pages.push(...body.results.map((row: Json) => row.id));
    }
    expect(pages, order).toEqual(whole);
  }
  await joins(hers, 'perms/users/self/nodes/ungrouped/assets/', 7);
});

test('a count follows what is added and taken off', async () => {
  const path = 'perms/asset-permissions-assets-relations/';
  const count = async (query = ''): Promise<number> => (await admin.get<Json>(`${path}?limit=1${query}`)).body.count;
  const [before, host, permission] = [await count(), await createHost(admin), permissions[0]];
  await admin.post(path, { assetpermission: permission?.id, asset: host.id });
  expect([await count(), await count(`&asset=${host.id}`)]).toEqual([before + 1, 1]);
  await admin.delete(`${path}?assetpermission=${permission?.id}&asset=${host.id}`);
  expect([await count(), await count(`&asset=${host.id}`)]).toEqual([before, 0]);
});

test('words and filters find what is granted, and nothing else', async () => {
  const foreign = await createHost(admin, { name: 'Needle of nobody' });
  const own = (await hers.get<Json[]>('perms/users/self/assets/')).body[0];
  const found = async (query: Record<string, string>): Promise<Json> =>
    (await hers.get<Json>('perms/users/self/assets/', { query: { limit: '10', ...query } })).body;
  expect(await found({ search: 'Needle' })).toMatchObject({ count: 0, results: [] });
  expect(await found({ name: foreign.name })).toMatchObject({ count: 0 });
  expect(await found({ search: own?.name })).toMatchObject({ count: 1, results: [{ id: own?.id }] });
  expect(await found({ ids: `${foreign.id},${own?.id}` })).toMatchObject({ count: 1, results: [{ id: own?.id }] });
});
