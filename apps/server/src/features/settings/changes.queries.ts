import type { Change, Context } from '@postern/resource';
import { sql } from 'kysely';
import type { ChangeSource } from './change-sources.ts';

/** One operation of the log that changed settings. */
export interface Operation {
  id: string;
  user: string;
  remote_addr: string;
  datetime: Date;
  diff: readonly Change[];
}

/** Operations of a source. Those of providers stood under the name of their kind before they had one of their own, with the provider behind the title. */
const operations = ({ type, ids, keys, provider }: ChangeSource) => sql`
  operate_logs o where o.resource_type = ${type} and o.resource_id = any(${[...ids]}::text[])
    and case when ${provider}::text = '' then o.resource not like '%)'
      else o.resource_id like '%@' || ${provider}::text or o.resource like '% (' || ${provider} || ')' end
    and exists (select from jsonb_array_elements(o.diff) c where c ->> 'field' = any(${[...keys]}::text[]))`;

/** A page of them, the newest first, and how many there are. */
export async function changesOf(
  ctx: Context,
  source: ChangeSource,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; results: readonly Operation[] }> {
  const from = operations(source);
  const counted = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(ctx.tx);
  const { rows } = await sql<Operation>`
    select o.id, o.user_text as "user", o.remote_addr, o.datetime, o.diff
    from ${from} order by o.datetime desc, o.seq desc limit ${limit} offset ${offset}`.execute(ctx.tx);
  return { count: counted.rows[0]?.count ?? 0, results: rows };
}

/** One of them. */
export async function changeOf(ctx: Context, source: ChangeSource, id: string): Promise<Operation | undefined> {
  const { rows } = await sql<Operation>`
    select o.id, o.user_text as "user", o.remote_addr, o.datetime, o.diff from ${operations(source)} and o.id = ${id}`.execute(ctx.tx);
  return rows[0];
}

/** By each of these keys, the last operation that changed it. */
export async function lastChanges(ctx: Context, source: ChangeSource): Promise<ReadonlyMap<string, Omit<Operation, 'diff'>>> {
  const { rows } = await sql<Omit<Operation, 'diff'> & { field: string }>`
    select distinct on (c.field) c.field, found.id, found.user_text as "user", found.remote_addr, found.datetime
    from (select o.* from ${operations(source)}) found, jsonb_to_recordset(found.diff) as c (field text)
    where c.field = any(${[...source.keys]}::text[])
    order by c.field, found.datetime desc, found.seq desc`.execute(ctx.tx);
  return new Map(rows.map(({ field, ...operation }) => [field, operation]));
}
