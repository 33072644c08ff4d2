import { at, type Context } from '@postern/resource';
import { sql } from 'kysely';
import { type Found, within } from './node.queries.ts';
import { ofOrganisation } from './node.service.ts';

/** Distinct assets on the nodes that were found for each key, by the place of the key. Keys without any are left out. */
export async function countLinks(ctx: Context, found: readonly Found[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ place: number; amount: number }>`
    select place, count(*)::int as amount from (
      select distinct u.place, l.asset_id
      from unnest(${found.map((row) => row.id)}::uuid[], ${found.map((row) => row.place)}::int[]) as u(id, place)
      join asset_nodes l on l.node_id = u.id) pairs group by place`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.place, row.amount]));
}

/**
 * Takes the marks of an organisation and stores what is counted anew for the marked nodes and all above them. One statement sees one
 * moment: changes that commit meanwhile keep their marks.
 * @returns how many stored counts were changed
 */
export async function storeCounts(ctx: Context, orgId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    with taken as (
      delete from node_count_marks m using nodes n where n.id = m.node_id and ${ofOrganisation(orgId, at('n'))} returning n.key),
    steps as (select distinct string_to_array(key, ':') as parts from taken),
    stale as materialized (
      select distinct array_to_string(parts[1:depth], ':') as key from steps, generate_series(1, cardinality(parts)) as depth),
    under as materialized (
      select s.key, n.id from stale s join nodes n on ${within(sql`n.key`, sql`s.key`)} where s.key like '%:%'),
    counted as (
      select key, count(*)::int as amount from (
        select distinct u.key, l.asset_id from under u join asset_nodes l on l.node_id = u.id) pairs group by key
      union all
      select s.key, (select count(*)::int from assets a where ${ofOrganisation(orgId, at('a'))}) from stale s where s.key not like '%:%'),
    stored as (
      insert into node_counts as k (node_id, amount)
      select n.id, coalesce(counted.amount, 0) from stale s join nodes n on n.key = s.key left join counted on counted.key = s.key
      on conflict (node_id) do update set amount = excluded.amount where k.amount <> excluded.amount returning 1)
    select count(*)::int as amount from stored`.execute(ctx.tx);
  return rows[0]?.amount ?? 0;
}
