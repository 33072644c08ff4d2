import { among, and, at, type Context, inOrg, or } from '@postern/resource';
import { grantedAssets, grantOf } from './grant.ts';
import { inSubtree } from './granted-tree.ts';
import { keyOf } from './reached.ts';

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
    and(among(t('id'), assets), grantedAssets(ctx, grant)),
    ...keys.flatMap((key) => (key ? [inSubtree(ctx, grant, personId, key)] : [])),
  ];
  const rows = await ctx.tx
    .selectFrom('assets as t')
    .innerJoin('platforms as p', 'p.id', 't.platform_id')
    .select(['t.id', 't.name', 't.address', 't.protocols', 'p.automation', 'p.category', 'p.type'])
    .where(or(...chosen))
    .where(inOrg(ctx, t))
    .where('t.is_active', '=', true)
    .orderBy('t.name')
    .execute();
  return rows.map(({ automation, protocols, ...asset }) => ({
    ...asset,
    protocols: (protocols ?? []) as ReachedAsset['protocols'],
    automated: automation.ansible_enabled,
  }));
}
