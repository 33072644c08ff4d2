import type { AuditEvent, Context, Database } from '@postern/resource';
import { appendOperateLogs } from '../audit/operate-log.ts';
import type { Messages } from '../events/bus.ts';

/** What a request has asked to happen at its end. */
export interface Queued {
  events: AuditEvent[];
  after: (() => void | Promise<void>)[];
}

export const nothingQueued = (): Queued => ({ events: [], after: [] });

/** The context with another connection and its own queue. */
export function bind(ctx: Context, tx: Database, queued: Queued): Context {
  return {
    ...ctx,
    tx,
    audit: (event) => void queued.events.push(event),
    afterCommit: (work) => void queued.after.push(work),
  };
}

/** What is told with the commit of transactions that are open. */
const told = new WeakMap<Database, Messages>();

/**
 * Tells all nodes something with the commit of a request's transaction, once for a channel however often it is asked for.
 * @returns false where there is no transaction to do it with
 */
export function tellWithCommit({ tx }: Context, channel: string, payload: Readonly<Record<string, unknown>>): boolean {
  return told.get(tx)?.set(channel, payload) !== undefined;
}

async function runAfter(ctx: Context, queued: Queued): Promise<void> {
  for (const work of queued.after) {
    try {
      await work();
    } catch (error) {
      // The write stands; what was to follow it is told to the operator and not to the client.
      ctx.log.error({ err: error }, 'work after a commit failed');
    }
  }
}

/**
 * Runs `work` in one transaction: its writes, its audit events and the commit belong together (ARCHITECTURE.md#invariants). What it
 * queued with `afterCommit` runs once the commit has succeeded. An error undoes everything.
 */
export async function inTransaction<T>(db: Database, ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const queued = nothingQueued();
  const result = await db.transaction().execute(async (trx) => {
    const inner = bind(ctx, trx, queued);
    const messages: Messages = new Map();
    told.set(trx, messages);
    const value = await work(inner);
    await appendOperateLogs(trx, inner, queued.events, messages);
    return value;
  });
  await runAfter(ctx, queued);
  return result;
}

/** Runs `work` on the pool; audit events it leaves behind (a viewed secret, for example) are stored before the answer goes out. */
export async function withoutTransaction<T>(db: Database, ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const queued = nothingQueued();
  const value = await work(bind(ctx, db, queued));
  if (queued.events.length) await db.transaction().execute((trx) => appendOperateLogs(trx, ctx, queued.events));
  await runAfter(ctx, queued);
  return value;
}

class RolledBack extends Error {}

/**
 * Runs `work` in a transaction that never commits: writes go their real way and leave nothing, neither rows nor audit
 * events nor work after a commit. For trying things out.
 */
export async function rolledBack<T>(db: Database, ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const found: T[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      found.push(await work(bind(ctx, trx, nothingQueued())));
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return found[0] as T;
}
