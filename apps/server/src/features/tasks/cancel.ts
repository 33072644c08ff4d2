import type { Context } from '@postern/resource';
import { now } from '../../platform/database/moment.queries.ts';
import { notify } from '../../platform/events/bus.ts';
import type { Job } from '../../platform/feature.ts';
import { CANCEL_CHANNEL, finish } from './lease.ts';

/** `asked`: its worker has been told and stops at the next step. `ended`: nobody had it in hand, so it is over. */
export type Cancelled = 'asked' | 'ended';

/** Cancels a run. Undefined when there is none that is still under way. */
export async function cancelRun(ctx: Context, known: readonly Job[], id: string): Promise<Cancelled | undefined> {
  const run = await ctx.tx
    .updateTable('task_runs')
    .set(({ fn, val }) => ({ date_cancelled: fn.coalesce('date_cancelled', val(ctx.clock())) }))
    .where('id', '=', id)
    .where('is_finished', '=', false)
    .returning(['id', 'name', 'attempts', 'org_id'])
    .returning((eb) => eb('lease', '>', now).as('leased'))
    .executeTakeFirst();
  if (!run) return undefined;
  ctx.audit({
    action: 'update',
    resourceType: 'celerytaskexecution',
    resourceId: id,
    resource: run.name,
    orgId: run.org_id,
    changes: [{ field: 'state', before: '', after: 'REVOKED' }],
  });
  if (run.leased) {
    await notify(ctx.tx, CANCEL_CHANNEL, { run: id });
    return 'asked';
  }
  await finish(ctx.tx, run, 'REVOKED');
  await known.find(({ name }) => name === run.name)?.task?.brokenOff?.(ctx, id, 'cancelled');
  return 'ended';
}
