import { randomUUID } from 'node:crypto';
import { CodedError, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { type RawBuilder, sql } from 'kysely';
import { authorOf, type Kernel } from './compile.ts';
import type { Context } from './context.ts';
import type { Row, Values, Write } from './definition.ts';
import { changes, snapshot, titleOf } from './diff.ts';
import { checkRelations, checkUnique, readBody } from './input.ts';
import { all, authorship, filtered, from, idIn, visible } from './query.ts';
import { fetchRow, fetchRows, present, shownFields } from './read.ts';
import type { ResolvedField, ResolvedResource } from './resolved.ts';
import type { Query } from './route.ts';

type Wire = Record<string, unknown>;

/** Items of one bulk request at most; imports send them in portions. */
const MAX_BULK = 1000;

/** Stored form of a value as an SQL parameter. */
function parameter(field: ResolvedField | undefined, value: unknown, ctx: Context): RawBuilder<unknown> {
  if (value === null || value === undefined) return sql`null`;
  if (field?.kind.secret) return sql`${ctx.secrets.seal(String(value))}`;
  if (field?.kind.column === 'jsonb') return sql`${JSON.stringify(value)}::jsonb`;
  return sql`${value}`;
}

/** Values by field name → columns. Hidden columns are named by themselves; objects among them are JSON. */
function columnsOf(resource: ResolvedResource, ctx: Context, values: Values): { name: string; value: RawBuilder<unknown> }[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = resource.field(name);
    if (field) return field.column === undefined ? [] : [{ name: field.column, value: parameter(field, value, ctx) }];
    const isBase = name === 'org_id' || authorship(resource).includes(name);
    if (!isBase && !resource.definition.columns?.[name]) return [];
    const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
    return [{ name, value: isJson ? sql`${JSON.stringify(value)}::jsonb` : value === null ? sql`null` : sql`${value}` }];
  });
}

const relationsIn = (resource: ResolvedResource, values: Values): Set<string> =>
  new Set(Object.keys(values).filter((name) => resource.field(name)?.kind.name === 'manyToMany'));
const secretsIn = (resource: ResolvedResource, values: Values): Set<string> =>
  new Set(Object.keys(values).filter((name) => resource.field(name)?.kind.secret));

/** Makes the join rows of each many-to-many in `values` exactly the given set. */
async function storeLinks(resource: ResolvedResource, ctx: Context, id: unknown, values: Values): Promise<void> {
  for (const name of relationsIn(resource, values)) {
    const field = resource.field(name);
    const through = field?.options.through;
    if (!field?.target || !through) continue;
    const ids = values[name] as (string | number)[];
    const cast = field.target.idType === 'integer' ? sql`int[]` : sql`uuid[]`;
    await sql`delete from ${sql.table(through.table)} where ${sql.ref(through.mine)} = ${id} and ${sql.ref(through.theirs)} <> all(${ids}::${cast})`.execute(
      ctx.tx,
    );
    if (ids.length > 0) {
      await sql`insert into ${sql.table(through.table)} (${sql.ref(through.mine)}, ${sql.ref(through.theirs)})
        select ${id}, x from unnest(${ids}::${cast}) as x on conflict do nothing`.execute(ctx.tx);
    }
  }
}

const audited = (resource: ResolvedResource): boolean => resource.definition.audited !== false;

/**
 * The one way an object comes to be: checks, stores, relates, runs the resource's own logic and queues the audit
 * event, inside the caller's transaction. `values` are stored forms, as `readBody` or another service makes them.
 */
export async function insert(
  resource: ResolvedResource,
  ctx: Context,
  values: Values,
  body: Readonly<Record<string, unknown>> = values,
  query: Query = {},
): Promise<Row> {
  const write: Write = { verb: 'create', partial: false, values: { ...values }, body, query };
  await resource.behaviour.prepare?.(ctx, write);
  const orgId = resource.orgScoped ? ((write.values.org_id as string | undefined) ?? (ctx.org.isRoot ? undefined : ctx.org.id)) : undefined;
  if (resource.orgScoped && !orgId) throw new CodedError('root_org_readonly');
  await checkRelations(resource, ctx, write.values, orgId);
  await checkUnique(resource, ctx, write.values, undefined, orgId);
  const now = ctx.clock();
  const author = authorOf(ctx);
  const stored: Values = {
    ...(resource.idType === 'uuid' ? { id: randomUUID() } : {}),
    created_by: author,
    updated_by: author,
    date_created: now,
    date_updated: now,
    ...write.values,
    ...(orgId ? { org_id: orgId } : {}),
  };
  const columns = columnsOf(resource, ctx, stored);
  const inserted = await sql<{
    id: string;
  }>`insert into ${sql.table(resource.table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    values (${sql.join(columns.map(({ value }) => value))}) returning id`.execute(ctx.tx);
  const id = inserted.rows[0]?.id;
  await storeLinks(resource, ctx, id, write.values);
  const row = (await fetchRows(resource, ctx, [idIn(resource, [String(id)])]))[0] as Row;
  await resource.behaviour.written?.(ctx, { ...write, row });
  if (audited(resource)) {
    const after = await snapshot(resource, ctx, row, relationsIn(resource, write.values));
    ctx.audit({
      action: 'create',
      resourceType: resource.name,
      resourceId: String(id),
      resource: titleOf(resource, row),
      changes: await changes(resource, ctx, undefined, after, secretsIn(resource, write.values)),
      ...(orgId ? { orgId } : {}),
    });
  }
  return row;
}

/** The one way an object changes; see `insert`. `before` must have been read under this actor's row security. */
export async function change(
  resource: ResolvedResource,
  ctx: Context,
  before: Row,
  values: Values,
  options: { partial?: boolean; body?: Readonly<Record<string, unknown>>; query?: Query } = {},
): Promise<Row> {
  const write: Write = {
    verb: 'update',
    partial: options.partial ?? true,
    values: { ...values },
    body: options.body ?? values,
    query: options.query ?? {},
    before,
  };
  await resource.behaviour.prepare?.(ctx, write);
  const orgId = before.org_id as string | undefined;
  await checkRelations(resource, ctx, write.values, orgId);
  await checkUnique(resource, ctx, write.values, before, orgId);
  const relations = relationsIn(resource, write.values);
  const was = await snapshot(resource, ctx, before, relations);
  const columns = columnsOf(resource, ctx, { ...write.values, updated_by: authorOf(ctx), date_updated: ctx.clock() }).filter(
    ({ name }) => name !== 'id' && name !== 'org_id',
  );
  if (columns.length > 0) {
    await sql`update ${sql.table(resource.table)} set ${sql.join(columns.map(({ name, value }) => sql`${sql.ref(name)} = ${value}`))} where id = ${before.id}`.execute(
      ctx.tx,
    );
  }
  await storeLinks(resource, ctx, before.id, write.values);
  const row = (await fetchRows(resource, ctx, [idIn(resource, [String(before.id)])]))[0];
  if (!row) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
  await resource.behaviour.written?.(ctx, { ...write, row });
  if (audited(resource)) {
    const found = await changes(resource, ctx, was, await snapshot(resource, ctx, row, relations), secretsIn(resource, write.values));
    if (found.length > 0) {
      ctx.audit({
        action: 'update',
        resourceType: resource.name,
        resourceId: String(row.id),
        resource: titleOf(resource, row),
        changes: found,
        ...(orgId ? { orgId } : {}),
      });
    }
  }
  return row;
}

/** Removes rows; those the resource's own logic holds back stay. */
export async function remove(resource: ResolvedResource, ctx: Context, rows: readonly Row[], bulk: boolean): Promise<void> {
  const going = (await resource.behaviour.deleting?.(ctx, rows, bulk)) ?? rows;
  if (going.length === 0) return;
  try {
    await sql`delete from ${from(resource)} where ${idIn(
      resource,
      going.map((row) => row.id as string),
    )}`.execute(ctx.tx);
  } catch (error) {
    // 23503 / 23001 (PostgreSQL 18): a row elsewhere restricts the delete.
    if (['23503', '23001'].includes((error as { code?: string }).code ?? ''))
      throw new CodedError('referenced_by_others', { resource: resource.label[ctx.language] }, { cause: error });
    throw error;
  }
  await resource.behaviour.deleted?.(ctx, going);
  if (!audited(resource)) return;
  for (const row of going) {
    const orgId = row.org_id as string | undefined;
    ctx.audit({
      action: 'delete',
      resourceType: resource.name,
      resourceId: String(row.id),
      resource: titleOf(resource, row),
      changes: await changes(resource, ctx, { row, links: new Map() }, undefined),
      ...(orgId ? { orgId } : {}),
    });
  }
}

const asRecord = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

const detail = async (kernel: Kernel, resource: ResolvedResource, ctx: Context, rows: readonly Row[]): Promise<Wire[]> =>
  present(kernel, resource, ctx, rows, shownFields(resource, ctx, 'detail', {}));

/** Runs `work` per item; problems are collected at their index and nothing is kept when there is any (contract/common.md §9). */
async function each(items: readonly unknown[], work: (item: unknown) => Promise<Row>): Promise<Row[]> {
  if (items.length > MAX_BULK) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_BULK });
  const problems: FieldProblems[] = [];
  const rows: Row[] = [];
  for (const [at, item] of items.entries()) {
    try {
      rows.push(await work(item));
    } catch (error) {
      if (!(error instanceof InvalidInput) || Array.isArray(error.problems)) throw error;
      problems[at] = error.problems;
    }
  }
  if (problems.length > 0) throw new InvalidInput(Array.from(items, (_, at) => problems[at] ?? {}));
  return rows;
}

/** POST list: an object or an array (contract/common.md §9). */
export async function create(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  body: unknown,
  query: Query,
): Promise<Wire | Wire[]> {
  const one = (item: unknown) =>
    insert(resource, ctx, readBody(resource, ctx, item, { verb: 'create', partial: false }), asRecord(item), query);
  if (Array.isArray(body)) return detail(kernel, resource, ctx, await each(body, one));
  return (await detail(kernel, resource, ctx, [await one(body)]))[0] as Wire;
}

/** PUT and PATCH on one object. */
export async function update(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  id: string,
  body: unknown,
  partial: boolean,
  query: Query,
): Promise<Wire> {
  const before = await fetchRow(resource, ctx, id, { lock: true });
  const row = await change(resource, ctx, before, readBody(resource, ctx, body, { verb: 'update', partial }), {
    partial,
    body: asRecord(body),
    query,
  });
  return (await detail(kernel, resource, ctx, [row]))[0] as Wire;
}

/** PUT and PATCH on the list: an array of objects that name their `id` or `pk`. */
export async function updateMany(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  body: unknown,
  partial: boolean,
  query: Query,
): Promise<Wire[]> {
  if (!Array.isArray(body)) throw InvalidInput.on('non_field_errors', 'not_a_list');
  const conditions = [...visible(resource, ctx), ...(await filtered(kernel, resource, ctx, query))];
  const rows = await each(body, async (item) => {
    const given = asRecord(item);
    const id = given.id ?? given.pk;
    if (id === undefined || id === null) throw InvalidInput.on('id', 'required');
    const before = (await fetchRows(resource, ctx, [...conditions, idIn(resource, [String(id)])], sql`for update of t`))[0];
    if (!before) throw InvalidInput.on('id', 'does_not_exist', { value: String(id).slice(0, 64) });
    return change(resource, ctx, before, readBody(resource, ctx, item, { verb: 'update', partial }), { partial, body: given, query });
  });
  return detail(kernel, resource, ctx, rows);
}

/**
 * DELETE on the list: everything the filter leaves, but only when it really narrows, so that a lost parameter
 * does not empty a table (contract/common.md §9). Returns false when refused: 400 with an empty body.
 */
export async function deleteMany(kernel: Kernel, resource: ResolvedResource, ctx: Context, query: Query): Promise<boolean> {
  const scope = visible(resource, ctx);
  const conditions = [...scope, ...(await filtered(kernel, resource, ctx, query))];
  const rows = await fetchRows(resource, ctx, conditions, sql`for update of t`);
  const total = await sql<{ n: number }>`select count(*)::int as n from ${from(resource)} where ${all(scope)}`.execute(ctx.tx);
  const byId = Boolean(query.spm || query.ids || query.id);
  const count = total.rows[0]?.n ?? 0;
  const narrows =
    resource.behaviour.bulkDelete?.(ctx, rows.length, count, query) ??
    (resource.orgScoped ? Boolean(query.spm) || rows.length < count || rows.length === 1 : byId);
  if (!narrows) return false;
  await remove(resource, ctx, rows, true);
  return true;
}
