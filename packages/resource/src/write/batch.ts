import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row, Shared, Values, Write } from '../definition/definition.ts';
import { homeOf } from '../definition/rows.ts';
import { fetchRows } from '../read/fetch.ts';
import { idIn } from '../read/where.ts';
import { changesOf, type Snapshot, snapshots, titleOf } from './diff.ts';
import { type Candidate, checkRelations, checkUnique, Problems } from './input.ts';
import { storeChanged, storeLinks, storeNew } from './store.ts';

/** How objects are made and changed, many at a time; one object is a batch of one. */

type Id = string | number;

const relationsIn = (resource: ResolvedResource, values: Values): Set<string> =>
  new Set(Object.keys(values).filter((name) => resource.field(name)?.kind.name === 'manyToMany'));
const secretsIn = (resource: ResolvedResource, values: Values): Set<string> =>
  new Set(Object.keys(values).filter((name) => resource.field(name)?.kind.secret));

export const audited = (resource: ResolvedResource): boolean => resource.definition.audited !== false;

/** One object to be made: stored forms of its fields, and the body they were read from. */
export interface Draft {
  values: Values;
  body?: Readonly<Record<string, unknown>>;
}

/** One object to be changed; `before` must have been read under this actor's row security. */
export interface Edit extends Draft {
  before: Row;
}

/** What became of one row of a batch. `values` are those that were stored. */
export type Outcome = { row: Row; values: Values } | { refusal: InvalidInput | CodedError };

/** Lookups that nothing has been asked of yet. A caller that knows answers already may put them in, under the keys its resource's logic uses. */
export function sharedLookups(): Shared {
  const found = new Map<string, Promise<unknown>>();
  return {
    once<T>(key: string, find: () => Promise<T>): Promise<T> {
      const known = found.get(key) ?? find();
      found.set(key, known);
      return known as Promise<T>;
    },
  };
}

/** A row of a batch on its way: refused by the first check that finds fault with it. */
interface Item extends Candidate {
  write: Write;
  refusal?: InvalidInput | CodedError;
}

const standing = (items: readonly Item[]): Item[] => items.filter(({ refusal, write }) => refusal === undefined && !write.instead);

function refuse(items: readonly Item[]): void {
  for (const item of items) if (item.problems.any) item.refusal ??= new InvalidInput(item.problems.byField);
}

/** Runs `work` for each row that stands; what it throws at a row is that row's refusal. */
async function forEach(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of standing(items)) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof InvalidInput) && !(error instanceof CodedError)) throw error;
      item.refusal = error;
    }
  }
}

/**
 * What the body names, the resource's own logic, what that named in its turn, then uniqueness: what stands afterwards may
 * be stored. Ids of the body are looked up before anything is done with them, also those that the logic would drop.
 */
async function check(
  resource: ResolvedResource,
  ctx: Context,
  items: readonly Item[],
  orgOf: (item: Item) => string | undefined,
): Promise<void> {
  const asked = new Map(standing(items).map((item) => [item, { ...item.write.values }]));
  for (const item of asked.keys()) item.orgId = item.before ? orgOf(item) : homeOf(resource.definition, ctx);
  const lookedUpIn = new Map([...asked.keys()].map((item) => [item, item.orgId]));
  const later = (field: ResolvedField): boolean => field.options.judged === 'by the resource';
  await checkRelations(resource, ctx, [...asked.keys()], undefined, later);
  refuse(items);
  await forEach(items, async (item) => {
    await resource.behaviour.prepare?.(ctx, item.write);
    item.values = item.write.values;
    item.orgId = orgOf(item);
  });
  await checkRelations(resource, ctx, standing(items), (item, field) => {
    const known = asked.get(item as Item)?.[field.name];
    return !later(field) && lookedUpIn.get(item as Item) === item.orgId && known === item.values[field.name];
  });
  refuse(items);
  await checkUnique(resource, ctx, standing(items));
  refuse(items);
}

/** What follows a stored batch: the rows as they are now, the resource's own logic, the audit events. */
async function conclude(
  resource: ResolvedResource,
  ctx: Context,
  items: readonly Item[],
  action: 'create' | 'update',
  earlier: readonly Snapshot[] | undefined,
): Promise<Outcome[]> {
  const kept = standing(items);
  const idOf = ({ before, write }: Item): unknown => before?.id ?? write.values.id;
  const rows = new Map<unknown, Row>();
  if (kept.length > 0)
    for (const row of await fetchRows(resource, ctx, [
      idIn(
        resource,
        kept.map((item) => String(idOf(item))),
      ),
    ]))
      rows.set(row.id, row);
  const rowOf = (item: Item): Row => {
    const row = rows.get(idOf(item));
    if (!row) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
    return row;
  };
  const { written } = resource.behaviour;
  if (written) await forEach(items, (item) => written(ctx, { ...item.write, row: rowOf(item) }));
  if (audited(resource) && kept.length > 0) {
    const relations = new Set(kept.flatMap(({ values }) => [...relationsIn(resource, values)]));
    const after = await snapshots(resource, ctx, kept.map(rowOf), relations);
    const transitions = kept.map((item, at) => ({ before: earlier?.[at], after: after[at], secrets: secretsIn(resource, item.values) }));
    const found = await changesOf(resource, ctx, transitions);
    for (const [at, item] of kept.entries()) {
      const changes = found[at] ?? [];
      if (item.refusal || (action === 'update' && changes.length === 0)) continue;
      const row = rowOf(item);
      ctx.audit({
        action,
        resourceType: resource.name,
        resourceId: String(row.id),
        resource: titleOf(resource, row),
        changes,
        ...(item.orgId ? { orgId: item.orgId } : {}),
      });
    }
  }
  return items.map((item) => (item.refusal ? { refusal: item.refusal } : { row: item.write.instead ?? rowOf(item), values: item.values }));
}

/**
 * The one way objects come to be: checks, stores, relates, runs the resource's own logic and queues one audit event each,
 * inside the caller's transaction. Queries are by batch, not by row. A refused row is not stored and holds up no other,
 * but what its own logic wrote before it was refused stays: a caller that goes on rolls back to before the batch.
 */
export async function insertMany(
  resource: ResolvedResource,
  ctx: Context,
  drafts: readonly Draft[],
  query: Query = {},
  shared: Shared = sharedLookups(),
): Promise<Outcome[]> {
  const items = drafts.map(({ values, body = values }): Item => {
    const write: Write = { verb: 'create', partial: false, values: { ...values }, body, query, shared };
    return { write, values: write.values, orgId: undefined, problems: new Problems() };
  });
  await check(resource, ctx, items, ({ write }) => {
    if (!resource.orgScoped) return undefined;
    const orgId = resource.definition.fixedOrg ?? (write.values.org_id as string | undefined) ?? homeOf(resource.definition, ctx);
    if (!orgId) throw new CodedError('root_org_readonly');
    return orgId;
  });
  const fine = standing(items);
  await storeNew(resource, ctx, fine);
  await storeLinks(
    resource,
    ctx,
    fine.map(({ values }) => ({ id: values.id, values })),
    true,
  );
  return conclude(resource, ctx, items, 'create', undefined);
}

/** The wire tells instants to the second (docs/wire/conventions.md#values): what comes back as it was shown has not changed. */
function withStoredInstants(resource: ResolvedResource, before: Row, values: Values): Values {
  const kept = { ...values };
  for (const { name, kind, column } of resource.fields) {
    if (kind.name !== 'datetime' || column === undefined) continue;
    const [is, was] = [kept[name], before[column]];
    if (is instanceof Date && was instanceof Date && is.getTime() === Math.floor(was.getTime() / 1000) * 1000) kept[name] = was;
  }
  return kept;
}

/** The one way objects change; see `insertMany`. */
export async function changeMany(
  resource: ResolvedResource,
  ctx: Context,
  edits: readonly Edit[],
  { partial = true, query = {}, imported }: { partial?: boolean; query?: Query; imported?: true } = {},
): Promise<Outcome[]> {
  const shared = sharedLookups();
  const items = edits.map(({ values, before, body = values }): Item => {
    const stored = withStoredInstants(resource, before, values);
    const write: Write = { verb: 'update', partial, values: stored, body, query, before, shared, ...(imported ? { imported } : {}) };
    return { write, values: write.values, before, orgId: before.org_id as string | undefined, problems: new Problems() };
  });
  await check(resource, ctx, items, ({ before }) => before?.org_id as string | undefined);
  const fine = standing(items);
  const relations = new Set(fine.flatMap(({ values }) => [...relationsIn(resource, values)]));
  const earlier = await snapshots(
    resource,
    ctx,
    fine.map(({ before }) => before as Row),
    relations,
  );
  for (const { values, before } of fine) await storeChanged(resource, ctx, before?.id as Id, values);
  await storeLinks(
    resource,
    ctx,
    fine.map(({ values, before }) => ({ id: before?.id, values })),
    false,
  );
  return conclude(resource, ctx, items, 'update', earlier);
}

/** The row of a batch of one; its refusal is thrown. */
export function only([outcome]: readonly Outcome[]): Row {
  if (!outcome) throw new Error('A batch of one came back empty');
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.row;
}

/** Makes one object; see `insertMany`. `values` are stored forms, as `readBody` or another service makes them. */
export const insert = async (
  resource: ResolvedResource,
  ctx: Context,
  values: Values,
  body: Readonly<Record<string, unknown>> = values,
  query: Query = {},
): Promise<Row> => only(await insertMany(resource, ctx, [{ values, body }], query));

/** Changes one object; see `changeMany`. */
export const change = async (
  resource: ResolvedResource,
  ctx: Context,
  before: Row,
  values: Values,
  options: { partial?: boolean; body?: Readonly<Record<string, unknown>>; query?: Query } = {},
): Promise<Row> => only(await changeMany(resource, ctx, [{ before, values, ...(options.body ? { body: options.body } : {}) }], options));
