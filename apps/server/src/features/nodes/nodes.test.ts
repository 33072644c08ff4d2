import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';

const { server, admin } = organisationOfFile();

const rootOf = async (api: Api): Promise<Json> =>
  (await api.get<Json[]>('assets/nodes/children/')).body.find((node) => !node.key.includes(':')) as Json;
const treeOf = async (api: Api, query = ''): Promise<Json[]> => (await api.get<Json[]>(`assets/nodes/children/tree/${query}`)).body;

describe('nodes', () => {
  test('children take the next key, the path of their parent and a free name', async () => {
    const root = await rootOf(admin);
    const a = await createNode(admin, { value: 'a' });
    expect(a).toMatchObject({ key: `${root.key}:0`, value: 'a', name: 'a', full_value: `${root.full_value}/a` });
    const below = await createNode(admin, { parent: a.id, value: 'b' });
    expect(below).toMatchObject({ key: `${a.key}:0`, full_value: `${root.full_value}/a/b`, org_id: root.org_id });
    const named = await admin.post(`assets/nodes/${a.id}/children/`, {});
    expect([named.status, named.body.value]).toEqual([201, 'New node 1']);
    expect((await admin.post(`assets/nodes/${a.id}/children/`, { value: 'b' })).body).toHaveProperty('value');
    expect((await admin.post(`assets/nodes/${a.id}/children/`, { value: 'x/y' })).status).toBe(400);
  });

  test('a full path makes what is missing and answers the leaf', async () => {
    const root = await rootOf(admin);
    const path = `${root.full_value}/${uniqueName('p')}/q/r`;
    const leaf = await admin.post('assets/nodes/', { full_value: path });
    expect([leaf.status, leaf.body.full_value, leaf.body.value]).toEqual([201, path, 'r']);
    expect((await admin.get('assets/nodes/', { query: { search: 'q/r' } })).body).toHaveLength(1);
  });

  test('a rename rewrites the paths below, and clashes with a sibling are refused', async () => {
    const parent = await createNode(admin);
    const child = await createNode(admin, { parent: parent.id });
    const renamed = await admin.patch(`assets/nodes/${parent.id}/`, { value: 'renamed' });
    expect([renamed.status, renamed.body.full_value]).toEqual([200, expect.stringMatching(/\/renamed$/)]);
    expect((await admin.get(`assets/nodes/${child.id}/`)).body.full_value).toBe(`${renamed.body.full_value}/${child.value}`);
    const other = await createNode(admin);
    expect((await admin.patch(`assets/nodes/${other.id}/`, { value: 'renamed' })).status).toBe(400);
    expect((await admin.patch(`assets/nodes/${(await rootOf(admin)).id}/`, { value: 'other' })).status).toBe(400);
  });

  test('a move takes the subtree along and refuses to make a ring', async () => {
    const [from, to] = [await createNode(admin), await createNode(admin)];
    const child = await createNode(admin, { parent: from.id });
    const moved = await admin.put(`assets/nodes/${to.id}/children/add/`, { nodes: [from.id] });
    expect([moved.status, moved.body]).toEqual([200, 'OK']);
    const now = (await admin.get(`assets/nodes/${child.id}/`)).body;
    expect(now.key).toMatch(new RegExp(`^${to.key}:\\d+:\\d+$`));
    expect(now.full_value).toBe(`${to.full_value}/${from.value}/${child.value}`);
    expect((await admin.put(`assets/nodes/${child.id}/children/add/`, { nodes: [from.id] })).status).toBe(409);
    expect((await admin.put(`assets/nodes/${to.id}/children/add/`, { nodes: [(await rootOf(admin)).id] })).status).toBe(409);
  });

  test('keys stay unique when many children are made at once', async () => {
    const parent = await createNode(admin);
    const made = await Promise.all(Array.from({ length: 12 }, () => admin.post(`assets/nodes/${parent.id}/children/`, {})));
    expect(new Set(made.map((answer) => answer.body.key)).size).toBe(12);
    expect(made.every((answer) => answer.status === 201)).toBe(true);
  });

  test('a node that holds assets below is kept, an empty subtree goes whole', async () => {
    const parent = await createNode(admin);
    const child = await createNode(admin, { parent: parent.id });
    const host = await createHost(admin, { nodes: [child.id] });
    expect((await admin.delete(`assets/nodes/${parent.id}/`)).status).toBe(403);
    expect((await admin.delete(`assets/nodes/${(await rootOf(admin)).id}/`)).status).toBe(403);
    await admin.delete(`assets/assets/${host.id}/`);
    expect((await admin.delete(`assets/nodes/${parent.id}/`)).status).toBe(204);
    expect((await admin.get(`assets/nodes/${child.id}/`)).status).toBe(404);
  });

  test('assets are added, taken off and moved; one without a node goes to the root', async () => {
    const root = await rootOf(admin);
    const [a, b] = [await createNode(admin), await createNode(admin)];
    const host = await createHost(admin, { nodes: [a.id] });
    const nodesOf = async () => (await admin.get(`assets/hosts/${host.id}/`)).body.nodes.map((node: Json) => node.id).sort();
    expect((await admin.put(`assets/nodes/${b.id}/assets/add/`, { assets: [host.id] })).body.assets).toEqual([host.id]);
    expect(await nodesOf()).toEqual([a.id, b.id].sort());
    await admin.put(`assets/nodes/${b.id}/assets/replace/`, { assets: [host.id] });
    expect(await nodesOf()).toEqual([b.id]);
    await admin.put(`assets/nodes/${b.id}/assets/remove/`, { assets: [host.id] });
    expect(await nodesOf()).toEqual([root.id]);
    expect((await admin.get(`assets/nodes/${b.id}/assets/`)).body).toEqual([]);
  });

  test('counts are of distinct assets in the whole subtree', async () => {
    const parent = await createNode(admin);
    const [a, b] = [await createNode(admin, { parent: parent.id }), await createNode(admin, { parent: parent.id })];
    await createHost(admin, { nodes: [a.id, b.id] });
    await createHost(admin, { nodes: [b.id] });
    const names = (await treeOf(admin, `?key=${parent.key}&n=x&lv=2`)).map((node) => node.name).sort();
    expect(names).toEqual([`${a.value} (1)`, `${b.value} (2)`].sort());
    const top = (await treeOf(admin)).find((node) => node.meta.data.id === parent.id);
    expect(top).toMatchObject({ id: parent.key, name: `${parent.value} (2)`, pId: (await rootOf(admin)).key, isParent: true });
  });

  test('the tree shows assets on request, and search finds them with their ancestors', async () => {
    const node = await createNode(admin);
    const host = await createHost(admin, { nodes: [node.id], name: uniqueName('findme') });
    const found = await treeOf(admin, `?search=${host.name}&assets=1`);
    expect(found.map((one) => one.meta.type)).toEqual(['node', 'node', 'asset']);
    const shown = (await treeOf(admin, `?key=${node.key}&assets=1`)).find((one) => one.id === host.id);
    expect(shown).toMatchObject({
      pId: node.key,
      isParent: false,
      iconSkin: 'linux',
      chkDisabled: false,
      meta: { type: 'asset', data: { platform_type: 'linux', sftp: true, name: host.name } },
    });
    const types = (await admin.get<Json[]>('assets/nodes/category/tree/?assets=1')).body;
    expect(types.map((one) => one.id)).toEqual(expect.arrayContaining(['ROOT', 'ROOT_HOST', 'ROOT_HOST_linux', '1']));
    expect((await admin.get<Json[]>('assets/nodes/category/tree/?assets=1&key=1')).body.map((one) => one.id)).toContain(host.id);
  });

  test('another organisation does not see, move or fill the node', async () => {
    const node = await createNode(admin);
    const other = (await server.as('admin')).inOrg((await createOrganisation(await server.as('admin'))).id);
    const host = await createHost(other);
    expect((await other.get(`assets/nodes/${node.id}/`)).status).toBe(404);
    expect((await other.put(`assets/nodes/${node.id}/assets/add/`, { assets: [host.id] })).status).toBe(404);
    expect((await admin.put(`assets/nodes/${node.id}/assets/add/`, { assets: [host.id] })).status).toBe(404);
    expect((await other.put(`assets/nodes/${(await rootOf(other)).id}/children/add/`, { nodes: [node.id] })).status).toBe(404);
  });
});
