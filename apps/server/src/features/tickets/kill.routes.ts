import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { among, at, type Context, type ResolvedResource, type Route } from '@postern/resource';
import { bulk, ID_LIST } from '../../platform/routes/bulk.ts';
import { ORDERED } from '../../platform/shown.ts';
import { displayOf } from './reviewers.ts';

/** Orders a component to end sessions; answers the ids of those that a component carries. */
export type OrderKill = (
  ctx: Context,
  task: ResolvedResource,
  sessions: readonly { id: string; terminal_id: string | null }[],
  by: string,
) => Promise<string[]>;

/** Of these sessions those whose connection the caller was asked to approve, or approved in somebody's place. */
const approvedOf = (ctx: Context, ids: readonly string[]) =>
  ctx.tx
    .selectFrom('sessions as s')
    .innerJoin('ticket_sessions as l', 'l.session_id', 's.id')
    .select(['s.id', 's.org_id', 's.user', 's.asset', 's.terminal_id', 's.is_finished'])
    .where(among(at('s')('id'), ids))
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('ticket_assignees as a')
            .select('a.user_id')
            .whereRef('a.ticket_id', '=', 'l.ticket_id')
            .where('a.user_id', '=', ctx.actor.id),
        ),
        eb.exists(
          eb
            .selectFrom('ticket_steps as d')
            .select('d.level')
            .whereRef('d.ticket_id', '=', 'l.ticket_id')
            .where('d.processor_id', '=', ctx.actor.id),
        ),
      ]),
    )
    .execute();

/**
 * Who was asked to approve a connection may end it, without the right to end others (docs/wire/sessions.md#watching-and-ending). One id that
 * is not theirs refuses the whole order.
 */
export const killForTicket = (orderKill: OrderKill): Route =>
  bulk({
    method: 'POST',
    path: '/api/v1/terminal/tasks/kill-session-for-ticket/',
    name: 'terminal.task.killForTicket',
    answer: ORDERED,
    who: { allow: 'user' },
    rows: { own: 'sessions whose connection they were asked to approve' },
    rootOrg: true,
    body: ID_LIST,
    errors: ['parse_error', 'permission_denied'],
    async act(ctx, { body, kernel }) {
      const ids = new Set(body.flatMap((id) => parseUuid(id) ?? []));
      const rows = await approvedOf(ctx, [...ids]);
      if (rows.length === 0 || rows.length !== ids.size || ids.size !== body.length) throw new CodedError('permission_denied');
      const live = rows.filter((row) => !row.is_finished);
      return { done: live, answer: { ok: await orderKill(ctx, kernel.byName('task'), live, displayOf(ctx.actor)) } };
    },
    event: ({ id, user, asset, org_id: orgId }, ctx) => ({
      action: 'update',
      resourceType: 'session',
      resourceId: id,
      resource: `${user} ${asset}`,
      orgId,
      changes: [{ field: 'terminated_by', before: '', after: displayOf(ctx.actor) }],
    }),
  });
