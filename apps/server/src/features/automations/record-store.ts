import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import type { NotNull } from 'kysely';
import { anyRow } from '../../platform/database/any-row.ts';
import { doubledPause } from '../../platform/jobs/pause.ts';
import { noteLogin, readPrivateKey, replaceSecret } from '../accounts/index.ts';
import type { StoredAccount } from './machine.ts';
import { type FirstRecord, insertOpen, OPEN } from './record.queries.ts';
import { type Refusal, stored } from './refusal.ts';

/**
 * Where one change of one secret stands (decision 0044): `pending` — the candidate is stored, nothing was sent ·
 * `changing` — the change may have been sent · `uncertain` — it was sent and nobody knows which secret holds ·
 * `success`, `failed` — settled.
 */
export interface ChangeRecord extends Omit<FirstRecord, 'date_created'> {
  status: 'pending' | 'changing' | 'uncertain' | 'success' | 'failed';
  attempts: number;
  date_started: Date | null;
}

/** Doubt is looked into after so many milliseconds, then after twice as many each time, up to a quarter of a day. */
const FIRST_LOOK_MS = 60_000;
const LAST_LOOK_MS = 6 * 3_600_000;
/** After these many looks it is left to people; the record stays open and keeps both secrets. */
const MAX_LOOKS = 40;

/** Every record holds the secret that is to be, from its first moment. */
const records = (ctx: Context) =>
  ctx.tx
    .selectFrom('change_secret_records as r')
    .select(['r.id', 'r.org_id', 'r.type', 'r.execution_id', 'r.asset_id', 'r.account_id', 'r.secret_type'])
    .select(['r.old_secret', 'r.new_secret', 'r.status', 'r.attempts', 'r.date_started'])
    .$narrowType<{ new_secret: NotNull }>();

/** The record of an account in a run, if there is one. */
export const recordIn = (ctx: Context, executionId: string, accountId: string): Promise<ChangeRecord | undefined> =>
  records(ctx).where('r.execution_id', '=', executionId).where('r.account_id', '=', accountId).executeTakeFirst();

/** The open record of an account, whatever run it is of. */
export const openRecordOf = (ctx: Context, accountId: string): Promise<ChangeRecord | undefined> =>
  records(ctx).where('r.account_id', '=', accountId).where(OPEN).executeTakeFirst();

export interface NewRecord {
  type: ChangeRecord['type'];
  executionId: string;
  orgId: string;
  assetId: string;
  account: Pick<StoredAccount, 'id' | 'secret' | 'secret_type'>;
  /** In the clear; encrypted here. */
  candidate: string;
}

/** Writes a change down before anything is done about it. Undefined when the account has an open one already. */
export async function beginRecord(ctx: Context, given: NewRecord): Promise<ChangeRecord | undefined> {
  const { account } = given;
  const first = {
    id: randomUUID(),
    org_id: given.orgId,
    type: given.type,
    execution_id: given.executionId,
    asset_id: given.assetId,
    account_id: account.id,
    secret_type: account.secret_type,
    old_secret: account.secret,
    new_secret: ctx.secrets.encrypt(given.candidate),
  };
  const isFirst = await insertOpen(ctx, { ...first, date_created: ctx.clock() });
  return isFirst ? { ...first, status: 'pending', attempts: 0, date_started: null } : undefined;
}

/** From here on the machine may change. @returns false when somebody else has taken the record on in the meantime */
export async function markChanging(ctx: Context, record: ChangeRecord): Promise<boolean> {
  const mine = await ctx.tx
    .updateTable('change_secret_records')
    .set({ status: 'changing', date_started: ctx.clock() })
    .where('id', '=', record.id)
    .where('status', '=', record.status)
    .returning('id')
    .executeTakeFirst();
  return mine !== undefined;
}

/** The change did not happen; the account keeps what it had. */
export async function markFailed(ctx: Context, record: ChangeRecord, reason: Refusal): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .updateTable('change_secret_records')
    .set((eb) => ({
      status: 'failed',
      error: stored(reason),
      date_next_attempt: null,
      date_started: eb.fn.coalesce('date_started', eb.val(now)),
      date_finished: now,
    }))
    .where('id', '=', record.id)
    .where(OPEN)
    .execute();
}

/** Nobody knows yet: both secrets are kept, and somebody looks again. */
export async function markUncertain(ctx: Context, record: ChangeRecord, reason: Refusal): Promise<void> {
  const wait = doubledPause(record.attempts, FIRST_LOOK_MS, LAST_LOOK_MS);
  const next = record.attempts < MAX_LOOKS ? new Date(ctx.clock().getTime() + wait) : null;
  await ctx.tx
    .updateTable('change_secret_records')
    .set((eb) => ({ status: 'uncertain', error: stored(reason), attempts: eb('attempts', '+', 1), date_next_attempt: next }))
    .where('id', '=', record.id)
    .where('status', 'in', ['changing', 'uncertain'])
    .execute();
}

/** A push of accounts that somebody named: it belongs to no automation. */
const isOnDemand = async (ctx: Context, executionId: string): Promise<boolean> =>
  await anyRow(ctx.tx.selectFrom('automation_executions').where('id', '=', executionId).where('automation_id', 'is', null));

/**
 * The machine takes the new secret: it becomes the account's, with history, version and audit event, in the transaction of
 * the caller. A record that is settled already is left alone.
 * @param note kept with the record: with what reservation the machine took it
 */
export async function settleAsNew(ctx: Context, record: ChangeRecord, note?: Refusal): Promise<void> {
  const open = await ctx.tx
    .updateTable('change_secret_records')
    .set({ status: 'success', error: note ? stored(note) : null, date_next_attempt: null, date_finished: ctx.clock() })
    .where('id', '=', record.id)
    .where(OPEN)
    // As it is kept now: it may have gone to a store, or come back, since the record was read.
    .returning(['new_secret', 'old_secret'])
    .$narrowType<{ new_secret: NotNull }>()
    .executeTakeFirst();
  if (!open) return;
  const account = await ctx.tx
    .selectFrom('accounts')
    .select(['name', 'secret', 'org_id'])
    .where('id', '=', record.account_id)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return;
  await noteLogin(ctx, record.account_id, 'ok');
  // A push of its own secret changes nothing, unless somebody entered one since. Anything else is written as a change, so that
  // nobody learns whether a secret they chose is the one that was there.
  if (account.secret !== null && account.secret === open.old_secret && (await isOnDemand(ctx, record.execution_id))) return;
  const fingerprint =
    record.secret_type === 'ssh_key' ? readPrivateKey(await ctx.secrets.open(open.new_secret), undefined).fingerprint : null;
  await replaceSecret(ctx, record.account_id, { encrypted: open.new_secret, fingerprint });
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
export const dueRecords = (ctx: Context, limit: number): Promise<ChangeRecord[]> =>
  records(ctx)
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const run = selectFrom('automation_executions as e').select('e.id').whereRef('e.id', '=', 'r.execution_id');
      return or([
        and([eb('r.status', '=', 'uncertain'), eb('r.date_next_attempt', '<=', ctx.clock())]),
        and([eb('r.status', 'in', ['pending', 'changing']), not(exists(run.where('e.status', 'in', ['pending', 'running'])))]),
      ]);
    })
    .orderBy('r.date_created')
    .limit(limit)
    .execute();
