import type { Text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { resumeTask } from '../tasks/index.ts';
import { AUTOMATION_TYPES, type AutomationType } from './automation.fields.ts';
import { KINDS, type PlannedType } from './automation.resources.ts';
import { dueRecords } from './record-store.ts';
import { settle } from './rotate.ts';
import { type RunDeps, runExecution } from './run.ts';
import { nextRun } from './schedule.ts';
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

/** Starts what the clock says, each once: the next moment is written together with the run. What was missed runs once. */
async function startDue(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, type: Exclude<PlannedType, 'push_account'>): Promise<void> {
  const { table } = KINDS[type].resource;
  const due = await ctx.tx
    .selectFrom(table)
    .selectAll()
    .where('date_next_run', '<=', ctx.clock())
    .orderBy('date_next_run')
    .limit(PER_SWEEP)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const plan of due) {
    const next = nextRun(plan, ctx.clock(), ctx.timeZone);
    await ctx.tx.updateTable(table).set({ date_next_run: next }).where('id', '=', plan.id).execute();
    if (plan.is_active) await startOf(inOrganisation(ctx, plan.org_id), jobs, type, plan, 'timing');
  }
}

/** Hands out again what a worker left behind when it died; its record store says where to go on. */
async function resumeLost(ctx: Context, jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - LOST_MS);
  const lost = await ctx.tx
    .selectFrom('automation_executions as e')
    .innerJoin('task_runs as r', (join) => join.onRef('r.id', '=', 'e.id').on('r.is_finished', '=', false))
    .select(['e.id', 'e.type'])
    .where((eb) =>
      eb.or([
        eb.and([eb('e.status', '=', 'running'), eb('e.lease', '<', now)]),
        eb.and([eb('e.status', '=', 'pending'), eb('e.date_created', '<', before)]),
      ]),
    )
    .limit(PER_SWEEP)
    .execute();
  for (const { id, type } of lost) resumeTask(ctx, jobs, JOB_OF[type], id);
  // Its task is over and it never was: told as it is, so that it keeps no record from being looked into.
  await ctx.tx
    .updateTable('automation_executions as e')
    .set({ status: 'failed', lease: null, date_finished: now, sealed_secret: null })
    .where('e.status', 'in', ['pending', 'running'])
    .where((eb) => eb(eb.fn.coalesce('e.lease', 'e.date_created'), '<', before))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('task_runs as r').select('r.id').whereRef('r.id', '=', 'e.id').where('r.is_finished', '=', false))),
    )
    .execute();
}

/** Looks into every change that was left open: tries the new secret, then the former one, and settles. Changes no machine. */
async function settleDue({ ground }: RunDeps): Promise<void> {
  const ctx = ground.systemContext('settle');
  for (const record of await dueRecords(ctx, PER_SWEEP)) {
    const account = await ctx.tx
      .selectFrom('accounts')
      .select(['username', 'secret_type', 'su_from_id'])
      .where('id', '=', record.account_id)
      .executeTakeFirst();
    if (!account) continue;
    const outcome = await settle(ground, account, record);
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
