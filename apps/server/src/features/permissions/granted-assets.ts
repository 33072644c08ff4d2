import type { Page } from '@postern/contract/wire';
import {
  among,
  type Context,
  type Kernel,
  list,
  listSchema,
  narrowed,
  objectSchema,
  type Request,
  type ResolvedField,
  type ResolvedResource,
  TEXT_SCHEMA,
  type Where,
} from '@postern/resource';
import type { PlatformProtocol } from '../platforms/index.ts';

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

/**
 * Granted assets as a list: filters, search, order and paging are those of assets.
 * `selective` is false when everything is granted: then the order of an index serves better than finding all rows first.
 */
export async function grantedAssetList(
  kernel: Kernel,
  ctx: Context,
  request: Pick<Request, 'query' | 'url'>,
  where: Where,
  selective = true,
): Promise<Record<string, unknown>[] | Page<Record<string, unknown>>> {
  const { node_id: _node, ...query } = request.query;
  const view = narrowed(userView(kernel.byName('asset'), query.id !== undefined), () => where);
  return list(kernel, view, ctx, { query, url: request.url }, { selective, maximum: MOST_GRANTED });
}
