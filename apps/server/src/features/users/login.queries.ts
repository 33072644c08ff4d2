import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Ends the logins of a person that stand between password and second factor, save the one of this request. */
export async function endBegunLogins(ctx: Context, userId: string): Promise<void> {
  await sql`delete from login_sessions where user_id is null and data #>> '{login,userId}' = ${userId}
    and id is distinct from ${ctx.session?.id ?? null}::uuid`.execute(ctx.tx);
}
