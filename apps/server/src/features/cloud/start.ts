import { randomUUID } from 'node:crypto';
import { RUN_STATUS } from '@postern/contract/cloud';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startDue, type Trigger } from '../automations/index.ts';
import { startTask } from '../tasks/index.ts';
import { endSync, runSync } from './run.ts';
import type { RunDeps } from './run-state.ts';
import { type SyncTask, syncInstanceTask } from './task.resource.ts';

/** The job that carries out a run; also the name of the background task people see. */
const SYNC = 'sync-cloud-instances';
/** Most of each that one minute deals with. */
const PER_SWEEP = 500;
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

/** The run itself, and what looks around by the clock. */
export const cloudJobs = (deps: RunDeps & { jobs: Sender; settings: SettingsReader; licensed(now: Date): boolean }): readonly Job[] => [
  {
    name: SYNC,
    task: { label: text('Sync cloud instances', '同步云实例', 'クラウドインスタンスの同期'), brokenOff: endSync },
    transaction: false,
    run: (ctx, _data, run) => runSync(deps, ctx, run),
  },
  {
    name: 'cloud.schedule',
    schedule: '* * * * *',
    run: (ctx) =>
      startDue(ctx, syncInstanceTask, PER_SWEEP, async (inner, task) => {
        if (deps.licensed(ctx.clock())) await startRun(inner, deps.jobs, task, 'timing');
      }),
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
