import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { text } from '@postern/contract/text';
import { and, at, type Context, datetime, eb, formatDatetime, or, type Route, uuid, type Where } from '@postern/resource';
import { action } from '../../../platform/routes/action.ts';
import { ownList } from '../../../platform/routes/list.ts';
import { shown, WORDS } from '../../../platform/shown.ts';
import { noteChange } from '../user-changes.ts';
import { answers, latestEnd, refuseEnd } from './outside-rules.ts';

interface Deps {
  settings: SettingsReader;
}

const PATH = '/api/v1/users/sponsored/';
/** People are asked as themselves, wherever those for whom they answer are members. */
const OWN = {
  who: { allow: 'user' },
  rows: { own: 'people from outside whom they sponsor; administrators of the system: also those whose sponsor cannot answer' },
  rootOrg: true,
} as const;

const u = at('u');
/** Whom the actor answers for: a row is found by this and by nothing else. */
function answeredFor(ctx: Context): Where {
  const own = eb(u('sponsor_id'), '=', ctx.actor.id);
  const sponsor = eb.selectFrom('users as s').select('s.id').whereRef('s.id', '=', 'u.sponsor_id');
  const orphan = eb.not(eb.exists(sponsor.where(answers(ctx, at('s')))));
  return and(
    eb(u('from_outside'), '=', true),
    eb(u('is_active'), '=', true),
    eb(u('date_expired'), '>', ctx.clock()),
    ctx.actor.superuser ? or(own, orphan) : own,
  );
}

const people = (ctx: Context) =>
  ctx.tx
    .selectFrom('users as u')
    .leftJoin('users as s', 's.id', 'u.sponsor_id')
    .select(['u.id', 'u.name', 'u.username', 'u.email', 'u.date_expired', 'u.end_accepted', 'u.last_login', 's.name as sponsor'])
    .where(answeredFor(ctx));

async function personFor(ctx: Context, id: string) {
  const found = await people(ctx).where('u.id', '=', id).executeTakeFirst();
  // Somebody else's is answered like one that is not there.
  if (!found) throw new CodedError('not_found');
  return found;
}

const list = ({ settings }: Deps): Route =>
  ownList({
    ...OWN,
    path: PATH,
    name: 'users.sponsored.list',
    answer: {
      title: text('People I sponsor', '我担保的人员', '責任を持つ社外の人'),
      fields: {
        id: shown(WORDS.id),
        name: shown(WORDS.name),
        username: shown(WORDS.username),
        email: shown(text('Email', '邮箱', 'メール')),
        sponsor: shown(text('Sponsor', '担保人', '責任者'), 'string', { nullable: true }),
        last_login: shown(text('Last login', '最后登录', '最終ログイン'), 'datetime', { nullable: true }),
        date_expired: shown(text('Expires', '失效日期', '有効期限'), 'datetime'),
        latest_end: shown(text('At most until', '最迟至', '延長できる期限'), 'datetime'),
        is_due: shown(text('To be decided', '待处理', '要判断'), 'boolean'),
        is_let_end: shown(text('Is let end', '任其到期', '終了予定'), 'boolean'),
      },
    },
    async items(ctx) {
      const date = (value: Date) => formatDatetime(value, ctx.timeZone);
      const review = settings.get('SECURITY_OUTSIDE_REVIEW_DAYS') * 86_400_000;
      const rows = await people(ctx).orderBy('u.date_expired').orderBy('u.id').execute();
      return rows.flatMap(({ date_expired: end, end_accepted: accepted, last_login, ...person }) => {
        if (!end) return [];
        const letEnd = accepted?.getTime() === end.getTime();
        return [
          {
            ...person,
            last_login: last_login && date(last_login),
            date_expired: date(end),
            latest_end: date(latestEnd(ctx, settings)),
            is_due: !letEnd && end.getTime() - ctx.clock().getTime() <= review,
            is_let_end: letEnd,
          },
        ];
      });
    },
  });

const params = { person: uuid({ label: WORDS.id, required: true }) };

const renew = ({ settings }: Deps): Route =>
  action({
    ...OWN,
    path: `${PATH}:person/renew/`,
    name: 'users.sponsored.renew',
    params,
    body: { date_expired: datetime({ label: text('Expires', '失效日期', '有効期限'), required: true }) },
    async act(ctx, { params: { person: id }, body: { date_expired: end } }) {
      const person = await personFor(ctx, id);
      refuseEnd(ctx, settings, end);
      await ctx.tx.updateTable('users').set({ date_expired: end, end_accepted: null }).where('id', '=', person.id).execute();
      const date = (value: Date | null) => formatDatetime(value, ctx.timeZone) ?? '';
      noteChange(ctx, person, 'date_expired', date(person.date_expired), date(end));
    },
  });

const letEnd: Route = action({
  ...OWN,
  path: `${PATH}:person/let-end/`,
  name: 'users.sponsored.letend',
  params,
  body: 'none',
  async act(ctx, { params: { person: id } }) {
    const person = await personFor(ctx, id);
    await ctx.tx.updateTable('users').set({ end_accepted: person.date_expired }).where('id', '=', person.id).execute();
    noteChange(ctx, person, 'end_accepted', 'No', 'Yes');
  },
});

/** What sponsors decide: whether those whom they answer for get in for longer (docs/wire/users.md#people-from-outside). */
export const sponsoredRoutes = (deps: Deps): readonly Route[] => [list(deps), renew(deps), letEnd];
