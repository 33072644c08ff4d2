import type { SettingsReader } from '@postern/contract/settings';
import type { Context, Kernel } from '@postern/resource';
import { sql } from 'kysely';
import type { Messenger } from '../notifications/index.ts';
import { type DecideDeps, type OnEnded, withdrawTicket } from './decide-ticket.ts';
import { type NewTicket, openTicket } from './open-ticket.ts';
import type { TicketState, TicketType } from './ticket.resource.ts';

/** Where to ask for, or withdraw, a review (docs/wire/tickets.md#the-review-object). */
export interface ReviewInfo {
  check_ticket_api: { method: 'GET'; url: string };
  close_ticket_api: { method: 'DELETE' | 'PUT'; url: string };
  ticket_detail_page_url: string;
  assignees: string[];
}

export interface ReviewState {
  id: string;
  state: TicketState;
  type: TicketType;
  applicantId: string | null;
  ruleId: string | null;
}

/** Reviews, as the features whose rules ask for them see them. Everything runs in the caller's transaction. */
export interface Reviews {
  open(ctx: Context, ticket: NewTicket): Promise<string>;
  /** Undefined for what was never opened. A ticket whose time is over counts as closed. */
  state(ctx: Context, id: string): Promise<ReviewState | undefined>;
  info(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, ReviewInfo>>;
  /** Takes an approval, once: of any number of takers one gets it, and only while its time lasts. */
  use(ctx: Context, id: string): Promise<boolean>;
  withdraw(ctx: Context, id: string): Promise<void>;
}

export interface ReviewDeps {
  kernel: () => Kernel;
  messenger: Messenger;
  settings: SettingsReader;
  onEnded: OnEnded;
}

const API = '/api/v1/tickets';

function infoOf(ctx: Context, site: string, id: string, type: TicketType, assignees: string[]): ReviewInfo {
  const component = ctx.actor.kind === 'component';
  const url = `${API}/super-tickets/${id}/status/`;
  return {
    check_ticket_api: { method: 'GET', url: component ? url : `${API}/tickets/${id}/` },
    close_ticket_api: component ? { method: 'DELETE', url } : { method: 'PUT', url: `${API}/tickets/${id}/close/` },
    ticket_detail_page_url: `${site}/ui/tickets/tickets/${id}?type=${type}`,
    assignees,
  };
}

export function createReviews(deps: ReviewDeps): Reviews {
  const decide: DecideDeps = { messenger: deps.messenger, onEnded: deps.onEnded };
  return {
    open: (ctx, ticket) => openTicket(ctx, deps, ticket),
    async state(ctx, id) {
      const { rows } = await sql<ReviewState>`
        select id, case when status = 'open' and date_lapses <= ${ctx.clock()} then 'closed' else state end as state, type,
          applicant_id as "applicantId", acl_id as "ruleId" from tickets where id = ${id}`.execute(ctx.tx);
      return rows[0];
    },
    async info(ctx, ids) {
      const { rows } = await sql<{ id: string; type: TicketType; assignees: string[] }>`
        select t.id, t.type, coalesce((select array_agg(a.display order by a.display) from ticket_assignees a
          where a.ticket_id = t.id and a.level = t.approval_step), '{}') as assignees
        from tickets t where t.id = any(${[...ids]}::uuid[])`.execute(ctx.tx);
      const site = deps.settings.get('SITE_URL').replace(/\/+$/, '');
      return new Map(rows.map(({ id, type, assignees }) => [id, infoOf(ctx, site, id, type, assignees)]));
    },
    async use(ctx, id) {
      const { rows } = await sql`update tickets set date_used = ${ctx.clock()}
        where id = ${id} and state = 'approved' and date_used is null and date_lapses > ${ctx.clock()} returning id`.execute(ctx.tx);
      return rows.length > 0;
    },
    withdraw: (ctx, id) => withdrawTicket(ctx, decide, id),
  };
}
