import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { runRows } from './runs.ts';

/** How the latest finished runs of a task went, among those that the reader may see. */
export interface Latest {
  name: string;
  /** The newest failed. */
  newest: boolean;
  /** One of them failed. */
  any: boolean;
}

/** Of each task, over its latest so many runs. A lateral limit reads no more of the index than these. */
export async function latestOf(ctx: Context, names: readonly string[], runs: number): Promise<Latest[]> {
  const { rows } = await sql<Latest>`
    select n.name, coalesce(bool_or(r.failed and r.place = 1), false) as newest, coalesce(bool_or(r.failed), false) as any
    from unnest(${[...names]}::text[]) as n (name) left join lateral (
      select t.state = 'FAILURE' as failed, row_number() over (order by t.date_published desc) as place
      from task_runs t where t.name = n.name and t.is_finished and ${runRows(ctx, 't')} order by t.date_published desc limit ${runs}
    ) r on true group by n.name`.execute(ctx.tx);
  return rows;
}
