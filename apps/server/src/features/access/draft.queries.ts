import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Bounds every further statement of the transaction, in milliseconds. */
export async function boundStatements(ctx: Context, ms: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(ctx.tx);
}

/** Marks the state to which `forgetDraft` goes back. */
export async function beforeDraft(ctx: Context): Promise<void> {
  await sql`savepoint before_draft`.execute(ctx.tx);
}

/** Undoes what was written since `beforeDraft`, and with it the locks. */
export async function forgetDraft(ctx: Context): Promise<void> {
  await sql`rollback to savepoint before_draft`.execute(ctx.tx);
}
