import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { can, ok, type Route, type RowOf, text as textField } from '@postern/resource';
import { action } from '../../platform/routes/action.ts';
import { confirmed } from '../../platform/routes/confirmed.ts';
import { DONE, WORDS } from '../../platform/shown.ts';
import { asset } from '../assets/index.ts';
import { node } from '../nodes/index.ts';
import { type BreakGlassDeps, endTaken, takeAccess, takenTime } from './break-glass.ts';
import { addComment } from './comments.ts';
import { ticketFlow } from './flow.resource.ts';
import { offeredIn, refuseNotOffered } from './offered.ts';
import { askedIn, BASE, shownTicket, WANTED } from './request.routes.ts';
import { readWanted } from './request.ts';
import { accessRequest, type ticket } from './ticket.resource.ts';

const who = can('tickets.view_ticket');
const { apply_date_start: _start, apply_date_expired: _ends, ...TAKEN } = WANTED;
const REASON = text('Reason', '理由', '理由');
const ENDED = text('Ended it.', '已终止访问。', 'アクセスを終了しました。');

/** Somebody takes access now, and answers for it afterwards (docs/wire/tickets.md#taking-access). */
const take = (deps: BreakGlassDeps): Route =>
  confirmed({
    method: 'POST',
    path: `${BASE}break-glass/`,
    name: 'tickets.applyassetticket.breakGlass',
    who,
    rows: { of: [asset, node, ticketFlow] },
    rootOrg: true,
    status: 201,
    answer: { rows: accessRequest.name, view: 'detail', one: true },
    body: {
      org_id: textField({ label: WORDS.organisation, required: true, max: 36 }),
      comment: textField({ label: REASON, multiline: true, max: 4_096, required: true }),
      ...TAKEN,
    },
    errors: [
      'break_glass_closed',
      'second_factor_missing',
      'permission_denied',
      'user_confirm_required',
      'request_impossible',
      'throttled',
    ],
    async confirm(ctx) {
      // Who cannot have it proves nothing for it.
      takenTime(ctx, deps.settings);
      await deps.proveFactor(ctx);
    },
    async act(ctx, { body, kernel }) {
      const orgId = await askedIn(ctx, body.org_id);
      const { start, ends } = takenTime(ctx, deps.settings);
      const wanted = await readWanted(kernel, ctx, orgId, { ...body, apply_date_start: start, apply_date_expired: ends });
      await refuseNotOffered(ctx, await offeredIn(ctx, deps.settings, orgId), wanted);
      const id = await takeAccess(ctx, deps, orgId, wanted, body.comment);
      return ok(await shownTicket(kernel, ctx, id), 201);
    },
  });

/** Whoever took it, or was alarmed, ends it before its time; the review stays open. */
const endNow = (deps: BreakGlassDeps): Route =>
  action({
    method: 'PUT',
    path: `${BASE}:id/end/`,
    name: 'tickets.applyassetticket.end',
    who,
    rows: { one: accessRequest },
    rootOrg: true,
    body: 'none',
    answer: DONE,
    errors: ['ticket_closed'],
    async act(ctx, { row }) {
      const { id, org_id: orgId, taken } = row as RowOf<typeof ticket> & { taken: boolean };
      if (!taken || !(await endTaken(ctx, deps, id, orgId))) throw new CodedError('ticket_closed');
      const me = { id: ctx.actor.id, name: ctx.actor.name, username: ctx.actor.username };
      await addComment(ctx, { id: randomUUID(), ticketId: id, by: me, type: 'common', body: render(ENDED, ctx.language) });
      return 'ok';
    },
  });

export const breakGlassRoutes = (deps: BreakGlassDeps): readonly Route[] => [take(deps), endNow(deps)];
