import { at, type Context, inOrg } from '@postern/resource';
import { sql } from 'kysely';

/** What a transaction sees at this moment. */
export interface Moment {
  /** The database and the run of its server: transaction numbers of another mean nothing here. */
  database: string;
  /** Which transactions had ended. */
  snapshot: string;
  /** It has written something, or sees a moment that is past: what it reads is its own matter. */
  apart: boolean;
  /** Something has changed that an older snapshot did not hold. */
  changed: boolean;
}

/** @param since an older snapshot of the same database */
export async function momentOf(ctx: Context, since: string): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select current_database() || ' ' || extract(epoch from pg_postmaster_start_time())::text as database, pg_current_snapshot()::text as snapshot,
      pg_current_xact_id_if_assigned() is not null or current_setting('transaction_isolation') <> 'read committed' as apart,
      exists (select from reach_changes c where ${inOrg(ctx, at('c'))} and c.xid >= pg_snapshot_xmin(s.since)
        and not pg_visible_in_snapshot(c.xid, s.since)) as changed
    from (select ${since}::pg_snapshot as since) s`.execute(ctx.tx);
  return rows[0] as Moment;
}

/** Notes the rows that have come, and drops those noted long ago: nothing is kept that is older. */
export const prune = (ctx: Context) =>
  sql`with old as (delete from reach_changes where date_noted < now() - interval '1 hour')
    update reach_changes set date_noted = now() where date_noted is null`.execute(ctx.tx);
