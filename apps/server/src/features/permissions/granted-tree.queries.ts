import { at, type Context, EVERYBODY, type Where } from '@postern/resource';
import { sql } from 'kysely';
import { below, type CountedNode } from '../nodes/index.ts';
import { directAssets, type Grant, ofWhole } from './grant.ts';

/** Granted nodes with all below them; those of whole organisations aside. */
const grantedNodes = (grant: Grant) => sql`select n.id, n.key from nodes n where n.id = any(${[...grant.nodeIds]}::uuid[])`;

/** Links of nodes and assets that are granted without the whole organisation being so: node key, asset. */
const links = (ctx: Context, grant: Grant, where: Where) => sql`
  select n.key, l.asset_id from (${grantedNodes(grant)}) n join asset_nodes l on l.node_id = n.id where ${where}
  union all
  select n.key, l.asset_id from ${directAssets(ctx, grant)} d join asset_nodes l on l.asset_id = d.asset_id
    join nodes n on n.id = l.node_id where ${where}`;

/** The same, and those of whole organisations. */
const allLinks = (ctx: Context, grant: Grant) => sql`
  ${links(ctx, grant, EVERYBODY)}
  ${grant.wholeOrgs.length > 0 ? sql`union all select n.key, l.asset_id from nodes n join asset_nodes l on l.node_id = n.id where ${ofWhole(grant, at('n'))}` : sql``}`;

/** Children of a node that is not granted itself, below which something is: each with the number of distinct assets. */
export async function countedChildren(ctx: Context, grant: Grant, key: string): Promise<CountedNode[]> {
  const step = sql`split_part(substr(n.key, ${key.length + 2}::int), ':', 1)`;
  const here = below(sql`n.key`, key);
  const { rows } = await sql<CountedNode>`
    with counted as (
      select step, count(*)::int as amount
      from (select distinct ${step} as step, n.asset_id from (${links(ctx, grant, here)}) n) pairs group by step),
    seen as (select step from counted union select ${step} from (${grantedNodes(grant)}) n where ${here})
    select c.id, c.org_id, c.key, c.value, c.parent_key, coalesce(counted.amount, 0) as amount
    from nodes c join seen on seen.step = substr(c.key, ${key.length + 2}::int) left join counted on counted.step = seen.step
    where c.parent_key = ${key} order by c.value`.execute(ctx.tx);
  return rows;
}

/** Roots below which something is granted, but not everything. */
export async function countedRoots(ctx: Context, grant: Grant): Promise<CountedNode[]> {
  const { rows } = await sql<CountedNode>`
    with counted as (
      select step, count(*)::int as amount
      from (select distinct split_part(n.key, ':', 1) as step, n.asset_id from (${links(ctx, grant, EVERYBODY)}) n) pairs group by step),
    seen as (select step from counted union select split_part(n.key, ':', 1) from (${grantedNodes(grant)}) n)
    select c.id, c.org_id, c.key, c.value, c.parent_key, coalesce(counted.amount, 0) as amount
    from nodes c join seen on seen.step = c.key left join counted on counted.step = c.key
    where c.parent_key = '' and not ${ofWhole(grant, at('c'))}`.execute(ctx.tx);
  return rows;
}

/** Granted assets with the keys of all nodes on which they show. */
export async function keysByAsset(ctx: Context, grant: Grant): Promise<{ asset_id: string; keys: string[] }[]> {
  const { rows } = await sql<{ asset_id: string; keys: string[] }>`
    select asset_id, array_agg(distinct key) as keys from (${allLinks(ctx, grant)}) x group by asset_id`.execute(ctx.tx);
  return rows;
}

/** The same, one place at a time. */
export async function placesOfAssets(ctx: Context, grant: Grant, limit: number): Promise<{ asset_id: string; key: string }[]> {
  const { rows } = await sql<{ asset_id: string; key: string }>`
    select distinct asset_id, key from (${allLinks(ctx, grant)}) x limit ${limit}`.execute(ctx.tx);
  return rows;
}
