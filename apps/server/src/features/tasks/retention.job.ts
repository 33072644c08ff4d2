import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Job } from '../../platform/feature.ts';

const DAY_MS = 86_400_000;

/** Removes old runs with their output (docs/wire/settings.md#retention). Those under way stay until they have ended. */
export const taskRetention = (settings: SettingsReader): Job => ({
  name: 'task-retention',
  schedule: '10 2 * * *',
  task: { label: text('Clean up old task runs', '清理历史任务记录', '古いタスク実行の整理') },
  async run(ctx, _data, run) {
    const before = new Date(ctx.clock().getTime() - settings.get('TASK_LOG_KEEP_DAYS') * DAY_MS);
    const old = ctx.tx.selectFrom('task_runs').select('id').where('is_finished', '=', true).where('date_published', '<', before);
    await ctx.tx.deleteFrom('task_logs').where('run_id', 'in', old).execute();
    const { numDeletedRows } = await ctx.tx.deleteFrom('task_runs').where('id', 'in', old).executeTakeFirst();
    run.write(`task_runs: -${numDeletedRows}`);
  },
});
