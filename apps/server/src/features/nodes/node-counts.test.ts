import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { recount, settleCounts } from './node-counts.ts';

const server = serverOfFile();
const root = forThisFile(() => server.as('admin'));

async function organisation(): Promise<{ api: Api; id: string }> {
  const { id } = await createOrganisation(root);
  return { api: root.inOrg(id), id };
}

const settle = (orgId: string) => server.platform.asSystem('test', (ctx) => settleCounts(ctx, orgId));

/** Shown amount of every node of an organisation, by uuid. */
async function shown(api: Api): Promise<Map<string, number>> {
  const nodes = (await api.get<Json[]>('assets/nodes/children/tree/?all=1')).body;
  return new Map(nodes.map((node) => [String(node.meta.data.id), Number(/\((\d+)\)$/.exec(node.name)?.[1])]));
}

/** The same, counted from the links by another way: each asset once per node above it. */
async function counted(orgId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select n.id, count(distinct l.asset_id)::int as amount from nodes n
    left join nodes d on d.key = n.key or d.key like n.key || ':%' left join asset_nodes l on l.node_id = d.id
    where n.org_id = ${orgId} group by n.id`.execute(server.platform.database.db);
  return new Map(rows.map((row) => [row.id, row.amount]));
}

describe('counts of assets', () => {
  test('are exact before, while and after they are settled', async () => {
    const { api, id } = await organisation();
    const a = await createNode(api);
    const b = await createNode(api, { parent: a.id });
    const c = await createNode(api, { parent: a.id });
    const hosts = [await createHost(api, { nodes: [b.id, c.id] }), await createHost(api, { nodes: [b.id] })];
    const first = await shown(api);
    expect([a.id, b.id, c.id].map((node) => first.get(node))).toEqual([2, 2, 1]);
    expect(await settle(id)).toBeGreaterThan(0);
    expect(await shown(api)).toEqual(first);
    expect(await settle(id)).toBe(0);
    await api.put(`assets/nodes/${c.id}/assets/add/`, { assets: [hosts[1]?.id] });
    expect((await shown(api)).get(c.id)).toBe(2);
    await api.delete(`assets/assets/${hosts[0]?.id}/`);
    const last = await shown(api);
    expect([a.id, b.id, c.id].map((node) => last.get(node))).toEqual([1, 1, 1]);
    await settle(id);
    expect(await shown(api)).toEqual(last);
    expect(last).toEqual(await counted(id));
  });

  test('follow a moved node, and a deleted one with changes not settled yet', async () => {
    const { api, id } = await organisation();
    const [a, b] = [await createNode(api), await createNode(api)];
    const child = await createNode(api, { parent: a.id });
    const host = await createHost(api, { nodes: [child.id] });
    await settle(id);
    await api.put(`assets/nodes/${b.id}/children/add/`, { nodes: [child.id] });
    const moved = await shown(api);
    expect([a.id, b.id, child.id].map((node) => moved.get(node))).toEqual([0, 1, 1]);
    await settle(id);
    expect(await shown(api)).toEqual(moved);
    await api.put(`assets/nodes/${child.id}/assets/remove/`, { assets: [host.id] });
    expect((await api.delete(`assets/nodes/${child.id}/`)).status).toBe(204);
    await settle(id);
    expect(await shown(api)).toEqual(await counted(id));
    expect((await shown(api)).get(b.id)).toBe(0);
  });

  test('stay right when many write, move and settle at the same time', async () => {
    const { api, id } = await organisation();
    const tops = await Promise.all([1, 2, 3].map(() => createNode(api)));
    const leaves = await Promise.all(tops.flatMap((top) => [1, 2].map(() => createNode(api, { parent: top.id }))));
    const hosts = await Promise.all(leaves.map((leaf) => createHost(api, { nodes: [leaf.id] })));
    const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
    const work = Array.from({ length: 60 }, (_, turn) => async () => {
      const leaf = at(leaves, turn * 7);
      const assets = [at(hosts, turn).id, at(hosts, turn + 2).id];
      if (turn % 5 === 0) return settle(id);
      if (turn % 5 === 1) return api.put(`assets/nodes/${at(tops, turn).id}/children/add/`, { nodes: [leaf.id] });
      if (turn % 5 === 2) return api.put(`assets/nodes/${leaf.id}/assets/replace/`, { assets });
      if (turn % 5 === 3) return api.put(`assets/nodes/${leaf.id}/assets/remove/`, { assets });
      return api.put(`assets/nodes/${leaf.id}/assets/add/`, { assets });
    });
    for (let start = 0; start < work.length; start += 6) await Promise.all(work.slice(start, start + 6).map((one) => one()));
    expect(await shown(api)).toEqual(await counted(id));
    await settle(id);
    expect(await shown(api)).toEqual(await counted(id));
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from node_count_marks m
      join nodes n on n.id = m.node_id where n.org_id = ${id}`.execute(server.platform.database.db);
    expect(rows[0]?.n).toBe(0);
  });

  test('a recount mends what went past the marks', async () => {
    const { api, id } = await organisation();
    const node = await createNode(api);
    await createHost(api, { nodes: [node.id] });
    await settle(id);
    await sql`update node_counts set amount = 77 where node_id = ${node.id}`.execute(server.platform.database.db);
    expect((await shown(api)).get(node.id)).toBe(77);
    expect(await server.platform.asSystem('test', (ctx) => recount(ctx, id))).toBe(1);
    expect(await shown(api)).toEqual(await counted(id));
  });

  test('the recount is a task: its id is answered, and it needs the right to change nodes', async () => {
    const { api } = await organisation();
    const answer = await api.post('assets/nodes/check_assets_amount_task/', {});
    expect(answer.status).toBe(200);
    expect((await api.get(`ops/task-executions/${answer.body.task}/`)).body).toMatchObject({ name: 'nodes.recount' });
    const person = await createUser(api);
    const other = await server.as(person.username);
    expect((await other.post('assets/nodes/check_assets_amount_task/', {})).status).toBe(403);
  });

  test('one organisation is not settled with another', async () => {
    const [one, two] = [await organisation(), await organisation()];
    const node = await createNode(two.api);
    await createHost(two.api, { nodes: [node.id] });
    await settle(one.id);
    expect((await shown(two.api)).get(node.id)).toBe(1);
    const marks = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from node_count_marks where node_id = ${node.id}`.execute(server.platform.database.db);
      return rows[0]?.n;
    };
    expect(await marks()).toBe(1);
    await settle(two.id);
    // Nor is it counted anew with another.
    await server.platform.asSystem('test', (ctx) => recount(ctx, one.id));
    expect(await marks()).toBe(0);
  });
});
