import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { below, replant, within } from './node.queries.ts';
import { lineage, lockTree, type NodeRow, needNode, nextKey, refuseSibling } from './node.service.ts';
import { markCounts } from './node-counts.ts';

/**
 * Moves nodes with all that is below them under a target: new keys, parents and paths.
 * A node can go neither below itself nor away from the root; names must stay unique among siblings.
 */
export async function moveNodes(ctx: Context, target: NodeRow, ids: readonly string[]): Promise<void> {
  await lockTree(ctx, target.org_id);
  for (const id of ids) {
    const moved = await needNode(ctx, id);
    // The target may have moved with an earlier one of the list.
    const place = await needNode(ctx, target.id);
    if (moved.org_id !== place.org_id) throw new CodedError('object_does_not_exist', { resource: 'node' });
    if (moved.parent_key === '' || lineage(place.key).includes(moved.key)) throw new CodedError('conflict');
    if (moved.parent_key === place.key) continue;
    await markCounts(ctx, [moved.parent_key, place.key]);
    await refuseSibling(ctx, place.key, moved.value, moved.id);
    const { key } = await nextKey(ctx, place.id);
    const path = `${place.full_value}/${moved.value}`;
    await replant(ctx, moved, { key, full_value: path, parent_key: place.key });
    ctx.audit({
      action: 'update',
      resourceType: 'node',
      resourceId: moved.id,
      resource: moved.full_value,
      changes: [{ field: 'full_value', before: moved.full_value, after: path }],
    });
  }
}

/** Locks a subtree against new assets and tells whether it holds any. */
export async function holdsAssets(ctx: Context, key: string): Promise<boolean> {
  const subtree = ctx.tx.selectFrom('nodes as n').where((eb) => within(eb.ref('n.key'), key));
  await subtree.select('n.id').forUpdate().execute();
  const link = await subtree.innerJoin('asset_nodes as l', 'l.node_id', 'n.id').select('l.asset_id').limit(1).executeTakeFirst();
  return link !== undefined;
}

/** Deletes what is below a node that goes itself. Marks that were on any of them live on in the parent. */
export async function deleteBelow(ctx: Context, key: string): Promise<void> {
  await markCounts(ctx, [key.slice(0, Math.max(0, key.lastIndexOf(':')))]);
  await ctx.tx
    .deleteFrom('nodes as n')
    .where((eb) => below(eb.ref('n.key'), key))
    .execute();
}
