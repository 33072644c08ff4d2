import { randomUUID } from 'node:crypto';
import { RUN_STATUS } from '@postern/contract/cloud';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { nextRun, type Schedule } from '../automations/index.ts';
import { resumeTask, startTask } from '../tasks/index.ts';
import { runSync } from './run.ts';
import type { RunDeps } from './run-state.ts';

/** The job that carries out a run; also the name of the background task people see. */
const SYNC = 'sync-cloud-instances';
/** Most of each that one minute deals with. */
const PER_SWEEP = 500;
/** A run that nobody took up within so many milliseconds was lost on the way to the queue. */
const LOST_MS = 10 * 60_000;
const DAY_MS = 86_400_000;

type Sender = Pick<Jobs, 'enqueue'>;

interface TaskRow {
  id: string;
  org_id: string;
}

/** Starts a run of a task, in its organisation. One at a time: while one is under way, that is the answer. @returns id of run and background task */
export async function startRun(ctx: Context, jobs: Sender, task: TaskRow, trigger: 'manual' | 'timing'): Promise<string> {
  // Whoever else starts it waits here and then finds the run.
  const { rows: orgs } = await sql<{ name: string }>`
    select coalesce(o.name, '') as name from sync_instance_tasks t left join organizations o on o.id = t.org_id
    where t.id = ${task.id} for update of t`.execute(ctx.tx);
  const { rows } = await sql<{ id: string }>`
    select id from sync_instance_task_executions where task_id = ${task.id} and status = ${RUN_STATUS.running}`.execute(ctx.tx);
  if (rows[0]) return rows[0].id;
  const id = randomUUID();
  await sql`insert into sync_instance_task_executions (id, org_id, task_id, trigger, status, date_created)
    values (${id}, ${task.org_id}, ${task.id}, ${trigger}, ${RUN_STATUS.running}, ${ctx.clock()})`.execute(ctx.tx);
  const org = { id: task.org_id, name: orgs[0]?.name ?? '', isRoot: false, isDefault: false };
  return startTask({ ...ctx, org }, jobs, SYNC, { execution: id }, id);
}

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, jobs: Sender, licensed: boolean): Promise<void> {
  const { rows } = await sql<TaskRow & Schedule>`
    select t.* from sync_instance_tasks t where t.date_next_run <= ${ctx.clock()}
    order by t.date_next_run limit ${PER_SWEEP} for update of t skip locked`.execute(ctx.tx);
  for (const row of rows) {
    const next = nextRun(row, ctx.clock(), ctx.timeZone);
    await sql`update sync_instance_tasks set date_next_run = ${next} where id = ${row.id}`.execute(ctx.tx);
    if (licensed) await startRun(ctx, jobs, row, 'timing');
  }
}

/** Hands out again what a worker left behind when it died, and closes what nobody will come back to. */
async function resumeLost(ctx: Context, jobs: Sender): Promise<void> {
  const now = ctx.clock();
  const { rows } = await sql<{ id: string }>`
    select e.id from sync_instance_task_executions e join task_runs r on r.id = e.id and not r.is_finished
    where e.status = ${RUN_STATUS.running} and coalesce(e.lease, e.date_created + ${LOST_MS} * interval '1 millisecond') < ${now}
    limit ${PER_SWEEP}`.execute(ctx.tx);
  for (const { id } of rows) resumeTask(ctx, jobs, SYNC, id);
  await sql`update sync_instance_task_executions e set status = ${RUN_STATUS.failed}, lease = null, date_sync = ${now}
    where e.status = ${RUN_STATUS.running} and coalesce(e.lease, e.date_created) < ${new Date(now.getTime() - LOST_MS)}
      and not exists (select 1 from task_runs r where r.id = e.id and not r.is_finished)`.execute(ctx.tx);
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
      await sql`delete from sync_instance_task_executions where status <> ${RUN_STATUS.running} and date_created < ${before}`.execute(
        ctx.tx,
      );
    },
  },
];
