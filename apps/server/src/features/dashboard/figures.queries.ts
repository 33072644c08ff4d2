import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { loginRows } from '../audits/index.ts';
import { sessionRows } from '../sessions/index.ts';

/** Two figures of a day in the caller's zone, `YYYY-MM-DD`. Days without any are not among them. */
export interface Day {
  day: string;
  a: number;
  b: number;
}

const localDay = (ctx: Context, column: string) => sql`to_char(${sql.ref(column)} at time zone ${ctx.timeZone}, 'YYYY-MM-DD')`;

/** Sessions that began. */
export async function sessionDays(ctx: Context, from: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select ${localDay(ctx, 's.date_start')} as day, count(*)::int as a, 0 as b
    from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${from} group by 1`.execute(ctx.tx);
  return rows;
}

/** Logins that worked, and of how many people. */
export async function loginDays(ctx: Context, from: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select ${localDay(ctx, 'l.datetime')} as day, count(*)::int as a, count(distinct l.username)::int as b
    from login_logs l where l.datetime >= ${from} and l.status and ${loginRows(ctx, 'l')} group by 1`.execute(ctx.tx);
  return rows;
}

/** People who connected, and assets they connected to. */
export async function activeDays(ctx: Context, from: Date): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select ${localDay(ctx, 's.date_start')} as day, count(distinct s.user_id)::int as a, count(distinct s.asset_id)::int as b
    from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${from} group by 1`.execute(ctx.tx);
  return rows;
}
