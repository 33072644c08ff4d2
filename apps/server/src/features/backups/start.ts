import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Trigger } from '../automations/index.ts';
import { startTask } from '../tasks/index.ts';
import { recipientsAmong } from '../users/index.ts';
import type { PlanSnapshot } from './execution.resource.ts';
import type { BackupPlan } from './plan.resource.ts';

/** The job that carries out a run; also the name of the task people see. */
export const BACKUP_JOB = 'account-backup';

async function snapshotOf(ctx: Context, plan: BackupPlan): Promise<PlanSnapshot> {
  const named = await ctx.tx.selectFrom('account_backup_plan_recipients').select('user_id').where('plan_id', '=', plan.id).execute();
  const people = await recipientsAmong(
    ctx,
    named.map(({ user_id }) => user_id),
  );
  return {
    name: plan.name,
    is_periodic: plan.is_periodic,
    interval: plan.interval,
    crontab: plan.crontab,
    org_id: ctx.org.id,
    created_by: plan.created_by,
    types: plan.types,
    recipients: Object.fromEntries(people.map(({ id, display, key }) => [id, [display, key !== null]])),
  };
}

/** Writes down a run of a plan as it is now, and sends its job. @returns the id of run and task */
export async function startBackup(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, plan: BackupPlan, trigger: Trigger): Promise<string> {
  const id = randomUUID();
  const plan_snapshot = JSON.stringify(await snapshotOf(ctx, plan));
  await ctx.tx
    .insertInto('account_backup_executions')
    .values({ id, org_id: ctx.org.id, plan_id: plan.id, trigger, plan_snapshot, date_created: ctx.clock() })
    .execute();
  return startTask(ctx, jobs, BACKUP_JOB, { execution: id }, id);
}
