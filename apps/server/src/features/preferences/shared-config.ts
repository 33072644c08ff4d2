import { isRecord } from '@postern/contract/wire';
import {
  among,
  and,
  anyTable,
  at,
  type Context,
  idIn,
  type Kernel,
  mainTable,
  mayList,
  or,
  type ResolvedResource,
  shownFields,
  visible,
} from '@postern/resource';
import type { SavedView } from './saved-view.resource.ts';

/**
 * What a reader is told of a view that somebody else shares: of fields that they are not shown, no column, order and condition; of other
 * objects only those that they may see. A condition that is held back is left out, and leaves no trace of what it asked for.
 */

/** Says yes or no, and names nothing. */
const PLAIN = /^(?:true|false|[01])$/i;

/** A list as its reader has it. */
interface Reading {
  list: ResolvedResource;
  shown: ReadonlySet<string>;
}

function readingOf(list: ResolvedResource, ctx: Context): Reading {
  return { list, shown: new Set(shownFields(list, ctx, 'list', {}).map(({ name }) => name)) };
}

/** Not a field of the list: a column that only consoles know, or one that everybody is shown. */
const isTold = ({ list, shown }: Reading, name: string): boolean => shown.has(name) || list.field(name) === undefined;

/** Objects that conditions name, by resource: asked for together. */
type Named = Map<ResolvedResource, Set<string>>;

/** What a condition says: of whose rows it names one; `plain` for a value of the list's own rows; undefined where it is held back. */
function meaning({ list, shown }: Reading, ctx: Context, name: string, value: string): ResolvedResource | 'plain' | undefined {
  const field = list.field(name);
  if (field && !shown.has(name)) return undefined;
  if (field?.target) return mayList(field.target, ctx) ? field.target : undefined;
  const asked = Object.hasOwn(list.behaviour.filters ?? {}, name);
  const own = field?.filterable === true && field.kind.filter !== undefined && !asked;
  // What the resource asks for in its own way may name anything.
  return own || ((asked || field) && PLAIN.test(value)) ? 'plain' : undefined;
}

/** Of these values those by which the reader may know an object, as id or name. */
async function known(target: ResolvedResource, ctx: Context, values: readonly string[]): Promise<ReadonlySet<string>> {
  const title = target.field(target.definition.title ?? 'name')?.column;
  const named = title ? among(at('t')(title), values) : undefined;
  const rows = await anyTable(ctx)
    .selectFrom(mainTable(target))
    .select(['t.id', ...(title ? [`t.${title}` as const] : [])])
    .where(and(...visible(target, ctx), named ? or(idIn(target, values), named) : idIn(target, values)))
    .execute();
  return new Set(rows.flatMap((row) => [String(row.id), ...(title ? [String(row[title])] : [])]));
}

const textsOf = (given: unknown): [string, string][] =>
  Object.entries(isRecord(given) ? given : {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );

function namedIn(readings: ReadonlyMap<string, Reading>, ctx: Context, views: readonly SavedView[]): Named {
  const named: Named = new Map();
  for (const { list_url, config } of views) {
    const reading = readings.get(String(list_url));
    for (const [name, value] of reading ? textsOf((config as Record<string, unknown>).filters) : []) {
      const what = reading && meaning(reading, ctx, name, value);
      if (what === undefined || what === 'plain') continue;
      named.set(what, (named.get(what) ?? new Set()).add(value));
    }
  }
  return named;
}

/** The configurations of views as the actor may read them, by id. At most one query for each resource that their conditions name. */
export async function configsFor(kernel: Kernel, ctx: Context, views: readonly SavedView[]): Promise<ReadonlyMap<string, unknown>> {
  const foreign = views.filter(({ user_id, sharer_id }) => (user_id ?? sharer_id) !== ctx.actor.id);
  const urls = new Set(foreign.map(({ list_url }) => list_url));
  const readings = new Map(kernel.resources.flatMap((one) => (urls.has(one.url) ? [[one.url, readingOf(one, ctx)] as const] : [])));
  const seen = new Map<ResolvedResource, ReadonlySet<string>>();
  for (const [target, values] of namedIn(readings, ctx, foreign)) seen.set(target, await known(target, ctx, [...values]));

  const readable = ({ list_url, config }: SavedView): unknown => {
    const reading = readings.get(String(list_url));
    if (!reading || !isRecord(config)) return {};
    const filters = textsOf(config.filters).filter(([name, value]) => {
      const what = meaning(reading, ctx, name, value);
      return what === 'plain' || (what !== undefined && seen.get(what)?.has(value) === true);
    });
    const order = String(config.order ?? '');
    return {
      ...config,
      ...(Array.isArray(config.columns) ? { columns: config.columns.filter((name) => isTold(reading, String(name))) } : {}),
      ...(config.filters === undefined ? {} : { filters: Object.fromEntries(filters) }),
      ...(config.order === undefined ? {} : { order: isTold(reading, order.replace(/^-/, '')) ? order : '' }),
    };
  };
  const theirs = new Set(foreign);
  return new Map(views.map((view) => [String(view.id), theirs.has(view) ? readable(view) : view.config]));
}
