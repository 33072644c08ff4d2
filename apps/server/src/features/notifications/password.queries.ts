import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** A password that ends soon: whose it is, and in how many days. */
export interface EndingPassword {
  id: string;
  days: number;
}

/** Local passwords of people who can log in that end in the next days. @param limit days that a password is good for */
export async function endingPasswords(ctx: Context, limit: number, warnDays: number): Promise<EndingPassword[]> {
  const { rows } = await sql<EndingPassword>`
    select id, ceil(extract(epoch from date_password_last_updated + make_interval(days => ${limit}) - ${ctx.clock()}) / 86400)::int as days
    from users where source = 'local' and is_active and not is_service_account
      and date_password_last_updated + make_interval(days => ${limit}) between ${ctx.clock()} and ${ctx.clock()}::timestamptz + make_interval(days => ${warnDays})`.execute(
    ctx.tx,
  );
  return rows;
}
