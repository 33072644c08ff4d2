import { CodedError, type FieldProblems, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { isRecord } from '@postern/contract/wire';
import type { Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { countRows, fetchRow, fetchRows } from '../read/fetch.ts';
import { present, shownFields } from '../read/present.ts';
import { BY_ID, filtered } from '../read/query.ts';
import { anyTable, idIn, mainTable, visible } from '../read/where.ts';
import { audited, change, changeMany, type Draft, insertMany, type Outcome, only, sharedLookups } from './batch.ts';
import { changesOf, titleOf } from './diff.ts';
import { readBody } from './input.ts';
import { withIdsOfNames } from './named-references.ts';

type Wire = Record<string, unknown>;

/** Items of one bulk request at most; imports send them in portions. */
const MAX_BULK = 1000;

/** Removes rows; those the resource's own logic holds back stay. */
export async function remove(
  resource: ResolvedResource,
  ctx: Context,
  rows: readonly Row[],
  { bulk, query = {} }: { bulk: boolean; query?: Query },
): Promise<void> {
  const removal = { bulk, query, shared: sharedLookups() };
  const going = (await resource.behaviour.deleting?.(ctx, rows, removal)) ?? rows;
  if (going.length === 0) return;
  try {
    const ids = going.map((row) => row.id as string);
    await anyTable(ctx).deleteFrom(mainTable(resource)).where(idIn(resource, ids)).execute();
  } catch (error) {
    // 23503 / 23001 (PostgreSQL 18): a row elsewhere restricts the delete.
    if (['23503', '23001'].includes((error as { code?: string }).code ?? ''))
      throw new CodedError('referenced_by_others', { resource: resource.label[ctx.language] }, { cause: error });
    throw error;
  }
  await resource.behaviour.deleted?.(ctx, going, removal);
  if (!audited(resource)) return;
  const found = await changesOf(
    resource,
    ctx,
    going.map((row) => ({ before: { row, links: new Map() } })),
  );
  for (const [at, row] of going.entries()) {
    const orgId = row.org_id as string | undefined;
    ctx.audit({
      action: 'delete',
      resourceType: resource.name,
      resourceId: String(row.id),
      resource: titleOf(resource, row),
      changes: found[at] ?? [],
      ...(orgId ? { orgId } : {}),
    });
  }
}

const asRecord = (body: unknown): Record<string, unknown> => (isRecord(body) ? body : {});

/** Fields that the answer to a write shows. */
const detailed = (resource: ResolvedResource, ctx: Context): ResolvedField[] => shownFields(resource, ctx, 'detail', {});

const detail = async (kernel: Kernel, resource: ResolvedResource, ctx: Context, rows: readonly Row[]): Promise<Wire[]> =>
  present(kernel, resource, ctx, rows, detailed(resource, ctx));

function boundBulk(items: readonly unknown[]): void {
  if (items.length > MAX_BULK) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_BULK });
}

/** Reads one item of a bulk request; what is wrong with it is put at its index, and it is undefined then. */
function readAt<T>(problems: FieldProblems[], at: number, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInput) || Array.isArray(error.problems)) throw error;
    problems[at] = error.problems;
    return undefined;
  }
}

/** Rows of a bulk write; problems are put at their index. Anything but a problem of a field ends it all. */
function settle(outcomes: readonly Outcome[], problems: FieldProblems[], indexes: readonly number[]): Row[] {
  return outcomes.flatMap((outcome, at) => {
    if (!('refusal' in outcome)) return [outcome.row];
    const { refusal } = outcome;
    if (!(refusal instanceof InvalidInput) || Array.isArray(refusal.problems)) throw refusal;
    problems[indexes[at] ?? at] = refusal.problems;
    return [];
  });
}

function throwAt(problems: readonly FieldProblems[], length: number): void {
  if (problems.length > 0) throw new InvalidInput(Array.from({ length }, (_, at) => problems[at] ?? {}));
}

/** Rows that are stored together. */
const BATCH = 500;

/**
 * Makes an object of each body, or none at all.
 * @throws InvalidInput with what is wrong at its index, `{}` for what is fine (docs/wire/conventions.md#many-at-once)
 */
export async function createAll(
  resource: ResolvedResource,
  ctx: Context,
  bodies: readonly unknown[],
  query: Query,
  shown: readonly ResolvedField[] = [],
): Promise<Row[]> {
  const problems: FieldProblems[] = [];
  const rows: Row[] = [];
  for (let from = 0; from < bodies.length; from += BATCH) {
    const indexes: number[] = [];
    const drafts: Draft[] = [];
    for (const [at, body] of (await withIdsOfNames(resource, ctx, bodies.slice(from, from + BATCH), 'create')).entries()) {
      const draft = readAt(problems, from + at, () => draftOf(resource, ctx, body));
      if (!draft) continue;
      indexes.push(from + at);
      drafts.push(draft);
    }
    rows.push(...settle(await insertMany(resource, ctx, drafts, { query, shown }), problems, indexes));
  }
  throwAt(problems, bodies.length);
  return rows;
}

const draftOf = (resource: ResolvedResource, ctx: Context, body: unknown): Draft => ({
  values: readBody(resource, ctx, body, { verb: 'create', partial: false }),
  body: asRecord(body),
});

/** POST list: an object or an array. */
export async function create(
  kernel: Kernel,
  resource: ResolvedResource,
  ctx: Context,
  body: unknown,
  query: Query,
): Promise<Wire | Wire[]> {
  if (!Array.isArray(body)) {
    const [named] = await withIdsOfNames(resource, ctx, [body], 'create');
    const row = only(await insertMany(resource, ctx, [draftOf(resource, ctx, named)], { query, shown: detailed(resource, ctx) }));
    return (await detail(kernel, resource, ctx, [row]))[0] as Wire;
  }
  boundBulk(body);
  return detail(kernel, resource, ctx, await createAll(resource, ctx, body, query, detailed(resource, ctx)));
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
  const [named] = await withIdsOfNames(resource, ctx, [body], 'update');
  const row = await change(resource, ctx, before, readBody(resource, ctx, named, { verb: 'update', partial }), {
    partial,
    body: asRecord(named),
    query,
    shown: detailed(resource, ctx),
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
  const problems: FieldProblems[] = [];
  boundBulk(body);
  const given = (await withIdsOfNames(resource, ctx, body, 'update')).map((item, at) =>
    readAt(problems, at, () => ({
      body: asRecord(item),
      id: namedId(item),
      values: readBody(resource, ctx, item, { verb: 'update', partial }),
    })),
  );
  const found = await lockRows(
    resource,
    ctx,
    given.flatMap((one) => (one ? [one.id] : [])),
    conditions,
  );
  const edits = given.flatMap((one, at) => {
    const before = one && found.take(one.id);
    if (one && before instanceof InvalidInput) problems[at] = before.problems as FieldProblems;
    return one && before && !(before instanceof InvalidInput) ? [{ ...one, before }] : [];
  });
  throwAt(problems, body.length);
  const rows = settle(await changeMany(resource, ctx, edits, { partial, query, shown: detailed(resource, ctx) }), problems, [
    ...body.keys(),
  ]);
  throwAt(problems, body.length);
  return detail(kernel, resource, ctx, rows);
}

/** Id of the row that an item of a bulk update is about. @throws InvalidInput */
export function namedId(item: unknown): string {
  const given = asRecord(item);
  const id = given.id ?? given.pk;
  if (id === undefined || id === null || id === '') throw InvalidInput.on('id', 'required');
  return String(id);
}

/** Rows to be changed, locked; `take` gives each of them once. One query, however many. */
export async function lockRows(resource: ResolvedResource, ctx: Context, ids: readonly string[], conditions: readonly Where[]) {
  const keyOf = (id: string): string => (resource.idType === 'integer' ? String(Number(id)) : (parseUuid(id) ?? id));
  // In the order of the ids, so that two of these never wait for each other.
  const rows = ids.length === 0 ? [] : await fetchRows(resource, ctx, [...conditions, idIn(resource, ids)], { order: BY_ID, lock: true });
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  const taken = new Set<string>();
  return {
    take(id: string): Row | InvalidInput {
      const key = keyOf(id);
      const row = byId.get(key);
      if (!row) return InvalidInput.on('id', 'does_not_exist', { value: id.slice(0, 64) });
      if (taken.has(key)) return InvalidInput.on('id', 'unique');
      taken.add(key);
      return row;
    },
  };
}

/**
 * DELETE on the list: everything the filter leaves, but only when it really narrows, so that a lost parameter
 * does not empty a table (docs/wire/conventions.md#deleting-many). Returns false when refused: 400 with an empty body.
 */
export async function deleteMany(kernel: Kernel, resource: ResolvedResource, ctx: Context, query: Query): Promise<boolean> {
  const scope = visible(resource, ctx);
  const conditions = [...scope, ...(await filtered(kernel, resource, ctx, query))];
  const rows = await fetchRows(resource, ctx, conditions, { lock: true });
  const count = await countRows(resource, ctx, scope);
  const byId = Boolean(query.spm || query.ids || query.id);
  const narrows =
    resource.behaviour.bulkDelete?.(ctx, rows.length, count, query) ??
    (resource.orgScoped ? Boolean(query.spm) || rows.length < count || rows.length === 1 : byId);
  if (!narrows) return false;
  await remove(resource, ctx, rows, { bulk: true, query });
  return true;
}
