import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { below, lineage, lockTree, type NodeRow, needNode, nextKey, refuseSibling, within } from './node.service.ts';
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
    const cut = moved.key.length + 1;
    await sql`
      update nodes set key = ${key}::text || substr(key, ${cut}::int),
        parent_key = case when id = ${moved.id} then ${place.key} else ${key}::text || substr(parent_key, ${cut}::int) end,
        full_value = ${`${place.full_value}/${moved.value}`}::text || substr(full_value, ${moved.full_value.length + 1}::int)
      where ${within(sql`key`, moved.key)}`.execute(ctx.tx);
    ctx.audit({
      action: 'update',
      resourceType: 'node',
      resourceId: moved.id,
      resource: moved.full_value,
      changes: [{ field: 'full_value', before: moved.full_value, after: `${place.full_value}/${moved.value}` }],
    });
  }
}

/** Locks a subtree against new assets and tells whether it holds any. */
export async function holdsAssets(ctx: Context, key: string): Promise<boolean> {
  await sql`select 1 from nodes where ${within(sql`key`, key)} for update`.execute(ctx.tx);
  const { rows } = await sql`
    select 1 from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, key)} limit 1`.execute(ctx.tx);
  return rows.length > 0;
}

/** Deletes what is below a node that goes itself. Marks that were on any of them live on in the parent. */
export async function deleteBelow(ctx: Context, key: string): Promise<void> {
  await markCounts(ctx, [key.slice(0, Math.max(0, key.lastIndexOf(':')))]);
  await sql`delete from nodes where ${below(sql`key`, key)}`.execute(ctx.tx);
}
