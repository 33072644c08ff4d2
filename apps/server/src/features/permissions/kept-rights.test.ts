import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createHost, createNode, createOrganisation, createPermission, createUser } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { inOrganisation, systemContext } from '../../platform/context.ts';
import { inTransaction, rolledBack } from '../../platform/database/transaction.ts';
import { prune } from '../../platform/until-changed/until-changed.queries.ts';
import { untilChanged } from '../../platform/until-changed/until-changed.ts';
import { grantOf } from './grant.ts';

/** What a node has kept of somebody's rights is never answered once another node has changed them. */

let orgId: string;
/** Changes rights at one node. */
let admin: Api;
/** What somebody sees at the other node. */
let hers: Api;
let mei: Json;
let node: Json;
let below: Json;
let [inNode, deep, single]: Json[] = [];
let permission: Json;
let byNode: Json;

const one = serverOfFile();
const other = serverOfFile({ besides: one });
beforeAll(async () => {
  const root = await one.as('admin');
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  mei = await createUser(admin);
  hers = (await other.as(mei.username)).inOrg(orgId);
  node = await createNode(admin);
  below = (await admin.post<Json>(`assets/nodes/${node.id}/children/`, { value: 'Deep' })).body;
  [inNode, deep, single] = [
    await createHost(admin, { nodes: [node.id] }),
    await createHost(admin, { nodes: [below.id] }),
    await createHost(admin),
  ];
  permission = await createPermission(admin, { users: [mei.id], assets: [single?.id] });
  byNode = await createPermission(admin, { users: [mei.id], nodes: [node.id] });
});

interface Seen {
  /** Names on the first page, and what the page counts. */
  names: string[];
  /** Nodes of the whole tree with what hangs below each. */
  nodes: Record<string, number>;
}

/** Asked twice: what is kept is what the second answer comes from. */
async function seen(api = hers): Promise<Seen> {
  for (const last of [false, true]) {
    const { body } = await api.get<Json>('perms/users/self/assets/', { query: { limit: 100 } });
    const { body: nodes } = await api.get<Json[]>('perms/users/self/nodes/');
    expect(body.count).toBe(body.results.length);
    if (last)
      return {
        names: body.results.map((row: Json) => row.name).sort(),
        nodes: Object.fromEntries(nodes.filter((row) => row.key !== 'favorite').map((row) => [row.value, row.assets_amount])),
      };
  }
  throw new Error('never');
}

const everything = (): string[] => [inNode?.name, deep?.name, single?.name].sort();

async function changes(path: string, body: Json, then: () => string[], back: Json): Promise<void> {
  expect((await seen()).names).toEqual(everything());
  expect((await admin.patch(path, body)).status).toBe(200);
  expect((await seen()).names).toEqual(then());
  expect((await admin.patch(path, back)).status).toBe(200);
  expect((await seen()).names).toEqual(everything());
}

const withoutSingle = () => [inNode?.name, deep?.name].sort();
const onlySingle = () => [single?.name];
const ofPermission = (which: Json) => `perms/asset-permissions/${which.id}/`;

test('a permission that is switched off, or names somebody or something else, counts no longer', async () => {
  await changes(ofPermission(permission), { is_active: false }, withoutSingle, { is_active: true });
  await changes(ofPermission(permission), { users: [] }, withoutSingle, { users: [mei.id] });
  await changes(ofPermission(permission), { assets: [] }, withoutSingle, { assets: [single?.id] });
  await changes(ofPermission(byNode), { nodes: [] }, onlySingle, { nodes: [node.id] });
});

test('a permission ends and begins by itself, at a moment at which nobody writes', async () => {
  const soon = async (change: (moment: string) => Json, names: string[]): Promise<void> => {
    const { rows } = await sql<{ moment: string }>`select to_json(now() + interval '2 seconds') #>> '{}' as moment`.execute(one.db);
    const moment = rows[0]?.moment ?? '';
    const before = (await seen()).names;
    expect((await admin.patch(ofPermission(permission), change(moment))).status).toBe(200);
    expect((await seen()).names).toEqual(before);
    await until('the permission to turn', 10_000, async () => Date.now() > Date.parse(moment) + 50);
    expect((await seen()).names).toEqual(names);
  };
  await soon((date_expired) => ({ date_expired }), withoutSingle());
  await soon((date_start) => ({ date_start, date_expired: '2099-01-01T00:00:00Z' }), everything());
});

test('who leaves a group loses what it reached, and who joins has it at once', async () => {
  const group = await createGroup(admin, { users: [mei.id] });
  const extra = await createHost(admin);
  await createPermission(admin, { user_groups: [group.id], assets: [extra.id] });
  expect((await seen()).names).toContain(extra.name);
  await admin.patch(`users/groups/${group.id}/`, { users: [] });
  expect((await seen()).names).toEqual(everything());
  await admin.patch(`users/groups/${group.id}/`, { users: [mei.id] });
  expect((await seen()).names).toContain(extra.name);
  await admin.delete(`users/groups/${group.id}/`);
  expect((await seen()).names).toEqual(everything());
});

test('assets come, go, move and are renamed, and so do nodes', async () => {
  expect((await seen()).nodes).toMatchObject({ [node.value]: 2, Deep: 1 });
  const extra = await createHost(admin, { nodes: [below.id] });
  expect(await seen()).toMatchObject({ names: [...everything(), extra.name].sort(), nodes: { [node.value]: 3, Deep: 2 } });
  await admin.patch(`assets/hosts/${extra.id}/`, { nodes: [node.id] });
  expect((await seen()).nodes).toMatchObject({ [node.value]: 3, Deep: 1 });
  await admin.patch(`assets/hosts/${extra.id}/`, { name: 'aaa-first' });
  const { body } = await hers.get<Json>('perms/users/self/assets/', { query: { limit: 1 } });
  expect(body.results[0].name).toBe('aaa-first');
  await admin.delete(`assets/hosts/${extra.id}/`);
  expect(await seen()).toMatchObject({ names: everything(), nodes: { [node.value]: 2 } });
  await admin.patch(`assets/nodes/${below.id}/`, { value: 'Deeper' });
  expect((await seen()).nodes).toMatchObject({ Deeper: 1 });
  const elsewhere = await createNode(admin);
  await admin.put(`assets/nodes/${elsewhere.id}/children/add/`, { nodes: [below.id] });
  expect((await seen()).names).toEqual([inNode?.name, single?.name].sort());
  await admin.put(`assets/nodes/${node.id}/children/add/`, { nodes: [below.id] });
  expect((await seen()).names).toEqual(everything());
});

const inside = () =>
  inOrganisation(
    systemContext({ db: other.db, log: other.platform.log, secrets: other.platform.secrets, timeZone: 'UTC', reason: 'test' }),
    orgId,
  );

test('what is kept is bounded: what was used last stays', async () => {
  const made: string[] = [];
  const keep = async (name: string, bytes: number) =>
    untilChanged(inside(), name, async () => {
      made.push(name);
      return { value: name, bytes };
    });
  const MIB = 2 ** 20;
  for (const name of ['one', 'two', 'three', 'one', 'two', 'three']) await keep(name, MIB);
  expect(made).toEqual(['one', 'two', 'three']);
  await keep('one', MIB);
  await (await keep('three', MIB)).part(inside(), 'large', async () => ({ value: 1, bytes: 29 * MIB }));
  for (const name of ['one', 'three', 'two']) await keep(name, MIB);
  expect(made).toEqual(['one', 'two', 'three', 'two']);
});

test('what could not be made is made anew by whoever asks next', async () => {
  const broken = async () => {
    throw new Error('gone');
  };
  await expect(untilChanged(inside(), 'fails', broken)).rejects.toThrow('gone');
  const { value, part } = await untilChanged(inside(), 'fails', async () => ({ value: 'made', bytes: 1 }));
  await expect(part(inside(), 'fails', broken)).rejects.toThrow('gone');
  expect([value, await part(inside(), 'fails', async () => ({ value: 'a part', bytes: 1 }))]).toEqual(['made', 'a part']);
});

test('what a transaction has written is not kept for others before it is there for others', async () => {
  const { db } = other;
  const ctx = inside();
  const reached = async (asked = ctx) => (await grantOf(asked, { user: mei.id })).permissionIds.length;
  const before = await reached();
  await rolledBack(db, ctx, async (inner) => {
    await sql`delete from asset_permission_users where permission_id = ${permission.id}`.execute(inner.tx);
    expect(await reached(inner)).toBe(before - 1);
    expect(await reached()).toBe(before);
  });
  expect(await reached()).toBe(before);
  // Begun before another was committed: the numbers of transactions are not in the order of their ends.
  let commit = (): void => undefined;
  const asked = new Promise<void>((done) => {
    commit = done;
  });
  const slow = inTransaction(one.db, ctx, async (inner) => {
    await sql`update asset_permissions set is_active = false where id = ${permission.id}`.execute(inner.tx);
    await asked;
  });
  await admin.patch(ofPermission(byNode), { is_active: false });
  await admin.patch(ofPermission(byNode), { is_active: true });
  expect(await reached()).toBe(before);
  await inTransaction(one.db, ctx, prune);
  await inTransaction(one.db, ctx, prune);
  commit();
  await slow;
  expect(await reached()).toBe(before - 1);
  expect((await seen()).names).toEqual(withoutSingle());
  await admin.patch(ofPermission(permission), { is_active: true });
  expect((await seen()).names).toEqual(everything());
});

test('nothing is kept of one organisation for another', async () => {
  const there = await createOrganisation(await one.as('admin'));
  const far = (await one.as('admin')).inOrg(there.id);
  const host = await createHost(far);
  await far.post('users/users/invite/', { users: [mei.id], org_roles: [ROLE.ORG_USER] });
  await createPermission(far, { users: [mei.id], assets: [host.id] });
  expect((await seen(hers.inOrg(there.id))).names).toEqual([host.name]);
  expect((await seen()).names).toEqual(everything());
});
