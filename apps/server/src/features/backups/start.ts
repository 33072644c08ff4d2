import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, fetchRow, type Kernel, type Row } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startTask } from '../tasks/index.ts';
import { recipientsAmong } from '../users/index.ts';
import type { PlanSnapshot } from './execution.resource.ts';
import { backupPlan } from './plan.resource.ts';

/** The job that carries out a run; also the name of the task people see. */
export const BACKUP_JOB = 'account-backup';

async function snapshotOf(ctx: Context, plan: Row): Promise<PlanSnapshot> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from account_backup_plan_recipients where plan_id = ${plan.id}`.execute(ctx.tx);
  const people = await recipientsAmong(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    name: String(plan.name),
    is_periodic: plan.is_periodic === true,
    interval: typeof plan.interval === 'number' ? plan.interval : null,
    crontab: typeof plan.crontab === 'string' ? plan.crontab : null,
    org_id: ctx.org.id,
    created_by: String(plan.created_by ?? ''),
    types: Array.isArray(plan.types) ? plan.types.map(String) : [],
    recipients: Object.fromEntries(people.map(({ id, display, key }) => [id, [display, key !== null]])),
  };
}

/** Writes down a run of a plan as it is now, and sends its job. @returns the id of run and task */
export async function startBackup(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, plan: Row, trigger: 'manual' | 'timing'): Promise<string> {
  const id = randomUUID();
  await sql`insert into account_backup_executions (id, org_id, plan_id, trigger, plan_snapshot, date_created)
    values (${id}, ${ctx.org.id}, ${plan.id}, ${trigger}, ${JSON.stringify(await snapshotOf(ctx, plan))}::jsonb, ${ctx.clock()})`.execute(
    ctx.tx,
  );
  return startTask(ctx, jobs, BACKUP_JOB, { execution: id }, id);
}

/** `POST account-backup-plan-executions/ {plan}`. @throws InvalidInput, CodedError */
export async function startByHand(kernel: Kernel, ctx: Context, jobs: Pick<Jobs, 'enqueue'>, body: unknown): Promise<string> {
  if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
  const given = (body as Record<string, unknown> | null)?.plan;
  if (given === undefined || given === null) throw InvalidInput.on('plan', 'required');
  const id = parseUuid(given);
  if (!id) throw InvalidInput.on('plan', 'invalid_uuid', { value: String(given).slice(0, 64) });
  const plan = await fetchRow(kernel.byName(backupPlan.name), ctx, id).catch((error: unknown) => {
    if (error instanceof CodedError) throw InvalidInput.on('plan', 'does_not_exist', { value: id });
    throw error;
  });
  return startBackup(ctx, jobs, plan, 'manual');
}
