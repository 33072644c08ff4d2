import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg, lineage } from '../nodes/index.ts';
import { inForce } from './permission.resource.ts';

/** Permissions of each side that are named. */
const EACH = 5;

/** A permission in force that holds one of two: a person, or an asset. */
export interface NearMiss {
  id: string;
  name: string;
  holds: 'user' | 'asset';
  /** A group of the permission, when it holds the asset: whoever joins it is let in. */
  group: { id: string; name: string } | null;
  /** A node of the permission, when it holds the person: whatever is put there is reached. */
  node: { id: string; name: string } | null;
}

interface Row {
  id: string;
  name: string;
  other_id: string | null;
  other_name: string | null;
}
const other = (row: Row) => (row.other_id === null ? null : { id: row.other_id, name: row.other_name ?? '' });

/**
 * Permissions in force that would let a person onto an asset if they held the other of the two as well. Those that
 * concern the fewest come first: adding to them gives least away.
 */
export async function nearMisses(ctx: Context, userId: string, assetId: string): Promise<NearMiss[]> {
  const { rows: nodes } = await sql<{ key: string; org_id: string }>`
    select n.key, a.org_id from assets a left join asset_nodes l on l.asset_id = a.id left join nodes n on n.id = l.node_id
    where a.id = ${assetId}`.execute(ctx.tx);
  const keys = [...new Set(nodes.flatMap((row) => (row.key ? lineage(row.key) : [])))];
  const counted = sql`${inForce(ctx, sql`p`)} and ${inOrg(ctx, sql`p.org_id`)} and p.org_id = ${nodes[0]?.org_id ?? null}`;
  const { rows: withAsset } = await sql<Row>`
    select p.id, p.name, g.id as other_id, g.name as other_name from asset_permissions p
    left join lateral (select o.id, o.name from asset_permission_groups x join user_groups o on o.id = x.group_id
      where x.permission_id = p.id order by o.name limit 1) g on true
    where ${counted} and p.id in (
      select x.permission_id from asset_permission_assets x where x.asset_id = ${assetId}
      union select x.permission_id from asset_permission_nodes x join nodes n on n.id = x.node_id where n.key = any(${keys}::text[]))
    order by (select count(*) from asset_permission_nodes x where x.permission_id = p.id),
      (select count(*) from asset_permission_assets x where x.permission_id = p.id), p.name limit ${EACH}`.execute(ctx.tx);
  const { rows: withUser } = await sql<Row>`
    select p.id, p.name, n.id as other_id, n.full_value as other_name from asset_permissions p
    left join lateral (select o.id, o.full_value from asset_permission_nodes x join nodes o on o.id = x.node_id
      where x.permission_id = p.id order by o.full_value limit 1) n on true
    where ${counted} and p.id in (
      select x.permission_id from asset_permission_users x where x.user_id = ${userId}
      union select x.permission_id from asset_permission_groups x join user_group_members m on m.group_id = x.group_id where m.user_id = ${userId})
    order by (select count(*) from asset_permission_groups x where x.permission_id = p.id),
      (select count(*) from asset_permission_users x where x.permission_id = p.id), p.name limit ${EACH}`.execute(ctx.tx);
  return [
    ...withAsset.map((row): NearMiss => ({ id: row.id, name: row.name, holds: 'asset', group: other(row), node: null })),
    ...withUser.map((row): NearMiss => ({ id: row.id, name: row.name, holds: 'user', group: null, node: other(row) })),
  ];
}
