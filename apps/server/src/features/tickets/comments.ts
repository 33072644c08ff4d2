import { type Language, render, type Text, text } from '@postern/contract/text';
import { type Context, formatDatetime, type RowOf } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import { displayOf, type Person } from './reviewers.ts';
import type { TicketState } from './ticket.resource.ts';

/** Comments of one ticket that are read at most. */
const MAX_READ = 500;

export interface NewComment {
  id: string;
  ticketId: string;
  /** Nobody: the ticket closed by itself. */
  by: Person | undefined;
  type: 'common' | 'state';
  state?: TicketState;
  body: string;
}

export async function addComment(ctx: Context, { id, ticketId, by, type, state, body }: NewComment): Promise<void> {
  const now = ctx.clock();
  await ctx.tx
    .insertInto('ticket_comments')
    .values({
      id,
      ticket_id: ticketId,
      user_id: by?.id ?? null,
      user_display: by ? displayOf(by) : '',
      type,
      state: state ?? null,
      body,
      date_created: now,
      date_updated: now,
    })
    .execute();
}

/** What became of a ticket, in the reader's language. */
const DECISIONS: Readonly<Record<TicketState, Text>> = {
  pending: text('{user} opened the ticket.', '{user} 发起了工单。', '{user} がチケットを作成しました。'),
  approved: text('{user} approved.', '{user} 已批准。', '{user} が承認しました。'),
  rejected: text('{user} rejected.', '{user} 已拒绝。', '{user} が却下しました。'),
  closed: text('{user} closed the ticket.', '{user} 关闭了工单。', '{user} がチケットを終了しました。'),
};
const LAPSED = text(
  'Nobody decided in time.',
  '未在规定时间内处理，工单已自动关闭。',
  '期限内に処理されなかったため、自動的に終了しました。',
);

type CommentRow = RowOf<{ table: 'ticket_comments' }>;

const bodyOf = (row: CommentRow, language: Language): string => {
  if (row.type !== 'state' || !row.state) return row.body;
  const event = row.user_display === '' ? render(LAPSED, language) : render(DECISIONS[row.state], language, { user: row.user_display });
  // What an approver changed of a request is in the words of whoever changed it.
  return row.body === '' ? event : `${event}\n\n${row.body}`;
};

/** A comment as clients read it (docs/wire/tickets.md#comments); `type` and `state` are our own addition. */
const wire = (ctx: Context, row: CommentRow) => ({
  id: row.id,
  body: bodyOf(row, ctx.language),
  user_display: row.user_display,
  ticket: row.ticket_id,
  user: row.user_id,
  type: row.type,
  state: row.state,
  date_created: formatDatetime(row.date_created, ctx.timeZone),
  date_updated: formatDatetime(row.date_updated, ctx.timeZone),
});

/** Comments of a ticket, the oldest first. */
export async function commentsOf(ctx: Context, ticketId: string): Promise<ReturnType<typeof wire>[]> {
  const rows = await ctx.tx
    .selectFrom('ticket_comments')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('date_created')
    .orderBy('id')
    .limit(MAX_READ)
    .execute();
  return rows.map((row) => wire(ctx, row));
}

/** Whether somebody has said anything about a ticket. */
export async function hasSpoken(ctx: Context, ticketId: string, userId: string): Promise<boolean> {
  return anyRow(
    ctx.tx.selectFrom('ticket_comments').where('ticket_id', '=', ticketId).where('user_id', '=', userId).where('type', '=', 'common'),
  );
}
