import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, fetchRow, type Kernel, type Row } from '@postern/resource';
import { sql } from 'kysely';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { startTask } from '../tasks/index.ts';
import type { AutomationType } from './automation.fields.ts';
import { KINDS, type PlannedType } from './automation.resources.ts';
import { recipientsOf } from './notify-recipients.ts';
import { unsupportedTypes } from './supported.ts';
import { assetsOf, linked, type Snapshot } from './targets.ts';

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
  trigger: 'manual' | 'timing';
  automationId: string | null;
  snapshot: Snapshot;
  /** Secret of the automation, sealed as it is stored there. */
  sealedSecret: string | null;
}

/** Writes down a run and sends its job. @returns the id of run and task */
export async function start(ctx: Context, jobs: Pick<Jobs, 'enqueue'>, given: Start): Promise<string> {
  const id = randomUUID();
  await sql`insert into automation_executions (id, org_id, type, automation_id, trigger, snapshot, sealed_secret, date_created)
    values (${id}, ${ctx.org.id}, ${given.type}, ${given.automationId}, ${given.trigger}, ${JSON.stringify(given.snapshot)}::jsonb,
      ${given.sealedSecret}, ${ctx.clock()})`.execute(ctx.tx);
  return startTask(ctx, jobs, JOB_OF[given.type], { execution: id }, id);
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** What a run of an automation is about, as the automation is now (docs/wire/automations.md#runs). */
export async function snapshotOf(ctx: Context, type: PlannedType, row: Row): Promise<Snapshot> {
  const own =
    type === 'gather_accounts'
      ? { is_sync_account: row.is_sync_account === true }
      : {
          secret_type: String(row.secret_type),
          secret_strategy: String(row.secret_strategy),
          password_rules: (row.password_rules ?? {}) as { length?: number },
          ssh_key_change_strategy: String(row.ssh_key_change_strategy),
          params: (row.params ?? {}) as Record<string, unknown>,
        };
  return {
    type,
    name: String(row.name),
    comment: String(row.comment ?? ''),
    usernames: texts(row.accounts),
    accounts: [],
    nodes: await linked(ctx, `${type}_automation_nodes`, 'node_id', row.id),
    assets: await linked(ctx, `${type}_automation_assets`, 'asset_id', row.id),
    ...own,
    ...(type === 'change_secret' ? { recipients: await recipientsOf(ctx, row.id) } : {}),
  };
}

/**
 * What did not succeed in an earlier run of an automation and is still its business.
 * @throws InvalidInput on `failed_of` for a run of something else, one that is not over, or one of which nothing is left to do
 */
async function failedIn(ctx: Context, type: PlannedType, row: Row, given: unknown): Promise<string[]> {
  const id = parseUuid(given);
  if (!id) throw InvalidInput.on('failed_of', 'invalid_uuid', { value: String(given).slice(0, 64) });
  const { rows } = await sql<{ failed: string[] | null }>`
    select snapshot->'failed' as failed from automation_executions
    where id = ${id} and automation_id = ${row.id} and org_id = ${ctx.org.id} and date_finished is not null`.execute(ctx.tx);
  if (!rows[0]) throw InvalidInput.on('failed_of', 'does_not_exist', { value: id });
  const failed = sql`any(${rows[0].failed ?? []}::uuid[])`;
  const assets = assetsOf(`${type}_automation`, row.id);
  const usernames = texts(row.accounts);
  const { rows: left } = await (type === 'gather_accounts'
    ? sql<{ id: string }>`select x.id from assets x where x.id = ${failed} and x.id in (${assets})`
    : sql<{ id: string }>`select a.id from accounts a where a.id = ${failed} and a.asset_id in (${assets}) and a.is_active
          and a.secret_type = ${row.secret_type} ${usernames.includes('@ALL') ? sql`` : sql`and a.username = any(${usernames}::text[])`}`
  ).execute(ctx.tx);
  if (left.length === 0) throw InvalidInput.on('failed_of', 'nothing_failed');
  return left.map((one) => one.id);
}

/** The run, narrowed to some of its accounts or, when it is about these, assets. */
const narrowed = (snapshot: Snapshot, ids: readonly string[]): Snapshot =>
  snapshot.type === 'gather_accounts' ? { ...snapshot, assets: [...ids], nodes: [] } : { ...snapshot, accounts: [...ids] };

/**
 * `POST {executions}/` of a type: `{automation}`. `failed_of`, the id of an earlier run, is our addition:
 * only what failed there is tried again.
 * @returns the id of the run
 */
export async function startByHand(
  kernel: Kernel,
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: PlannedType,
  body: unknown,
): Promise<string> {
  if (ctx.org.isRoot) throw new CodedError('root_org_readonly');
  const given = (body as Record<string, unknown> | null)?.automation;
  if (given === undefined || given === null) throw InvalidInput.on('automation', 'required');
  const id = parseUuid(given);
  if (!id) throw InvalidInput.on('automation', 'invalid_uuid', { value: String(given).slice(0, 64) });
  const row = await fetchRow(kernel.byName(KINDS[type].resource.name), ctx, id).catch((error: unknown) => {
    if (error instanceof CodedError) throw InvalidInput.on('automation', 'does_not_exist', { value: id });
    throw error;
  });
  const types = await unsupportedTypes(ctx, type, assetsOf(`${type}_automation`, id), 'now');
  if (types) throw InvalidInput.on('automation', 'not_automated', { types });
  const again = (body as Record<string, unknown>).failed_of;
  return startOf(ctx, jobs, type, row, 'manual', again === undefined || again === null ? undefined : await failedIn(ctx, type, row, again));
}

/** Writes down a run of an automation as it is now, or of some of its accounts or assets, and sends it. */
export async function startOf(
  ctx: Context,
  jobs: Pick<Jobs, 'enqueue'>,
  type: PlannedType,
  row: Row,
  trigger: Start['trigger'],
  only?: readonly string[],
): Promise<string> {
  const { table } = KINDS[type].resource;
  // Rows are read without their secrets; it goes from table to table sealed.
  const { rows } =
    type === 'gather_accounts'
      ? { rows: [] }
      : await sql<{ secret: string | null }>`select secret from ${sql.table(table)} where id = ${row.id}`.execute(ctx.tx);
  const snapshot = await snapshotOf(ctx, type, row);
  return start(ctx, jobs, {
    type,
    trigger,
    automationId: String(row.id),
    snapshot: only ? narrowed(snapshot, only) : snapshot,
    sealedSecret: rows[0]?.secret ?? null,
  });
}
