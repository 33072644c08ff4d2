import type { Context, Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { foldSums } from '../database/fold.queries.ts';

/** Tables that are counted, as in the triggers of migration 0098. */
export type CountedTable = 'assets' | 'accounts';

/** Rows of a table in those organisations and parts, as a number to select; conditions are over `c`. */
export const keptSum = (table: CountedTable, org: Where, parts: Where): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(c.n), 0)::int from kept_counts c where c.counted = ${table} and ${org} and ${parts})`;

export async function keptCount(ctx: Context, table: CountedTable, org: Where, parts: Where): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${keptSum(table, org, parts)} as n`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Makes one row of several for the same part. */
export const foldKept = (ctx: Context) => foldSums(ctx, 'kept_counts', ['counted', 'org_id', 'part']);

/** Counts all rows anew, in case something went past the triggers, such as a restored table. */
export const recountKept = (ctx: Context) => sql`select keep_count_again(t) from unnest(array['assets', 'accounts']) t`.execute(ctx.tx);
