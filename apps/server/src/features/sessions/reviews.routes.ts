import { text } from '@postern/contract/text';
import { type Context, can, formatDatetime, type Route, type Shape } from '@postern/resource';
import { ownList } from '../../platform/routes/list.ts';
import { labelledAs, shown, WORDS } from '../../platform/shown.ts';
import { type ReviewRow, reviewsOf, STATES, standingAt, TYPES } from '../tickets/index.ts';
import { session } from './session.resource.ts';

/** Reviews of one session that are told at most; a session asks for one, and for each of its commands. */
const MOST = 500;

const reviewShape: Shape = {
  title: text('Reviews', '审核', '承認'),
  fields: {
    type: shown(WORDS.type, 'labeled_choice', { answered: labelledAs(...TYPES.map(({ value }) => value)) }),
    state: shown(WORDS.state, 'labeled_choice', { answered: labelledAs(...STATES.map(({ value }) => value)) }),
    command: shown(text('Command', '命令', 'コマンド')),
    processor: shown(text('Decided by', '处理人', '処理者')),
    date_created: shown(WORDS.created, 'datetime'),
    date_decided: shown(text('Decided at', '处理时间', '処理日時'), 'datetime', { nullable: true }),
  },
};

const labelled = (ctx: Context, of: readonly { value: string; label: Record<string, string> }[], value: string) => ({
  value,
  label: of.find((one) => one.value === value)?.label[ctx.language] ?? value,
});

function wire(row: ReviewRow, ctx: Context) {
  const { state } = standingAt(row, ctx.clock());
  return {
    type: labelled(ctx, TYPES, row.type),
    state: labelled(ctx, STATES, state),
    command: row.command,
    processor: row.processor,
    date_created: formatDatetime(row.date_created, ctx.timeZone),
    date_decided: state === 'approved' || state === 'rejected' ? formatDatetime(row.date_decided, ctx.timeZone) : null,
  };
}

/**
 * Ours: what had to be approved for a session, and who decided it (docs/wire/sessions.md#reviews-of-a-session). Whoever may see the session is told
 * that; the tickets themselves stay with those who asked and were asked.
 */
const sessionReviews = ownList({
  path: '/api/v1/terminal/sessions/:id/reviews/',
  name: 'terminal.session.reviews',
  who: can('terminal.view_session'),
  rows: { one: session },
  answer: reviewShape,
  items: (ctx, { row }) => reviewsOf(ctx, row.id, MOST),
  wire,
});

export const reviewRoutes: readonly Route[] = [sessionReviews];
