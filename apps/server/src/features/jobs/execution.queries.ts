import { type Behaviour, type Context, formatDatetime } from '@postern/resource';
import { sql } from 'kysely';
import type { HostStatus } from './host-status.ts';

interface Runs {
  job_id: string;
  total: number;
  success: number;
  last: Date | null;
  average: number | null;
}

/** How the runs of some jobs went: how many, how many of them well, the latest, and the mean of their seconds. */
async function runsOfJobs(ctx: Context, ids: readonly string[]): Promise<Map<string, Runs>> {
  const { rows } = await sql<Runs>`
    select job_id, count(*)::int as total, (count(*) filter (where is_success))::int as success, max(date_created) as last,
      avg(extract(epoch from date_finished - date_start)) filter (where is_finished)::float8 as average
    from job_executions where job_id = any(${[...ids]}::uuid[]) group by job_id`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.job_id, row]));
}

const perJob =
  <T>(value: (runs: Runs | undefined, ctx: Context) => T): NonNullable<Behaviour['computed']>[string] =>
  async (ctx, rows) => {
    const ids = rows.map((row) => String(row.id));
    const found = await runsOfJobs(ctx, ids);
    return new Map(ids.map((id) => [id, value(found.get(id), ctx)]));
  };

/** What is computed of jobs from their runs. */
export const runsOf: NonNullable<Behaviour['computed']> = {
  summary: perJob((runs) => ({ total: runs?.total ?? 0, success: runs?.success ?? 0 })),
  date_last_run: perJob((runs, ctx) => formatDatetime(runs?.last ?? null, ctx.timeZone)),
  average_time_cost: perJob((runs) => Math.round((runs?.average ?? 0) * 100) / 100),
};

/** How many machines of each run are in which state. */
export async function countsOf(ctx: Context, executions: readonly string[]): Promise<Map<string, Partial<Record<HostStatus, number>>>> {
  const { rows } = await sql<{ execution_id: string; counts: Partial<Record<HostStatus, number>> }>`
    select execution_id, jsonb_object_agg(status, n) as counts
    from (select execution_id, status, count(*)::int as n from job_execution_hosts
      where execution_id = any(${[...executions]}::uuid[]) group by execution_id, status) as c
    group by execution_id`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.execution_id, row.counts]));
}

/** Writes down what machines of a run have said so far, by their assets; one that is not under way any more keeps what it has. */
export async function keepOutputs({ tx }: Context, execution: string, outputs: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    update job_execution_hosts as h set output = given.output
    from unnest(${[...outputs.keys()]}::uuid[], ${[...outputs.values()]}::text[]) as given (asset_id, output)
    where h.execution_id = ${execution} and h.asset_id = given.asset_id and h.status = 'running'`.execute(tx);
}

/** Usernames of accounts on some assets that hold a word, the rarest first. */
export async function usernamesOn(ctx: Context, assets: readonly string[], word: string, most: number) {
  const { rows } = await sql<{ username: string; total: number }>`
    select username, count(*)::int as total from accounts
    where asset_id = any(${[...assets]}::uuid[]) and is_active and position(lower(${word}) in lower(username)) > 0
      and username <> '' and left(username, 1) <> '@' and username not like 'jms\_%' and username not like 'js\_%'
    group by username order by total, username limit ${most}`.execute(ctx.tx);
  return rows;
}
