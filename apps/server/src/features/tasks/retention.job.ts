import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { sql } from 'kysely';
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
    const { rows } = await sql<{ n: number }>`
      with gone as (delete from task_runs where date_published < ${before} returning id),
        logs as (delete from task_logs where run_id in (select id from gone))
      select count(*)::int as n from gone`.execute(ctx.tx);
    await sql`update task_runs set state = 'FAILURE', is_finished = true, date_finished = ${ctx.clock()}
      where not is_finished and date_published < ${new Date(now - GIVEN_UP_MS)}`.execute(ctx.tx);
    output.write(`task_runs: -${rows[0]?.n ?? 0}`);
  },
});
