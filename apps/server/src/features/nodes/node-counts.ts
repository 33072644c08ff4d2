import type { Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg, lineage, lockTree, within } from './node.service.ts';

/**
 * How many distinct assets hang below each node. Counts are stored, and what changed since is marked in the writer's own
 * transaction (tables.ts). A reader takes stored counts and counts anew only what is marked, so what it shows is exact at
 * any moment, and cheap as long as little has changed; `settleCounts` turns marks into stored counts in the background.
 */

export interface CountedNode {
  id: string;
  key: string;
  value: string;
  parent_key: string;
  amount: number;
}

/** Keys whose stored counts are out of date: of marked nodes and of all above them. To be read before the counts. */
async function outdated(ctx: Context): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct n.key from node_count_marks m join nodes n on n.id = m.node_id where ${inOrg(ctx, sql`n.org_id`)}`.execute(ctx.tx);
  return new Set(rows.flatMap((row) => lineage(row.key)));
}

/** Root nodes hold every asset of their organisation, so those need no links. */
async function countRoots(ctx: Context, keys: readonly string[]): Promise<[string, number][]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string; amount: number }>`
    select n.key, (select count(*)::int from assets a where a.org_id = n.org_id) as amount
    from nodes n where n.key = any(${[...keys]}::text[])`.execute(ctx.tx);
  return rows.map((row) => [row.key, row.amount]);
}

/** Counts by looking. The nodes below are read first, because the planner knows how long an array is and not a range of keys. */
async function countNow(ctx: Context, keys: readonly string[]): Promise<Map<string, number>> {
  const amounts = new Map<string, number>(keys.map((key) => [key, 0]));
  const inner = keys.filter((key) => key.includes(':'));
  for (const [key, amount] of await countRoots(
    ctx,
    keys.filter((key) => !key.includes(':')),
  ))
    amounts.set(key, amount);
  if (inner.length === 0) return amounts;
  const { rows: below } = await sql<{ top: number; id: string }>`
    select g.top::int, n.id from unnest(${inner}::text[]) with ordinality as g(key, top)
    join nodes n on ${within(sql`n.key`, sql`g.key`)}`.execute(ctx.tx);
  const { rows } = await sql<{ top: number; amount: number }>`
    select top, count(*)::int as amount from (
      select distinct u.top, l.asset_id
      from unnest(${below.map((row) => row.id)}::uuid[], ${below.map((row) => row.top)}::int[]) as u(id, top)
      join asset_nodes l on l.node_id = u.id) pairs group by top`.execute(ctx.tx);
  for (const row of rows) amounts.set(inner[row.top - 1] as string, row.amount);
  return amounts;
}

/** The nodes (`c`) that a condition chooses, with their counts; by parent and name. */
export async function countedNodes(ctx: Context, which: Where, limit = 50_000): Promise<CountedNode[]> {
  const stale = await outdated(ctx);
  const { rows } = await sql<CountedNode>`
    select c.id, c.key, c.value, c.parent_key, coalesce(k.amount, 0) as amount
    from nodes c left join node_counts k on k.node_id = c.id
    where ${which} and ${inOrg(ctx, sql`c.org_id`)} order by c.parent_key, c.value limit ${limit}`.execute(ctx.tx);
  const again = rows.filter((row) => stale.has(row.key)).map((row) => row.key);
  if (again.length === 0) return rows;
  const now = await countNow(ctx, again);
  return rows.map((row) => ({ ...row, amount: now.get(row.key) ?? row.amount }));
}

/** Marks nodes whose content changed by other means than a link: something was moved or deleted below them. */
export async function markCounts(ctx: Context, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`insert into node_count_marks (node_id) select id from nodes where key = any(${[...keys]}::text[])`.execute(ctx.tx);
}

/** Organisations with marks. */
export async function organisationsToSettle(ctx: Context): Promise<string[]> {
  const { rows } = await sql<{ org_id: string }>`
    select distinct n.org_id from node_count_marks m join nodes n on n.id = m.node_id`.execute(ctx.tx);
  return rows.map((row) => row.org_id);
}

/**
 * Counts anew what is marked in an organisation and takes the marks away. One statement sees one moment: changes that
 * commit meanwhile keep their marks. The tree is locked, so that runs follow one another and no node moves or goes.
 * @returns how many stored counts were changed
 */
export async function settleCounts(ctx: Context, orgId: string): Promise<number> {
  await lockTree(ctx, orgId);
  const { rows } = await sql<{ amount: number }>`
    with taken as (
      delete from node_count_marks m using nodes n where n.id = m.node_id and n.org_id = ${orgId} returning n.key),
    steps as (select distinct string_to_array(key, ':') as parts from taken),
    stale as materialized (
      select distinct array_to_string(parts[1:depth], ':') as key from steps, generate_series(1, cardinality(parts)) as depth),
    under as materialized (
      select s.key, n.id from stale s join nodes n on ${within(sql`n.key`, sql`s.key`)} where s.key like '%:%'),
    counted as (
      select key, count(*)::int as amount from (
        select distinct u.key, l.asset_id from under u join asset_nodes l on l.node_id = u.id) pairs group by key
      union all select s.key, (select count(*)::int from assets a where a.org_id = ${orgId}) from stale s where s.key not like '%:%'),
    stored as (
      insert into node_counts as k (node_id, amount)
      select n.id, coalesce(counted.amount, 0) from stale s join nodes n on n.key = s.key left join counted on counted.key = s.key
      on conflict (node_id) do update set amount = excluded.amount where k.amount <> excluded.amount returning 1)
    select count(*)::int as amount from stored`.execute(ctx.tx);
  return rows[0]?.amount ?? 0;
}

/**
 * Counts everything anew, whatever is marked: by hand, and every night in case something went past the marks.
 * @returns how many counts had been wrong or missing, those that only had not been settled yet included
 */
export async function recount(ctx: Context, orgId: string): Promise<number> {
  await sql`insert into node_count_marks (node_id) select id from nodes where org_id = ${orgId}`.execute(ctx.tx);
  return settleCounts(ctx, orgId);
}

/** Takes away what is left of nodes that are gone. */
export async function dropLeftovers(ctx: Context): Promise<void> {
  await sql`delete from node_count_marks m where not exists (select 1 from nodes n where n.id = m.node_id)`.execute(ctx.tx);
  await sql`delete from node_counts k where not exists (select 1 from nodes n where n.id = k.node_id)`.execute(ctx.tx);
}
