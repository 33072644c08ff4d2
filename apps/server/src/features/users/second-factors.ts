import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Takes every second factor off a person: authenticator, passkeys, recovery codes. A forced level stays. The caller audits. */
export async function forgetFactors(ctx: Context, userId: string): Promise<void> {
  await sql`update users set otp_secret = null, otp_last_step = 0, mfa_level = case when mfa_level = 2 then 2 else 0 end
    where id = ${userId}`.execute(ctx.tx);
  await sql`delete from passkeys where user_id = ${userId}`.execute(ctx.tx);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(ctx.tx);
}
