import { randomUUID } from 'node:crypto';
import type { Context } from '@postern/resource';
import { due, LEASE_S } from '../../../platform/database/lease.queries.ts';
import { fromNow, now } from '../../../platform/database/moment.queries.ts';
import { LOGS, type LogName } from './event-kinds.ts';
import { logHeads } from './feed.queries.ts';
import type { AuditReceiver } from './receiver.resource.ts';

const MAX_ERROR = 500;

/** A receiver as its sender has it: nobody else sends to it meanwhile. */
export type Claimed = Pick<AuditReceiver, 'id' | 'name' | 'type' | 'address' | 'token' | 'ca' | 'events' | 'failures'> & { holder: string };

/** Receivers that may have something to be sent. */
export const dueReceivers = (ctx: Context) =>
  ctx.tx.selectFrom('audit_receivers').select('id').where('is_active', '=', true).orderBy('name').execute();

/** Takes a receiver on that is due and that nobody sends to, by the clock of the database, which all nodes share. */
export async function claim(ctx: Context, id: string): Promise<Claimed | undefined> {
  const holder = randomUUID();
  const found = await ctx.tx
    .updateTable('audit_receivers')
    .set({ holder, lease: fromNow({ seconds: LEASE_S }) })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where(due)
    .returning(['id', 'name', 'type', 'address', 'token', 'ca', 'events', 'failures'])
    .executeTakeFirst();
  return found && { ...found, holder };
}

export async function cursorOf(ctx: Context, id: string, log: LogName): Promise<number | undefined> {
  const known = ctx.tx.selectFrom('audit_receiver_cursors').select('seq').where('receiver_id', '=', id).where('log', '=', log);
  return (await known.executeTakeFirst())?.seq;
}

/** Notes what was acknowledged. @returns whether the sender still has the receiver; one that was too slow has not */
export async function advance(ctx: Context, { id, holder }: Claimed, log: LogName, seq: number, sent: boolean): Promise<boolean> {
  const mine = await ctx.tx
    .updateTable('audit_receivers')
    .set({ lease: fromNow({ seconds: LEASE_S }), ...(sent ? { date_sent: now, error: '', date_failed: null, failures: 0 } : {}) })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('id')
    .executeTakeFirst();
  if (!mine) return false;
  await ctx.tx.updateTable('audit_receiver_cursors').set({ seq }).where('receiver_id', '=', id).where('log', '=', log).execute();
  return true;
}

/** Lets a receiver go that has had everything. */
export async function release(ctx: Context, { id, holder }: Claimed): Promise<void> {
  const free = { holder: null, lease: null, date_next: null };
  await ctx.tx.updateTable('audit_receivers').set(free).where('id', '=', id).where('holder', '=', holder).execute();
}

/** Lets a receiver go that took nothing, until a pause is over. @returns how often in a row it has failed by now */
export async function failed(ctx: Context, { id, holder }: Claimed, error: string, pauseMs: number): Promise<number> {
  const found = await ctx.tx
    .updateTable('audit_receivers')
    .set(({ eb, fn }) => ({
      holder: null,
      lease: null,
      failures: eb('failures', '+', 1),
      error: error.slice(0, MAX_ERROR),
      date_failed: fn.coalesce('date_failed', now),
      date_next: fromNow({ seconds: Math.ceil(pauseMs / 1_000) }),
    }))
    .where('id', '=', id)
    .where('holder', '=', holder)
    .returning('failures')
    .executeTakeFirst();
  return found?.failures ?? 0;
}

/** A new receiver is told what happens from now on. */
export async function beginAtHeads(ctx: Context, id: string): Promise<void> {
  const heads = await logHeads(ctx);
  await ctx.tx
    .insertInto('audit_receiver_cursors')
    .values(LOGS.map((log) => ({ receiver_id: id, log, seq: heads.get(log) ?? 0 })))
    .execute();
}

/** After a change it is tried at once, and whoever sends by the old address finds it no longer its own. */
export async function beginAnew(ctx: Context, id: string): Promise<void> {
  await ctx.tx
    .updateTable('audit_receivers')
    .set({ failures: 0, error: '', date_failed: null, date_next: null, holder: null, lease: null })
    .where('id', '=', id)
    .execute();
}
