import { among, and, at, type Context, inOrg, or } from '@postern/resource';
import { eachGranted } from './grant.queries.ts';
import { grantOf } from './grant.ts';
import { inSubtree } from './granted-tree.ts';
import { keyOf } from './reached.ts';
import { linksBetween } from './usable-accounts.ts';

/** An asset that somebody reaches, as far as running something there goes. */
export interface ReachedAsset {
  id: string;
  name: string;
  address: string;
  category: string;
  type: string;
  /** Whether its platform lets anything be automated there. */
  automated: boolean;
  protocols: readonly { name: string; port: number }[];
}

const activeAssets = (ctx: Context) =>
  ctx.tx
    .selectFrom('assets as t')
    .innerJoin('platforms as p', 'p.id', 't.platform_id')
    .select(['t.id', 't.name', 't.address', 't.protocols', 'p.automation', 'p.category', 'p.type'])
    .where(inOrg(ctx, at('t')))
    .where('t.is_active', '=', true)
    .orderBy('t.name');

type AssetRow = Awaited<ReturnType<ReturnType<typeof activeAssets>['execute']>>[number];
const shown = ({ automation, protocols, ...asset }: AssetRow): ReachedAsset => ({
  ...asset,
  protocols: (protocols ?? []) as ReachedAsset['protocols'],
  automated: automation.ansible_enabled,
});

/**
 * Of assets by id, and of those below nodes (by id, or the words that the tree knows), those active ones that a person reaches now in the organisation
 * of the context. What they do not reach, and what is not there, is passed over: the two look alike.
 */
export async function reachedBy(
  ctx: Context,
  personId: string,
  { assets, nodes = [] }: { assets: readonly string[]; nodes?: readonly string[] },
): Promise<ReachedAsset[]> {
  const t = at('t');
  const grant = await grantOf(ctx, { user: personId });
  const keys = await Promise.all(nodes.map((one) => keyOf(ctx, one)));
  const chosen = [
    and(among(t('id'), assets), eachGranted(grant, t)),
    ...keys.flatMap((key) => (key ? [inSubtree(ctx, grant, personId, key)] : [])),
  ];
  const rows = await activeAssets(ctx)
    .where(or(...chosen))
    .execute();
  return rows.map(shown);
}

/** One asset that a person reaches now, where it is active: what is asked for each machine of thousands, so nothing is worked out that is about others. */
export async function reachedNow(ctx: Context, personId: string, assetId: string): Promise<ReachedAsset | undefined> {
  const row = await activeAssets(ctx).where('t.id', '=', assetId).executeTakeFirst();
  if (!row || !(await linksBetween(ctx, personId, assetId)).some(({ in_force }) => in_force)) return undefined;
  return shown(row);
}
