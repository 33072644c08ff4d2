import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** A transfer that is to go, and whose copy has a digest. */
export interface LeavingCopy {
  id: string;
  session_id: string;
  org_id: string;
  user: string;
  asset: string;
  account: string;
  filename: string;
  date_start: Date;
  size: number | null;
  file_sha256: string;
}

/** Transfers with a copy that `clean_evidence` would remove now, by the same clock, after one id: at most so many, in the order of their ids. */
export async function leavingCopies(ctx: Context, days: number, after: string, limit: number): Promise<LeavingCopy[]> {
  const { rows } = await sql<LeavingCopy>`
    select id, session_id, org_id, "user", asset, account, filename, date_start, size, file_sha256 from ftp_logs
    where date_start < now() - make_interval(days => ${days}::integer) and file_sha256 is not null and id > ${after}
    order by id limit ${limit}`.execute(ctx.tx);
  return rows;
}
