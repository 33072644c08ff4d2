import type { Page } from '@postern/contract/wire';
import {
  among,
  and,
  at,
  type Context,
  EVERYBODY,
  fetchIds,
  filtered,
  idIn,
  inOrg,
  type Kernel,
  list,
  listSchema,
  narrowed,
  objectSchema,
  ordering,
  pageLinks,
  paging,
  type Query,
  type Request,
  type ResolvedField,
  type ResolvedResource,
  TEXT_SCHEMA,
  visible,
  type Where,
} from '@postern/resource';
import { keptCount } from '../../platform/kept-counts/kept-counts.queries.ts';
import type { Page as Paging } from '../../platform/routes/list.ts';
import type { PlatformProtocol } from '../platforms/index.ts';
import type { Grant } from './grant.ts';
import { countPacked, idsInOrder, unpacked } from './granted-ids.queries.ts';

/** The asset object of somebody who may use it (docs/wire/permissions.md#assets-of-a-user). */
const shown = new Set([
  'id',
  'name',
  'address',
  'domain',
  'platform',
  'comment',
  'org_id',
  'org_name',
  'nodes',
  'labels',
  'protocols',
  'connectivity',
  'category',
  'type',
  'is_active',
  'date_verified',
  'created_by',
  'date_created',
]);
/** Narrowing by administrative marks is not offered here. */
const notOffered = ['label', 'labels', 'node', 'node_id', 'ips'];

interface Protocol {
  name: string;
  port: number;
  public?: boolean;
  setting?: Record<string, unknown>;
}

/** Protocols with what the platform says of them. */
async function protocols(ctx: Context, rows: readonly Record<string, unknown>[]): Promise<Map<string, Protocol[]>> {
  const ids = [...new Set(rows.map((row) => Number(row.platform_id)))];
  const platforms = await ctx.tx
    .selectFrom('platforms')
    .select(['id', 'protocols'])
    .where((eb) => among(eb.ref('id'), ids))
    .execute();
  // As platforms write them (features/platforms).
  const byPlatform = new Map(platforms.map((row) => [row.id, row.protocols as readonly PlatformProtocol[]]));
  return new Map(
    rows.map((row) => {
      const known = byPlatform.get(Number(row.platform_id)) ?? [];
      const own = (row.protocols ?? []) as Protocol[];
      const full = own.map(({ name, port }) => {
        const found = known.find((one) => one.name === name);
        return { name, port, public: found?.public ?? true, setting: found?.setting ?? {} };
      });
      return [String(row.id), full];
    }),
  );
}

const PROTOCOLS = listSchema(
  objectSchema({ name: TEXT_SCHEMA, port: { type: 'integer' }, public: { type: 'boolean' }, setting: { type: 'object' } }),
);

/** The asset resource as its users see it: fewer fields, and platform details beside each protocol. */
export function userView(asset: ResolvedResource, withSpec: boolean): ResolvedResource {
  const { filters = {}, ...behaviour } = asset.behaviour;
  const kept = asset.fields.flatMap((field): ResolvedField[] => {
    if (field.name === 'spec_info' && withSpec) return [{ ...field, options: { ...field.options, readOnly: true, sometimes: true } }];
    return shown.has(field.name) ? [field] : [];
  });
  const full: ResolvedField | undefined = asset.field('protocols');
  // Stored as before (the column is still selected), shown by `protocols` above.
  const fields = kept.map((field) =>
    field === full
      ? {
          ...field,
          kind: { ...field.kind, name: 'computed' as const },
          options: { ...field.options, nullable: false, answered: PROTOCOLS },
        }
      : field,
  );
  return {
    ...asset,
    fields,
    field: (name) => fields.find((field) => field.name === name),
    definition: { ...asset.definition, orderable: ['name', 'address'], columns: { ...asset.definition.columns } },
    behaviour: {
      ...behaviour,
      filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !notOffered.includes(name))),
      computed: { ...behaviour.computed, protocols },
    },
  };
}

/** Assets on a page at most: whoever looks at their own reads more at once than an administrator does. */
export const MOST_GRANTED = 10_000;

/** Which assets are listed. */
interface Listed {
  where: Where;
  /** Where they hang on nothing but the grant: it keeps them, under a name. */
  kept?: { by: Pick<Grant, 'part'>; as: string } | undefined;
  /** The same, for few rows that are known. */
  few?: Where | undefined;
  /** All of the organisation: the order of an index serves better than finding all rows first. */
  whole?: boolean;
}

/** Orders are few, however they are asked for. */
const orderOf = ({ order = '' }: Query): string =>
  order
    .split(',')
    .slice(0, 5)
    .map((part) => part.trim())
    .filter((part) => /^-?(name|address)$/.test(part))
    .join();

/** The ids on one page, and how many there are, where they need not be looked for; nothing is asked but the order. */
async function pageOfIds(ctx: Context, view: ResolvedResource, { kept, whole }: Listed, query: Query, page: Paging) {
  if (kept) {
    const ids = await kept.by.part(ctx, `${kept.as} by ${orderOf(query)}`, async () => {
      const value = await idsInOrder(ctx, view, visible(view, ctx), ordering(view, ctx, query));
      return { value, bytes: value.length };
    });
    return { count: countPacked(ids), ids: unpacked(ids, page) };
  }
  if (!whole) return undefined;
  const count = await keptCount(ctx, 'assets', inOrg(ctx, at('c')), EVERYBODY);
  const limit = Math.max(0, Math.min(page.limit, count - page.offset));
  const behind = count - page.offset - limit;
  const reversed = behind < page.offset;
  const part = { limit, offset: reversed ? behind : page.offset, order: ordering(view, ctx, query, reversed) };
  return { count, ids: limit === 0 ? [] : await fetchIds(view, ctx, visible(view, ctx), part) };
}

/** Rows that are looked at one by one at most. */
const FEW = 1_000;

/** Which assets are listed of those that filters and words choose, where these are few. */
async function ofFew(ctx: Context, all: ResolvedResource, conditions: readonly Where[], few: Where): Promise<Where | undefined> {
  const ids = await fetchIds(all, ctx, [...visible(all, ctx), ...conditions], { limit: FEW + 1 });
  return ids.length > FEW ? undefined : and(idIn(all, ids), few);
}

/** Granted assets as a list: filters, search, order and paging are those of assets. */
export async function grantedAssetList(
  kernel: Kernel,
  ctx: Context,
  { url, ...request }: Pick<Request, 'query' | 'url'>,
  listed: Listed,
): Promise<Record<string, unknown>[] | Page<Record<string, unknown>>> {
  const { node_id: _node, ...query } = request.query;
  const all = userView(kernel.byName('asset'), query.id !== undefined);
  const view = narrowed(all, () => listed.where);
  const page = paging(query, MOST_GRANTED);
  const options = { selective: !listed.whole, maximum: MOST_GRANTED };
  // Patterns are asked about every row that is left, so they are asked once.
  if (!page || query.attr_rules) return list(kernel, view, ctx, { query, url }, options);
  const conditions = await filtered(kernel, view, ctx, query);
  const found = conditions.length === 0 ? await pageOfIds(ctx, view, listed, query, page) : undefined;
  if (found) {
    const { limit: _limit, offset: _offset, ...asked } = query;
    const results = await list(
      kernel,
      narrowed(all, () => idIn(all, found.ids)),
      ctx,
      { query: asked, url },
    );
    return { count: found.count, ...pageLinks(url, page, found.count), results: results as Record<string, unknown>[] };
  }
  const few = listed.few && conditions.length > 0 ? await ofFew(ctx, all, conditions, listed.few) : undefined;
  return list(kernel, few ? narrowed(all, () => few) : view, ctx, { query, url }, options);
}
