import type { Matcher } from '@postern/contract/matcher';
import { among, and, eb } from '../base/conditions.ts';
import { type Context, holds } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { isJoined, joinedName, joinedObjects, joinedSelection, shownOf, type Wire } from './joined.ts';
import type { Selected } from './query.ts';
import { anyTable, idIn, mainTable, visible } from './where.ts';

/** The form in which rows are answered: which fields, and what each holds. */

export type { Wire } from './joined.ts';

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

/** Related objects in wire form by id, for rows that are kept elsewhere. One query. */
async function related(field: ResolvedField, target: ResolvedResource, ctx: Context, ids: readonly Id[]): Promise<Map<Id, Wire>> {
  const fields = shownOf(field);
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
async function linked(field: ResolvedField, ctx: Context, ids: readonly Id[]): Promise<Map<Id, Id[]>> {
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
  const { kind, target } = field;
  const { behaviour } = resource;
  const along = behaviour.joined?.[field.name];
  if (along) return (row) => along.wire(row[joinedName(resource, field)], ctx, row);
  const made = behaviour.computed?.[field.name];
  // Also of a field that is stored: what is answered is not what is kept (rules of a flow, who name people by role).
  if (made || kind.name === 'computed') {
    if (field.name === 'org_name' && !made) {
      const { id, name, isRoot } = ctx.org;
      const others = [...new Set(rows.map((row) => String(row.org_id)))].filter((one) => isRoot || one !== id);
      const names = others.length === 0 ? new Map<string, string>() : await kernel.hooks.organisationNames(ctx, others);
      return (row) => names.get(String(row.org_id)) ?? (!isRoot && row.org_id === id ? name : '');
    }
    const values = await made?.(ctx, rows);
    return (row) => values?.get(row.id as Id) ?? null;
  }
  if (isJoined(resource, rows, field)) {
    if (kind.name === 'reference') return (row) => joinedObjects(resource, row, field, ctx)[0] ?? null;
    return (row) => joinedObjects(resource, row, field, ctx).sort(byName);
  }
  const expand = async (ids: readonly Id[]): Promise<ReadonlyMap<Id, unknown>> => {
    if (ids.length === 0) return new Map();
    const own = behaviour.expand?.[field.name];
    return own ? own(ctx, ids) : related(field, target as ResolvedResource, ctx, ids);
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

/**
 * Rows with what is shown of other tables. Ones that were not read for an answer, such as those just written, are completed by one query; those that are
 * kept elsewhere stay as they are.
 */
async function completed(
  resource: ResolvedResource,
  ctx: Context,
  rows: readonly Row[],
  fields: readonly ResolvedField[],
): Promise<readonly Row[]> {
  const selected = joinedSelection(
    resource,
    ctx,
    fields.filter((field) => !isJoined(resource, rows, field)),
  );
  if (selected.length === 0) return rows;
  const ids = rows.map((row) => row.id as Id);
  const found = await anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(['t.id', ...selected])
    .where(idIn(resource, ids))
    .execute();
  const byId = new Map(found.map((row) => [row.id as Id, row]));
  return ids.every((id) => byId.has(id)) ? rows.map((row) => ({ ...row, ...byId.get(row.id as Id) })) : rows;
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
  read: readonly Row[],
  fields: readonly ResolvedField[],
): Promise<Wire[]> {
  if (read.length === 0) return [];
  const rows = await completed(resource, ctx, read, fields);
  const columns = await Promise.all(
    fields.map(async (field) => ({ name: field.name, value: await column(kernel, resource, field, ctx, rows) })),
  );
  return rows.map((row) => Object.fromEntries(columns.map(({ name, value }) => [name, value(row)])));
}
