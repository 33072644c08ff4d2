import type { Page } from '@postern/contract/wire';
import { type Context, EVERYBODY, eb, or, type Request, type Where } from '@postern/resource';
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

/** Contains-pattern for ILIKE, with the pattern's own marks made literal. */
export const contains = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Cuts a list the way every list is cut: `limit` gives a page, none gives everything (docs/wire/conventions.md#paging). */
export function paged<T>(request: Request, all: readonly T[]): readonly T[] | Page<T> {
  const limit = Number(request.query.limit);
  if (!Number.isInteger(limit) || limit <= 0) return all;
  const size = Math.min(limit, 100);
  const offset = Math.max(0, Math.trunc(Number(request.query.offset)) || 0);
  const link = (at: number) => {
    const url = new URL(request.url);
    url.searchParams.set('limit', String(size));
    url.searchParams.set('offset', String(at));
    return url.toString();
  };
  return {
    count: all.length,
    next: offset + size < all.length ? link(offset + size) : null,
    previous: offset > 0 ? link(Math.max(0, offset - size)) : null,
    results: all.slice(offset, offset + size),
  };
}

/** Direct children of a node, or all below it; without one the roots, or every node. */
const placed = (start: NodeRow | undefined, all: boolean): Where => {
  if (all) return start ? below(eb.ref('n.key'), start.key) : EVERYBODY;
  return eb('n.parent_key', '=', start?.key ?? '');
};

/** Direct children, or all descendants with `all=all`; without a parent the top level, the root included (docs/wire/assets.md#nodes). */
export async function childrenList(ctx: Context, request: Request, parent: NodeRow | undefined): Promise<unknown> {
  const { all, search } = request.query;
  const start = parent ?? (ctx.org.isRoot ? undefined : await ownRoot(ctx));
  const place = placed(start, all === 'all');
  const found = selectNodes(ctx)
    .where(!parent && start ? or(place, eb('n.id', '=', start.id)) : place)
    .where(nodeRows(ctx, 'n'))
    .orderBy('n.parent_key')
    .orderBy('n.value')
    .limit(50_000);
  const rows = await (search ? found.where('n.value', 'ilike', contains(search.slice(0, 256))) : found).execute();
  return paged(
    request,
    rows.map((row) => wireNode(row, ctx)),
  );
}
