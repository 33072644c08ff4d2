import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Makes whoever else saves a view of the same person wait until this transaction ends. */
export async function lockViews(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`saved-view:${ctx.actor.id}`}))`.execute(ctx.tx);
}
