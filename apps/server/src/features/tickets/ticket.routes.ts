import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type Text, text } from '@postern/contract/text';
import {
  type Context,
  can,
  fetchRow,
  type Kernel,
  labelledWire,
  noContent,
  ok,
  type Route,
  type Shape,
  text as textField,
} from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { shown, WORDS } from '../../platform/shown.ts';
import { addComment, commentsOf } from './comments.ts';
import { type DecideDeps, withdrawTicket } from './decide-ticket.ts';

const MAX_COMMENT = 4096;
const LABEL: Text = text('ticket', '工单', 'チケット');
const missing = (ctx: Context): CodedError => new CodedError('object_does_not_exist', { resource: LABEL[ctx.language] });

const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** A ticket that the calling component opened; another's is none. */
async function ownOf(ctx: Context, id: unknown): Promise<{ id: string; state: string; status: string; processor: string }> {
  const { rows } = await sql<{ id: string; state: string; status: string; processor: string }>`
    select t.id, case when t.status = 'open' and t.date_lapses <= ${ctx.clock()} then 'closed' else t.state end as state,
      case when t.date_lapses <= ${ctx.clock()} then 'closed' else t.status end as status, coalesce(s.processor_display, '') as processor
    from tickets t left join ticket_steps s on s.ticket_id = t.id and s.level = t.approval_step
    where t.id = ${parseUuid(id) ?? null}::uuid and t.opened_by = ${ctx.actor.id}`.execute(ctx.tx);
  if (!rows[0]) throw missing(ctx);
  return rows[0];
}

/** What components ask while somebody waits (docs/wire/tickets.md#components-that-wait). */
function superTicketRoutes(kernel: () => Kernel, deps: DecideDeps): Route[] {
  const path = '/api/v1/tickets/super-tickets/:id/status/';
  return [
    {
      method: 'GET',
      path,
      policy: can('tickets.view_superticket'),
      name: 'tickets.superticket.status',
      shape: {
        title: LABEL,
        fields: {
          id: shown(WORDS.id),
          status: shown(WORDS.status, 'labeled_choice'),
          state: shown(WORDS.state, 'labeled_choice'),
          processor: shown(text('Processor', '处理人', '処理者')),
        },
      },
      rootOrg: true,
      async handle(ctx, { params }) {
        const { id, state, status, processor } = await ownOf(ctx, params.id);
        const choice = (field: 'state' | 'status', value: string) => {
          const found = kernel().byName('ticket').field(field);
          return found ? labelledWire(value, found, ctx) : null;
        };
        return ok({ id, status: choice('status', status), state: choice('state', state), processor });
      },
    },
    {
      method: 'DELETE',
      path,
      policy: can('tickets.change_superticket'),
      name: 'tickets.superticket.close',
      rootOrg: true,
      async handle(ctx, { params }) {
        await withdrawTicket(ctx, deps, (await ownOf(ctx, params.id)).id);
        return noContent;
      },
    },
  ];
}

/** The ticket a comment is about, when the caller takes part in it. @throws InvalidInput for any other */
async function about(ctx: Context, kernel: () => Kernel, given: string | undefined): Promise<{ id: string; title: string; orgId: string }> {
  const id = parseUuid(given);
  const row = id ? await fetchRow(kernel().byName('ticket'), ctx, id).catch(() => undefined) : undefined;
  if (!row) throw InvalidInput.on('ticket_id', 'does_not_exist', { value: String(given ?? '').slice(0, 64) });
  return { id: String(row.id), title: String(row.title), orgId: String(row.org_id) };
}

const remark = z.object({ body: z.string().trim().min(1).max(MAX_COMMENT) });

const commentShape: Shape = {
  title: text('Comments', '评论', 'コメント'),
  fields: {
    id: shown(WORDS.id),
    body: textField({ label: text('Comment', '评论', 'コメント'), required: true, multiline: true, max: MAX_COMMENT }),
    user_display: shown(WORDS.userName),
    ticket: shown(text('Ticket', '工单', 'チケット')),
    user: shown(WORDS.user),
    type: shown(WORDS.type),
    state: shown(WORDS.state),
    date_created: shown(WORDS.created, 'datetime'),
    date_updated: shown(WORDS.updated, 'datetime'),
  },
};

function commentRoutes(kernel: () => Kernel): Route[] {
  const path = '/api/v1/tickets/comments/';
  return [
    {
      method: 'GET',
      path,
      policy: can('tickets.view_ticket'),
      name: 'tickets.comment.list',
      shape: commentShape,
      async handle(ctx, { query }) {
        return ok(await commentsOf(ctx, (await about(ctx, kernel, query.ticket_id)).id));
      },
    },
    {
      method: 'POST',
      path,
      policy: can('tickets.view_ticket'),
      name: 'tickets.comment.create',
      shape: commentShape,
      bodyLimit: 65_536,
      async handle(ctx, { query, body }) {
        const ticket = await about(ctx, kernel, query.ticket_id);
        const parsed = remark.safeParse(body);
        if (!parsed.success) throw InvalidInput.on('body', record(body).body ? 'invalid' : 'required');
        const id = randomUUID();
        const me = { id: ctx.actor.id, name: ctx.actor.name, username: ctx.actor.username };
        await addComment(ctx, { id, ticketId: ticket.id, by: me, type: 'common', body: parsed.data.body });
        ctx.audit({
          action: 'update',
          resourceType: 'ticket',
          resourceId: ticket.id,
          resource: ticket.title,
          orgId: ticket.orgId,
          changes: [{ field: 'comment', before: '', after: parsed.data.body }],
        });
        return ok(
          (await commentsOf(ctx, ticket.id)).find((one) => one.id === id),
          201,
        );
      },
    },
  ];
}

const pair = z.object({ ticket: z.uuid(), session: z.uuid() });

/** The session an approved connection became: of the same person on the same asset, carried by the component that says so. */
const relation = (): Route => ({
  method: 'POST',
  path: '/api/v1/tickets/ticket-session-relation/',
  policy: can('tickets.add_ticketsession'),
  name: 'tickets.ticketsession.create',
  rootOrg: true,
  async handle(ctx, { body }) {
    const parsed = pair.safeParse(body);
    if (!parsed.success) throw InvalidInput.on(String(parsed.error.issues[0]?.path[0] ?? 'ticket'), 'invalid');
    const { ticket, session } = parsed.data;
    const { rows } = await sql`
      insert into ticket_sessions (session_id, ticket_id, date_created) select s.id, t.id, ${ctx.clock()} from tickets t, sessions s
      join terminals c on c.id = s.terminal_id and c.user_id = ${ctx.actor.id}
      where t.id = ${ticket} and s.id = ${session} and t.type = 'login_asset_confirm' and t.state = 'approved'
        and s.user_id = t.applicant_id::text and s.asset_id = t.apply_login_asset_id::text
      on conflict (session_id) do nothing returning session_id`.execute(ctx.tx);
    if (rows.length === 0) throw InvalidInput.on('ticket', 'does_not_exist', { value: ticket });
    return ok({ ticket, session }, 201);
  },
});

export const ticketRoutes = (kernel: () => Kernel, deps: DecideDeps): readonly Route[] => [
  ...superTicketRoutes(kernel, deps),
  ...commentRoutes(kernel),
  relation(),
];
