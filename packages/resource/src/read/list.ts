import { CodedError } from '@postern/contract/errors';
import type { Page } from '@postern/contract/wire';
import { and, eb, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { Query, Request } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Paging, Row } from '../definition/definition.ts';
import { countRows, countUpTo, fetchRow, fetchRows, partOf } from './fetch.ts';
import { present, shownFields, type Wire } from './present.ts';
import { filtered, narrowings, ordering, pageLinks, paging, selection } from './query.ts';
import { anyTable, column, idIn, mainTable, visible } from './where.ts';

/** What GET answers: a list, a page of it, or one object. */

interface Slice {
  rows: Row[];
  count: number;
  /** Whether there are rows behind this page, where the count goes no further than it was counted. */
  capped?: { more: boolean };
}

/** A page, and the fields that it shows. */
interface Asked extends Paging {
  shown: readonly ResolvedField[];
}

/** Pages from here on choose their ids first: whatever is derived per row is then derived for the page only, not for all rows before it. */
const DEEP = 200;

/** A page of all rows that may be seen: in the order of an index, from the nearer end. */
async function walked(
  resource: ResolvedResource,
  ctx: Context,
  query: Query,
  conditions: readonly Where[],
  { shown, ...page }: Asked,
  known?: number,
): Promise<Slice> {
  const order = ordering(resource, ctx, query);
  const counting = async (): Promise<number> => known ?? (await told(resource, ctx, query)) ?? countRows(resource, ctx, conditions);
  if (page.offset < DEEP) {
    const [rows, count] = await Promise.all([fetchRows(resource, ctx, conditions, { order, shown, ...page }), counting()]);
    return { rows, count };
  }
  const count = await counting();
  const size = Math.min(page.limit, count - page.offset);
  if (size <= 0) return { rows: [], count };
  const behind = count - page.offset - size;
  const place =
    behind < page.offset
      ? { order: ordering(resource, ctx, query, true), limit: size, offset: behind }
      : { order, limit: size, offset: page.offset };
  const chosen = eb(
    column('id'),
    'in',
    partOf(
      eb
        .selectFrom(mainTable(resource))
        .select('t.id')
        .where(and(...conditions)),
      place,
    ),
  );
  return { rows: await fetchRows(resource, ctx, [chosen], { order, shown }), count };
}

/** `count=capped`: whoever asks so understands `count_capped`. Others read `count` as what there is. */
const CAPPED = 'capped';

/**
 * How many rows a list with this query has: told where the resource can say, else counted; for who asks with `count=capped` no further than the
 * resource says, and then there are more.
 */
export async function sizeOf(kernel: Kernel, resource: ResolvedResource, ctx: Context, query: Query) {
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const { count, more } = await sized(resource, ctx, query, conditions);
  return { count: count ?? (await countRows(resource, ctx, conditions)), more };
}

/** How many rows a list has where the resource knows without counting. A view leaves out rows that the tally has counted. */
const told = async (resource: ResolvedResource, ctx: Context, query: Query): Promise<number | undefined> =>
  resource.rows === resource.behaviour.rows ? resource.behaviour.tally?.(ctx, query, narrowings(resource, query)) : undefined;

/** `count` is undefined where nobody has counted yet; `more`: there are more than that. */
async function sized(resource: ResolvedResource, ctx: Context, query: Query, conditions: readonly Where[]) {
  const known = await told(resource, ctx, query);
  const most = query.count === CAPPED ? resource.definition.countUpTo : undefined;
  if (known !== undefined || most === undefined) return { count: known, more: false };
  const count = await countUpTo(resource, ctx, conditions, most + 1);
  return { count: Math.min(count, most), more: count > most };
}

/** A page of a log of millions, whose rows may be told, or counted only so far. */
async function tallied(resource: ResolvedResource, ctx: Context, query: Query, conditions: readonly Where[], page: Asked): Promise<Slice> {
  const { count, more } = await sized(resource, ctx, query, conditions);
  if (count === undefined || !more) return walked(resource, ctx, query, conditions, page, count);
  const rows = await fetchRows(resource, ctx, conditions, {
    order: ordering(resource, ctx, query),
    limit: page.limit + 1,
    offset: page.offset,
    shown: page.shown,
  });
  return { rows: rows.slice(0, page.limit), count, capped: { more: rows.length > page.limit } };
}

/** A page of rows that a condition without an order of its own finds (words, grants): found once, for the count and the page. */
async function gathered(
  resource: ResolvedResource,
  ctx: Context,
  query: Query,
  conditions: readonly Where[],
  { shown, ...page }: Asked,
): Promise<Slice> {
  const order = ordering(resource, ctx, query);
  const all = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(({ fn, cast }) => ['t.id', cast<number>(fn.countAll().over(), 'integer').as('n')])
    .where(and(...conditions));
  const found = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .innerJoin(partOf(all, { order, ...page }).as('f'), 'f.id', 't.id')
    .select([...selection(resource, ctx, shown), 'f.n as rows:found']);
  const rows = await partOf(found, { order }).execute();
  const count = rows.length > 0 || page.offset === 0 ? Number(rows[0]?.['rows:found'] ?? 0) : await countRows(resource, ctx, conditions);
  return { rows, count };
}

/** A page of which another table knows the ids. */
async function toldPage(resource: ResolvedResource, ctx: Context, query: Query, { shown, ...page }: Asked): Promise<Slice | undefined> {
  const { behaviour, definition } = resource;
  // A view leaves out rows that the page would hold; one that shows only some rows by itself has them left out here.
  if (!behaviour.page || resource.rows !== behaviour.rows || behaviour.listed) return undefined;
  if (query.order && query.order !== definition.order) return undefined;
  const found = await behaviour.page(ctx, query, narrowings(resource, query), page);
  if (!found) return undefined;
  const rows =
    found.ids.length === 0
      ? []
      : await fetchRows(resource, ctx, [idIn(resource, found.ids)], { order: ordering(resource, ctx, query), shown });
  return { rows, count: found.count };
}

export interface ListOptions {
  /** Rows of a page at most. */
  maximum?: number;
  /** Nothing is told of rows after the first so many, on whatever page: suggestions end there (docs/decisions/0078). */
  first?: number;
  /** The resource's own rows are few of many, so they are found once for count and page. */
  selective?: boolean;
}

/** Few rows that are all there, as a list answers them: a page of them where `limit` asks for one, else all. */
export function pageOf<T>(rows: T[], { query, url }: Pick<Request, 'query' | 'url'>): T[] | Page<T> {
  const page = paging(query);
  if (!page) return rows;
  return { count: rows.length, ...pageLinks(url, page, rows.length), results: rows.slice(page.offset, page.offset + page.limit) };
}

/** GET list: a page object with `limit`, else a bare array (docs/wire/conventions.md#paging). */
export async function list(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  request: Pick<Request, 'query' | 'url'>,
  { maximum, first, selective = false }: ListOptions = {},
): Promise<Wire[] | Page<Wire>> {
  const { query } = request;
  const selects = selective || resource.definition.fewEach === true;
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const page = paging(query, maximum);
  const fields = shownFields(resource, ctx, 'list', query);
  if (!page || first !== undefined) {
    const order = ordering(resource, ctx, query);
    const rows = await fetchRows(resource, ctx, conditions, { order, shown: fields, ...(first === undefined ? {} : { limit: first }) });
    const wire = await present(kernel, resource, ctx, rows, fields);
    return first === undefined ? wire : pageOf(wire, request);
  }
  const slice = resource.definition.countUpTo !== undefined ? tallied : selects || query.search ? gathered : walked;
  const asked = { ...page, shown: fields };
  const { rows, count, capped } = (await toldPage(resource, ctx, query, asked)) ?? (await slice(resource, ctx, query, conditions, asked));
  return {
    count,
    ...(capped ? { count_capped: true } : {}),
    ...pageLinks(request.url, page, count, capped?.more),
    results: await present(kernel, resource, ctx, rows, fields),
  };
}

/** One object in its detail form. */
export async function retrieve(kernel: Kernel, resource: ResolvedResource, ctx: Context, id: string, query: Query): Promise<Wire> {
  const shown = shownFields(resource, ctx, 'detail', query);
  const row = await fetchRow(resource, ctx, id, { shown }).catch(async (error: unknown) => {
    const found = error instanceof CodedError ? await resource.behaviour.elsewhere?.row(ctx, id) : undefined;
    if (found) return found;
    throw error;
  });
  return (await present(kernel, resource, ctx, [row], shown))[0] as Wire;
}
