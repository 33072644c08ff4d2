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

/** All rows of a query as one value of a statement. Times are text in it. */
const listed = (query: RawBuilder<unknown>) => sql<unknown[]>`(select coalesce(json_agg(x), '[]') from (${query}) x)`;

/** Rows are put together by dates, which takes a third of the time that their words take, of a hundred thousand rows. */
const localDay = (ctx: Context, column: string) => sql`(${sql.ref(column)} at time zone ${ctx.timeZone})::date`;
const inWords = (days: RawBuilder<unknown>) => sql<Day>`select to_char(d.day, 'YYYY-MM-DD') as day, d.a, d.b from (${days}) d`;

/** Sessions that began, by day: `SessionDay`s. */
export const sessionDays = (ctx: Context, from: Date) =>
  listed(
    talliedDays(ctx, 'sessions', from) ??
      sql`select to_char(d.day, 'YYYY-MM-DD') as day, d.n from (
        select ${localDay(ctx, 's.date_start')} as day, count(*)::int as n
        from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${from} group by 1) d`,
  );

export interface SessionDay {
  day: string;
  n: number;
}

/** Logins that worked, and of how many people: `Day`s. */
export const loginDays = (ctx: Context, from: Date) =>
  listed(
    inWords(sql`
    select x.day, sum(x.n)::int as a, count(*)::int as b from (
      select ${localDay(ctx, 'l.datetime')} as day, l.username, count(*) as n
      from login_logs l where l.datetime >= ${from} and l.status and ${loginRows(ctx, 'l')} group by 1, 2) x group by 1`),
  );

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

/** Assets and people with most sessions: `Ranking`. Sessions are gone through once for both. */
export const mostSessions = (ctx: Context, since: Date, top: number) =>
  sql`(
    with counted as materialized (
      select grouping(s.user_id) <> 0 as is_asset, s.asset, s.user_id, max(s."user") as "user", count(*)::int as total, max(s.date_start) as last
      from sessions s where ${sessionRows(ctx, 's')} and s.date_start >= ${since}
      group by grouping sets ((s.asset), (s.user_id)))
    select json_build_object(
      'assets', ${listed(sql`select asset, total, last from counted where is_asset order by total desc, asset limit ${top}`)},
      'users', ${listed(sql`select user_id, "user", total, last from counted where not is_asset order by total desc limit ${top}`)}))`;

export type Ranking = Record<'assets' | 'users', Ranked[]>;

export interface Ranked extends Record<string, unknown> {
  total: number;
  last: string;
}

/** The sessions that began last: `Begun`s. In the order of the index, which ends with those that never began. */
export const lastSessions = (ctx: Context, since: Date, top: number) =>
  listed(sql`select s.id, s."user", s.asset, s.is_finished, s.date_start from sessions s
    where ${sessionRows(ctx, 's')} and s.date_start >= ${since} order by s.date_start desc nulls last limit ${top}`);

export interface Begun {
  id: string;
  user: string;
  asset: string;
  is_finished: boolean;
  date_start: string;
}

/** Values under their names, in one statement. */
export async function together(
  ctx: Context,
  figures: readonly (readonly [string, Expression<unknown>])[],
): Promise<Readonly<Record<string, unknown>>> {
  if (figures.length === 0) return {};
  const columns = figures.map(([name, figure]) => sql`${figure} as ${sql.ref(name)}`);
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join(columns)}`.execute(ctx.tx);
  return rows[0] ?? {};
}

/** A number that JSON and JavaScript have. */
export const numeric = (figure: Expression<unknown>) => sql<number>`(${figure})::int`;

export const difference = (one: Expression<unknown>, other: Expression<unknown>) => sql<number>`(${one}) - (${other})`;

/** Assets by the type of their platform, from what is counted of them (`c`): `OfType`s. */
export const countByType = (org: Where) =>
  listed(sql`
    select p.type, sum(c.n)::int as total from kept_counts c join platforms p on p.id = c.part
    where c.counted = 'assets' and ${org} group by p.type having sum(c.n) > 0 order by total desc`);

export interface OfType {
  type: string;
  total: number;
}
