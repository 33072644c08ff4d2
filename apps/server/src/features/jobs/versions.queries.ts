import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { Order } from './execution.resource.ts';

export interface Version {
  version: number;
  date_first: Date;
  date_last: Date;
  runs: number;
  ordered: Order;
}

/** What a job was in each of its versions that ever ran, as the latest run of each had it; the newest first. */
export async function versionsOf(ctx: Context, jobId: string, most: number): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select v.*, e.ordered
    from (select job_version as version, min(date_created) as date_first, max(date_created) as date_last, count(*)::int as runs
      from job_executions where job_id = ${jobId} group by job_version order by job_version desc limit ${most}) as v
    cross join lateral (select ordered from job_executions
      where job_id = ${jobId} and job_version = v.version and date_created = v.date_last limit 1) as e
    order by v.version desc`.execute(ctx.tx);
  return rows;
}
