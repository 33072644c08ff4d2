import type { Change, Context } from '../base/context.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { titlesOf } from '../read/references.ts';
import { idIn } from '../read/where.ts';
import type { KnownObjects } from './input.ts';

/** State of one object as far as a diff needs it: the row, and the ids of its many-to-many relations. */
interface Snapshot {
  row: Row;
  links: ReadonlyMap<string, readonly (string | number)[]>;
}

/** The text that stands for an object in logs. */
export const titleOf = (resource: ResolvedResource, row: Row): string => {
  const name = resource.definition.title ?? 'name';
  const value = row[resource.field(name)?.column ?? name];
  return String(value ?? row.id ?? '').slice(0, 128);
};

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
  names: (id: string | number) => string | undefined,
): Change | undefined {
  const { kind, name } = field;
  if (kind.secret) return secrets?.has(name) ? { field: name, before: before ? '******' : '', after: '******' } : undefined;
  if (kind.name === 'manyToMany') {
    const [left, right] = [before?.links.get(name) ?? [], after?.links.get(name) ?? []];
    if (sameLinks(left, right)) return undefined;
    const words = (ids: readonly (string | number)[]) =>
      ids
        .map((id) => names(id) ?? String(id))
        .sort()
        .join(', ');
    return { field: name, before: words(left), after: words(right) };
  }
  if (field.column === undefined) return undefined;
  const [left, right] = [before?.row[field.column], after?.row[field.column]];
  const [was, is] = [kind.diff(left, field), kind.diff(right, field)];
  if (was === is) return undefined;
  if (kind.name === 'reference') return { field: name, before: names(left as string) ?? was, after: names(right as string) ?? is };
  return { field: name, before: was, after: is };
}

const compared = ({ kind, name }: ResolvedField): boolean =>
  name !== 'id' && name !== 'date_updated' && name !== 'date_created' && kind.name !== 'computed' && kind.name !== 'derived';

/**
 * What changed in each of some objects, by field kind (docs/wire/audits.md#operations). Related objects whose titles are not known yet are asked
 * for in one statement, however many objects and relations.
 */
export async function changesOf(
  resource: ResolvedResource,
  ctx: Context,
  transitions: readonly Transition[],
  known: KnownObjects = new Map(),
): Promise<Change[][]> {
  const fields = resource.fields.filter(compared);
  const named = fields.map((field) => [...new Set(transitions.flatMap((one) => mentioned(field, one)))]);
  const asked = fields.flatMap((field, at) => {
    const { target } = field;
    const ids = (named[at] ?? []).filter((id) => target && !known.get(target)?.has(id));
    return target && ids.length > 0 ? [{ field, target, where: idIn(target, ids) }] : [];
  });
  const found = await titlesOf(ctx, asked);
  const titles = new Map(asked.map(({ field }, at) => [field, found[at]]));
  return transitions.map((transition) =>
    fields.flatMap((field) => {
      const names = (id: string | number) => (titles.get(field)?.get(id) ?? (field.target && known.get(field.target)?.get(id)))?.title;
      return changeOf(field, transition, names) ?? [];
    }),
  );
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
