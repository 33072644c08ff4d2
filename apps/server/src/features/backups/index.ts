import { text } from '@postern/contract/text';
import { type Context, can, type Kernel, ok, resource } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature, Job } from '../../platform/feature.ts';
import { nextRun, type Schedule } from '../automations/index.ts';
import { resumeTask } from '../tasks/index.ts';
import { backupExecution, executionBehaviour, executionTable, type Failure } from './execution.resource.ts';
import { planBehaviour } from './plan.behaviour.ts';
import { backupPlan } from './plan.resource.ts';
import { type BackupDeps, runBackup } from './run.ts';
import { BACKUP_JOB, startBackup, startByHand } from './start.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 100;
/** A run that nobody took up within so many milliseconds was lost on the way to the queue. */
const LOST_MS = 10 * 60_000;

interface Due extends Schedule {
  id: string;
  org_id: string;
  org_name: string;
  [column: string]: unknown;
}

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, { jobs }: BackupDeps): Promise<void> {
  const { rows } = await sql<Due>`
    select t.*, coalesce(o.name, '') as org_name from account_backup_plans t left join organizations o on o.id = t.org_id
    where t.date_next_run <= ${ctx.clock()} order by t.date_next_run limit ${PER_SWEEP} for update of t skip locked`.execute(ctx.tx);
  for (const row of rows) {
    const next = nextRun(row, ctx.clock(), ctx.timeZone);
    await sql`update account_backup_plans set date_next_run = ${next} where id = ${row.id}`.execute(ctx.tx);
    await startBackup({ ...ctx, org: { id: row.org_id, name: row.org_name, isRoot: false, isDefault: false } }, jobs, row, 'timing');
  }
}

/** Hands out again what a worker left behind when it died, and tells of what nobody can take up any more. */
async function resumeLost(ctx: Context, { jobs }: BackupDeps): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - LOST_MS);
  const { rows } = await sql<{ id: string }>`
    select e.id from account_backup_executions e join task_runs r on r.id = e.id and not r.is_finished
    where (e.status = 'running' and e.lease < ${now}) or (e.status = 'pending' and e.date_created < ${before}) limit ${PER_SWEEP}`.execute(
    ctx.tx,
  );
  for (const { id } of rows) resumeTask(ctx, jobs, BACKUP_JOB, id);
  const lost: Failure = { code: 'lost' };
  await sql`update account_backup_executions e set status = 'failed', lease = null, date_finished = ${now}, failure = ${JSON.stringify(lost)}::jsonb
    where e.status in ('pending', 'running') and coalesce(e.lease, e.date_created) < ${before}
      and not exists (select 1 from task_runs r where r.id = e.id and not r.is_finished)`.execute(ctx.tx);
}

const jobs = (deps: BackupDeps): readonly Job[] => [
  {
    name: BACKUP_JOB,
    task: { label: text('Back up accounts', '备份账号', 'アカウントのバックアップ') },
    transaction: false,
    run: (ctx, { execution }, output) => runBackup(deps, ctx, execution, output),
  },
  {
    name: 'backups.schedule',
    schedule: '* * * * *',
    async run(ctx) {
      await startDue(ctx, deps);
      await resumeLost(ctx, deps);
    },
  },
];

/** Plans that send people the secrets of accounts, sealed, and their runs (docs/wire/automations.md#backup-plans). */
export const backupsFeature = (deps: BackupDeps & { kernel: () => Kernel }): Feature => ({
  resources: [resource(backupPlan, planBehaviour), resource(backupExecution, executionBehaviour)],
  tables: [executionTable],
  routes: [
    {
      method: 'POST',
      path: '/api/v1/accounts/account-backup-plan-executions/',
      name: 'accounts.accountbackupexecution.create',
      policy: can('accounts.add_accountbackupexecution'),
      handle: async (ctx, { body }) => ok({ task: await startByHand(deps.kernel(), ctx, deps.jobs, body) }, 201),
    },
  ],
  jobs: jobs(deps),
});
