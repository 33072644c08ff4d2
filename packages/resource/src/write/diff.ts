import type { Change, Context } from '../base/context.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { linked } from '../read/present.ts';
import { anyTable, idIn, mainTable } from '../read/where.ts';

/** State of one object as far as a diff needs it: the row, and the ids of its many-to-many relations. */
export interface Snapshot {
  row: Row;
  links: ReadonlyMap<string, readonly (string | number)[]>;
}

const manyToMany = (resource: ResolvedResource) =>
  resource.fields.filter((field) => field.kind.name === 'manyToMany' && field.options.through);

/** Takes the state of rows before or after a write, in their order. Only the named relations are read: one query each. */
export async function snapshots(
  resource: ResolvedResource,
  ctx: Context,
  rows: readonly Row[],
  relations: ReadonlySet<string>,
): Promise<Snapshot[]> {
  const ids = rows.map((row) => row.id as string | number);
  const all = rows.map((row) => ({ row, links: new Map<string, readonly (string | number)[]>() }));
  for (const field of manyToMany(resource)) {
    if (!relations.has(field.name)) continue;
    const found = await linked(field, ctx, ids);
    for (const [at, id] of ids.entries()) all[at]?.links.set(field.name, found.get(id) ?? []);
  }
  return all;
}

/** The text that stands for an object in logs. */
export const titleOf = (resource: ResolvedResource, row: Row): string => {
  const name = resource.definition.title ?? 'name';
  const value = row[resource.field(name)?.column ?? name];
  return String(value ?? row.id ?? '').slice(0, 128);
};

async function titles(field: ResolvedField, ctx: Context, ids: readonly (string | number)[]): Promise<Map<string | number, string>> {
  const { target } = field;
  if (!target || ids.length === 0) return new Map();
  const title = target.field(target.definition.title ?? 'name')?.column ?? 'id';
  const rows = await anyTable(ctx)
    .selectFrom(mainTable(target))
    .select(['t.id', `t.${title}`])
    .where(idIn(target, ids))
    .execute();
  return new Map(rows.map((row) => [row.id as string | number, String(row[title] ?? '')]));
}

/** One object before and after a write: `before` undefined is a creation, `after` undefined a deletion. */
export interface Transition {
  before?: Snapshot | undefined;
  after?: Snapshot | undefined;
  /** Secrets that the write set; that they changed is all a diff says of them. */
  secrets?: ReadonlySet<string>;
}

const isId = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const sameLinks = (left: readonly (string | number)[], right: readonly (string | number)[]): boolean =>
  [...left].sort().join() === [...right].sort().join();

/** Ids that a relation of a transition mentions, when it changed. */
function mentioned(field: ResolvedField, { before, after }: Transition): (string | number)[] {
  if (field.kind.name === 'manyToMany') {
    const [left, right] = [before?.links.get(field.name) ?? [], after?.links.get(field.name) ?? []];
    return sameLinks(left, right) ? [] : [...left, ...right];
  }
  if (field.kind.name !== 'reference' || field.column === undefined) return [];
  const [left, right] = [before?.row[field.column], after?.row[field.column]];
  return left === right ? [] : [left, right].filter(isId);
}

function changeOf(
  field: ResolvedField,
  { before, after, secrets }: Transition,
  names: ReadonlyMap<string | number, string>,
): Change | undefined {
  const { kind, name } = field;
  if (kind.secret) return secrets?.has(name) ? { field: name, before: before ? '******' : '', after: '******' } : undefined;
  if (kind.name === 'manyToMany') {
    const [left, right] = [before?.links.get(name) ?? [], after?.links.get(name) ?? []];
    if (sameLinks(left, right)) return undefined;
    const words = (ids: readonly (string | number)[]) =>
      ids
        .map((id) => names.get(id) ?? String(id))
        .sort()
        .join(', ');
    return { field: name, before: words(left), after: words(right) };
  }
  if (field.column === undefined) return undefined;
  const [left, right] = [before?.row[field.column], after?.row[field.column]];
  const [was, is] = [kind.diff(left, field), kind.diff(right, field)];
  if (was === is) return undefined;
  if (kind.name === 'reference') return { field: name, before: names.get(left as string) ?? was, after: names.get(right as string) ?? is };
  return { field: name, before: was, after: is };
}

const compared = ({ kind, name }: ResolvedField): boolean =>
  name !== 'id' && name !== 'date_updated' && name !== 'date_created' && kind.name !== 'computed' && kind.name !== 'derived';

/** What changed in each of some objects, by field kind. One query a relation, however many objects (docs/wire/audits.md#operations). */
export async function changesOf(resource: ResolvedResource, ctx: Context, transitions: readonly Transition[]): Promise<Change[][]> {
  const found: Change[][] = transitions.map(() => []);
  for (const field of resource.fields.filter(compared)) {
    const names = await titles(field, ctx, [...new Set(transitions.flatMap((one) => mentioned(field, one)))]);
    for (const [at, transition] of transitions.entries()) {
      const change = changeOf(field, transition, names);
      if (change) found[at]?.push(change);
    }
  }
  return found;
}

/** What changed between two states of one object; see `changesOf`. */
export async function changes(
  resource: ResolvedResource,
  ctx: Context,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): Promise<Change[]> {
  return (await changesOf(resource, ctx, [{ before, after }]))[0] ?? [];
}
