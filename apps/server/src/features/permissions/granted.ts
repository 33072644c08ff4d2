import { among, type Column, type Context, EVERYBODY, eb, type Where } from '@postern/resource';
import type { Expression } from 'kysely';
import { lineage, type Named, ofOrganisation, subtrees, within } from '../nodes/index.ts';

/** Who and what permissions hold, validity aside, as queries of ids for conditions. */

/** Ids of the people that some permissions hold, by themselves and through groups. */
export const peopleOf = (ctx: Context, permissions: readonly string[] | Expression<string>) =>
  ctx.tx
    .selectFrom('asset_permission_users as x')
    .select('x.user_id')
    .where('x.permission_id', 'in', permissions)
    .union(
      ctx.tx
        .selectFrom('asset_permission_groups as x')
        .innerJoin('user_group_members as m', 'm.group_id', 'x.group_id')
        .select('m.user_id')
        .where('x.permission_id', 'in', permissions),
    );

/** Ids of the assets a permission holds, by themselves and below nodes. */
export const assetsOf = (ctx: Context, permissionId: string) =>
  ctx.tx
    .selectFrom('asset_permission_assets as x')
    .select('x.asset_id')
    .where('x.permission_id', '=', permissionId)
    .union(
      ctx.tx
        .selectFrom('asset_permission_nodes as x')
        .innerJoin('nodes as g', 'g.id', 'x.node_id')
        .innerJoin('nodes as n', (join) => join.on((on) => within(on.ref('n.key'), on.ref('g.key'))))
        .innerJoin('asset_nodes as l', 'l.node_id', 'n.id')
        .select('l.asset_id')
        .where('x.permission_id', '=', permissionId),
    );

/**
 * What a permission holds, for a list: over rows of an organisation that are assets, or belong to one (`column` tells which). The nodes are
 * read first, because the planner does not know how many lie below a key.
 */
export async function comesTo(ctx: Context, permission: { id: string; org_id: string }, t: Column, column: string): Promise<Where> {
  const named = await ctx.tx
    .selectFrom('asset_permission_nodes as x')
    .innerJoin('nodes as n', 'n.id', 'x.node_id')
    .select('n.key')
    .where('x.permission_id', '=', permission.id)
    .$narrowType<Pick<Named, 'key'>>()
    .execute();
  const keys = topmost(named.map(({ key }) => key));
  // Elsewhere than in the root organisation its rows are those of the list already.
  if (keys.some((key) => !key.includes(':'))) return ctx.org.isRoot ? ofOrganisation(permission.org_id, t) : EVERYBODY;
  const below = (await subtrees(ctx, keys)).map(({ id }) => id);
  const granted = ctx.tx
    .selectFrom('asset_permission_assets as x')
    .select('x.asset_id')
    .where('x.permission_id', '=', permission.id)
    .unionAll(
      ctx.tx
        .selectFrom('asset_nodes as l')
        .select('l.asset_id')
        .where((on) => among(on.ref('l.node_id'), below)),
    );
  return eb(t(column), 'in', granted);
}

/** Keys that no other key of the set lies above. */
export function topmost(keys: readonly string[]): string[] {
  const all = new Set(keys);
  const covered = (key: string): boolean => {
    for (let at = key.lastIndexOf(':'); at > 0; at = key.lastIndexOf(':', at - 1)) if (all.has(key.slice(0, at))) return true;
    return false;
  };
  return [...all].filter((key) => !covered(key));
}

/** People, by a condition on their id. */
export type People = (userId: Expression<unknown>) => Where;
export const person =
  (id: string): People =>
  (userId) =>
    eb(userId, '=', id);

/** Ids of the permissions that hold such people: by themselves and, unless only that counts, through groups. */
export function holdingPeople(ctx: Context, who: People, direct = false) {
  const named = ctx.tx
    .selectFrom('asset_permission_users as x')
    .select('x.permission_id')
    .where((on) => who(on.ref('x.user_id')));
  if (direct) return named;
  return named.union(
    ctx.tx
      .selectFrom('asset_permission_groups as x')
      .innerJoin('user_group_members as m', 'm.group_id', 'x.group_id')
      .select('x.permission_id')
      .where((on) => who(on.ref('m.user_id'))),
  );
}

/** Ids of the permissions that name a group. */
export const holdingGroup = (ctx: Context, groupId: string) =>
  ctx.tx.selectFrom('asset_permission_groups as x').select('x.permission_id').where('x.group_id', '=', groupId);

/** Ids of the permissions that name a node with one of these keys. */
export const holdingNodes = (ctx: Context, keys: readonly string[]) =>
  ctx.tx
    .selectFrom('asset_permission_nodes as x')
    .innerJoin('nodes as n', 'n.id', 'x.node_id')
    .select('x.permission_id')
    .where((on) => among(on.ref('n.key'), keys));

/** Ids of the permissions that name one of these assets or, where keys are given, a node with one of them. */
export function holdingAssets(ctx: Context, ids: readonly string[], keys?: readonly string[]) {
  const named = ctx.tx
    .selectFrom('asset_permission_assets as x')
    .select('x.permission_id')
    .where((on) => among(on.ref('x.asset_id'), ids));
  return keys ? named.union(holdingNodes(ctx, keys)) : named;
}

/** Keys of the nodes on which an asset hangs and of all above them. */
export async function keysAbove(ctx: Context, assetId: string): Promise<readonly string[]> {
  const nodes = await ctx.tx
    .selectFrom('asset_nodes as l')
    .innerJoin('nodes as n', 'n.id', 'l.node_id')
    .select('n.key')
    .where('l.asset_id', '=', assetId)
    .$narrowType<Pick<Named, 'key'>>()
    .execute();
  return [...new Set(nodes.flatMap((row) => lineage(row.key)))];
}
