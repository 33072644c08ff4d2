import { assetType } from '@postern/contract/platforms';
import type { TreeNode } from '@postern/contract/wire';
import type { Context, Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { below, inOrg, within } from './node.service.ts';

/** Tree objects of the wire (contract/assets.md §6), and the counts shown in them. */

export interface CountedNode {
  id: string;
  key: string;
  value: string;
  parent_key: string;
  amount: number;
}

export function nodeTreeNode(row: CountedNode, options: { pId?: string; open?: boolean; counted?: boolean } = {}): TreeNode {
  const name = options.counted === false ? row.value : `${row.value} (${row.amount})`;
  return {
    id: row.key,
    name,
    title: name,
    pId: options.pId ?? row.parent_key,
    isParent: true,
    open: options.open ?? true,
    meta: { type: 'node', data: { id: row.id, key: row.key, value: row.value } },
  };
}

/**
 * Children of a node with the number of distinct assets in each subtree. One pass over the links below the parent:
 * the step after the parent's key says which child a link belongs to. Steps are read once per node and compared as
 * numbers, which halves the time for a large organisation's root.
 */
export async function childrenWithCounts(ctx: Context, parentKey: string): Promise<CountedNode[]> {
  const step = (key: RawBuilder<unknown>) => sql`split_part(substr(${key}, ${parentKey.length + 2}::int), ':', 1)::int`;
  const { rows } = await sql<CountedNode>`
    with under as materialized (select n.id, ${step(sql`n.key`)} as step from nodes n where ${below(sql`n.key`, parentKey)}),
    counted as (
      select step, count(*)::int as amount
      from (select distinct u.step, l.asset_id from under u join asset_nodes l on l.node_id = u.id) pairs group by step)
    select c.id, c.key, c.value, c.parent_key, coalesce(counted.amount, 0) as amount
    from nodes c left join counted on counted.step = ${step(sql`c.key`)}
    where c.parent_key = ${parentKey} and ${inOrg(ctx, sql`c.org_id`)}
    order by c.value`.execute(ctx.tx);
  return rows;
}

/** Root nodes; every asset hangs below its organisation's root, so counting the assets is enough. */
export async function rootsWithCounts(ctx: Context): Promise<CountedNode[]> {
  const { rows } = await sql<CountedNode>`
    select c.id, c.key, c.value, c.parent_key, (select count(*)::int from assets a where a.org_id = c.org_id) as amount
    from nodes c where c.parent_key = '' and ${inOrg(ctx, sql`c.org_id`)} order by c.value`.execute(ctx.tx);
  return rows;
}

/** Any set of nodes with the counts of their subtrees; each link is counted once per ancestor. */
export async function nodesWithCounts(ctx: Context, which: Where, limit: number): Promise<CountedNode[]> {
  const { rows } = await sql<CountedNode>`
    with chosen as materialized (
      select n.id, n.key, n.value, n.parent_key from nodes n where ${which} and ${inOrg(ctx, sql`n.org_id`)} order by n.full_value limit ${limit})
    select c.id, c.key, c.value, c.parent_key, coalesce(x.amount, 0) as amount from chosen c
    left join (
      select c2.key, count(distinct l.asset_id)::int as amount
      from chosen c2 join nodes d on ${within(sql`d.key`, sql`c2.key`)}
      join asset_nodes l on l.node_id = d.id group by c2.key
    ) x on x.key = c.key
    order by c.parent_key, c.value`.execute(ctx.tx);
  return rows;
}

export interface AssetTreeRow {
  id: string;
  name: string;
  address: string;
  comment: string;
  is_active: boolean;
  type: string;
  org_name: string;
  sftp: boolean;
}

/** What the tree shows of assets, by name; `a` is the assets table in `where`. */
export async function assetTreeRows(ctx: Context, where: Where, limit: number): Promise<AssetTreeRow[]> {
  const { rows } = await sql<AssetTreeRow>`
    select a.id, a.name, a.address, a.comment, a.is_active, p.type, coalesce(o.name, '') as org_name,
      a.protocols @> '[{"name":"ssh"}]'::jsonb
        and p.protocols @> '[{"name":"ssh","setting":{"sftp_enabled":true}}]'::jsonb as sftp
    from assets a join platforms p on p.id = a.platform_id left join organizations o on o.id = a.org_id
    where ${where} and ${inOrg(ctx, sql`a.org_id`)}
    order by a.name limit ${limit}`.execute(ctx.tx);
  return rows;
}

export function assetTreeNode(row: AssetTreeRow, pId: string): TreeNode {
  return {
    id: row.id,
    name: row.name,
    title: row.comment ? `${row.address}\n${row.comment}` : row.address,
    pId,
    isParent: false,
    open: false,
    iconSkin: assetType(row.type) ? row.type : 'file',
    chkDisabled: !row.is_active,
    meta: {
      type: 'asset',
      data: { platform_type: row.type, org_name: row.org_name, sftp: row.sftp, name: row.name, address: row.address },
    },
  };
}
