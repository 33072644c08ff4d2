import type { Context } from '@postern/resource';

/** Assets of the whole installation: a licence knows no organisations. */
export async function countAssets(ctx: Context): Promise<number> {
  const { assets } = await ctx.tx
    .selectFrom('assets')
    .select(({ fn }) => fn.countAll<number>().as('assets'))
    .executeTakeFirstOrThrow();
  return assets;
}
