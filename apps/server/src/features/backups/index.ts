import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, can, fetchRow, ok, type Route, reference, resource, route } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Feature, Job } from '../../platform/feature.ts';
import { nextRun } from '../automations/index.ts';
import { resumeTask } from '../tasks/index.ts';
import { backupExecution, executionBehaviour, executionTable, type Failure } from './execution.resource.ts';
import { planBehaviour } from './plan.behaviour.ts';
import { type BackupPlan, backupPlan } from './plan.resource.ts';
import { type BackupDeps, runBackup } from './run.ts';
import { BACKUP_JOB, startBackup } from './start.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 100;
/** A run that nobody took up within so many milliseconds was lost on the way to the queue. */
const LOST_MS = 10 * 60_000;

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, { jobs }: BackupDeps): Promise<void> {
  const due = await ctx.tx
    .selectFrom('account_backup_plans')
    .selectAll()
    .where('date_next_run', '<=', ctx.clock())
    .orderBy('date_next_run')
    .limit(PER_SWEEP)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const plan of due) {
    const next = nextRun(plan, ctx.clock(), ctx.timeZone);
    await ctx.tx.updateTable('account_backup_plans').set({ date_next_run: next }).where('id', '=', plan.id).execute();
    await startBackup(inOrganisation(ctx, plan.org_id), jobs, plan, 'timing');
  }
}

/** Hands out again what a worker left behind when it died, and tells of what nobody can take up any more. */
async function resumeLost(ctx: Context, { jobs }: BackupDeps): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - LOST_MS);
  const left = await ctx.tx
    .selectFrom('account_backup_executions as e')
    .innerJoin('task_runs as r', (join) => join.onRef('r.id', '=', 'e.id').on('r.is_finished', '=', false))
    .select('e.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('e.status', '=', 'running'), eb('e.lease', '<', now)]),
        eb.and([eb('e.status', '=', 'pending'), eb('e.date_created', '<', before)]),
      ]),
    )
    .limit(PER_SWEEP)
    .execute();
  for (const { id } of left) resumeTask(ctx, jobs, BACKUP_JOB, id);
  const lost: Failure = { code: 'lost' };
  await ctx.tx
    .updateTable('account_backup_executions as e')
    .set({ status: 'failed', lease: null, date_finished: now, failure: JSON.stringify(lost) })
    .where('e.status', 'in', ['pending', 'running'])
    .where((eb) => eb(eb.fn.coalesce('e.lease', 'e.date_created'), '<', before))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('task_runs as r').select('r.id').whereRef('r.id', '=', 'e.id').where('r.is_finished', '=', false))),
    )
    .execute();
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

const starting = ({ jobs }: BackupDeps): Route =>
  route({
    method: 'POST',
    path: '/api/v1/accounts/account-backup-plan-executions/',
    name: 'accounts.accountbackupexecution.create',
    who: can('accounts.add_accountbackupexecution'),
    rows: { of: [backupPlan] },
    body: { plan: reference(backupPlan.name, { label: backupPlan.label, required: true }) },
    errors: ['root_org_readonly'],
    async handle(ctx, { body, kernel }) {
      if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
      const plan = (await fetchRow(kernel.byName(backupPlan.name), ctx, body.plan)) as BackupPlan;
      return ok({ task: await startBackup(ctx, jobs, plan, 'manual') }, 201);
    },
  });

/** Plans that send people the secrets of accounts, sealed, and their runs (docs/wire/automations.md#backup-plans). */
export const backupsFeature = (deps: BackupDeps): Feature => ({
  resources: [resource(backupPlan, planBehaviour), resource(backupExecution, executionBehaviour)],
  tables: [executionTable],
  routes: [starting(deps)],
  jobs: jobs(deps),
});
