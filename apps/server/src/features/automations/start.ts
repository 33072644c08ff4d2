import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Context, eb, fetchRow, type Kernel } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startTask } from '../tasks/index.ts';
import type { AutomationType } from './automation.fields.ts';
import { KINDS, type Plan, type PlannedType } from './automation.resources.ts';
import { executionRows } from './execution.behaviour.ts';
import type { Trigger } from './execution.resources.ts';
import { recipientsOf } from './notify-recipients.ts';
import type { Snapshot } from './snapshot.ts';
import { unsupportedTypes } from './supported.ts';
import { assetsOf } from './target.queries.ts';
import { linked } from './targets.ts';

/** The job that carries out each type; also the name of the task people see. */
export const JOB_OF: Readonly<Record<AutomationType, string>> = {
  change_secret: 'change-secret',
  push_account: 'push-account',
  gather_accounts: 'gather-accounts',
  verify_account: 'verify-account',
  ping: 'test-assets',
  gather_facts: 'gather-facts',
};

export interface Start {
  type: AutomationType;
  trigger: Trigger;
  automationId: string | null;
  snapshot: Snapshot;
  /** Secret of the automation, encrypted as it is stored there. */
  encryptedSecret: string | null;
}

/** Writes down a run and sends its job. @returns the id of run and task */
export async function start(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, given: Start): Promise<string> {
  const id = randomUUID();
  await ctx.tx
    .insertInto('automation_executions')
    .values({
      id,
      org_id: ctx.org.id,
      type: given.type,
      automation_id: given.automationId,
      trigger: given.trigger,
      snapshot: JSON.stringify(given.snapshot),
      sealed_secret: given.encryptedSecret,
      date_created: ctx.clock(),
    })
    .execute();
  return startTask(ctx, jobs, JOB_OF[given.type], { execution: id }, id);
}

/** What a run of an automation is about, as the automation is now (docs/wire/automations.md#runs). */
export async function snapshotOf(ctx: Context, type: PlannedType, plan: Plan): Promise<Snapshot> {
  const own =
    'is_sync_account' in plan
      ? { is_sync_account: plan.is_sync_account }
      : {
          secret_type: plan.secret_type,
          secret_strategy: plan.secret_strategy,
          password_rules: plan.password_rules,
          ssh_key_change_strategy: plan.ssh_key_change_strategy,
          params: plan.params,
        };
  return {
    type,
    name: plan.name,
    comment: plan.comment,
    usernames: plan.accounts,
    accounts: [],
    nodes: await linked(ctx, type, 'nodes', plan.id),
    assets: await linked(ctx, type, 'assets', plan.id),
    ...own,
    ...(type === 'change_secret' ? { recipients: await recipientsOf(ctx, plan.id) } : {}),
  };
}

/** Of some accounts or, where it is about these, assets: those that are still the business of an automation. */
function stillMeant(ctx: Context, type: PlannedType, plan: Plan, ids: readonly string[]): Promise<{ id: string }[]> {
  const assets = assetsOf(type, plan.id);
  if (!('secret_type' in plan))
    return ctx.tx
      .selectFrom('assets as x')
      .select('x.id')
      .where(among(at('x')('id'), ids))
      .where('x.id', 'in', assets)
      .execute();
  return ctx.tx
    .selectFrom('accounts as a')
    .select('a.id')
    .where(among(at('a')('id'), ids))
    .where('a.asset_id', 'in', assets)
    .where('a.is_active', '=', true)
    .where('a.secret_type', '=', plan.secret_type)
    .$if(!plan.accounts.includes('@ALL'), (all) => all.where(among(at('a')('username'), plan.accounts)))
    .execute();
}

/**
 * What did not succeed in an earlier run of an automation and is still its business.
 * @throws InvalidInput on `failed_of` for a run of something else, one that is not over, or one of which nothing is left to do
 */
async function failedIn(ctx: Context, type: PlannedType, plan: Plan, run: string): Promise<string[]> {
  const earlier = await ctx.tx
    .selectFrom('automation_executions as e')
    .select((eb) => eb.ref('e.snapshot', '->').key('failed').as('failed'))
    .where('e.id', '=', run)
    .where('e.automation_id', '=', plan.id)
    .where(executionRows(type)(ctx, 'e'))
    .where('e.date_finished', 'is not', null)
    .executeTakeFirst();
  if (!earlier) throw InvalidInput.on('failed_of', 'does_not_exist', { value: run });
  const left = await stillMeant(ctx, type, plan, earlier.failed ?? []);
  if (left.length === 0) throw InvalidInput.on('failed_of', 'nothing_failed');
  return left.map((one) => one.id);
}

/** The run, narrowed to some of its accounts or, when it is about these, assets. */
const narrowed = (snapshot: Snapshot, ids: readonly string[]): Snapshot =>
  snapshot.type === 'gather_accounts' ? { ...snapshot, assets: [...ids], nodes: [] } : { ...snapshot, accounts: [...ids] };

/**
 * Starts what somebody asks for. `failed_of`, the id of an earlier run, is our addition: only what failed there is tried again.
 * @returns the id of the run
 */
export async function startByHand(
  kernel: Kernel,
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: PlannedType,
  { automation, failed_of }: { automation: string; failed_of?: string | null },
): Promise<string> {
  const plan = (await fetchRow(kernel.byName(KINDS[type].resource.name), ctx, automation)) as Plan;
  const types = await unsupportedTypes(ctx, type, eb('a.id', 'in', assetsOf(type, plan.id)), 'now');
  if (types) throw InvalidInput.on('automation', 'not_automated', { types });
  return startOf(ctx, jobs, type, plan, 'manual', failed_of ? await failedIn(ctx, type, plan, failed_of) : undefined);
}

/** Rows are read without their secrets; it goes from table to table encrypted. */
async function encryptedSecretOf(ctx: Context, type: PlannedType, id: string): Promise<string | null> {
  if (type === 'gather_accounts') return null;
  const found = await ctx.tx.selectFrom(KINDS[type].resource.table).select('secret').where('id', '=', id).executeTakeFirst();
  return found?.secret ?? null;
}

/** Writes down a run of an automation as it is now, or of some of its accounts or assets, and sends it. */
export async function startOf(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: PlannedType,
  plan: Plan,
  trigger: Start['trigger'],
  only?: readonly string[],
): Promise<string> {
  const encryptedSecret = await encryptedSecretOf(ctx, type, plan.id);
  const snapshot = await snapshotOf(ctx, type, plan);
  return start(ctx, jobs, {
    type,
    trigger,
    automationId: plan.id,
    snapshot: only ? narrowed(snapshot, only) : snapshot,
    encryptedSecret,
  });
}
