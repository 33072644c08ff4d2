import type { Context, Where } from '@postern/resource';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { talliedDays } from '../../platform/evidence-counts/tally.ts';
import { loginRows } from '../audits/index.ts';
import { sessionRows } from '../sessions/index.ts';

/** Two figures of a day in the caller's zone, `YYYY-MM-DD`. Days without any are not among them. */
export interface Day {
  day: string;
  a: number;
  b: number;
}

/** Rows are put together by dates, which takes a third of the time that their words take, of a hundred thousand rows. */
const localDay = (ctx: Context, column: string) => sql`(${sql.ref(column)} at time zone ${ctx.timeZone})::date`;
const inWords = (days: RawBuilder<unknown>) => sql<Day>`select to_char(d.day, 'YYYY-MM-DD') as day, d.a, d.b from (${days}) d`;

/** Sessions that began. */
export async function sessionDays(ctx: Context, from: Date): Promise<Day[]> {
  const told = await talliedDays(ctx, 'sessions', from);
  if (told) return told.map(({ day, n }) => ({ day, a: n, b: 0 }));
  const { rows } = await inWords(sql`
    select ${localDay(ctx, 's.date_start')} as day, count(*)::int as a, 0 as b
    from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${from} group by 1`).execute(ctx.tx);
  return rows;
}

/** Logins that worked, and of how many people. */
export async function loginDays(ctx: Context, from: Date): Promise<Day[]> {
  const { rows } = await inWords(sql`
    select x.day, sum(x.n)::int as a, count(*)::int as b from (
      select ${localDay(ctx, 'l.datetime')} as day, l.username, count(*) as n
      from login_logs l where l.datetime >= ${from} and l.status and ${loginRows(ctx, 'l')} group by 1, 2) x group by 1`).execute(ctx.tx);
  return rows;
}

/** People who connected, and assets they connected to: each found once a day by hashing, where counting what is distinct sorts them all. */
export async function activeDays(ctx: Context, from: Date): Promise<Day[]> {
  const { rows } = await inWords(sql`
    select x.day, count(*) filter (where x.person)::int as a, count(*) filter (where not x.person)::int as b from (
      select x.day, grouping(x.user_id) = 0 as person from (
        select ${localDay(ctx, 's.date_start')} as day, s.user_id, s.asset_id
        from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${from}) x
      group by grouping sets ((x.day, x.user_id), (x.day, x.asset_id))) x group by 1`).execute(ctx.tx);
  return rows;
}

/** Numbers under their names, in one statement. */
export async function together(
  ctx: Context,
  figures: readonly (readonly [string, Expression<unknown>])[],
): Promise<Record<string, number>> {
  if (figures.length === 0) return {};
  const columns = figures.map(([name, figure]) => sql`(${figure})::int as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(ctx.tx);
  return rows[0] ?? {};
}

export const difference = (one: Expression<unknown>, other: Expression<unknown>) => sql<number>`(${one}) - (${other})`;

/** Assets by the type of their platform, from what is counted of them (`c`). */
export async function countByType(ctx: Context, org: Where): Promise<{ type: string; total: number }[]> {
  const { rows } = await sql<{ type: string; total: number }>`
    select p.type, sum(c.n)::int as total from kept_counts c join platforms p on p.id = c.part
    where c.counted = 'assets' and ${org} group by p.type having sum(c.n) > 0 order by total desc`.execute(ctx.tx);
  return rows;
}
