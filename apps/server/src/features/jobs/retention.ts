import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { forgetSnapshots } from '../playbooks/index.ts';

const DAY_MS = 86_400_000;

/** Removes old runs with what machines answered, and jobs that were run once (docs/wire/settings.md#retention). Those under way stay. */
export async function forgetOldRuns(ctx: Context, settings: SettingsReader): Promise<void> {
  const before = new Date(ctx.clock().getTime() - settings.get('TASK_LOG_KEEP_DAYS') * DAY_MS);
  await ctx.tx.deleteFrom('job_executions').where('is_finished', '=', true).where('date_created', '<', before).execute();
  await ctx.tx
    .deleteFrom('jobs')
    .where('instant', '=', true)
    .where('date_created', '<', before)
    .where(
      'id',
      'not in',
      ctx.tx.selectFrom('job_executions as e').select('e.job_id').where('e.job_id', 'is not', null).$castTo<{ job_id: string }>(),
    )
    .execute();
  // What was asked for a moment ago may be on its way into a run.
  await forgetSnapshots(ctx, new Date(ctx.clock().getTime() - DAY_MS));
}
