import type { Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createGroup,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
} from '@postern/testkit/factories';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** What kinds of routes say for all of theirs (docs/decisions/0090-kinds-of-routes.md): each is asked where it is hardest to keep. */

let admin: Api;
let elsewhere: Api;
const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  admin = root.inOrg((await createOrganisation(root)).id);
  elsewhere = root.inOrg((await createOrganisation(root)).id);
});

const ids = (rows: readonly Json[]) => rows.map((row) => row.id).sort();
/** What the log has since then, by what it is about. */
async function noted(work: () => Promise<void>): Promise<string[]> {
  const all = () => server.db.selectFrom('operate_logs').select(['id', 'resource_id']).execute();
  const before = new Set((await all()).map(({ id }) => id));
  await work();
  return (await all()).flatMap(({ id, resource_id }) => (before.has(id) ? [] : resource_id)).sort();
}

describe('a list', () => {
  test('of a resource elsewhere does not take for a filter what is asked in its own query', async () => {
    const [here, other] = [await createHost(admin), await createHost(admin)];
    const [asking, source] = [await createAccount(admin, here.id), await createAccount(admin, here.id)];
    // `asset` is a filter of accounts as well, and would leave nothing.
    const found = await admin.get<Json[]>(`accounts/accounts/su-from-accounts/?account=${asking.id}&asset=${other.id}`);
    expect(ids(found.body)).toEqual([source.id]);
    const filtered = await admin.get<Json[]>(`accounts/accounts/su-from-accounts/?account=${asking.id}&username=nobody`);
    expect(filtered.body).toEqual([]);
  });

  test('of what is no resource is cut into pages as those of resources are', async () => {
    const people = [await createUser(admin), await createUser(admin), await createUser(admin)];
    const permission = await createPermission(admin, { users: people.map(({ id }) => id) });
    const group = await createGroup(admin, { users: people.map(({ id }) => id) });
    for (const path of [`perms/asset-permissions/${permission.id}/users/all/`, 'users/users-groups-relations/']) {
      const query = path.startsWith('users') ? `?usergroup=${group.id}&` : '?';
      const all = (await admin.get<Json[]>(`${path}${query}`)).body;
      const first = (await admin.get(`${path}${query}limit=2`)).body;
      expect([path, first.count, first.previous, first.results]).toEqual([path, 3, null, all.slice(0, 2)]);
      const second = (await admin.get(`${path}${query}limit=2&offset=2`)).body;
      expect([path, second.count, second.next, second.results]).toEqual([path, 3, null, all.slice(2)]);
      expect(new URL(first.next).searchParams.get('offset')).toBe('2');
      expect(new URL(second.previous).searchParams.has('offset')).toBe(false);
    }
  });

  test('in one piece has no pages, and a tree and a detail never have', async () => {
    await createNode(admin);
    const host = await createHost(admin);
    const [asking] = [await createAccount(admin, host.id), await createAccount(admin, host.id), await createAccount(admin, host.id)];
    for (const path of [
      `accounts/accounts/su-from-accounts/?account=${asking.id}&`,
      'assets/categories/?',
      'assets/nodes/children/tree/?',
    ]) {
      const all = (await admin.get<Json[]>(path)).body;
      expect([path, all.length > 1]).toEqual([path, true]);
      expect([path, (await admin.get<Json[]>(`${path}limit=1`)).body]).toEqual([path, all]);
    }
    expect((await admin.get('notifications/site-messages/unread-total/?limit=1')).body).toEqual({ total: expect.any(Number) });
  });

  test('tells nothing of what its answer stands behind, not even whether it is there', async () => {
    const account = await createAccount(admin, (await createHost(admin)).id);
    const secrets = 'accounts/account-secrets/';
    const there = await admin.get(`${secrets}${account.id}/histories/`);
    const missing = await admin.get(`${secrets}22222222-2222-4222-8222-222222222222/histories/`);
    expect([there.status, missing.status, missing.body]).toEqual([400, 400, there.body]);
  });
});

describe('a relation', () => {
  test('takes one pair or many, and of many all or none', async () => {
    const permission = await createPermission(admin);
    const [one, two, three] = [await createUser(admin), await createUser(admin), await createUser(admin)];
    const path = 'perms/asset-permissions-users-relations/';
    const pair = (user: Json) => ({ assetpermission: permission.id, user: user.id });
    const linked = async () => (await admin.get<Json[]>(`${path}?assetpermission=${permission.id}`)).body.map((row) => row.user).sort();
    expect((await admin.post(path, pair(one))).body).toMatchObject({ user: one.id });
    expect((await admin.post<Json[]>(path, [pair(two)])).body).toMatchObject([{ user: two.id }]);
    expect((await admin.post(path, [pair(three), pair(one)])).status).toBe(400);
    expect(await linked()).toEqual([one.id, two.id].sort());
    const many = await admin.post(path, Array(1_001).fill(pair(three)));
    // Beyond the bound, and not merely there already.
    expect([many.status, JSON.stringify(many.body)]).toEqual([400, expect.stringMatching(/non_field_errors.*1000/)]);
    expect(await linked()).toEqual([one.id, two.id].sort());
  });

  test('of which a query names too little loses nothing', async () => {
    const user = await createUser(admin);
    const group = await createGroup(admin, { users: [user.id] });
    await createPermission(admin, { users: [user.id] });
    for (const [path, query] of [
      ['perms/asset-permissions-users-relations/', `?user=${user.id}`],
      ['users/users-groups-relations/', `?usergroup=${group.id}`],
    ] as const) {
      expect([path, (await admin.delete(`${path}${query}`)).status]).toEqual([path, 400]);
      expect([path, (await admin.get<Json[]>(`${path}${query}`)).body.length]).toEqual([path, 1]);
    }
  });
});

describe('links', () => {
  test('are put and taken off by PUT and by PATCH alike', async () => {
    const node = await createNode(admin);
    const hosts = [await createHost(admin), await createHost(admin)];
    for (const [at, send] of [admin.put, admin.patch].entries()) {
      const assets = [hosts[at]?.id];
      expect(await send(`assets/nodes/${node.id}/assets/add/`, { assets })).toMatchObject({ status: 200, body: { assets } });
    }
    const on = async () => ids((await admin.get<Json[]>(`assets/nodes/${node.id}/assets/`)).body);
    expect(await on()).toEqual(ids(hosts));
    for (const [at, send] of [admin.put, admin.patch].entries())
      expect((await send(`assets/nodes/${node.id}/assets/remove/`, { assets: [hosts[at]?.id] })).status).toBe(200);
    expect(await on()).toEqual([]);
  });
});

describe('a bulk action', () => {
  test('leaves an event for each row that it was done to, and passes over the rows of others', async () => {
    const host = await createHost(admin);
    const [one, two] = [await createAccount(admin, host.id), await createAccount(admin, host.id)];
    const foreign = await createAccount(elsewhere, (await createHost(elsewhere)).id);
    const cleared = await noted(async () => {
      const answer = await admin.patch('accounts/accounts/clear-secret/', { account_ids: [one.id, foreign.id, two.id] });
      expect(answer).toMatchObject({ status: 200, body: {} });
    });
    expect(cleared).toEqual([one.id, two.id].sort());
    expect((await elsewhere.get(`accounts/accounts/${foreign.id}/`)).body.has_secret).toBe(true);
  });

  test('whose body is the list takes no other body', async () => {
    for (const body of [{}, { ids: [] }, 'x', undefined]) {
      const answer = await admin.post('terminal/tasks/kill-session/', body);
      expect([body, answer.status]).toEqual([body, 400]);
    }
    expect(await admin.post('terminal/tasks/kill-session/', ['x'])).toMatchObject({ status: 200, body: { ok: [] } });
  });
});

describe('a question', () => {
  test('writes nothing, and may be asked without a body where nothing in it is needed', async () => {
    const host = await createHost(admin);
    const written = await noted(async () => {
      expect((await admin.post('assets/platforms/filter-nodes-assets/')).body).toEqual([]);
      expect((await admin.post<Json[]>('assets/platforms/filter-nodes-assets/', { asset_ids: [host.id] })).body).toMatchObject([
        { id: host.platform.id },
      ]);
      expect((await admin.post<Json[]>('assets/assets/destinations/', { assets: [host.id] })).body).toMatchObject([{ id: host.id }]);
    });
    expect(written).toEqual([]);
  });
});
