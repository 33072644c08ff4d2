import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Context, type Kernel, ok, type ResolvedResource, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { displayOf } from './reviewers.ts';

/** Orders a component to end sessions; answers the ids of those that a component carries. */
export type OrderKill = (
  ctx: Context,
  task: ResolvedResource,
  sessions: readonly { id: string; terminal_id: string | null }[],
  by: string,
) => Promise<string[]>;

/** Ids of one order at most. */
const MAX_KILL = 500;

interface Approved {
  id: string;
  org_id: string;
  user: string;
  asset: string;
  terminal_id: string | null;
  is_finished: boolean;
}

/**
 * Who was asked to approve a connection may end it, without the right to end others (docs/wire/sessions.md#watching-and-ending). One id that
 * is not theirs refuses the whole order.
 */
export const killForTicket = (kernel: () => Kernel, orderKill: OrderKill): Route => ({
  method: 'POST',
  path: '/api/v1/terminal/tasks/kill-session-for-ticket/',
  policy: { allow: 'user' },
  name: 'terminal.task.killForTicket',
  rootOrg: true,
  async handle(ctx, { body }) {
    if (!Array.isArray(body)) throw new CodedError('parse_error');
    const given = (body as unknown[]).slice(0, MAX_KILL);
    const ids = new Set(given.flatMap((id) => parseUuid(id) ?? []));
    const { rows } = await sql<Approved>`
      select s.id, s.org_id, s."user", s.asset, s.terminal_id, s.is_finished from sessions s
      join ticket_sessions l on l.session_id = s.id
      where s.id = any(${[...ids]}::uuid[])
        and exists (select 1 from ticket_assignees a where a.ticket_id = l.ticket_id and a.user_id = ${ctx.actor.id})`.execute(ctx.tx);
    if (rows.length === 0 || rows.length !== ids.size || ids.size !== given.length) throw new CodedError('permission_denied');
    const by = displayOf(ctx.actor);
    const live = rows.filter((row) => !row.is_finished);
    const done = await orderKill(ctx, kernel().byName('task'), live, by);
    for (const row of live)
      ctx.audit({
        action: 'update',
        resourceType: 'session',
        resourceId: row.id,
        resource: `${row.user} ${row.asset}`,
        orgId: row.org_id,
        changes: [{ field: 'terminated_by', before: '', after: by }],
      });
    return ok({ ok: done });
  },
});
