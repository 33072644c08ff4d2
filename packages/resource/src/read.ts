import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { Matcher } from '@postern/contract/matcher';
import type { Page } from '@postern/contract/wire';
import type { SelectQueryBuilder } from 'kysely';
import type { Kernel } from './compile.ts';
import { type Context, holds } from './context.ts';
import type { Row } from './definition.ts';
import type { Where } from './kinds/kind.ts';
import { filtered, type Order, ordering, type Paging, pageLinks, paging, type Selected, selection } from './query.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';
import type { Query, Request } from './route.ts';
import { among, and, eb } from './rows.ts';
import { anyTable, column as columnOf, idIn, mainTable, visible } from './where.ts';

type Wire = Record<string, unknown>;
type Id = string | number;

/** Fields of an answer: the view (list or detail), the actor's rights, `fields`, `fields!`, `fields_size` (docs/wire/conventions.md#filters). */
export function shownFields(resource: ResolvedResource, ctx: Context, view: 'list' | 'detail', query: Query): ResolvedField[] {
  const { mini, small } = resource.definition;
  const size = query.fields_size === 'mini' ? mini : query.fields_size === 'small' ? (small ?? mini) : undefined;
  const keep = query.fields ? new Set(query.fields.split(',')) : undefined;
  const drop = query['fields!'] ? new Set(query['fields!'].split(',')) : undefined;
  return resource.fields.filter(
    (field) =>
      field.readable &&
      (field.options.view === undefined || field.options.view === view) &&
      (field.options.readWith === undefined || holds(ctx.actor, [field.options.readWith])) &&
      (!size || size.includes(field.name)) &&
      (!keep || keep.has(field.name)) &&
      !drop?.has(field.name),
  );
}

/** Related objects in wire form by id, `show` attributes through the target's own kinds. One query. */
async function related(target: ResolvedResource, ctx: Context, ids: readonly Id[], show: readonly string[]): Promise<Map<Id, Wire>> {
  const fields = show.flatMap((name) => target.field(name) ?? []);
  const columns = fields.flatMap((field): Selected[] => {
    if (field.column !== undefined && !field.kind.secret) return [`t.${field.column}`];
    return field.options.expression ? [eb.parens(field.options.expression(ctx)).as(field.name)] : [];
  });
  const rows = await anyTable(ctx)
    .selectFrom(mainTable(target))
    .select(['t.id', ...columns])
    .where(idIn(target, ids))
    .execute();
  return new Map(
    rows.map((row) => [
      row.id as Id,
      Object.fromEntries(fields.map((field) => [field.name, field.kind.wire(row[field.column ?? field.name], field, ctx)])),
    ]),
  );
}

/** Ids of a many-to-many for a page of rows: row id → related ids. One query. */
export async function linked(field: ResolvedField, ctx: Context, ids: readonly Id[]): Promise<Map<Id, Id[]>> {
  const found = new Map<Id, Id[]>(ids.map((id) => [id, []]));
  const { through } = field.options;
  if (!through || ids.length === 0) return found;
  const { mine, theirs } = through;
  const rows = await anyTable(ctx)
    .selectFrom(through.table)
    .select([mine, theirs])
    .where(among(eb.ref(mine), ids))
    .execute();
  for (const row of rows) found.get(row[mine] as Id)?.push(row[theirs] as Id);
  return found;
}

const byName = (a: Wire, b: Wire) => String(a.name ?? '').localeCompare(String(b.name ?? ''));

/**
 * Wire values of one field for a page of rows. At most two queries a field and page, never one per row:
 * lists stay fast.
 */
async function column(
  kernel: Kernel,
  resource: ResolvedResource,
  field: ResolvedField,
  ctx: Context,
  rows: readonly Row[],
): Promise<(row: Row) => unknown> {
  const { kind, target, options } = field;
  const { behaviour } = resource;
  if (kind.name === 'computed') {
    if (field.name === 'org_name' && !behaviour.computed?.org_name) {
      const names = await kernel.hooks.organisationNames(ctx, [...new Set(rows.map((row) => String(row.org_id)))]);
      return (row) => names.get(String(row.org_id)) ?? '';
    }
    const values = await behaviour.computed?.[field.name]?.(ctx, rows);
    return (row) => values?.get(row.id as Id) ?? null;
  }
  const show = options.show ?? ['id', 'name'];
  const expand = async (ids: readonly Id[]): Promise<ReadonlyMap<Id, unknown>> => {
    if (ids.length === 0) return new Map();
    const own = behaviour.expand?.[field.name];
    return own ? own(ctx, ids) : related(target as ResolvedResource, ctx, ids, show);
  };
  if (kind.name === 'reference' && target) {
    const stored = field.column as string;
    const objects = await expand([
      ...new Set(rows.flatMap((row) => (row[stored] === null || row[stored] === undefined ? [] : [row[stored] as Id]))),
    ]);
    return (row) => objects.get(row[stored] as Id) ?? null;
  }
  if (kind.name === 'manyToMany' && target) {
    const links = await linked(
      field,
      ctx,
      rows.map((row) => row.id as Id),
    );
    const objects = await expand([...new Set([...links.values()].flat())]);
    return (row) => (links.get(row.id as Id) ?? []).flatMap((id) => (objects.has(id) ? [objects.get(id) as Wire] : [])).sort(byName);
  }
  if (kind.name === 'matcher' && target) return matcherWire(field, target, ctx, rows);
  return (row) => kind.wire(row[field.column ?? field.name], field, ctx);
}

/** Matchers by id name only what still exists and may be seen (docs/wire/access-rules.md#who-and-what). One query for the page. */
async function matcherWire(
  field: ResolvedField,
  target: ResolvedResource,
  ctx: Context,
  rows: readonly Row[],
): Promise<(row: Row) => unknown> {
  const wire = (row: Row) => field.kind.wire(row[field.column ?? field.name], field, ctx) as Matcher;
  const named = rows.map(wire).flatMap((one) => (one.type === 'ids' ? one.ids : []));
  const found =
    named.length === 0
      ? []
      : await anyTable(ctx)
          .selectFrom(mainTable(target))
          .select('t.id')
          .where(and(...visible(target, ctx), idIn(target, named)))
          .execute();
  const known = new Set(found.map((row) => String(row.id)));
  return (row) => {
    const one = wire(row);
    return one.type === 'ids' ? { ...one, ids: one.ids.filter((id) => known.has(id)) } : one;
  };
}

/** Rows → wire objects, for one view. */
export async function present(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  rows: readonly Row[],
  fields: readonly ResolvedField[],
): Promise<Wire[]> {
  if (rows.length === 0) return [];
  const columns = await Promise.all(
    fields.map(async (field) => ({ name: field.name, value: await column(kernel, resource, field, ctx, rows) })),
  );
  return rows.map((row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])));
}

/** Rows that a set of conditions leaves, as stored. */
export const fetchRows = (resource: ResolvedResource, ctx: Context, conditions: readonly Where[], part: Part = {}): Promise<Row[]> =>
  partOf(
    anyTable(ctx)
      .selectFrom(mainTable(resource))
      .select(selection(resource, ctx))
      .where(and(...conditions)),
    part,
  ).execute();

/** Their ids alone. */
export async function fetchIds(resource: ResolvedResource, ctx: Context, conditions: readonly Where[], part: Part = {}): Promise<Id[]> {
  const query = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select('t.id')
    .where(and(...conditions));
  return (await partOf(query, part).execute()).map((row) => row.id as Id);
}

/** Which of the rows, and in what order. */
export interface Part {
  order?: readonly Order[];
  limit?: number;
  offset?: number;
  /** Nobody else changes them until the transaction ends. */
  lock?: boolean;
}

function partOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { order = [], limit, offset, lock = false }: Part,
): SelectQueryBuilder<DB, TB, O> {
  let part = query;
  for (const { by, how } of order) part = part.orderBy(by, how);
  if (limit !== undefined) part = part.limit(limit);
  if (offset !== undefined) part = part.offset(offset);
  return lock ? part.forUpdate('t' as TB & string) : part;
}

/** The row behind `…/{id}/`, or 404: also for another organisation's row (ARCHITECTURE.md#invariants). */
export async function fetchRow(resource: ResolvedResource, ctx: Context, id: string, options: { lock?: boolean } = {}): Promise<Row> {
  const known = resource.idType === 'integer' ? /^\d{1,9}$/.test(id) : parseUuid(id) !== undefined;
  const match = known ? idIn(resource, [id]) : resource.behaviour.find?.(ctx, id);
  const row = match ? (await fetchRows(resource, ctx, [...visible(resource, ctx), match], options))[0] : undefined;
  if (!row) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
  return row;
}

interface Slice {
  rows: Row[];
  count: number;
}

/** Pages from here on choose their ids first: whatever is derived per row is then derived for the page only, not for all rows before it. */
const DEEP = 200;

/** How many rows a set of conditions leaves. */
export async function countRows(resource: ResolvedResource, ctx: Context, conditions: readonly Where[]): Promise<number> {
  const { n } = await anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('n'))
    .where(and(...conditions))
    .executeTakeFirstOrThrow();
  return n;
}

/** A page of all rows that may be seen: in the order of an index, from the nearer end. */
async function walked(resource: ResolvedResource, ctx: Context, query: Query, conditions: readonly Where[], page: Paging): Promise<Slice> {
  const order = ordering(resource, ctx, query);
  if (page.offset < DEEP) {
    const [rows, count] = await Promise.all([
      fetchRows(resource, ctx, conditions, { order, ...page }),
      countRows(resource, ctx, conditions),
    ]);
    return { rows, count };
  }
  const count = await countRows(resource, ctx, conditions);
  const size = Math.min(page.limit, count - page.offset);
  if (size <= 0) return { rows: [], count };
  const behind = count - page.offset - size;
  const place =
    behind < page.offset
      ? { order: ordering(resource, ctx, query, true), limit: size, offset: behind }
      : { order, limit: size, offset: page.offset };
  const chosen = eb(
    columnOf('id'),
    'in',
    partOf(
      eb
        .selectFrom(mainTable(resource))
        .select('t.id')
        .where(and(...conditions)),
      place,
    ),
  );
  return { rows: await fetchRows(resource, ctx, [chosen], { order }), count };
}

/** A page of rows that a condition without an order of its own finds (words, grants): found once, for the count and the page. */
async function gathered(
  resource: ResolvedResource,
  ctx: Context,
  query: Query,
  conditions: readonly Where[],
  page: Paging,
): Promise<Slice> {
  const order = ordering(resource, ctx, query);
  const all = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(({ fn, cast }) => ['t.id', cast<number>(fn.countAll().over(), 'integer').as('n')])
    .where(and(...conditions));
  const found = await partOf(all, { order, ...page }).execute();
  if (found.length === 0) return { rows: [], count: page.offset === 0 ? 0 : await countRows(resource, ctx, conditions) };
  const ids = found.map((row) => row.id as Id);
  return { rows: await fetchRows(resource, ctx, [idIn(resource, ids)], { order }), count: found[0]?.n ?? 0 };
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
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const page = paging(query, maximum);
  const fields = shownFields(resource, ctx, 'list', query);
  if (!page || first !== undefined) {
    const order = ordering(resource, ctx, query);
    const rows = await fetchRows(resource, ctx, conditions, { order, ...(first === undefined ? {} : { limit: first }) });
    const wire = await present(kernel, resource, ctx, rows, fields);
    return first === undefined ? wire : pageOf(wire, request);
  }
  const slice = selective || query.search ? gathered : walked;
  const { rows, count } = await slice(resource, ctx, query, conditions, page);
  return { count, ...pageLinks(request.url, page, count), results: await present(kernel, resource, ctx, rows, fields) };
}

/** One object in its detail form. */
export async function retrieve(kernel: Kernel, resource: ResolvedResource, ctx: Context, id: string, query: Query): Promise<Wire> {
  const row = await fetchRow(resource, ctx, id);
  return (await present(kernel, resource, ctx, [row], shownFields(resource, ctx, 'detail', query)))[0] as Wire;
}
