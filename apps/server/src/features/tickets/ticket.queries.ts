import { type Column, type Context, containing } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import type { TicketState, TicketType } from './ticket.resource.ts';

/** A level of approval with those who may decide it. */
export interface StepRow {
  ticket_id: string;
  level: number;
  state: TicketState;
  processor_id: string | null;
  processor_display: string;
  /** Whose place the processor took; empty for their own. */
  for_display: string;
  date_updated: Date;
  assignees: string[];
  displays: string[];
}

/** The steps of a page of tickets, the first level first. */
export async function stepsOf(ctx: Context, ticketIds: readonly string[]): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select s.*, coalesce(x.ids, '{}') as assignees, coalesce(x.displays, '{}') as displays from ticket_steps s left join lateral (
      select array_agg(a.user_id::text order by a.display) as ids, array_agg(a.display order by a.display) as displays
      from ticket_assignees a where a.ticket_id = s.ticket_id and a.level = s.level) x on true
    where s.ticket_id = any(${[...ticketIds]}::uuid[]) order by s.level`.execute(ctx.tx);
  return rows;
}

/** A ticket as whoever sees its session is told of it. */
export interface ReviewRow {
  type: TicketType;
  state: TicketState;
  status: 'open' | 'closed';
  date_lapses: Date;
  command: string;
  processor: string;
  date_created: Date;
  /** When the last level was decided. */
  date_decided: Date;
}

/** The reviews of a session, the first first: that of its connection, and those of its commands. */
export async function reviewsOf(ctx: Context, sessionId: string, most: number): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select t.type, t.state, t.status, t.date_lapses, t.apply_run_command as command, t.date_created,
      coalesce(x.processor, '') as processor, coalesce(x.date_decided, t.date_created) as date_decided
    from tickets t left join lateral (
      select string_agg(s.processor_display, ', ' order by s.level) filter (where s.processor_display <> '') as processor,
        max(s.date_updated) as date_decided from ticket_steps s where s.ticket_id = t.id) x on true
    where t.apply_from_session_id = ${sessionId} or t.id in (select l.ticket_id from ticket_sessions l where l.session_id = ${sessionId})
    order by t.date_created, t.id limit ${most}`.execute(ctx.tx);
  return rows;
}

/**
 * Whether a ticket is about an asset whose name a text occurs in: as it was called then, by which everybody finds it who sees the ticket. By an address it is
 * found by those who were told it when they were asked to decide; what it is now is told by nothing here. The text is that of the index of `tickets`, word for word.
 */
export const aboutAsset = (userId: string, text: string, t: Column): RawBuilder<boolean> => {
  const pattern = containing(text);
  return sql<boolean>`(${t('id')} in (
    select n.id from tickets n where (n.apply_run_asset || chr(10) || coalesce(n.rel_snapshot ->> 'apply_login_asset', '') || chr(10)
      || coalesce(n.rel_snapshot ->> 'apply_assets', '')) ilike ${pattern}
    union select s.ticket_id from ticket_steps s join ticket_assignees a on a.ticket_id = s.ticket_id and a.level = s.level
      where a.user_id = ${userId} and s.told ilike ${pattern}))`;
};

/** The last number that was given on a day (`YYYYMMDD`); 0 before the first. */
export async function lastNumberOf(ctx: Context, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(substr(serial_num, 9)::int), 0)::int as n from tickets where serial_num like ${`${day}%`}`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/**
 * Notes which session an approved connection became, once: of the applicant on the asset of the ticket, carried by the component that
 * says so.
 * @returns whether it was noted
 */
export async function linkSession(ctx: Context, ticketId: string, sessionId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into ticket_sessions (session_id, ticket_id, date_created) select s.id, t.id, ${ctx.clock()} from tickets t, sessions s
    join terminals c on c.id = s.terminal_id and c.user_id = ${ctx.actor.id}
    where t.id = ${ticketId} and s.id = ${sessionId} and t.type = 'login_asset_confirm' and t.state = 'approved'
      and s.user_id = t.applicant_id::text and s.asset_id = t.apply_login_asset_id::text
    on conflict (session_id) do nothing returning session_id`.execute(ctx.tx);
  return rows.length > 0;
}
