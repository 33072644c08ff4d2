import type { Text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { resumeTask } from '../tasks/index.ts';
import { AUTOMATION_TYPES, type AutomationType } from './automation.fields.ts';
import { KINDS, type PlannedType } from './automation.resources.ts';
import type { StoredAccount } from './machine.ts';
import { dueRecords } from './record-store.ts';
import { settle } from './rotate.ts';
import { type RunDeps, runExecution } from './run.ts';
import { nextRun, type Schedule } from './schedule.ts';
import { JOB_OF, startOf } from './start.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 500;
/** A run that nobody took up within so many milliseconds was lost on the way to the queue. */
const LOST_MS = 10 * 60_000;

const work = (deps: RunDeps, type: AutomationType): Job => ({
  name: JOB_OF[type],
  task: { label: AUTOMATION_TYPES[type] satisfies Text },
  transaction: false,
  run: (ctx, data, output) => runExecution(deps, ctx, data.execution, output),
});

interface Due extends Schedule {
  id: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  date_next_run: Date;
  [column: string]: unknown;
}

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, type: Exclude<PlannedType, 'push_account'>): Promise<void> {
  const { table } = KINDS[type].resource;
  const { rows } = await sql<Due>`
    select t.*, coalesce(o.name, '') as org_name from ${sql.table(table)} t left join organizations o on o.id = t.org_id
    where t.date_next_run <= ${ctx.clock()} order by t.date_next_run limit ${PER_SWEEP} for update of t skip locked`.execute(ctx.tx);
  for (const row of rows) {
    const next = nextRun(row, ctx.clock(), ctx.timeZone);
    await sql`update ${sql.table(table)} set date_next_run = ${next} where id = ${row.id}`.execute(ctx.tx);
    const org = { id: row.org_id, name: row.org_name, isRoot: false, isDefault: false };
    if (row.is_active) await startOf({ ...ctx, org }, jobs, type, row, 'timing');
  }
}

/** Hands out again what a worker left behind when it died; its record store says where to go on. */
async function resumeLost(ctx: Context, jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  const now = ctx.clock();
  const { rows } = await sql<{ id: string; type: AutomationType }>`
    select e.id, e.type from automation_executions e join task_runs r on r.id = e.id and not r.is_finished
    where (e.status = 'running' and e.lease < ${now})
      or (e.status = 'pending' and e.date_created < ${new Date(now.getTime() - LOST_MS)}) limit ${PER_SWEEP}`.execute(ctx.tx);
  for (const { id, type } of rows) resumeTask(ctx, jobs, JOB_OF[type], id);
  // Its task is over and it never was: told as it is, so that it keeps no record from being looked into.
  await sql`update automation_executions e set status = 'failed', lease = null, date_finished = ${now}, sealed_secret = null
    where e.status in ('pending', 'running') and coalesce(e.lease, e.date_created) < ${new Date(now.getTime() - LOST_MS)}
      and not exists (select 1 from task_runs r where r.id = e.id and not r.is_finished)`.execute(ctx.tx);
}

/** Looks into every change that was left open: tries the new secret, then the former one, and settles. Changes no machine. */
async function settleDue({ ground }: RunDeps): Promise<void> {
  const ctx = ground.systemContext('settle');
  for (const record of await dueRecords(ctx, PER_SWEEP)) {
    const { rows } = await sql<Pick<StoredAccount, 'username' | 'secret_type' | 'su_from_id'>>`
      select username, secret_type, su_from_id from accounts where id = ${record.account_id}`.execute(ctx.tx);
    if (!rows[0]) continue;
    const outcome = await settle(ground, rows[0], record);
    ctx.log.info({ record: record.id, account: record.account_id, state: outcome.state }, 'an open change of a secret was looked into');
  }
}

/** The jobs: one per kind of run, and two that look around every minute. */
export const automationJobs = (deps: RunDeps, jobs: Pick<Jobs, 'enqueue'>): readonly Job[] => [
  ...(Object.keys(AUTOMATION_TYPES) as AutomationType[]).map((type) => work(deps, type)),
  {
    name: 'automations.schedule',
    schedule: '* * * * *',
    async run(ctx) {
      await startDue(ctx, jobs, 'change_secret');
      await startDue(ctx, jobs, 'gather_accounts');
      await resumeLost(ctx, jobs);
    },
  },
  { name: 'automations.settle', schedule: '* * * * *', transaction: false, run: () => settleDue(deps) },
];
