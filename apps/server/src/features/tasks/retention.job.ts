import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Job } from '../../platform/feature.ts';

const DAY_MS = 86_400_000;
/** The queue gives a job up after an hour (platform/jobs/jobs.ts) and then hands it out again; a day later nobody works on it. */
const GIVEN_UP_MS = DAY_MS;

/** Removes old runs with their output, and ends those whose worker never came back (docs/wire/settings.md#retention). */
export const taskRetention = (settings: SettingsReader): Job => ({
  name: 'task-retention',
  schedule: '10 2 * * *',
  task: { label: text('Clean up old task runs', '清理历史任务记录', '古いタスク実行の整理') },
  async run(ctx, _data, output) {
    const now = ctx.clock().getTime();
    const before = new Date(now - settings.get('TASK_LOG_KEEP_DAYS') * DAY_MS);
    const old = ctx.tx.selectFrom('task_runs').select('id').where('date_published', '<', before);
    await ctx.tx.deleteFrom('task_logs').where('run_id', 'in', old).execute();
    const { numDeletedRows } = await ctx.tx.deleteFrom('task_runs').where('date_published', '<', before).executeTakeFirst();
    await ctx.tx
      .updateTable('task_runs')
      .set({ state: 'FAILURE', is_finished: true, date_finished: ctx.clock() })
      .where('is_finished', '=', false)
      .where('date_published', '<', new Date(now - GIVEN_UP_MS))
      .execute();
    output.write(`task_runs: -${numDeletedRows}`);
  },
});
