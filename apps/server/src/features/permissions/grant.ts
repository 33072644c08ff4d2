import { among, at, type Column, type Context, eb, NOBODY, or, type Where } from '@postern/resource';
import type { NotNull } from 'kysely';
import { type Kept, type Made, untilChanged } from '../../platform/until-changed/until-changed.ts';
import { subtrees } from '../nodes/index.ts';
import { holdingGroup, holdingPeople, person, topmost } from './granted.ts';
import { notEnded, permissionRows } from './permission.resource.ts';

/**
 * What somebody reaches through permissions in force. It is kept until a permission, a group, a node or an asset changes, or a permission
 * begins or ends, and every request asks whether that has happened: it shows at once (decision 0154).
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
  /** Works something out about it that hangs on the same rows, at most once. */
  part: Kept<unknown>['part'];
}

/** Whose permissions. */
export type Holder = { user: string } | { group: string };

const naming = (ctx: Context, holder: Holder): Where =>
  eb('p.id', 'in', 'user' in holder ? holdingPeople(ctx, person(holder.user)) : holdingGroup(ctx, holder.group));

/** Permissions of the current organisation, or of all of them in the root one, that are or will be in force for somebody. */
const permissionsFor = (ctx: Context, holder: Holder) =>
  ctx.tx
    .selectFrom('asset_permissions as p')
    .leftJoin('asset_permission_nodes as x', 'x.permission_id', 'p.id')
    .leftJoin('nodes as n', 'n.id', 'x.node_id')
    .select(({ fn, cast }) => [
      'p.id',
      'p.date_start',
      'p.date_expired',
      fn.agg<string[] | null>('array_agg', ['n.key']).filterWhere('n.key', 'is not', null).as('keys'),
      fn
        .agg<string[] | null>('array_agg', [cast('n.org_id', 'text')])
        .filterWhere('n.parent_key', '=', '')
        .as('roots'),
    ])
    .where(notEnded(ctx, at('p')))
    .where(permissionRows(ctx, 'p'))
    .where(naming(ctx, holder))
    .groupBy('p.id')
    // Every permission is given both dates, by defaults that a function makes: the columns would take null.
    .$narrowType<{ date_start: NotNull; date_expired: NotNull }>()
    .execute();

/** About as much as an id, or a short key, takes in memory. */
const ID_BYTES = 64;

async function workOut(ctx: Context, holder: Holder): Promise<Made<Omit<Grant, 'part'>>> {
  const now = ctx.clock();
  const found = await permissionsFor(ctx, holder);
  const rows = found.filter((row) => row.date_start <= now);
  // The next moment at which one of them begins or ends.
  const turns = found.map((row) => (row.date_start > now ? row.date_start : row.date_expired).getTime());
  const topKeys = topmost(rows.flatMap((row) => row.keys ?? []));
  const wholeOrgs = [...new Set(rows.flatMap((row) => row.roots ?? []))];
  const below = await subtrees(
    ctx,
    topKeys.filter((key) => key.includes(':')),
  );
  const permissionIds = rows.map((row) => row.id);
  const nodeIds = below.map((row) => row.id);
  return {
    value: { permissionIds, topKeys, wholeOrgs, whole: !ctx.org.isRoot && wholeOrgs.includes(ctx.org.id), nodeIds },
    bytes: ID_BYTES * (permissionIds.length + topKeys.length + wholeOrgs.length + nodeIds.length),
    until: turns.length > 0 ? new Date(turns.reduce((one, other) => Math.min(one, other))) : undefined,
  };
}

export async function grantOf(ctx: Context, holder: Holder): Promise<Grant> {
  const { value, part } = await untilChanged(ctx, `grant ${JSON.stringify(holder)}`, () => workOut(ctx, holder));
  return { ...value, part };
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
