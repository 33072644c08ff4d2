import type { Json } from '@postern/testkit/api';
import {
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

const { admin, as } = organisationOfFile();

const past = '2020-01-01 00:00:00 +0000';
const future = '2090-01-01 00:00:00 +0000';
const values = (row: Json): string[] => row.gaps.map((gap: Json) => gap.value);

/** Somebody and something, so that only what a test takes away is missing. */
async function whole() {
  const [user, host] = [await createUser(admin), await createHost(admin)];
  return { users: [user.id], assets: [host.id] };
}

describe('permissions that grant nothing', () => {
  test('each reason is named by itself, all together, and none where somebody gets something', async () => {
    const enough = await whole();
    const gapsWith = async (given: Json) => values(await createPermission(admin, { ...enough, ...given }));
    expect(await gapsWith({})).toEqual([]);
    expect(await gapsWith({ users: [] })).toEqual(['no_people']);
    expect(await gapsWith({ assets: [] })).toEqual(['no_assets']);
    expect(await gapsWith({ accounts: [] })).toEqual(['no_accounts']);
    expect(await gapsWith({ actions: [] })).toEqual(['no_actions']);
    expect(await gapsWith({ is_active: false })).toEqual(['switched_off']);
    expect(await gapsWith({ date_start: future })).toEqual(['not_started']);
    expect(await gapsWith({ date_start: past, date_expired: past })).toEqual(['ended']);
    expect(await gapsWith({ users: [], assets: [], accounts: [], is_active: false })).toEqual([
      'no_people',
      'no_assets',
      'no_accounts',
      'switched_off',
    ]);
  });

  test('a group without members is nobody, and a node with nothing on or below it is nothing', async () => {
    const [full, none] = [await createGroup(admin, { users: [(await createUser(admin)).id] }), await createGroup(admin)];
    const [above, bare] = [await createNode(admin), await createNode(admin)];
    await createHost(admin, { nodes: [(await createNode(admin, { parent: above.id })).id] });
    const { id } = await createPermission(admin, { user_groups: [none.id], nodes: [bare.id] });
    const gaps = async () => values((await admin.get<Json>(`perms/asset-permissions/${id}/`)).body);
    expect(await gaps()).toEqual(['no_people', 'no_assets']);
    await admin.patch(`perms/asset-permissions/${id}/`, { user_groups: [none.id, full.id] });
    expect(await gaps()).toEqual(['no_assets']);
    await admin.patch(`perms/asset-permissions/${id}/`, { nodes: [bare.id, above.id] });
    expect(await gaps()).toEqual([]);
  });

  test('the list tells them in the language of whoever asks, and finds them', async () => {
    const enough = await whole();
    const search = uniqueName('listed');
    const [good, idle, late] = [`${search} good`, `${search} idle`, `${search} late`];
    await createPermission(admin, { ...enough, name: good });
    await createPermission(admin, { ...enough, name: idle, assets: [] });
    await createPermission(admin, { ...enough, name: late, date_start: future });
    const list = async (query: string) =>
      (await admin.get<{ results: Json[] }>(`perms/asset-permissions/?limit=15&search=${search}&${query}`)).body.results;
    expect((await list('')).map((row) => [row.name, values(row)])).toEqual([
      [good, []],
      [idle, ['no_assets']],
      [late, ['not_started']],
    ]);
    expect((await list('grants_nothing=1')).map((row) => row.name)).toEqual([idle, late]);
    expect((await list('grants_nothing=0')).map((row) => row.name)).toEqual([good]);
    const chinese = await admin.get<{ results: Json[] }>(`perms/asset-permissions/?limit=1&search=${search}&grants_nothing=1`, {
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(chinese.body.results[0]?.gaps).toEqual([{ value: 'no_assets', label: '没有任何资产' }]);
  });
});

describe('a permission that is not saved yet', () => {
  const reach = (body: Json, api = admin) => api.post<Json>('perms/asset-permissions/reach/', body);

  test('is judged like a saved one, by what was chosen', async () => {
    const enough = await whole();
    const none = await createGroup(admin);
    expect((await reach({ ...enough, accounts: ['@ALL'] })).body).toEqual({ gaps: [], people: 1, assets: 1, whole: false, wide: false });
    const { body } = await reach({ assets: enough.assets, user_groups: [none.id], accounts: ['root'], date_expired: past });
    expect(body).toMatchObject({ people: 0, wide: false });
    expect(values(body)).toEqual(['no_people', 'ended']);
  });

  test('is wide from a hundred and one people times assets on, and with the root node', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => createUser(admin)));
    const group = await createGroup(admin, { users: people.map((one) => one.id) });
    const node = await createNode(admin);
    for (let made = 0; made < 10; made += 1) await createHost(admin, { nodes: [node.id] });
    const given = { user_groups: [group.id], nodes: [node.id], accounts: ['@ALL'] };
    // Somebody who is a member and is named, too, counts once.
    expect((await reach({ ...given, users: [people[0]?.id] })).body).toMatchObject({ people: 10, assets: 10, wide: false });
    const one = await createHost(admin);
    expect((await reach({ ...given, assets: [one.id] })).body).toMatchObject({ people: 10, assets: 11, wide: true });
    expect((await reach({ ...given, assets: [one.id], is_active: false })).body).toMatchObject({ wide: false });
    const [root] = (await admin.get<Json[]>('assets/nodes/')).body.filter((row) => !String(row.key).includes(':'));
    expect((await reach({ users: [people[0]?.id], nodes: [root?.id], accounts: ['@ALL'] })).body).toMatchObject({
      whole: true,
      wide: true,
    });
  });

  test('names only what whoever asks may name, and counts only for who may list', async () => {
    const elsewhere = admin.inOrg(String((await createOrganisation(admin)).id));
    const foreign = await createGroup(elsewhere);
    const refused = await reach({ user_groups: [foreign.id] });
    const missing = await reach({ user_groups: ['7b2d5b10-0000-4000-8000-000000000001'] });
    expect([refused.status, missing.status]).toEqual([400, 400]);
    expect(Object.keys(refused.body)).toEqual(['user_groups']);
    const plain = await createUser(admin);
    expect((await reach({}, await as(plain.username))).status).toBe(403);
  });
});
