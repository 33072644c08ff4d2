import type { Context } from '@postern/resource';

/** The host keys of an asset were forgotten: the next machine to answer at its address would be believed, whoever it is. */
export async function hostKeysForgotten(ctx: Context, id: string): Promise<void> {
  await ctx.tx
    .updateTable('assets')
    .set((eb) => ({ host_keys_forgotten: eb('host_keys_forgotten', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
