import { render, type Text, text } from '@postern/contract/text';
import type { Context } from '@postern/resource';
import type { MessageWords } from '../notifications/index.ts';
import { type About, BY, joined, LINK, linked } from './notices.ts';
import type { TicketState } from './ticket.resource.ts';

/** What is told of access that was taken without approval (docs/wire/tickets.md#taking-access). */

/** The alarm: to those who would have decided, and whoever is subscribed to it. */
export const takenNotice = (
  about: About,
  marks: Readonly<Record<'user' | 'what' | 'account' | 'ends' | 'reason', string>>,
): MessageWords => ({
  subject: text(
    '{user} took access without approval: {what}',
    '{user} 未经审批直接访问：{what}',
    '{user} が承認なしでアクセスを取得：{what}',
  ),
  message: joined(
    text(
      '<p>{what} · {account} · until {ends}</p><p>{reason}</p><p>Review it, or end it now.</p>',
      '<p>{what} · {account} · 至 {ends}</p><p>{reason}</p><p>请审核，或立即终止。</p>',
      '<p>{what} · {account} · {ends} まで</p><p>{reason}</p><p>確認するか、今すぐ終了してください。</p>',
    ),
    LINK,
  ),
  ...linked(about, marks),
});

const JUSTIFIED: Text = text('Found justified.', '审核结论：合理。', '正当と判断。');
const UNJUSTIFIED: Text = text(
  'Found not justified; the access was ended.',
  '审核结论：不合理，访问已终止。',
  '不当と判断し、アクセスを終了。',
);

/** What the history of the ticket says of a review, in the reviewer's language. */
export const reviewNote = (ctx: Context, state: TicketState): string =>
  render(state === 'approved' ? JUSTIFIED : UNJUSTIFIED, ctx.language);

/** To whoever took it, once it is reviewed. */
export const reviewedNotice = (about: About, state: TicketState, processor: string): MessageWords => ({
  subject:
    state === 'approved'
      ? text('Found justified: {title}', '紧急访问被认定合理：{title}', '正当と判断されました：{title}')
      : text('Found not justified, and ended: {title}', '紧急访问被认定不合理，已终止：{title}', '不当と判断され、終了しました：{title}'),
  message: joined(BY, LINK),
  ...linked(about, { processor }),
  kind: 'tickets',
});
