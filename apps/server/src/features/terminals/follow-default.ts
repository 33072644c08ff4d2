import type { Context } from '@postern/resource';

/** Has our own gateways that use one storage use another. Those of others are told keys, which is for somebody to decide for each. */
export async function followDefault(ctx: Context, kind: 'command' | 'replay', from: string, to: string): Promise<void> {
  const column = `${kind}_storage` as const;
  await ctx.tx
    .updateTable('terminals')
    .set({ [column]: to })
    .where(column, '=', from)
    .where('methods', 'is not', null)
    .execute();
}
