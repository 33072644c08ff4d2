import type { AuditAction, Context } from '@postern/resource';
import { sql } from 'kysely';
import { noteRows, operateRows, withSystem } from './log.rows.ts';

/** An operation (`O`), or a note of a session, a login, a task. */
export interface Activity {
  id: string;
  type: string;
  datetime: Date;
  detail: string;
  detail_id: string | null;
  action: AuditAction;
  user_text: string;
  resource: string;
  has_diff: boolean;
  /** For how long somebody watched, where this is that they stopped. */
  watched_for: string | null;
}

/**
 * What happened to an object, and what a person did, the newest first.
 *
 * @param known whether the actor could list the object: then the notes beside it and the system's own entries are told too
 */
export async function activitiesOf(ctx: Context, id: string, known: boolean, limit: number): Promise<Activity[]> {
  const [operations, notes] = known ? [withSystem(operateRows), withSystem(noteRows)] : [operateRows, noteRows];
  const { rows } = await sql<Activity>`
    select * from (
      (select o.id, 'O' as type, o.datetime, '' as detail, null as detail_id, o.action, o.user_text, o.resource, o.diff <> '[]'::jsonb as has_diff,
          case when o.diff -> 0 ->> 'field' = 'watched_for' then o.diff -> 0 ->> 'after' end as watched_for
        from operate_logs o where ((o.resource_id = ${id} and ${operations(ctx, 'o')}) or (o.user_id::text = ${id} and ${operateRows(ctx, 'o')}))
        order by o.datetime desc limit ${limit})
      union all
      (select n.id, n.type, n.datetime, n.detail, n.detail_id, '' as action, '' as user_text, '' as resource, false as has_diff, null as watched_for
        from activity_logs n where ${known ? sql`true` : sql`false`} and n.resource_id = ${id} and ${notes(ctx, 'n')}
        order by n.datetime desc limit ${limit})
    ) x order by datetime desc limit ${limit}`.execute(ctx.tx);
  return rows;
}
