import type { Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { inOrg, within } from '../nodes/index.ts';
import { inForce } from './permission.resource.ts';

/**
 * What somebody reaches through permissions in force: asked anew for every request and never kept, so a change of
 * a permission, a group, a node or an asset shows at once.
 */
export interface Grant {
  permissionIds: readonly string[];
  /** Keys of granted nodes, without those that lie below another of them. */
  topKeys: readonly string[];
  /** Organisations granted as a whole, by their root node. */
  wholeOrgs: readonly string[];
  /** The current organisation is one of them: nothing has to be looked up per asset. */
  whole: boolean;
  /** All granted nodes with what is below them, those of whole organisations aside. */
  nodeIds: readonly string[];
}

/** Whose permissions. */
export type Holder = { user: string } | { group: string };

const heldBy = (holder: Holder): Where =>
  'user' in holder
    ? sql`p.id in (
        select x.permission_id from asset_permission_users x where x.user_id = ${holder.user}
        union select x.permission_id from asset_permission_groups x
          join user_group_members m on m.group_id = x.group_id where m.user_id = ${holder.user})`
    : sql`p.id in (select x.permission_id from asset_permission_groups x where x.group_id = ${holder.group})`;

/** Keys that no other key of the set lies above. */
export function topmost(keys: readonly string[]): string[] {
  const all = new Set(keys);
  const covered = (key: string): boolean => {
    for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1)) if (all.has(key.slice(0, at))) return true;
    return false;
  };
  return [...all].filter((key) => !covered(key));
}

/** Permissions of the current organisation, or of all of them in the root one, that are in force for somebody. */
export async function grantOf(ctx: Context, holder: Holder): Promise<Grant> {
  const { rows } = await sql<{ id: string; keys: string[] | null; roots: string[] | null }>`
    select p.id, array_agg(n.key) filter (where n.key is not null) as keys,
      array_agg(n.org_id::text) filter (where n.parent_key = '') as roots
    from asset_permissions p
    left join asset_permission_nodes x on x.permission_id = p.id left join nodes n on n.id = x.node_id
    where ${inForce(ctx, sql`p`)} and ${inOrg(ctx, sql`p.org_id`)} and ${heldBy(holder)}
    group by p.id`.execute(ctx.tx);
  const topKeys = topmost(rows.flatMap((row) => row.keys ?? []));
  const wholeOrgs = [...new Set(rows.flatMap((row) => row.roots ?? []))];
  return {
    permissionIds: rows.map((row) => row.id),
    topKeys,
    wholeOrgs,
    whole: !ctx.org.isRoot && wholeOrgs.includes(ctx.org.id),
    nodeIds: await subtreeIds(
      ctx,
      topKeys.filter((key) => key.includes(':')),
    ),
  };
}

/**
 * Ids of nodes and of all below them. Read once and passed on as an array, because the planner knows its length: over a
 * join of key ranges it expects a thousand times too many rows and reads whole tables.
 */
async function subtreeIds(ctx: Context, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${[...keys]}::text[]) as g(key) join nodes n on ${within(sql`n.key`, sql`g.key`)}`.execute(ctx.tx);
  return rows.map((row) => row.id);
}

/** Ids of assets named by the permissions themselves. */
export const directAssets = (grant: Grant) =>
  sql`select d.asset_id from asset_permission_assets d where d.permission_id = any(${[...grant.permissionIds]}::uuid[])`;

/** Granted nodes with all below them, as `id, key`; those of whole organisations aside. */
export const grantedNodes = (grant: Grant) => sql`select n.id, n.key from nodes n where n.id = any(${[...grant.nodeIds]}::uuid[])`;

/**
 * The where-clause of everything granted, over an asset id and its organisation: `t.id`, `t.org_id` unless told
 * otherwise. Composed into every list, tree and check.
 */
export function grantedAssets(grant: Grant, id = sql`t.id`, org = sql`t.org_id`): Where {
  if (grant.permissionIds.length === 0) return sql`false`;
  if (grant.whole) return sql`(${org} = any(${[...grant.wholeOrgs]}::uuid[]))`;
  const byNode = sql`select l.asset_id from asset_nodes l where l.node_id = any(${[...grant.nodeIds]}::uuid[]) union all`;
  const some = sql`${id} in (${grant.nodeIds.length > 0 ? byNode : sql``} ${directAssets(grant)})`;
  return grant.wholeOrgs.length > 0 ? sql`(${org} = any(${[...grant.wholeOrgs]}::uuid[]) or ${some})` : sql`(${some})`;
}
