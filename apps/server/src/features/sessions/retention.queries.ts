import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** A session that is to go, with what proves its recording. */
export interface Leaving {
  id: string;
  org_id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  account_id: string;
  protocol: string;
  date_start: Date | null;
  date_end: Date | null;
  replay_path: string | null;
  replay_bytes: number | null;
  replay_sha256: string | null;
  chain_links: number | null;
  chain_end: string | null;
}

/** Finished sessions from before a moment, at most so many, which nobody else changes until this transaction is over. Of a chain, which may be large, its end is read. */
export async function leavingSessions(ctx: Context, before: Date, limit: number): Promise<Leaving[]> {
  const { rows } = await sql<Leaving>`
    select id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, date_start, date_end, replay_path, replay_bytes, replay_sha256,
      jsonb_array_length(replay_chain) as chain_links, replay_chain -> -1 ->> 'sha256' as chain_end
    from sessions where is_finished and coalesce(date_end, date_start, date_created) < ${before}
    order by id limit ${limit} for update`.execute(ctx.tx);
  return rows;
}
