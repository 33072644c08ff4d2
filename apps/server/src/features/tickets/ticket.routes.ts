import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { type Text, text } from '@postern/contract/text';
import {
  type Context,
  can,
  fetchRow,
  labelledWire,
  objectSchema,
  type Route,
  type RowOf,
  reference,
  type Shape,
  TEXT_SCHEMA,
  text as textField,
  uuid,
} from '@postern/resource';
import { creation } from '../../platform/routes/creation.ts';
import { detail } from '../../platform/routes/detail.ts';
import { ownList } from '../../platform/routes/list.ts';
import { removal } from '../../platform/routes/removal.ts';
import { answerShape, labelledAs, shown, WORDS } from '../../platform/shown.ts';
import { addComment, commentsOf } from './comments.ts';
import { type DecideDeps, withdrawTicket } from './decide-ticket.ts';
import { mentionable, tellMentioned } from './mentions.ts';
import { linkSession } from './ticket.queries.ts';
import { STATES, STATUSES, standingAt, ticket } from './ticket.resource.ts';

const MAX_COMMENT = 4096;
const LABEL: Text = text('ticket', '工单', 'チケット');
const missing = (ctx: Context): CodedError => new CodedError('object_does_not_exist', { resource: LABEL[ctx.language] });

/** A ticket that the calling component opened; another's is none. */
async function ownOf(ctx: Context, id: string) {
  const found = await ctx.tx
    .selectFrom('tickets as t')
    .leftJoin('ticket_steps as s', (on) => on.onRef('s.ticket_id', '=', 't.id').onRef('s.level', '=', 't.approval_step'))
    .select(['t.id', 't.state', 't.status', 't.date_lapses', 's.processor_display'])
    .where('t.id', '=', id)
    .where('t.opened_by', '=', ctx.actor.id)
    .executeTakeFirst();
  if (!found) throw missing(ctx);
  return { id: found.id, ...standingAt(found, ctx.clock()), processor: found.processor_display ?? '' };
}

const statusShape: Shape = {
  title: LABEL,
  fields: {
    id: shown(WORDS.id),
    status: shown(WORDS.status, 'labeled_choice', { answered: labelledAs(...STATUSES.map(({ value }) => value)) }),
    state: shown(WORDS.state, 'labeled_choice', { answered: labelledAs(...STATES.map(({ value }) => value)) }),
    processor: shown(text('Processor', '处理人', '処理者')),
  },
};

const SUPER = {
  path: '/api/v1/tickets/super-tickets/:id/status/',
  rows: { own: 'tickets that the component opened' },
  params: { id: uuid({ label: WORDS.id, required: true }) },
  rootOrg: true,
} as const;

/** What components ask while somebody waits (docs/wire/tickets.md#components-that-wait). */
const superTicketRoutes = (deps: DecideDeps): Route[] => [
  detail({
    ...SUPER,
    name: 'tickets.superticket.status',
    who: can('tickets.view_superticket'),
    answer: statusShape,
    async show(ctx, { params, kernel }) {
      const { id, state, status, processor } = await ownOf(ctx, params.id);
      const choice = (field: 'state' | 'status', value: string) => {
        const found = kernel.byName('ticket').field(field);
        return found ? labelledWire(value, found, ctx) : null;
      };
      return { id, status: choice('status', status), state: choice('state', state), processor };
    },
  }),
  removal({
    ...SUPER,
    name: 'tickets.superticket.close',
    who: can('tickets.change_superticket'),
    async remove(ctx, { params }) {
      await withdrawTicket(ctx, deps, (await ownOf(ctx, params.id)).id);
    },
  }),
];

const body = textField({ label: text('Comment', '评论', 'コメント'), required: true, multiline: true, max: MAX_COMMENT });

const commentShape: Shape = {
  title: text('Comments', '评论', 'コメント'),
  fields: {
    id: shown(WORDS.id),
    body,
    user_display: shown(WORDS.userName),
    ticket: shown(text('Ticket', '工单', 'チケット')),
    user: shown(WORDS.user, 'string', { nullable: true }),
    type: shown(WORDS.type),
    state: shown(WORDS.state, 'string', { nullable: true }),
    date_created: shown(WORDS.created, 'datetime'),
    date_updated: shown(WORDS.updated, 'datetime'),
  },
};

/** Comments of a ticket in which the caller takes part. */
const COMMENTS = {
  path: '/api/v1/tickets/comments/',
  who: can('tickets.view_ticket'),
  rows: { of: [ticket] },
  query: { ticket_id: reference('ticket', { label: ticket.label, required: true, sameOrg: false }) },
  answer: commentShape,
} as const;

const commentRoutes = ({ messenger }: DecideDeps): readonly Route[] => [
  ownList({
    ...COMMENTS,
    name: 'tickets.comment.list',
    whole: true,
    items: (ctx, { query }) => commentsOf(ctx, query.ticket_id),
  }),
  ownList({
    ...COMMENTS,
    path: `${COMMENTS.path}mentionable/`,
    name: 'tickets.comment.mentionable',
    whole: true,
    answer: {
      title: text('People to mention', '可提及的人员', 'メンションできる人'),
      fields: { id: shown(WORDS.id), name: shown(WORDS.name), username: shown(WORDS.username) },
    },
    items: (ctx, { query }) => mentionable(ctx, query.ticket_id),
  }),
  creation({
    ...COMMENTS,
    name: 'tickets.comment.create',
    drawn: commentShape,
    bodyLimit: 65_536,
    body: { body },
    errors: ['throttled'],
    async create(ctx, { query, body: comment, kernel }) {
      const about = (await fetchRow(kernel.byName('ticket'), ctx, query.ticket_id)) as RowOf<typeof ticket>;
      const id = randomUUID();
      const me = { id: ctx.actor.id, name: ctx.actor.name, username: ctx.actor.username };
      await addComment(ctx, { id, ticketId: about.id, by: me, type: 'common', body: comment.body });
      ctx.audit({
        action: 'update',
        resourceType: 'ticket',
        resourceId: about.id,
        resource: about.title,
        orgId: about.org_id,
        changes: [{ field: 'comment', before: '', after: comment.body }],
      });
      const { id: ticketId, type, title, serial_num: serial, org_id: orgId } = about;
      await tellMentioned(ctx, messenger, { id: ticketId, type, title, serial: serial ?? '', orgId }, comment.body);
      const comments = await commentsOf(ctx, about.id);
      return comments.find((one) => one.id === id);
    },
  }),
];

/** The session an approved connection became: of the same person on the same asset, carried by the component that says so. */
const relation = creation({
  path: '/api/v1/tickets/ticket-session-relation/',
  name: 'tickets.ticketsession.create',
  answer: answerShape(objectSchema({ ticket: TEXT_SCHEMA, session: TEXT_SCHEMA })),
  who: can('tickets.add_ticketsession'),
  rows: { own: 'sessions that the component carries' },
  rootOrg: true,
  body: {
    ticket: uuid({ label: ticket.label, required: true }),
    session: uuid({ label: text('Session', '会话', 'セッション'), required: true }),
  },
  async create(ctx, { body: { ticket: ticketId, session } }) {
    if (!(await linkSession(ctx, ticketId, session))) throw InvalidInput.on('ticket', 'does_not_exist', { value: ticketId });
    return { ticket: ticketId, session };
  },
});

export const ticketRoutes = (deps: DecideDeps): readonly Route[] => [...superTicketRoutes(deps), ...commentRoutes(deps), relation];
