import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { breakGlassRoutes } from './break-glass.routes.ts';
import { type BreakGlassDeps, settleRequest } from './break-glass.ts';
import { type DecideDeps, lapseTickets, type OnEnded } from './decide-ticket.ts';
import { installFlow } from './deciders.ts';
import { delegationRoutes } from './delegation.routes.ts';
import { endsJob } from './ends.job.ts';
import { flowBehaviour } from './flow.behaviour.ts';
import { ticketFlow } from './flow.resource.ts';
import { killForTicket, type OrderKill } from './kill.routes.ts';
import { linkReader } from './link-reader.ts';
import type { OpenDeps } from './open-ticket.ts';
import { remindDeciders } from './reminders.ts';
import { requestRoutes } from './request.routes.ts';
import { ticketAssignees, ticketComments, ticketDelegations, ticketSessions, ticketSteps } from './tables.ts';
import { ticketBehaviour, typedBehaviour } from './ticket.behaviour.ts';
import { accessRequest, assetTicket, commandTicket, loginTicket, ticket } from './ticket.resource.ts';
import { ticketRoutes } from './ticket.routes.ts';

export { type OnEnded, TICKET_ENDED } from './decide-ticket.ts';
export { forgetFlows } from './deciders.ts';
export { judgeOfferedNodes } from './offered.ts';
export { ableReviewers, displayOf } from './reviewers.ts';
export { createReviews, type Reviews, reviewParts } from './reviews.ts';
export { type ReviewRow, reviewsOf } from './ticket.queries.ts';
export { STATES, standingAt, TYPES } from './ticket.resource.ts';

export interface TicketsDeps extends BreakGlassDeps {
  onEnded: OnEnded;
  orderKill: OrderKill;
}

/** Tickets: what access rules ask people to approve (docs/wire/tickets.md). */
export function ticketsFeature(given: TicketsDeps): Feature {
  const { kernel, messenger, settings, onEnded, orderKill } = given;
  const deps: DecideDeps & OpenDeps = {
    kernel,
    messenger,
    async onEnded(ctx, ended, state) {
      if (ended.type === 'apply_asset') await settleRequest(ctx, given, ended.id, state);
      await onEnded(ctx, ended, state);
    },
  };
  return {
    resources: [
      resource(ticket, ticketBehaviour(deps, kernel)),
      resource(accessRequest, typedBehaviour(deps, 'apply_asset')),
      resource(ticketFlow, flowBehaviour(kernel)),
      resource(loginTicket, typedBehaviour(deps, 'login_confirm')),
      resource(assetTicket, typedBehaviour(deps, 'login_asset_confirm')),
      resource(commandTicket, typedBehaviour(deps, 'command_confirm')),
    ],
    tables: [ticketSteps, ticketAssignees, ticketComments, ticketSessions, ticketDelegations],
    routes: [
      ...ticketRoutes(deps),
      ...requestRoutes({ ...deps, settings }),
      ...breakGlassRoutes(given),
      ...delegationRoutes(deps),
      killForTicket(orderKill),
      linkReader,
    ],
    seed: installFlow,
    jobs: [
      { name: 'tickets.lapse', schedule: '* * * * *', run: (ctx) => lapseTickets(ctx, deps) },
      { name: 'tickets.remind', schedule: '* * * * *', run: (ctx) => remindDeciders(ctx, deps) },
      endsJob(messenger),
    ],
  };
}
