import { text } from '@postern/contract/text';
import { can, fetchRow, type Route, reference, resource } from '@postern/resource';
import type { Feature, Job } from '../../platform/feature.ts';
import { run } from '../../platform/routes/run.ts';
import { startDue } from '../automations/index.ts';
import { backupExecution, executionBehaviour } from './execution.resource.ts';
import { planBehaviour } from './plan.behaviour.ts';
import { type BackupPlan, backupPlan } from './plan.resource.ts';
import { type BackupDeps, endBackup, runBackup } from './run.ts';
import { BACKUP_JOB, startBackup } from './start.ts';
import { executionTable } from './tables.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 100;

const jobs = (deps: BackupDeps): readonly Job[] => [
  {
    name: BACKUP_JOB,
    task: { label: text('Back up accounts', '备份账号', 'アカウントのバックアップ'), brokenOff: endBackup },
    transaction: false,
    run: (ctx, _data, run) => runBackup(deps, ctx, run),
  },
  {
    name: 'backups.schedule',
    schedule: '* * * * *',
    run: (ctx) => startDue(ctx, backupPlan, PER_SWEEP, (inner, plan) => startBackup(inner, deps.jobs, plan, 'timing')),
  },
];

const starting = ({ jobs }: BackupDeps): Route =>
  run({
    path: '/api/v1/accounts/account-backup-plan-executions/',
    name: 'accounts.accountbackupexecution.create',
    who: can('accounts.add_accountbackupexecution'),
    rows: { of: [backupPlan] },
    body: { plan: reference(backupPlan.name, { label: backupPlan.label, required: true }) },
    ofOrganisation: true,
    start: async (ctx, { body, kernel }) =>
      startBackup(ctx, jobs, (await fetchRow(kernel.byName(backupPlan.name), ctx, body.plan)) as BackupPlan, 'manual'),
  });

/** Plans that send people the secrets of accounts, encrypted, and their runs (docs/wire/automations.md#backup-plans). */
export const backupsFeature = (deps: BackupDeps): Feature => ({
  resources: [resource(backupPlan, planBehaviour), resource(backupExecution, executionBehaviour)],
  tables: [executionTable],
  routes: [starting(deps)],
  jobs: jobs(deps),
});
