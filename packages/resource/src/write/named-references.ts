import { isRecord } from '@postern/contract/wire';
import type { AliasableExpression } from 'kysely';
import { among, and, eb, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import { mayList } from '../compiled/policy-of.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Verb } from '../definition/definition.ts';
import { anyTable, mainTable, visible } from '../read/where.ts';
import { writableFields } from './input.ts';

/**
 * Related objects that are called by their names: `{name}` alone, as the cells of tables say them that people wrote by hand.
 * A name becomes an id where exactly one row has it among those that the actor could list in the organisation; any other
 * stays as it is, and is refused as an id is that leads nowhere, so that no name can be found out by asking.
 */

type Body = Record<string, unknown>;

/** The name of an entry that has nothing but a name. */
function calledBy(entry: unknown): string | undefined {
  if (!isRecord(entry) || typeof entry.name !== 'string' || entry.name === '') return undefined;
  return Object.keys(entry).length === 1 ? entry.name : undefined;
}

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The column by which objects of a resource are called: paths for those that begin with a slash, where it has paths. */
function columnFor(target: ResolvedResource, name: string): string | undefined {
  const { title = 'name' } = target.definition;
  const titled = target.field(title)?.column;
  if (name.startsWith('/') && titled !== undefined) return titled;
  const named = target.field('name');
  return named?.column ?? (named?.options.expression ? 'value' : titled);
}

/** Ids by name, of names that only one row has. */
async function idsByName(target: ResolvedResource, ctx: Context, names: readonly string[]): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const scope: Where[] = visible(target, ctx);
  if (!mayList(target, ctx)) {
    const offered = await target.behaviour.offered?.(ctx);
    if (!offered) return found;
    scope.push(offered);
  }
  if (!target.orgScoped && !ctx.org.isRoot) {
    const members = target.behaviour.within?.(ctx, ctx.org.id);
    if (members) scope.push(members);
  }
  const seen = new Set<string>();
  const called = async (as: AliasableExpression<unknown>, some: readonly string[], fold: (name: string) => string): Promise<void> => {
    const rows = await anyTable(ctx)
      .selectFrom(mainTable(target))
      // Any id will do, as it only counts where there is one.
      .select(({ fn, cast }) => [
        as.as('name'),
        fn.min<string>(cast('t.id', 'text')).as('id'),
        cast<number>(fn.countAll(), 'integer').as('n'),
      ])
      .where(and(...scope, among(as, some.map(fold))))
      .groupBy(as)
      .execute();
    const known = new Map(rows.map(({ name, id, n }) => [String(name), n === 1 ? id : undefined]));
    for (const name of some) {
      const id = known.get(fold(name));
      if (known.has(fold(name))) seen.add(name);
      if (id !== undefined) found.set(name, target.idType === 'integer' ? Number(id) : id);
    }
  };
  const byColumn = Map.groupBy(names, (name) => columnFor(target, name));
  for (const [column, some] of byColumn) {
    if (column === undefined || target.field(column)?.kind.secret) continue;
    const exact = eb.ref(`t.${column}`);
    await called(exact, some, (name) => name);
    // As people write them: case counts where two differ in nothing else.
    const others = some.filter((name) => !seen.has(name));
    if (others.length > 0) await called(eb.fn<string>('lower', [exact]), others, (name) => name.toLowerCase());
  }
  return found;
}

/**
 * Bodies of a write with ids in place of names. One query a related resource, and none where nothing is called by name.
 * @param verb whose writable fields are looked at
 */
export async function withIdsOfNames(
  resource: ResolvedResource,
  ctx: Context,
  bodies: readonly unknown[],
  verb: Extract<Verb, 'create' | 'update'>,
): Promise<unknown[]> {
  const fields = writableFields(resource, ctx, verb).filter(
    (field): field is ResolvedField & { target: ResolvedResource } => field.target !== undefined && field.kind.name !== 'matcher',
  );
  const wanted = new Map<ResolvedResource, Set<string>>();
  for (const body of bodies) {
    if (!isRecord(body)) continue;
    for (const { name, target } of fields) {
      for (const entry of entriesOf(body[name])) {
        const called = calledBy(entry);
        if (called !== undefined) wanted.set(target, (wanted.get(target) ?? new Set()).add(called));
      }
    }
  }
  if (wanted.size === 0) return [...bodies];
  const ids = new Map<ResolvedResource, Map<string, unknown>>();
  for (const [target, names] of wanted) ids.set(target, await idsByName(target, ctx, [...names]));
  return bodies.map((body) => (isRecord(body) ? replaced(body, fields, ids) : body));
}

function replaced(
  body: Body,
  fields: readonly (ResolvedField & { target: ResolvedResource })[],
  ids: ReadonlyMap<ResolvedResource, ReadonlyMap<string, unknown>>,
): Body {
  const out = { ...body };
  for (const { name, target } of fields) {
    const known = ids.get(target);
    if (!known || out[name] === undefined) continue;
    const one = (entry: unknown): unknown => {
      const id = known.get(calledBy(entry) ?? '');
      return id === undefined ? entry : { pk: id };
    };
    out[name] = Array.isArray(out[name]) ? out[name].map(one) : one(out[name]);
  }
  return out;
}
