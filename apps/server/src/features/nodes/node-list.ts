import { type Context, containing, EVERYBODY, eb, or, type Where } from '@postern/resource';
import { below } from './node.queries.ts';
import { type NodeRow, nodeRows, ownRoot, selectNodes } from './node.service.ts';

export interface WireNode {
  id: string;
  key: string;
  value: string;
  full_value: string;
  name: string;
  org_id: string;
  org_name: string;
}

export const wireNode = (row: NodeRow, ctx: Context): WireNode => ({
  id: row.id,
  key: row.key,
  value: row.value,
  full_value: row.full_value,
  name: row.value,
  org_id: row.org_id,
  org_name: ctx.org.name,
});

/** Direct children of a node, or all below it; without one the roots, or every node. */
const placed = (start: NodeRow | undefined, all: boolean): Where => {
  if (all) return start ? below(eb.ref('n.key'), start.key) : EVERYBODY;
  return eb('n.parent_key', '=', start?.key ?? '');
};

/** Direct children, or all descendants with `all=all`; without a parent the top level, the root included (docs/wire/assets.md#nodes). */
export async function childrenOf(
  ctx: Context,
  { all, search }: { all: string; search: string },
  parent: NodeRow | undefined,
): Promise<NodeRow[]> {
  const start = parent ?? (ctx.org.isRoot ? undefined : await ownRoot(ctx));
  const place = placed(start, all === 'all');
  const found = selectNodes(ctx)
    .where(!parent && start ? or(place, eb('n.id', '=', start.id)) : place)
    .where(nodeRows(ctx, 'n'))
    .orderBy('n.parent_key')
    .orderBy('n.value')
    .limit(50_000);
  return (search ? found.where('n.value', 'ilike', containing(search)) : found).execute();
}
