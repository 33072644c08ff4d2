import type { Context, Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { foldSums } from '../database/fold.queries.ts';

/** Logs that are counted, as in the triggers of migration 0050. */
export type CountedLog = 'sessions' | 'commands' | 'ftp_logs' | 'operate_logs' | 'login_logs';

/** Rows of whole hours: from one on, before another; without these, of all time. */
export const sumOfHours = (log: CountedLog, org: Where, from?: Date, to?: Date): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(c.n), 0)::int from evidence_counts c where c.log = ${log} and ${org}
    ${from || to ? sql`and c.hour > '-infinity'` : sql``}
    ${from ? sql`and c.hour >= ${from}` : sql``} ${to ? sql`and c.hour < ${to}` : sql``})`;

/** Rows of a log, under the alias `t`, for which conditions hold. */
export const countOf = (log: CountedLog, which: Where): RawBuilder<number> =>
  sql<number>`(select count(*)::int from ${sql.table(log)} t where ${which})`;

export const sumOf = (parts: readonly RawBuilder<number>[]): RawBuilder<number> => sql<number>`(${sql.join(parts, sql` + `)})`;

export async function numberOf(ctx: Context, figure: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${figure} as n`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Rows by day (`day`, `n`) in a zone, `YYYY-MM-DD`, of whole hours from one on. Right where the days of that zone begin on the hour. */
export const sumsOfDays = (log: CountedLog, org: Where, zone: string, from: Date): RawBuilder<unknown> =>
  sql`select to_char(c.hour at time zone ${zone}, 'YYYY-MM-DD') as day, sum(c.n)::int as n
    from evidence_counts c where c.log = ${log} and ${org} and c.hour >= ${from} group by 1`;

/** Makes one row of several for the same hour. */
export const fold = (ctx: Context) => foldSums(ctx, 'evidence_counts', ['log', 'org_id', 'hour']);

/** Counts all rows of the logs anew, in case something went past their triggers, such as a restored table. */
export const recount = (ctx: Context) =>
  sql`select count_evidence_again(log) from unnest(array['sessions', 'commands', 'ftp_logs', 'operate_logs', 'login_logs']) log`.execute(
    ctx.tx,
  );
