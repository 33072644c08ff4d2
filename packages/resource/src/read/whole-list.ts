import { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import { ok, type Reply, type Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { choiceCounts } from './choice-counts.ts';
import { fetchFound, fetchIds, fetchRows } from './fetch.ts';
import { list } from './list.ts';
import { present, shownFields } from './present.ts';
import { filtered, ordering, paging } from './query.ts';
import { visible } from './where.ts';

/** Rows that are in memory at a time, of a list that somebody asks for as a whole. */
const PORTION = 500;
/** Rows of a list without a limit at most. Their ids are in memory: five people who ask for ten million at once would be the end of a server. */
export const WHOLE_ROWS = 200_000;

/** The text of an array, a portion of rows after the other. Rows that went meanwhile are left out. */
async function* written(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  ids: readonly (string | number)[],
  shown: readonly ResolvedField[],
): AsyncGenerator<string> {
  let before = '[';
  for (let at = 0; at < ids.length; at += PORTION) {
    const rows = await fetchFound(resource, ctx, ids.slice(at, at + PORTION), shown);
    for (const one of await present(kernel, resource, ctx, rows, shown)) {
      yield before + JSON.stringify(one);
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}

/**
 * What GET of a list answers: a page, or all rows where no `limit` is given, or numbers where `count_by` asks for them. Many rows are written as they are read, so that a list of a whole
 * installation costs no more memory than a short one (docs/wire/conventions.md#paging). When something fails on the way the connection breaks: half a
 * list would pass for a whole one.
 * @throws CodedError list_too_large
 */
export async function listReply(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  request: Pick<Request, 'query' | 'url'>,
): Promise<Reply> {
  const { query } = request;
  if (query.count_by) return ok(await choiceCounts(kernel, resource, ctx, query));
  if (paging(query)) return ok(await list(kernel, resource, ctx, request));
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const order = ordering(resource, ctx, query);
  const shown = shownFields(resource, ctx, 'list', query);
  const few = await fetchRows(resource, ctx, conditions, { order, shown, limit: PORTION + 1 });
  if (few.length <= PORTION) return ok(await present(kernel, resource, ctx, few, shown));
  const ids = await fetchIds(resource, ctx, conditions, { order, limit: WHOLE_ROWS + 1 });
  if (ids.length > WHOLE_ROWS) throw new CodedError('list_too_large', { max: WHOLE_ROWS });
  const body = Readable.from(written(kernel, resource, ctx, ids, shown), { objectMode: false });
  return { ...ok(body), headers: { 'content-type': 'application/json; charset=utf-8' } };
}
