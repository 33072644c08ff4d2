import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Notes that a run has reached somebody. */
export async function addDelivered(ctx: Context, run: string, user: string): Promise<void> {
  await sql`update account_backup_executions set delivered = array_append(delivered, ${user}::uuid) where id = ${run}`.execute(ctx.tx);
}
