import type { SettingsReader } from '@postern/contract/settings';
import { among, at, type Context, type Kernel, listSchema, objectSchema, TEXT_SCHEMA } from '@postern/resource';
import type { Messenger } from '../notifications/index.ts';
import { type DecideDeps, type OnEnded, withdrawTicket } from './decide-ticket.ts';
import { delegatesOf } from './delegation.queries.ts';
import { deciderOf, principalOf } from './delegations.ts';
import { type NewTicket, openTicket } from './open-ticket.ts';
import { standingAt, type TicketState, type TicketType } from './ticket.resource.ts';

/** Where to ask for, or withdraw, a review (docs/wire/tickets.md#the-review-object). */
export interface ReviewInfo {
  check_ticket_api: { method: 'GET'; url: string };
  close_ticket_api: { method: 'DELETE' | 'PUT'; url: string };
  ticket_detail_page_url: string;
  assignees: string[];
  /** Ours: when it closes by itself. */
  date_lapses: string;
}

const CALL = objectSchema({ method: TEXT_SCHEMA, url: TEXT_SCHEMA });
export const reviewParts = {
  check_ticket_api: CALL,
  close_ticket_api: CALL,
  ticket_detail_page_url: TEXT_SCHEMA,
  assignees: listSchema(TEXT_SCHEMA),
  date_lapses: TEXT_SCHEMA,
};

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

function infoOf(
  ctx: Context,
  site: string,
  id: string,
  { type, lapses, assignees }: { type: TicketType; lapses: Date; assignees: string[] },
): ReviewInfo {
  const component = ctx.actor.kind === 'component';
  const url = `${API}/super-tickets/${id}/status/`;
  return {
    check_ticket_api: { method: 'GET', url: component ? url : `${API}/tickets/${id}/` },
    close_ticket_api: component ? { method: 'DELETE', url } : { method: 'PUT', url: `${API}/tickets/${id}/close/` },
    ticket_detail_page_url: `${site}/ui/tickets/tickets/${id}?type=${type}`,
    assignees,
    // An instant that every clock reads, whatever zone the server tells times in.
    date_lapses: lapses.toISOString(),
  };
}

export function createReviews(deps: ReviewDeps): Reviews {
  const decide: DecideDeps = { messenger: deps.messenger, onEnded: deps.onEnded };
  return {
    open: (ctx, ticket) => openTicket(ctx, deps, ticket),
    async state(ctx, id) {
      const found = await ctx.tx
        .selectFrom('tickets')
        .select(['id', 'state', 'status', 'date_lapses', 'type', 'applicant_id as applicantId', 'acl_id as ruleId'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) return undefined;
      const { type, applicantId, ruleId } = found;
      return { id, state: standingAt(found, ctx.clock()).state, type, applicantId, ruleId };
    },
    async info(ctx, ids) {
      const rows = await ctx.tx
        .selectFrom('tickets as t')
        .select((eb) => [
          't.id',
          't.type',
          't.date_lapses',
          eb
            .selectFrom('ticket_assignees as a')
            .select(({ fn }) => fn.agg<string[] | null>('array_agg', ['a.display']).orderBy('a.display').as('displays'))
            .whereRef('a.ticket_id', '=', 't.id')
            .whereRef('a.level', '=', 't.approval_step')
            .as('assignees'),
        ])
        .where(among(at('t')('id'), ids))
        .execute();
      // Whoever takes a place decides like whoever has it, and is told of as in the ticket itself.
      const delegates = await delegatesOf(ctx, ids);
      const instead = (id: string): string[] =>
        delegates.filter((one) => one.ticket_id === id).map((one) => deciderOf({ ...one, forWhom: principalOf(one) }, ctx.language));
      const site = deps.settings.get('SITE_URL').replace(/\/+$/, '');
      return new Map(
        rows.map(({ id, type, assignees, date_lapses: lapses }) => [
          id,
          infoOf(ctx, site, id, { type, lapses, assignees: [...(assignees ?? []), ...instead(id)] }),
        ]),
      );
    },
    async use(ctx, id) {
      const taken = await ctx.tx
        .updateTable('tickets')
        .set({ date_used: ctx.clock() })
        .where('id', '=', id)
        .where('state', '=', 'approved')
        .where('date_used', 'is', null)
        .where('date_lapses', '>', ctx.clock())
        .returning('id')
        .executeTakeFirst();
      return taken !== undefined;
    },
    withdraw: (ctx, id) => withdrawTicket(ctx, decide, id),
  };
}
