import { among, type Context } from '@postern/resource';
import { fromNow, now } from '../../../platform/database/moment.queries.ts';
import { doubledPause } from '../../../platform/jobs/pause.ts';

/** How storages do (tables.ts). */

const FIRST_PAUSE_S = 5;
const MAX_PAUSE_S = 300;
const MAX_ERROR = 500;

/** @returns how often in a row it has failed by now */
export async function storageFailed(ctx: Context, storageId: string, error: string): Promise<number> {
  const before = await ctx.tx.selectFrom('storage_health').select('failures').where('storage_id', '=', storageId).executeTakeFirst();
  const pause = doubledPause(before?.failures ?? 0, FIRST_PAUSE_S, MAX_PAUSE_S);
  const values = { error: error.slice(0, MAX_ERROR), date_next: fromNow({ seconds: pause }) };
  const { failures } = await ctx.tx
    .insertInto('storage_health')
    .values({ storage_id: storageId, failures: 1, ...values, date_failed: now })
    .onConflict((clash) =>
      clash.column('storage_id').doUpdateSet(({ eb, fn, ref }) => ({
        ...values,
        failures: eb(ref('storage_health.failures'), '+', 1),
        date_failed: fn.coalesce(ref('storage_health.date_failed'), now),
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  return failures;
}

/** It took what it was given: whatever was wrong is over. */
export async function storageWorked(ctx: Context, storageId: string): Promise<void> {
  const values = { failures: 0, error: '', date_failed: null, date_next: null, date_worked: now };
  await ctx.tx
    .insertInto('storage_health')
    .values({ storage_id: storageId, ...values })
    .onConflict((clash) => clash.column('storage_id').doUpdateSet(values))
    .execute();
}

/** Somebody changed how it is reached: it is tried at once. */
export async function tryAnew(ctx: Context, storageId: string): Promise<void> {
  await ctx.tx.updateTable('storage_health').set({ date_next: null, failures: 0 }).where('storage_id', '=', storageId).execute();
}

export async function errorsOf(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.tx
    .selectFrom('storage_health')
    .select(['storage_id', 'error'])
    .where(({ ref }) => among(ref('storage_id'), ids))
    .execute();
  return new Map(rows.map(({ storage_id, error }) => [storage_id, error]));
}
