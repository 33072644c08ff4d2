import { ORG } from '@postern/contract/ids';
import type { Column, Context, PageOfIds, Paging } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { takesPart } from '../rbac/index.ts';

/** Somebody who takes the place of another at the level of a ticket that waits. */
export interface Delegate {
  ticket_id: string;
  level: number;
  id: string;
  name: string;
  username: string;
  for_id: string;
  for_name: string;
  for_username: string;
}

/** Whether a delegation (`d`) holds at a moment. */
const holds = (now: Date) => sql`d.date_start <= ${now} and d.date_end > ${now}`;

/** Whether a person (`x`, `y`) could decide for themselves what is about an organisation: as `ableReviewers` says it. */
const able = (
  u: 'x' | 'y',
  orgId: RawBuilder<unknown>,
  now: Date,
) => sql`${sql.ref(`${u}.is_active`)} and not ${sql.ref(`${u}.is_service_account`)}
  and (${sql.ref(`${u}.date_expired`)} is null or ${sql.ref(`${u}.date_expired`)} > ${now})
  and (${orgId} = ${ORG.ROOT} or ${takesPart(sql.ref(`${u}.id`), orgId)})`;

/**
 * Who takes whose place at the level that waits, of some tickets. Nobody does in what they asked for, or where they are asked themselves, or where they have
 * decided another level: one person is never two. Who takes a place passes it on to nobody, for only those who were asked have one to give.
 */
export async function delegatesOf(ctx: Context, ticketIds: readonly string[]): Promise<Delegate[]> {
  const now = ctx.clock();
  const orgId = sql.ref('t.org_id');
  const { rows } = await sql<Delegate>`
    select distinct t.id as ticket_id, a.level, x.id, x.name, x.username, y.id as for_id, y.name as for_name, y.username as for_username
    from tickets t join ticket_assignees a on a.ticket_id = t.id and a.level = t.approval_step
    join ticket_delegations d on d.user_id = a.user_id and ${holds(now)}
    join users x on x.id = d.delegate_id join users y on y.id = d.user_id
    where t.id = any(${[...ticketIds]}::uuid[]) and t.status = 'open' and x.id is distinct from t.applicant_id
      and ${able('x', orgId, now)} and ${able('y', orgId, now)}
      and not exists (select 1 from ticket_assignees o where o.ticket_id = t.id and o.user_id = x.id)
      and not exists (select 1 from ticket_steps s where s.ticket_id = t.id and s.processor_id = x.id)
    order by x.name, x.id, y.name, y.id`.execute(ctx.tx);
  return rows;
}

/** What is told of tickets: a condition wants their ids alone, a page when they were opened as well. */
type What = 'ids' | 'dated';
const of = (table: string, id: string, what: What): RawBuilder<unknown> =>
  what === 'ids' ? sql`${sql.ref(`${table}.${id}`)} as id` : sql`${sql.ref(`${table}.${id}`)} as id, ${sql.ref(`${table}.date_created`)}`;

/**
 * Tickets in which somebody takes a place: now, at the level that waits, or in whatever has happened to them while they were to. From the delegations,
 * which are few, to the tickets.
 */
const placesOf = (userId: string, now: Date, which: 'waiting' | 'any', what: What): RawBuilder<unknown> => sql`
  select ${of('w', 'id', what)} from ticket_delegations d join users x on x.id = d.delegate_id join users y on y.id = d.user_id
  join ticket_assignees a on a.user_id = d.user_id join tickets w on w.id = a.ticket_id and w.approval_step = a.level
  where d.delegate_id = ${userId} and ${holds(now)} and w.applicant_id is distinct from ${userId}
    and ${able('x', sql.ref('w.org_id'), now)} and ${able('y', sql.ref('w.org_id'), now)}
    and ${
      which === 'waiting'
        ? sql`w.status = 'open' and not exists (select 1 from ticket_steps s where s.ticket_id = w.id and s.processor_id = x.id)
            and not exists (select 1 from ticket_assignees o where o.ticket_id = w.id and o.user_id = x.id)`
        : sql`(w.status = 'open' or w.date_updated >= d.date_start)`
    }`;

/**
 * Tickets that are somebody's to see: who asked, who was asked, who has decided a level, and who takes or took a place in it. From the person to the tickets,
 * whose own rows are not read where an index of people knows as much.
 */
const seenOf = (userId: string, now: Date, what: What): RawBuilder<unknown> => sql`
  select ${of('own', 'id', what)} from tickets own where own.applicant_id = ${userId}
  union select ${of('a', 'ticket_id', what)} from ticket_assignees a where a.user_id = ${userId}
  union select ${of('w', 'id', what)} from ticket_steps s join tickets w on w.id = s.ticket_id where s.processor_id = ${userId}
    and not exists (select 1 from ticket_assignees o where o.user_id = s.processor_id and o.ticket_id = s.ticket_id)
  union ${placesOf(userId, now, 'any', what)}`;

/** Tickets that are at a level which somebody may decide, in their own place or in that of somebody else: all of them are theirs to see. */
const decidableOf = (userId: string, now: Date, what: What): RawBuilder<unknown> => sql`
  select ${of('a', 'ticket_id', what)} from ticket_assignees a where a.user_id = ${userId} and a.is_current
  union ${placesOf(userId, now, 'waiting', what)}`;

/**
 * Whether a ticket is somebody's to see. The planner knows how many a subquery has; of an array it knows nothing, and walks it where another condition leaves few.
 * @param t columns of the ticket
 */
export const seenBy = (userId: string, now: Date, t: Column): RawBuilder<boolean> =>
  sql<boolean>`(${t('id')} in (${seenOf(userId, now, 'ids')}))`;

/** Whether the level of a ticket at which it is may be decided by somebody. */
export const decidableBy = (userId: string, now: Date, t: Column): RawBuilder<boolean> =>
  sql<boolean>`(${t('id')} in (${decidableOf(userId, now, 'ids')}))`;

/**
 * A page of the tickets that the actor sees, the newest first, and how many there are.
 * @param decider of them only those that this person may decide
 */
export async function seenPage(ctx: Context, { limit, offset }: Paging, decider: string | undefined): Promise<PageOfIds> {
  const [now, me] = [ctx.clock(), ctx.actor.id];
  const mine = decider === me ? decidableOf(me, now, 'dated') : seenOf(me, now, 'dated');
  const narrowed = decider === undefined || decider === me ? sql`` : sql`where m.id in (${decidableOf(decider, now, 'ids')})`;
  const { rows } = await sql<{ ids: string[]; count: number }>`
    with m as materialized (select m.id, m.date_created from (${mine}) m ${narrowed})
    select (select count(*) from m)::int as count,
      array(select m.id::text from m order by m.date_created desc, m.id limit ${limit} offset ${offset}) as ids`.execute(ctx.tx);
  return rows[0] ?? { ids: [], count: 0 };
}

/** Names that are offered at most. */
const OFFERED = 20;

/**
 * People whom the actor may name as theirs: able to log in, and in an organisation in which the actor is. Of anybody else there is no word.
 * @param wanted one id, or a part of a name
 */
export async function nameable(
  ctx: Context,
  wanted: { id: string } | { search: string },
): Promise<{ id: string; name: string; username: string }[]> {
  const now = ctx.clock();
  const pattern = 'search' in wanted ? `%${wanted.search.replace(/[\\%_]/g, '\\$&')}%` : '%';
  const { rows } = await sql<{ id: string; name: string; username: string }>`
    select x.id, x.name, x.username from users x
    where x.id <> ${ctx.actor.id} and x.is_active and not x.is_service_account and (x.date_expired is null or x.date_expired > ${now})
      and ${'id' in wanted ? sql`x.id = ${wanted.id}` : sql`(x.name ilike ${pattern} or x.username ilike ${pattern})`}
      and (${ctx.actor.superuser} or exists (select 1 from role_bindings m
        where m.user_id = ${ctx.actor.id} and ${takesPart(sql.ref('x.id'), sql.ref('m.org_id'))}))
    order by x.name, x.id limit ${OFFERED}`.execute(ctx.tx);
  return rows;
}
