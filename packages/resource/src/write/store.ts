import { randomUUID } from 'node:crypto';
import type { Context } from '../base/context.ts';
import { authorship, type ResolvedField, type ResolvedResource } from '../compiled/resolved.ts';
import type { Values } from '../definition/definition.ts';
import { anyTable } from '../read/where.ts';
import type { Candidate } from './input.ts';
import { replaceLinks } from './links.queries.ts';

/** How values become columns, rows and join rows. What may be stored was decided before (batch.ts). */

type Id = string | number;

/** Stored form of a value as a parameter; documents as text, as pg takes JavaScript arrays for PostgreSQL's. */
function parameter(field: ResolvedField | undefined, value: unknown, ctx: Context): unknown {
  if (value === null || value === undefined) return null;
  if (field?.kind.secret) return ctx.secrets.encrypt(String(value));
  return field?.kind.column === 'jsonb' ? JSON.stringify(value) : value;
}

/** Values by field name → columns. Hidden columns are named by themselves; objects among them are JSON. */
function columnsOf(resource: ResolvedResource, ctx: Context, values: Values): Record<string, unknown> {
  const columns = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const field = resource.field(name);
    if (field) return field.column === undefined ? [] : [[field.column, parameter(field, value, ctx)]];
    const isBase = name === 'org_id' || authorship(resource).includes(name);
    if (!isBase && !resource.definition.columns?.[name]) return [];
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
    return [[name, isJson ? JSON.stringify(value) : (value ?? null)]];
  });
  return Object.fromEntries(columns);
}

/** `created_by` is a name as text, at most 30 characters of it (docs/wire/conventions.md#authorship). */
const authorOf = (ctx: Context): string => (ctx.actor.kind === 'system' ? 'System' : ctx.actor.name.slice(0, 30));

/** A row to be stored, and the organisation that it belongs to. */
type New = Pick<Candidate, 'values' | 'orgId'>;

/** Parameters of one statement; PostgreSQL takes 65,535. */
const MAX_PARAMETERS = 60_000;

/** Stores new rows: one statement for those with the same columns. Answers nothing; ids are put into `values`. */
export async function storeNew(resource: ResolvedResource, ctx: Context, items: readonly New[]): Promise<void> {
  const now = ctx.clock();
  const author = authorOf(ctx);
  const byColumns = new Map<string, { item: New; columns: Record<string, unknown> }[]>();
  for (const item of items) {
    if (resource.idType === 'uuid') item.values.id ??= randomUUID();
    const stored: Values = {
      created_by: author,
      updated_by: author,
      date_created: now,
      date_updated: now,
      ...item.values,
      ...(item.orgId ? { org_id: item.orgId } : {}),
    };
    const columns = columnsOf(resource, ctx, stored);
    const key = Object.keys(columns).join();
    byColumns.set(key, [...(byColumns.get(key) ?? []), { item, columns }]);
  }
  for (const group of byColumns.values()) {
    const width = Object.keys(group[0]?.columns ?? {}).length;
    // Numbers that the database gives are read back one by one, as nothing says in which order they are returned.
    const size = resource.idType === 'uuid' ? Math.max(1, Math.floor(MAX_PARAMETERS / width)) : 1;
    for (let at = 0; at < group.length; at += size) {
      const part = group.slice(at, at + size);
      const rows = await anyTable(ctx)
        .insertInto(resource.table)
        .values(part.map(({ columns }) => columns))
        .returning('id')
        .execute();
      if (resource.idType === 'integer') for (const { item } of part) item.values.id = rows[0]?.id;
    }
  }
}

/** Stores what changes of a row; neither its id nor its organisation does. */
export async function storeChanged(resource: ResolvedResource, ctx: Context, id: Id, values: Values): Promise<void> {
  const {
    id: _id,
    org_id: _home,
    ...columns
  } = columnsOf(resource, ctx, { ...values, updated_by: authorOf(ctx), date_updated: ctx.clock() });
  if (Object.keys(columns).length === 0) return;
  await anyTable(ctx).updateTable(resource.table).set(columns).where('id', '=', id).execute();
}

/** Ids that a row is linked to by one relation. */
interface LinkStates {
  before: readonly Id[];
  after: readonly Id[];
}

/** What rows are linked to by many-to-many relations, before and after these were stored: field name → row id → ids. */
export type StoredLinks = ReadonlyMap<string, ReadonlyMap<unknown, LinkStates>>;

/** Makes the join rows of each many-to-many in the values of some rows exactly the given sets. One statement for all of them. */
export async function storeLinks(
  resource: ResolvedResource,
  ctx: Context,
  items: readonly { id: unknown; values: Values }[],
  fresh: boolean,
): Promise<StoredLinks> {
  const wanted = resource.fields.flatMap((field) => {
    const { through } = field.options;
    const { target } = field;
    if (field.kind.name !== 'manyToMany' || !target || !through) return [];
    const given = items.filter(({ values }) => field.name in values);
    if (given.length === 0) return [];
    const pairs = given.flatMap(({ id, values }) => [...new Set(values[field.name] as Id[])].map((other) => [id as Id, other] as const));
    return [
      { name: field.name, ...through, types: [resource.idType, target.idType] as const, ids: given.map(({ id }) => id as Id), pairs },
    ];
  });
  const moved = await replaceLinks(ctx, wanted, fresh);
  return new Map(
    wanted.map(({ name, ids, pairs }, at) => {
      const [after, added, gone] = [pairs, moved[at]?.added ?? [], moved[at]?.gone ?? []].map((some) =>
        Map.groupBy(some, ([mine]) => mine),
      );
      const theirs = (of: typeof after, id: Id): Id[] => (of?.get(id) ?? []).map(([, other]) => other);
      const states = ids.map((id) => {
        const fresh = new Set(theirs(added, id));
        const is = theirs(after, id);
        return [id, { before: [...is.filter((other) => !fresh.has(other)), ...theirs(gone, id)], after: is }] as const;
      });
      return [name, new Map<unknown, LinkStates>(states)];
    }),
  );
}
