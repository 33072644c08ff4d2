import { among, at, type Context, eb, or } from '@postern/resource';
import { lineage, nodeRows, selectNodes } from '../nodes/index.ts';
import { holdingNodes } from './granted.ts';
import { forAssets } from './permission.behaviour.ts';
import { permissionRows } from './permission.resource.ts';

/** Ids of the permissions, validity aside, that reach one of these assets by themselves or through a node, or one of these nodes as a whole. */
export async function permissionsReaching(ctx: Context, assets: readonly string[], nodes: readonly string[]): Promise<string[]> {
  const found = await selectNodes(ctx)
    .where(among(at('n')('id'), nodes))
    .where(nodeRows(ctx, 'n'))
    .execute();
  const keys = [...new Set(found.flatMap(({ key }) => lineage(key)))];
  const rows = await ctx.tx
    .selectFrom('asset_permissions as t')
    .select('t.id')
    .where(or(await forAssets(ctx, among(at('a')('id'), assets), false), eb('t.id', 'in', holdingNodes(ctx, keys))))
    .where(permissionRows(ctx, 't'))
    .execute();
  return rows.map(({ id }) => id);
}
