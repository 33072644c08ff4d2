import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Behaviour, type Context, type Row } from '@postern/resource';
import type { Part } from '../destinations/index.ts';
import { ofOrganisation } from '../nodes/index.ts';
import { moveInto } from './domain.queries.ts';
import { domainRows } from './domain.resource.ts';

/** Told of assets whose place has changed, which is where their secrets go (docs/decisions/0067). */
export type AssetsMoved = (ctx: Context, assetIds: readonly string[], parts: readonly Part[]) => Promise<void>;

const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id));

/** The assets of domains, or their gateways. */
const members = (gateways: boolean) => async (ctx: Context, rows: readonly Row[]) => {
  const found = await ctx.tx
    .selectFrom('assets as a')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .select(['a.domain_id', 'a.id', 'a.name'])
    .where(({ ref }) => among(ref('a.domain_id'), idsOf(rows)))
    .where('p.name', gateways ? '=' : '<>', 'Gateway')
    .orderBy('a.name')
    .execute();
  const byDomain = Map.groupBy(found, (one) => one.domain_id);
  return new Map(idsOf(rows).map((id) => [id, (byDomain.get(id) ?? []).map((one) => ({ id: one.id, name: one.name }))]));
};

export const domainBehaviour = (moved: AssetsMoved): Behaviour => ({
  rows: domainRows,
  computed: { assets: members(false), gateways: members(true) },
  async prepare(ctx, { values, before }) {
    const ids = (values.assets ?? []) as readonly string[];
    if (ids.length === 0) return;
    const found = await ctx.tx
      .selectFrom('assets as a')
      .select('a.id')
      .where(({ ref }) => among(ref('a.id'), ids))
      .where(ofOrganisation(String(before?.org_id ?? ctx.org.id), at('a')))
      .execute();
    const known = new Set(found.map(({ id }) => id));
    const unknown = ids.find((id) => !known.has(id));
    if (unknown) throw InvalidInput.on('assets', 'does_not_exist', { value: unknown });
  },
  async written(ctx, { values, row }) {
    const ids = values.assets as readonly string[] | undefined;
    if (ids) await moved(ctx, await moveInto(ctx, String(row.id), ids), ['domain']);
  },
  /** The assets of a domain are reached directly when it goes. */
  async deleting(ctx, rows) {
    const left = await ctx.tx
      .updateTable('assets')
      .set({ domain_id: null })
      .where(({ ref }) => among(ref('domain_id'), idsOf(rows)))
      .returning('id')
      .execute();
    await moved(ctx, idsOf(left), ['domain']);
    return undefined;
  },
});
