import { CodedError, InvalidInput } from '@postern/contract/errors';
import type { Context } from '../base/context.ts';
import type { Query } from '../base/http.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row, Shared, Values, Write } from '../definition/definition.ts';
import { homeOf } from '../definition/rows.ts';
import { fetchWritten } from '../read/fetch.ts';
import { withoutJoined } from '../read/joined.ts';
import { changesOf, titleOf } from './diff.ts';
import { type Candidate, checkRelations, checkUnique, type KnownObjects, namesNoOther, Problems } from './input.ts';
import { type StoredLinks, storeChanged, storeLinks, storeNew } from './store.ts';

/** How objects are made and changed, many at a time; one object is a batch of one. */

type Id = string | number;

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

/** What the resource's own logic wants to know of the objects that references of a body name. */
function namedIn({ behaviour, field }: ResolvedResource, values: Values, objects: KnownObjects): Record<string, Row> {
  const found = Object.keys(behaviour.reads ?? {}).flatMap((name): [string, Row][] => {
    const target = field(name)?.target;
    const object = target && objects.get(target)?.get(values[name] as Id);
    return object ? [[name, object.columns]] : [];
  });
  return Object.fromEntries(found);
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
): Promise<KnownObjects> {
  const objects: KnownObjects = new Map();
  const asked = new Map(standing(items).map((item) => [item, { ...item.write.values }]));
  for (const item of asked.keys()) item.orgId = item.before ? orgOf(item) : homeOf(resource.definition, ctx);
  const lookedUpIn = new Map([...asked.keys()].map((item) => [item, item.orgId]));
  const later = (field: ResolvedField): boolean => field.options.judged === 'by the resource';
  await checkRelations(resource, ctx, [...asked.keys()], objects, { skip: later });
  refuse(items);
  await forEach(items, async (item) => {
    item.write.named = namedIn(resource, item.values, objects);
    await resource.behaviour.prepare?.(ctx, item.write);
    item.values = item.write.values;
    item.orgId = orgOf(item);
  });
  const known = (item: Candidate, field: ResolvedField): boolean =>
    !later(field) &&
    lookedUpIn.get(item as Item) === item.orgId &&
    namesNoOther(field, item.values[field.name], asked.get(item as Item)?.[field.name]);
  await checkRelations(resource, ctx, standing(items), objects, { known });
  refuse(items);
  await checkUnique(resource, ctx, standing(items));
  refuse(items);
  return objects;
}

/** How a batch was stored: what the audit difference and the answer are made of. */
interface Stored {
  action: 'create' | 'update';
  links: StoredLinks;
  objects: KnownObjects;
  /** Fields of the answer that the rows are for. */
  shown: readonly ResolvedField[];
}

/** What follows a stored batch: the rows as they are now, the resource's own logic, the audit events. */
async function conclude(resource: ResolvedResource, ctx: Context, items: readonly Item[], stored: Stored): Promise<Outcome[]> {
  const { action, links, objects, shown } = stored;
  const kept = standing(items);
  const idOf = ({ before, write }: Item): Id => (before?.id ?? write.values.id) as Id;
  const rows = await fetchWritten(resource, ctx, kept.map(idOf), shown);
  const rowOf = (item: Item): Row => {
    const row = rows.get(idOf(item));
    if (!row) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
    return row;
  };
  const { written } = resource.behaviour;
  // Of whom the resource's own logic has done something, other tables are read once more for the answer.
  const touched = new Set<Item>();
  if (written)
    await forEach(items, async (item) => {
      const done: Write & { row: Row } = { ...item.write, row: rowOf(item) };
      await written(ctx, done);
      if (!done.unseen) touched.add(item);
    });
  if (audited(resource) && kept.length > 0) {
    const state = (item: Item, at: 'before' | 'after') =>
      new Map([...links].flatMap(([name, of]) => (name in item.values ? [[name, of.get(idOf(item))?.[at] ?? []]] : [])));
    const transitions = kept.map((item) => ({
      before: item.before && { row: item.before, links: state(item, 'before') },
      after: { row: rowOf(item), links: state(item, 'after') },
      secrets: secretsIn(resource, item.values),
    }));
    const found = await changesOf(resource, ctx, transitions, objects);
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
  const answered = (item: Item): Row => item.write.instead ?? (touched.size > 0 ? withoutJoined(rowOf(item)) : rowOf(item));
  return items.map((item) => (item.refusal ? { refusal: item.refusal } : { row: answered(item), values: item.values }));
}

/** What a batch is made with, beside its rows. */
interface Asked {
  query?: Query;
  /** Fields of the answer that the rows are for: what these show of other tables comes along. */
  shown?: readonly ResolvedField[];
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
  { query = {}, shown = [], shared = sharedLookups() }: Asked & { shared?: Shared } = {},
): Promise<Outcome[]> {
  const items = drafts.map(({ values, body = values }): Item => {
    const write: Write = { verb: 'create', partial: false, values: { ...values }, body, query, shared, named: {} };
    return { write, values: write.values, orgId: undefined, problems: new Problems() };
  });
  const objects = await check(resource, ctx, items, ({ write }) => {
    if (!resource.orgScoped) return undefined;
    const orgId = resource.definition.fixedOrg ?? (write.values.org_id as string | undefined) ?? homeOf(resource.definition, ctx);
    if (!orgId) throw new CodedError('root_org_readonly');
    return orgId;
  });
  const fine = standing(items);
  await storeNew(resource, ctx, fine);
  const links = await storeLinks(
    resource,
    ctx,
    fine.map(({ values }) => ({ id: values.id, values })),
    true,
  );
  return conclude(resource, ctx, items, { action: 'create', links, objects, shown });
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
  { partial = true, query = {}, shown = [], imported }: Asked & { partial?: boolean; imported?: true } = {},
): Promise<Outcome[]> {
  const shared = sharedLookups();
  const items = edits.map(({ values, before, body = values }): Item => {
    const stored = withStoredInstants(resource, before, values);
    const write: Write = {
      verb: 'update',
      partial,
      values: stored,
      body,
      query,
      before,
      shared,
      named: {},
      ...(imported ? { imported } : {}),
    };
    return { write, values: write.values, before, orgId: before.org_id as string | undefined, problems: new Problems() };
  });
  const objects = await check(resource, ctx, items, ({ before }) => before?.org_id as string | undefined);
  const fine = standing(items);
  for (const { values, before } of fine) await storeChanged(resource, ctx, before?.id as Id, values);
  const links = await storeLinks(
    resource,
    ctx,
    fine.map(({ values, before }) => ({ id: before?.id, values })),
    false,
  );
  return conclude(resource, ctx, items, { action: 'update', links, objects, shown });
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
): Promise<Row> => only(await insertMany(resource, ctx, [{ values, body }], { query }));

/** Changes one object; see `changeMany`. */
export const change = async (
  resource: ResolvedResource,
  ctx: Context,
  before: Row,
  values: Values,
  options: Asked & { partial?: boolean; body?: Readonly<Record<string, unknown>> } = {},
): Promise<Row> => only(await changeMany(resource, ctx, [{ before, values, ...(options.body ? { body: options.body } : {}) }], options));
