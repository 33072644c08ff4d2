import type { Context } from '@postern/resource';

/** Ends the live sessions of one component in the core's books, at once and whatever the component says. */
export async function closeOut(ctx: Context, terminalId: string, reason: 'component_revoked'): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .updateTable('sessions')
    .set({ is_finished: true, date_end: now, end_reason: reason, date_updated: now })
    .where('terminal_id', '=', terminalId)
    .where('is_finished', '=', false)
    .execute();
}
