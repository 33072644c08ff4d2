import type { Page } from '@postern/contract/wire';
import type { Context, Request } from '@postern/resource';
import { sql } from 'kysely';
import { below, inOrg, type NodeRow, ownRoot } from './node.service.ts';

export interface WireNode {
  id: string;
  key: string;
  value: string;
  full_value: string;
  name: string;
  org_id: string;
  org_name: string;
}

export const wireNode = (row: NodeRow & { org_name?: string }, ctx: Context): WireNode => ({
  id: row.id,
  key: row.key,
  value: row.value,
  full_value: row.full_value,
  name: row.value,
  org_id: row.org_id,
  org_name: row.org_name ?? ctx.org.name,
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

/** Direct children, or all descendants with `all=all`; without a parent the top level, the root included (docs/wire/assets.md#nodes). */
export async function childrenList(ctx: Context, request: Request, parent: NodeRow | undefined): Promise<unknown> {
  const all = request.query.all === 'all';
  const start = parent ?? (ctx.org.isRoot ? undefined : await ownRoot(ctx));
  const place = start ? (all ? below(sql`n.key`, start.key) : sql`n.parent_key = ${start.key}`) : all ? sql`true` : sql`n.parent_key = ''`;
  const withSelf = !parent && start ? sql`or n.id = ${start.id}` : sql``;
  const word = request.query.search;
  const { rows } = await sql<NodeRow & { org_name?: string }>`
    select n.id, n.org_id, n.key, n.value, n.full_value, n.parent_key from nodes n
    where (${place} ${withSelf}) and ${inOrg(ctx, sql`n.org_id`)} ${word ? sql`and n.value ilike ${contains(word.slice(0, 256))}` : sql``}
    order by n.parent_key, n.value limit 50000`.execute(ctx.tx);
  return paged(
    request,
    rows.map((row) => wireNode(row, ctx)),
  );
}
