import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Messenger } from '../notifications/index.ts';
import { type DecideDeps, lapseTickets, type OnEnded } from './decide-ticket.ts';
import { killForTicket, type OrderKill } from './kill.routes.ts';
import { ticketAssignees, ticketComments, ticketSessions, ticketSteps } from './tables.ts';
import { ticketBehaviour, typedBehaviour } from './ticket.behaviour.ts';
import { assetTicket, commandTicket, loginTicket, ticket } from './ticket.resource.ts';
import { ticketRoutes } from './ticket.routes.ts';

export type { OnEnded } from './decide-ticket.ts';
export { ableReviewers, displayOf } from './reviewers.ts';
export { createReviews, type Reviews, reviewParts } from './reviews.ts';
export { type ReviewRow, reviewsOf } from './ticket.queries.ts';
export { STATES, standingAt, TYPES } from './ticket.resource.ts';

export interface TicketsDeps {
  kernel: () => Kernel;
  messenger: Messenger;
  onEnded: OnEnded;
  orderKill: OrderKill;
}

/** Tickets: what access rules ask people to approve (docs/wire/tickets.md). */
export function ticketsFeature({ kernel, messenger, onEnded, orderKill }: TicketsDeps): Feature {
  const deps: DecideDeps = { messenger, onEnded };
  return {
    resources: [
      resource(ticket, ticketBehaviour(deps, kernel)),
      resource(loginTicket, typedBehaviour(deps, 'login_confirm')),
      resource(assetTicket, typedBehaviour(deps, 'login_asset_confirm')),
      resource(commandTicket, typedBehaviour(deps, 'command_confirm')),
    ],
    tables: [ticketSteps, ticketAssignees, ticketComments, ticketSessions],
    routes: [...ticketRoutes(deps), killForTicket(orderKill)],
    jobs: [{ name: 'tickets.lapse', schedule: '* * * * *', run: (ctx) => lapseTickets(ctx, deps) }],
  };
}
