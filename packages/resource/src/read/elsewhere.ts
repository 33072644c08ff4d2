import type { Page } from '@postern/contract/wire';
import type { Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { ok, type Query, type Reply, type Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { InTable, OutsideList, Row } from '../definition/definition.ts';
import { countRows, fetchRows } from './fetch.ts';
import { present, shownFields, type Wire } from './present.ts';
import { filtered, ordering, pageLinks, paging } from './query.ts';
import { visible } from './where.ts';

/** Lists of resources whose rows are not all in their table (`Behaviour.elsewhere`). */

/** Header that names the places which did not answer, where the answer has no room for it. */
const MISSING = 'x-missing';
/** Rows of an answer without paging at most. */
const MAX_BARE = 10_000;

function inTable(resource: ResolvedResource, ctx: Context, query: Query, conditions: readonly Where[]): InTable {
  return {
    only: (condition) => inTable(resource, ctx, query, [...conditions, condition]),
    count: () => countRows(resource, ctx, conditions),
    rows: (part) => fetchRows(resource, ctx, conditions, { order: ordering(resource, ctx, query), ...part }),
  };
}

/** The list that a request asks for, where not all of it is in the table. */
export async function outsideList(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  query: Query,
): Promise<OutsideList | undefined> {
  const { elsewhere } = resource.behaviour;
  if (!elsewhere) return undefined;
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const chosen = query.spm ? ((await kernel.hooks.idSet(ctx, query.spm)) ?? []).map(String) : undefined;
  return elsewhere.list(ctx, { query, chosen, table: inTable(resource, ctx, query, conditions) });
}

/** Rows of a list from a place on, in portions of one size, the last one apart. */
export async function* portions(list: OutsideList, size: number, max: number, offset = 0): AsyncGenerator<Row[]> {
  let waiting: Row[] = [];
  let left = max;
  let before = offset;
  for await (const some of list.walk()) {
    const rows = some.slice(before);
    before -= some.length - rows.length;
    waiting.push(...rows.slice(0, left));
    left -= Math.min(rows.length, left);
    while (waiting.length >= size) {
      yield waiting.slice(0, size);
      waiting = waiting.slice(size);
    }
    if (left === 0) break;
  }
  if (waiting.length > 0) yield waiting;
}

/** GET list of them, as `list` answers others. */
export async function outsideReply(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  { query, url }: Pick<Request, 'query' | 'url'>,
  list: OutsideList,
): Promise<Reply> {
  const fields = shownFields(resource, ctx, 'list', query);
  const page = paging(query);
  const rows: Row[] = [];
  let count = 0;
  if (page) {
    const found = await list.page(page);
    rows.push(...found.rows);
    count = found.count;
  } else for await (const some of portions(list, MAX_BARE, MAX_BARE)) rows.push(...some);
  const results = await present(kernel, resource, ctx, rows, fields);
  const missing = list.missing();
  const body: Wire[] | Page<Wire> = page
    ? { count, ...pageLinks(url, page, count), results, ...(missing.length > 0 ? { missing } : {}) }
    : results;
  const reply = ok(body);
  return missing.length > 0 ? { ...reply, headers: { ...reply.headers, [MISSING]: missing.map(encodeURIComponent).join(',') } } : reply;
}
