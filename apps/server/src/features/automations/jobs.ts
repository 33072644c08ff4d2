import type { Text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { Job } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { AUTOMATION_TYPES, type AutomationType } from './automation.fields.ts';
import { KINDS, type Plan, type PlannedType } from './automation.resources.ts';
import { startDue } from './due.ts';
import { dueRecords } from './record-store.ts';
import { settle } from './rotate.ts';
import { endExecution, runExecution } from './run.ts';
import type { RunDeps } from './run-state.ts';
import { JOB_OF, startOf } from './start.ts';

/** Most of each that one minute deals with. */
const PER_SWEEP = 500;

const work = (deps: RunDeps, type: AutomationType): Job => ({
  name: JOB_OF[type],
  task: { label: AUTOMATION_TYPES[type] satisfies Text, brokenOff: endExecution },
  transaction: false,
  run: (ctx, _data, run) => runExecution(deps, ctx, run),
});

/** Starts a plan that is due. One that was switched off keeps its schedule. */
const starting =
  (jobs: Pick<Jobs, 'enqueue'>, type: PlannedType) =>
  async (ctx: Context, plan: Plan): Promise<void> => {
    if (plan.is_active) await startOf(ctx, jobs, type, plan, 'timing');
  };

/** Looks into every change that was left open: tries the new secret, then the former one, and settles. Changes no machine. */
async function settleDue({ system }: RunDeps): Promise<void> {
  const ctx = system.systemContext('settle');
  for (const record of await dueRecords(ctx, PER_SWEEP)) {
    const account = await ctx.tx
      .selectFrom('accounts')
      .select(['username', 'secret_type', 'su_from_id'])
      .where('id', '=', record.account_id)
      .executeTakeFirst();
    if (!account) continue;
    const outcome = await settle(system, account, record);
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
      await startDue(ctx, KINDS.change_secret.resource, PER_SWEEP, starting(jobs, 'change_secret'));
      await startDue(ctx, KINDS.gather_accounts.resource, PER_SWEEP, starting(jobs, 'gather_accounts'));
    },
  },
  { name: 'automations.settle', schedule: '* * * * *', transaction: false, run: () => settleDue(deps) },
];
