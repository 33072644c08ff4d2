import type { Context, RowOf } from '@postern/resource';
import type { Tables } from '@postern/resource/database';
import { inOrganisation } from '../../platform/context.ts';
import { nextRun, type Schedule } from './schedule.ts';

/** Columns of whatever runs by the clock. */
type Due = { [C in keyof Schedule | 'id' | 'org_id' | 'date_next_run' | 'schedule_zone']: unknown };
type Planned = { [T in keyof Tables]: Tables[T] extends Due ? T : never }[keyof Tables];

/**
 * Starts what the clock says, each in its organisation and once: the next moment is written together with the run. What was missed runs once. For the
 * owner of the plans, who calls it every minute.
 *
 * @param most plans that one minute deals with; the others are the next one's
 */
export async function startDue<D extends { table: Planned }>(
  ctx: Context,
  { table }: D,
  most: number,
  start: (ctx: Context, plan: RowOf<D>) => Promise<unknown>,
): Promise<void> {
  const plans: Planned = table;
  const due = await ctx.tx
    .selectFrom(plans)
    .selectAll()
    .where('date_next_run', '<=', ctx.clock())
    .orderBy('date_next_run')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const plan of due) {
    // Plans from before zones were kept have always run by the server's.
    const next = nextRun(plan, ctx.clock(), plan.schedule_zone ?? ctx.timeZone);
    await ctx.tx.updateTable(plans).set({ date_next_run: next }).where('id', '=', plan.id).execute();
    // A row of that very table, which the builder knows as one of several.
    await start(inOrganisation(ctx, plan.org_id), plan as RowOf<D>);
  }
}
