import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** A live session, with what became of the person, machine and stored account it runs under. */
export interface Live {
  id: string;
  terminal_id: string;
  user_id: string;
  asset_id: string;
  account_id: string;
  date_start: Date | null;
  username: string | null;
  /** Switched on and not deleted. */
  user_active: boolean;
  user_expired: boolean;
  asset_active: boolean;
  account_active: boolean;
}

/** Live sessions that nobody has ordered to end, at most so many. Ids of a session are text: what they name may be gone. */
export async function liveSessions(ctx: Context, limit: number): Promise<Live[]> {
  const { rows } = await sql<Live>`
    select s.id, s.terminal_id, s.user_id, s.asset_id, s.account_id, s.date_start, u.username,
      coalesce(u.is_active, false) as user_active, coalesce(u.date_expired <= ${ctx.clock()}, false) as user_expired,
      coalesce(a.is_active, false) as asset_active, coalesce(c.is_active, false) as account_active
    from sessions s left join users u on u.id::text = s.user_id left join assets a on a.id::text = s.asset_id
      left join accounts c on c.id::text = s.account_id and c.asset_id = a.id
    where not s.is_finished and s.terminal_id is not null and s.user_id <> '' and s.asset_id <> ''
      and not exists (select 1 from terminal_tasks k where k.args = s.id::text and not k.is_finished)
    limit ${limit}`.execute(ctx.tx);
  return rows;
}
