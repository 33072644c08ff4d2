import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Any constant that is this lock's own. */
const FEED_LOCK = 7_301_097;
/** Rows that are numbered at a time. */
const STEP = 5_000;

/**
 * Numbers what was committed since the last time, without gaps, log by log. One worker at a time does it, so that no row that becomes
 * visible later can get a smaller number than one that was told already.
 *
 * @returns whether more may be waiting
 */
export async function numberFeed(ctx: Context): Promise<boolean> {
  // A statement of its own: what follows sees all that the last holder of the lock committed.
  await sql`select pg_advisory_xact_lock(${FEED_LOCK})`.execute(ctx.tx);
  const { rows } = await sql<{ n: number }>`
    with fresh as (
      select id, log, row_number() over (partition by log order by id) as n
      from (select id, log from audit_feed where seq is null order by id limit ${STEP}) waiting
    ), numbered as (
      update audit_feed f set seq = h.seq + fresh.n from fresh join audit_feed_heads h on h.log = fresh.log
      where f.id = fresh.id returning f.log
    ), done as (
      select log, count(*) as n from numbered group by log
    ), moved as (
      update audit_feed_heads h set seq = h.seq + done.n from done where done.log = h.log
    )
    select coalesce(sum(n), 0)::int as n from done`.execute(ctx.tx);
  return rows[0]?.n === STEP;
}

/** Rows of the feed that are looked at for their age: the oldest come first. */
const OLDEST = 1_000;

/** Removes what every receiver has acknowledged, or, without receivers, everything; and what is older than evidence has to be. */
export async function trimFeed(ctx: Context): Promise<void> {
  await sql`
    delete from audit_feed f using (select log, min(seq) as seq from audit_receiver_cursors group by log) c
    where f.log = c.log and f.seq <= c.seq`.execute(ctx.tx);
  await sql`
    delete from audit_feed where id in (select id from audit_feed order by id limit ${OLDEST})
      and (date_made < now() - make_interval(days => evidence_floor_days()) or not exists (select from audit_receivers))`.execute(ctx.tx);
}

/** The last number of each log. */
export async function logHeads(ctx: Context): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ log: string; seq: number }>`
    select name as log, seq from audit_chains union all select log, seq from audit_feed_heads`.execute(ctx.tx);
  return new Map(rows.map(({ log, seq }) => [log, seq]));
}

/** How many numbers each receiver has not acknowledged yet, over all logs; kinds that it does not take are passed over when they come. */
export async function backlogs(ctx: Context, receivers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select c.receiver_id as id, sum(h.seq - c.seq)::bigint as n from audit_receiver_cursors c
    join (select name as log, seq from audit_chains union all
      select f.log, f.seq + (select count(*) from audit_feed w where w.seq is null and w.log = f.log) from audit_feed_heads f) h on h.log = c.log
    where c.receiver_id = any(${[...receivers]}::uuid[]) group by c.receiver_id`.execute(ctx.tx);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
