import { among, at, type Column, type Context, eb, NOBODY, or, type Where } from '@postern/resource';
import { subtrees } from '../nodes/index.ts';
import { holdingGroup, holdingPeople, person } from './granted.ts';
import { inForce, permissionRows } from './permission.resource.ts';

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

const naming = (ctx: Context, holder: Holder): Where =>
  eb('p.id', 'in', 'user' in holder ? holdingPeople(ctx, person(holder.user)) : holdingGroup(ctx, holder.group));

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
  const rows = await ctx.tx
    .selectFrom('asset_permissions as p')
    .leftJoin('asset_permission_nodes as x', 'x.permission_id', 'p.id')
    .leftJoin('nodes as n', 'n.id', 'x.node_id')
    .select(({ fn, cast }) => [
      'p.id',
      fn.agg<string[] | null>('array_agg', ['n.key']).filterWhere('n.key', 'is not', null).as('keys'),
      fn
        .agg<string[] | null>('array_agg', [cast('n.org_id', 'text')])
        .filterWhere('n.parent_key', '=', '')
        .as('roots'),
    ])
    .where(inForce(ctx, at('p')))
    .where(permissionRows(ctx, 'p'))
    .where(naming(ctx, holder))
    .groupBy('p.id')
    .execute();
  const topKeys = topmost(rows.flatMap((row) => row.keys ?? []));
  const wholeOrgs = [...new Set(rows.flatMap((row) => row.roots ?? []))];
  const below = await subtrees(
    ctx,
    topKeys.filter((key) => key.includes(':')),
  );
  return {
    permissionIds: rows.map((row) => row.id),
    topKeys,
    wholeOrgs,
    whole: !ctx.org.isRoot && wholeOrgs.includes(ctx.org.id),
    nodeIds: below.map((row) => row.id),
  };
}

/** Rows of organisations that are granted as a whole. */
export const ofWhole = (grant: Grant, t: Column): Where => among(t('org_id'), grant.wholeOrgs);

/** Ids of assets named by the permissions themselves. */
export const directAssets = (ctx: Context, grant: Grant) =>
  ctx.tx
    .selectFrom('asset_permission_assets as d')
    .select('d.asset_id')
    .where((on) => among(on.ref('d.permission_id'), grant.permissionIds));

/** Everything granted, over the assets table, which is `t` unless told otherwise. Composed into every list, tree and check. */
export function grantedAssets(ctx: Context, grant: Grant, t: Column = at('t')): Where {
  if (grant.permissionIds.length === 0) return NOBODY;
  if (grant.whole) return ofWhole(grant, t);
  const direct = directAssets(ctx, grant);
  const byNode = ctx.tx
    .selectFrom('asset_nodes as l')
    .select('l.asset_id')
    .where((on) => among(on.ref('l.node_id'), grant.nodeIds))
    .unionAll(direct);
  const some = eb(t('id'), 'in', grant.nodeIds.length > 0 ? byNode : direct);
  return grant.wholeOrgs.length > 0 ? or(ofWhole(grant, t), some) : some;
}
