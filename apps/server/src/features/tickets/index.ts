import type { SettingsReader } from '@postern/contract/settings';
import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Messenger } from '../notifications/index.ts';
import { type DecideDeps, lapseTickets, type OnEnded } from './decide-ticket.ts';
import { installFlow } from './deciders.ts';
import { endsJob } from './ends.job.ts';
import { flowBehaviour } from './flow.behaviour.ts';
import { ticketFlow } from './flow.resource.ts';
import { killForTicket, type OrderKill } from './kill.routes.ts';
import type { OpenDeps } from './open-ticket.ts';
import { requestRoutes } from './request.routes.ts';
import { giveWanted } from './request.ts';
import { ticketAssignees, ticketComments, ticketSessions, ticketSteps } from './tables.ts';
import { ticketBehaviour, typedBehaviour } from './ticket.behaviour.ts';
import { accessRequest, assetTicket, commandTicket, loginTicket, ticket } from './ticket.resource.ts';
import { ticketRoutes } from './ticket.routes.ts';

export type { OnEnded } from './decide-ticket.ts';
export { forgetFlows } from './deciders.ts';
export { judgeOfferedNodes } from './offered.ts';
export { ableReviewers, displayOf } from './reviewers.ts';
export { createReviews, type Reviews, reviewParts } from './reviews.ts';
export { type ReviewRow, reviewsOf } from './ticket.queries.ts';
export { STATES, standingAt, TYPES } from './ticket.resource.ts';

export interface TicketsDeps {
  kernel: () => Kernel;
  messenger: Messenger;
  settings: SettingsReader;
  onEnded: OnEnded;
  orderKill: OrderKill;
}

/** Tickets: what access rules ask people to approve (docs/wire/tickets.md). */
export function ticketsFeature({ kernel, messenger, settings, onEnded, orderKill }: TicketsDeps): Feature {
  const deps: DecideDeps & OpenDeps = {
    kernel,
    messenger,
    async onEnded(ctx, ended, state) {
      if (ended.type === 'apply_asset' && state === 'approved') await giveWanted(kernel(), ctx, ended.id);
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
    tables: [ticketSteps, ticketAssignees, ticketComments, ticketSessions],
    routes: [...ticketRoutes(deps), ...requestRoutes({ ...deps, settings }), killForTicket(orderKill)],
    seed: installFlow,
    jobs: [{ name: 'tickets.lapse', schedule: '* * * * *', run: (ctx) => lapseTickets(ctx, deps) }, endsJob(messenger)],
  };
}
