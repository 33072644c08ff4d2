import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import { settleOrders } from '../terminals/index.ts';

/** A session no heartbeat has named for this long has lost its gateway (docs/wire/sessions.md#sessions-that-are-lost). */
const LOST_SECONDS = 50;

/**
 * Ends sessions whose component is gone. The component itself closes out what it finds in its spool when it comes
 * back; this is for the time until then, and for components that never do.
 */
export async function closeLostSessions(ctx: Context): Promise<number> {
  const now = ctx.clock();
  const limit = new Date(now.getTime() - LOST_SECONDS * 1000);
  const rows = await ctx.tx
    .updateTable('sessions')
    .set(({ fn }) => ({
      is_finished: true,
      date_end: fn.coalesce('date_alive', 'date_start'),
      end_reason: 'component_lost',
      date_updated: now,
    }))
    .where('is_finished', '=', false)
    .where(({ eb, fn }) => eb(fn.coalesce('date_alive', 'date_start'), '<', limit))
    .returning('id')
    .execute();
  if (rows.length > 0) {
    const ids = rows.map((row) => row.id);
    await settleOrders(ctx, ids);
    ctx.log.warn({ sessions: ids }, 'closed sessions whose component is gone');
  }
  return rows.length;
}

export const closeLostJob: Job = {
  name: 'sessions-close-lost',
  schedule: '* * * * *',
  async run(ctx) {
    await closeLostSessions(ctx);
  },
};
