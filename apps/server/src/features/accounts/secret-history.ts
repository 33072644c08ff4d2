import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Keeps each state of a secret; the sealed text is copied, nothing is opened. */
export async function recordHistory(ctx: Context, accountIds: readonly string[]): Promise<void> {
  await sql`
    insert into accounts_history (account_id, secret, secret_type, version, history_date, history_user)
    select id, secret, secret_type, version, ${ctx.clock()}, ${ctx.actor.kind === 'user' ? ctx.actor.id : null}::uuid
    from accounts where id = any(${[...accountIds]}::uuid[])`.execute(ctx.tx);
}
