import { ORG } from '@postern/contract/ids';
import { render, type Text, text } from '@postern/contract/text';
import type { Context, Database, Organisation } from '@postern/resource';
import { rootOrganisation } from '../../platform/auth/identity-cache.ts';
import type { Job } from '../../platform/feature.ts';
import { translateError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OpenOutput, OUTPUT_CHANNEL, openOutput } from './output.ts';
import { findRun, publishScheduled, RUN_KEY, type TaskRun } from './runs.ts';

/** Told when somebody's task has ended: the run, and whether it worked. */
export type TaskEnded = (ctx: Context, run: TaskRun, label: Text, succeeded: boolean) => Promise<void>;

const SAYS = {
  started: text('Task “{task}” started', '任务“{task}”开始执行', 'タスク「{task}」を開始しました'),
  succeeded: text('Task “{task}” finished', '任务“{task}”执行完成', 'タスク「{task}」が完了しました'),
  failed: text('Task “{task}” failed: {reason}', '任务“{task}”执行失败：{reason}', 'タスク「{task}」が失敗しました：{reason}'),
};

/** Words of a failure for the one who reads the log; the details of an unforeseen one stay in the operator's log. */
function reasonOf(error: unknown, run: TaskRun): string {
  const { body } = translateError(error, run.language, run.id);
  const detail = typeof body === 'object' && body !== null && 'detail' in body ? body.detail : body;
  return typeof detail === 'string' ? detail : JSON.stringify(detail);
}

async function organisationOf(db: Database, id: string): Promise<Organisation> {
  if (id === ORG.ROOT) return rootOrganisation();
  const known = await db.selectFrom('organizations').select('name').where('id', '=', id).executeTakeFirst();
  return { id, name: known?.name ?? '', isRoot: false, isDefault: id === ORG.DEFAULT };
}

/** The run this job is for; the clock's own runs are made now. Undefined when nothing is to be done. */
async function runOf(db: Database, job: Job, data: Readonly<Record<string, unknown>>): Promise<TaskRun | undefined> {
  const given = data[RUN_KEY];
  if (typeof given === 'string') return findRun(db, given);
  if (job.schedule) {
    const counted = await db
      .updateTable('periodic_tasks')
      .set((eb) => ({ last_run_at: eb.fn('now'), total_run_count: eb('total_run_count', '+', 1) }))
      .where('name', '=', job.name)
      .where('enabled', '=', true)
      .returning('id')
      .executeTakeFirst();
    if (!counted) return undefined;
  }
  return findRun(db, await publishScheduled(db, job.name, new Date()));
}

async function mark(db: Database, run: TaskRun, state: 'RUNNING' | 'SUCCESS' | 'FAILURE'): Promise<void> {
  await db
    .updateTable('task_runs')
    .set((eb) =>
      state === 'RUNNING'
        ? { state, date_start: eb.fn.coalesce('date_start', eb.fn<Date>('now')) }
        : { state, is_finished: true, date_finished: eb.fn<Date>('now') },
    )
    .where('id', '=', run.id)
    .execute();
}

async function attempt(platform: Platform, job: Job, run: TaskRun, output: OpenOutput): Promise<unknown> {
  const org = await organisationOf(platform.database.db, run.org_id);
  const work = (ctx: Context) => job.run({ ...ctx, org, language: run.language }, run.kwargs, output);
  try {
    if (job.transaction === false) await work(platform.systemContext(`task ${job.name}`));
    else await platform.asSystem(`task ${job.name}`, work);
    return undefined;
  } catch (error) {
    platform.log.error({ err: error, task: job.name, run: run.id }, 'a background task failed');
    return error ?? new Error('unknown');
  }
}

/**
 * Runs a job that is a task: state before and after, output while it runs, news to whoever asked for it. A failure is the
 * task's result and is not tried again; what was written before it is undone with its transaction.
 */
export async function runTask(
  platform: Platform,
  job: Job & { task: { label: Text } },
  data: Readonly<Record<string, unknown>>,
  ended: TaskEnded,
): Promise<void> {
  const { db } = platform.database;
  const run = await runOf(db, job, data);
  // Ended already: the queue hands a job out again when its worker was killed before it could say so.
  if (!run || run.is_finished) return;
  const task = render(job.task.label, run.language);
  await mark(db, run, 'RUNNING');
  const output = await openOutput(db, platform.events, run.id, (error) => platform.log.warn({ err: error, run: run.id }, 'task output'));
  output.write(render(SAYS.started, run.language, { task }));
  const error = await attempt(platform, job, run, output);
  const succeeded = error === undefined;
  output.write(render(succeeded ? SAYS.succeeded : SAYS.failed, run.language, { task, reason: succeeded ? '' : reasonOf(error, run) }));
  await output.close();
  await mark(db, run, succeeded ? 'SUCCESS' : 'FAILURE');
  await platform.events.publish(db, OUTPUT_CHANNEL, { run: run.id });
  if (run.user_id) await platform.asSystem('task ended', (ctx) => ended(ctx, run, job.task.label, succeeded));
}
