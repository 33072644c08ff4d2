import { randomUUID } from 'node:crypto';
import { among, type Context } from '@postern/resource';
import { due, LEASE_S } from '../../platform/database/lease.queries.ts';
import { fromNow, now } from '../../platform/database/moment.queries.ts';
import type { CommandLog } from './logs.store.ts';

/** Who ships what: leases, pauses, and what waits. */

/** Ids of waiting commands that are looked at for counting; a batch is the first of them. */
const LOOK = 5_000;

export interface Claim {
  storageId: string;
  holder: string;
  failures: number;
}

/** Takes a storage on that is due and that nobody ships to, by the clock of the database. */
export async function claim(ctx: Context, { id }: CommandLog): Promise<Claim | undefined> {
  const holder = randomUUID();
  await ctx.tx
    .insertInto('command_shippers')
    .values({ storage_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await ctx.tx
    .updateTable('command_shippers')
    .set({ holder, lease: fromNow({ seconds: LEASE_S }) })
    .where('storage_id', '=', id)
    .where(due)
    .returning('failures')
    .executeTakeFirst();
  return found && { storageId: id, holder, failures: found.failures };
}

/** @returns whether the shipper still has the storage; one that was too slow has not */
export async function keep(ctx: Context, { storageId, holder }: Claim): Promise<boolean> {
  const mine = await ctx.tx
    .updateTable('command_shippers')
    .set({ lease: fromNow({ seconds: LEASE_S }), failures: 0, error: '', date_sent: now })
    .where('storage_id', '=', storageId)
    .where('holder', '=', holder)
    .returning('storage_id')
    .executeTakeFirst();
  return mine !== undefined;
}

/** Lets a storage go: for good, or until a pause is over. @returns how often in a row it has failed by now */
export async function letGo(ctx: Context, { storageId, holder }: Claim, failure?: { error: string; pauseMs: number }): Promise<number> {
  const found = await ctx.tx
    .updateTable('command_shippers')
    .set(({ eb }) => ({
      holder: null,
      lease: null,
      ...(failure
        ? {
            failures: eb('failures', '+', 1),
            error: failure.error.slice(0, 200),
            date_next: fromNow({ seconds: Math.ceil(failure.pauseMs / 1_000) }),
          }
        : { date_next: null }),
    }))
    .where('storage_id', '=', storageId)
    .where('holder', '=', holder)
    .returning('failures')
    .executeTakeFirst();
  return found?.failures ?? 0;
}

/** After a change of the storage it is tried at once, and whoever ships to the old place finds it no longer its own. */
export async function shipAnew(ctx: Context, storageId: string): Promise<void> {
  await ctx.tx
    .updateTable('command_shippers')
    .set({ holder: null, lease: null, failures: 0, error: '', date_next: null })
    .where('storage_id', '=', storageId)
    .execute();
}

/** Ids of commands that may be in their storage already, and in the table still. */
export async function waitingIds(ctx: Context, storageId: string): Promise<string[]> {
  const rows = await ctx.tx.selectFrom('commands').select('id').where('storage_id', '=', storageId).orderBy('id').limit(LOOK).execute();
  return rows.map(({ id }) => id);
}

/** Commands of a storage that are in the table still. */
export async function waitingCount(ctx: Context, storageId: string): Promise<number> {
  const { n } = await ctx.tx
    .selectFrom('commands')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('storage_id', '=', storageId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Forgets what was noted of single commands that got through. */
export const forgetRetries = (ctx: Context, ids: readonly string[]) =>
  ctx.tx
    .deleteFrom('command_retries')
    .where(({ ref }) => among(ref('command_id'), ids))
    .execute();
