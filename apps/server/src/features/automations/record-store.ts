import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { readPrivateKey, recordHistory } from '../accounts/index.ts';
import type { StoredAccount } from './machine.ts';
import { type Refusal, stored } from './refusal.ts';

/**
 * Where one change of one secret stands (decision 0044): `pending` — the candidate is stored, nothing was sent ·
 * `changing` — the change may have been sent · `uncertain` — it was sent and nobody knows which secret holds ·
 * `success`, `failed` — settled.
 */
export interface ChangeRecord {
  id: string;
  org_id: string;
  type: 'change_secret' | 'push_account';
  execution_id: string;
  asset_id: string;
  account_id: string;
  secret_type: string;
  old_secret: string | null;
  new_secret: string;
  status: 'pending' | 'changing' | 'uncertain' | 'success' | 'failed';
  attempts: number;
  date_started: Date | null;
}

const COLUMNS = sql`id, org_id, type, execution_id, asset_id, account_id, secret_type, old_secret, new_secret, status, attempts, date_started`;

/** Doubt is looked into after so many milliseconds, then after twice as many each time, up to a quarter of a day. */
const FIRST_LOOK_MS = 60_000;
const LAST_LOOK_MS = 6 * 3_600_000;
/** After these many looks it is left to people; the record stays open and keeps both secrets. */
const MAX_LOOKS = 40;

/** The record of an account in a run, if there is one. */
export async function recordIn(ctx: Context, executionId: string, accountId: string): Promise<ChangeRecord | undefined> {
  const { rows } = await sql<ChangeRecord>`
    select ${COLUMNS} from change_secret_records where execution_id = ${executionId} and account_id = ${accountId}`.execute(ctx.tx);
  return rows[0];
}

/** The open record of an account, whatever run it is of. */
export async function openRecordOf(ctx: Context, accountId: string): Promise<ChangeRecord | undefined> {
  const { rows } = await sql<ChangeRecord>`
    select ${COLUMNS} from change_secret_records where account_id = ${accountId} and status in ('pending', 'changing', 'uncertain')`.execute(
    ctx.tx,
  );
  return rows[0];
}

export interface NewRecord {
  type: ChangeRecord['type'];
  executionId: string;
  orgId: string;
  assetId: string;
  account: Pick<StoredAccount, 'id' | 'secret' | 'secret_type'>;
  /** In the clear; sealed here. */
  candidate: string;
}

/** Writes a change down before anything is done about it. Undefined when the account has an open one already. */
export async function beginRecord(ctx: Context, given: NewRecord): Promise<ChangeRecord | undefined> {
  const { account } = given;
  const { rows } = await sql<ChangeRecord>`
    insert into change_secret_records (id, org_id, type, execution_id, asset_id, account_id, secret_type, old_secret, new_secret, date_created)
    values (${randomUUID()}, ${given.orgId}, ${given.type}, ${given.executionId}, ${given.assetId}, ${account.id}, ${account.secret_type},
      ${account.secret}, ${ctx.secrets.seal(given.candidate)}, ${ctx.clock()})
    on conflict (account_id) where status in ('pending', 'changing', 'uncertain') do nothing returning ${COLUMNS}`.execute(ctx.tx);
  return rows[0];
}

/** From here on the machine may change. @returns false when somebody else has taken the record on in the meantime */
export async function markChanging(ctx: Context, record: ChangeRecord): Promise<boolean> {
  const { rows } = await sql`
    update change_secret_records set status = 'changing', date_started = ${ctx.clock()}
    where id = ${record.id} and status = ${record.status} returning id`.execute(ctx.tx);
  return rows.length === 1;
}

/** The change did not happen; the account keeps what it had. */
export async function markFailed(ctx: Context, record: ChangeRecord, reason: Refusal): Promise<void> {
  await sql`update change_secret_records set status = 'failed', error = ${stored(reason)}, date_next_attempt = null,
      date_started = coalesce(date_started, ${ctx.clock()}), date_finished = ${ctx.clock()}
    where id = ${record.id} and status in ('pending', 'changing', 'uncertain')`.execute(ctx.tx);
}

/** Nobody knows yet: both secrets are kept, and somebody looks again. */
export async function markUncertain(ctx: Context, record: ChangeRecord, reason: Refusal): Promise<void> {
  const wait = Math.min(FIRST_LOOK_MS * 2 ** Math.min(record.attempts, 10), LAST_LOOK_MS);
  const next = record.attempts < MAX_LOOKS ? new Date(ctx.clock().getTime() + wait) : null;
  await sql`update change_secret_records set status = 'uncertain', error = ${stored(reason)}, attempts = attempts + 1, date_next_attempt = ${next}
    where id = ${record.id} and status in ('changing', 'uncertain')`.execute(ctx.tx);
}

/**
 * The machine takes the new secret: it becomes the account's, with history, version and audit event, in the transaction of
 * the caller. A record that is settled already is left alone.
 * @param note kept with the record: with what reservation the machine took it
 */
export async function settleAsNew(ctx: Context, record: ChangeRecord, note?: Refusal): Promise<void> {
  const now = ctx.clock();
  const { rows: open } = await sql`
    update change_secret_records set status = 'success', error = ${note ? stored(note) : null}, date_next_attempt = null, date_finished = ${now}
    where id = ${record.id} and status in ('pending', 'changing', 'uncertain') returning id`.execute(ctx.tx);
  if (open.length === 0) return;
  const { rows } = await sql<{ name: string; username: string; secret: string | null; org_id: string }>`
    select name, username, secret, org_id from accounts where id = ${record.account_id} for update`.execute(ctx.tx);
  const account = rows[0];
  if (!account) return;
  await sql`update accounts set connectivity = 'ok', date_verified = ${now} where id = ${record.account_id}`.execute(ctx.tx);
  const secret = ctx.secrets.open(record.new_secret);
  // A push of its own secret changes nothing, unless somebody entered one since. Anything else is written as a change, so that
  // nobody learns whether a secret they chose is the one that was there.
  const { rows: own } = await sql`select 1 from automation_executions where id = ${record.execution_id} and automation_id is null`.execute(
    ctx.tx,
  );
  if (own.length > 0 && account.secret !== null && account.secret === record.old_secret) return;
  const fingerprint = record.secret_type === 'ssh_key' ? readPrivateKey(secret, undefined).fingerprint : null;
  await sql`update accounts set secret = ${record.new_secret}, ssh_fingerprint = ${fingerprint}, version = version + 1, date_updated = ${now}
    where id = ${record.account_id}`.execute(ctx.tx);
  await recordHistory(ctx, [record.account_id]);
  ctx.audit({
    action: 'update',
    resourceType: 'account',
    resourceId: record.account_id,
    resource: account.name,
    orgId: account.org_id,
    changes: [{ field: 'secret', before: account.secret === null ? '' : '******', after: '******' }],
  });
}

/** Records in doubt whose time has come, and those of runs that ended without settling them. */
export async function dueRecords(ctx: Context, limit: number): Promise<ChangeRecord[]> {
  const { rows } = await sql<ChangeRecord>`
    select ${COLUMNS} from change_secret_records r where (r.status = 'uncertain' and r.date_next_attempt <= ${ctx.clock()})
      or (r.status in ('pending', 'changing') and not exists (
        select 1 from automation_executions e where e.id = r.execution_id and e.status in ('pending', 'running')))
    order by r.date_created limit ${limit}`.execute(ctx.tx);
  return rows;
}
