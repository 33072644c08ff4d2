import { randomUUID } from 'node:crypto';
import type { Context } from '../base/context.ts';
import { authorship, type ResolvedField, type ResolvedResource } from '../compiled/resolved.ts';
import type { Values } from '../definition/definition.ts';
import { anyTable } from '../read/where.ts';
import type { Candidate } from './input.ts';
import { addLinks, dropLinks } from './links.queries.ts';

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

/** Makes the join rows of each many-to-many in the values of some rows exactly the given sets. Two queries a relation. */
export async function storeLinks(
  resource: ResolvedResource,
  ctx: Context,
  items: readonly { id: unknown; values: Values }[],
  fresh: boolean,
): Promise<void> {
  for (const field of resource.fields) {
    const { through } = field.options;
    if (field.kind.name !== 'manyToMany' || !field.target || !through) continue;
    const given = items.filter(({ values }) => field.name in values);
    if (given.length === 0) continue;
    const pairs = given.flatMap(({ id, values }) => (values[field.name] as Id[]).map((other) => [id as Id, other] as const));
    const link = { ...through, types: [resource.idType, field.target.idType] as const };
    if (!fresh)
      await dropLinks(
        ctx,
        link,
        given.map(({ id }) => id as Id),
        pairs,
      );
    await addLinks(ctx, link, pairs);
  }
}
