import { randomUUID } from 'node:crypto';
import { RUN_STATUS } from '@postern/contract/cloud';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { nextRun, type Trigger } from '../automations/index.ts';
import { resumeTask, startTask } from '../tasks/index.ts';
import { runSync } from './run.ts';
import type { RunDeps } from './run-state.ts';
import type { SyncTask } from './task.resource.ts';

/** The job that carries out a run; also the name of the background task people see. */
const SYNC = 'sync-cloud-instances';
/** Most of each that one minute deals with. */
const PER_SWEEP = 500;
/** A run that nobody took up within so many milliseconds was lost on the way to the queue. */
const LOST_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

type Sender = Pick<Jobs, 'enqueue'>;

/** Starts a run of a task, in its organisation. One at a time: while one is under way, that is the answer. @returns id of run and background task */
export async function startRun(ctx: Context, jobs: Sender, task: Pick<SyncTask, 'id' | 'org_id'>, trigger: Trigger): Promise<string> {
  // Whoever else starts it waits here and then finds the run.
  await ctx.tx.selectFrom('sync_instance_tasks').select('id').where('id', '=', task.id).forUpdate().execute();
  const running = await ctx.tx
    .selectFrom('sync_instance_task_executions')
    .select('id')
    .where('task_id', '=', task.id)
    .where('status', '=', RUN_STATUS.running)
    .executeTakeFirst();
  if (running) return running.id;
  const id = randomUUID();
  await ctx.tx
    .insertInto('sync_instance_task_executions')
    .values({ id, org_id: task.org_id, task_id: task.id, trigger, status: RUN_STATUS.running, date_created: ctx.clock() })
    .execute();
  return startTask(inOrganisation(ctx, task.org_id), jobs, SYNC, { execution: id }, id);
}

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, jobs: Sender, licensed: boolean): Promise<void> {
  const due = await ctx.tx
    .selectFrom('sync_instance_tasks')
    .select(['id', 'org_id', 'is_periodic', 'crontab', 'interval'])
    .where('date_next_run', '<=', ctx.clock())
    .orderBy('date_next_run')
    .limit(PER_SWEEP)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const task of due) {
    const next = nextRun(task, ctx.clock(), ctx.timeZone);
    await ctx.tx.updateTable('sync_instance_tasks').set({ date_next_run: next }).where('id', '=', task.id).execute();
    if (licensed) await startRun(ctx, jobs, task, 'timing');
  }
}

/** Hands out again what a worker left behind when it died, and closes what nobody will come back to. */
async function resumeLost(ctx: Context, jobs: Sender): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - LOST_MS);
  const left = await ctx.tx
    .selectFrom('sync_instance_task_executions as e')
    .innerJoin('task_runs as r', (join) => join.onRef('r.id', '=', 'e.id').on('r.is_finished', '=', false))
    .select('e.id')
    .where('e.status', '=', RUN_STATUS.running)
    .where(({ and, eb, or }) => or([eb('e.lease', '<', now), and([eb('e.lease', 'is', null), eb('e.date_created', '<', before)])]))
    .limit(PER_SWEEP)
    .execute();
  for (const { id } of left) resumeTask(ctx, jobs, SYNC, id);
  await ctx.tx
    .updateTable('sync_instance_task_executions as e')
    .set({ status: RUN_STATUS.failed, lease: null, date_sync: now })
    .where('e.status', '=', RUN_STATUS.running)
    .where((eb) => eb(eb.fn.coalesce('e.lease', 'e.date_created'), '<', before))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('task_runs as r').select('r.id').whereRef('r.id', '=', 'e.id').where('r.is_finished', '=', false))),
    )
    .execute();
}

/** The run itself, and what looks around by the clock. */
export const cloudJobs = (deps: RunDeps & { jobs: Sender; settings: SettingsReader; licensed(now: Date): boolean }): readonly Job[] => [
  {
    name: SYNC,
    task: { label: text('Sync cloud instances', '同步云实例', 'クラウドインスタンスの同期') },
    transaction: false,
    run: (ctx, data, output) => runSync(deps, ctx, data.execution, output),
  },
  {
    name: 'cloud.schedule',
    schedule: '* * * * *',
    async run(ctx) {
      await startDue(ctx, deps.jobs, deps.licensed(ctx.clock()));
      await resumeLost(ctx, deps.jobs);
    },
  },
  {
    name: 'cloud.retention',
    schedule: '20 2 * * *',
    async run(ctx) {
      const before = new Date(ctx.clock().getTime() - deps.settings.get('CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS') * DAY_MS);
      await ctx.tx
        .deleteFrom('sync_instance_task_executions')
        .where('status', '<>', RUN_STATUS.running)
        .where('date_created', '<', before)
        .execute();
    },
  },
];
