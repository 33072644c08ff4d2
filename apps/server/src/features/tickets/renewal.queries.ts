import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** When what a ticket gave ends; undefined once it is gone or switched off. */
export async function grantEndOf(ctx: Context, ticketId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ ends: Date }>`
    select p.date_expired as ends from asset_permissions p where p.id = ${ticketId} and p.from_ticket and p.is_active`.execute(ctx.tx);
  return rows[0]?.ends;
}

export interface EndingGrant {
  id: string;
  title: string;
  applicant_id: string;
  ends: Date;
}

/** Of one run at most; the next one is a minute away. */
const MOST = 500;

/**
 * Grants of requests that end soon, of which nobody was told and that nobody asked to renew: within a day, or the last quarter of those that are given for
 * less than four.
 */
export async function endingGrants(ctx: Context): Promise<EndingGrant[]> {
  const { rows } = await sql<EndingGrant>`
    select t.id, t.title, t.applicant_id, p.date_expired as ends from tickets t join asset_permissions p on p.id = t.id
    where t.type = 'apply_asset' and t.state = 'approved' and not t.taken and t.end_told is null and t.applicant_id is not null
      and p.is_active and p.from_ticket and p.date_expired > ${ctx.clock()}
      and p.date_expired <= ${ctx.clock()}::timestamptz + least(interval '1 day', (p.date_expired - p.date_start) / 4)
      and not exists (select 1 from tickets r where r.renews_id = t.id and r.state in ('pending', 'approved'))
    order by p.date_expired limit ${MOST} for update of t skip locked`.execute(ctx.tx);
  return rows;
}
