import { sql } from 'kysely';
import type { AuditEvent, Context } from '../base/context.ts';

/**
 * Runs `work` behind a savepoint. What it wrote, its audit events and what it left for after the commit stay only when
 * `keep` says so of its result; an error undoes all of it and is thrown on.
 */
export async function sandbox<T>(ctx: Context, work: (ctx: Context) => Promise<T>, keep: (result: T) => boolean): Promise<T> {
  const events: AuditEvent[] = [];
  const later: (() => void | Promise<void>)[] = [];
  const inner: Context = { ...ctx, audit: (event) => void events.push(event), afterCommit: (one) => void later.push(one) };
  await sql`savepoint portion`.execute(ctx.tx);
  let kept = false;
  try {
    const result = await work(inner);
    kept = keep(result);
    return result;
  } finally {
    if (kept) {
      await sql`release savepoint portion`.execute(ctx.tx);
      for (const event of events) ctx.audit(event);
      for (const one of later) ctx.afterCommit(one);
    } else {
      await sql`rollback to savepoint portion`.execute(ctx.tx);
      await sql`release savepoint portion`.execute(ctx.tx);
    }
  }
}
