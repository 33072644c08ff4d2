import { randomUUID } from 'node:crypto';
import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, can, datetime, formatDatetime, type Route, type Shape, text as textField, uuid } from '@postern/resource';
import { creation } from '../../platform/routes/creation.ts';
import { ownList } from '../../platform/routes/list.ts';
import { removal } from '../../platform/routes/removal.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import type { Messenger } from '../notifications/index.ts';
import { offeredDelegates, readDelegation } from './delegations.ts';
import { delegationEndedNotice, delegationNotice } from './notices.ts';
import { displayOf } from './reviewers.ts';

const PATH = '/api/v1/tickets/delegations/';
const LABELS = {
  title: text('Delegations', '代理审批', '代理承認'),
  user: text('Away', '离开者', '不在の人'),
  delegate: text('Decides instead', '代理人', '代理人'),
  start: text('From', '开始时间', '開始日時'),
  end: text('Until', '结束时间', '終了日時'),
} as const;

const OWN = {
  who: can('tickets.view_ticket'),
  rows: { own: 'their absences and those of others in which they decide; administrators of the system: everybody’s' },
  rootOrg: true,
} as const;

const shape: Shape = {
  title: LABELS.title,
  fields: {
    id: shown(WORDS.id),
    user: shown(LABELS.user),
    delegate: shown(LABELS.delegate),
    date_start: shown(LABELS.start, 'datetime'),
    date_end: shown(LABELS.end, 'datetime'),
    is_mine: shown(text('Is one’s own', '本人的', '自分のもの'), 'boolean'),
    may_end: shown(text('May be ended', '可结束', '終了できる'), 'boolean'),
  },
};

/** Those that have not ended, and are the actor's to see. */
const seen = (ctx: Context) =>
  ctx.tx
    .selectFrom('ticket_delegations as d')
    .innerJoin('users as y', 'y.id', 'd.user_id')
    .innerJoin('users as x', 'x.id', 'd.delegate_id')
    .select([
      'd.id',
      'd.user_id',
      'd.delegate_id',
      'd.date_start',
      'd.date_end',
      'y.name as user_name',
      'y.username as user_username',
      'x.name as delegate_name',
      'x.username as delegate_username',
    ])
    .where('d.date_end', '>', ctx.clock())
    .$if(!ctx.actor.superuser, (all) =>
      all.where((eb) => eb.or([eb('d.user_id', '=', ctx.actor.id), eb('d.delegate_id', '=', ctx.actor.id)])),
    );
type Delegation = Awaited<ReturnType<ReturnType<typeof seen>['executeTakeFirstOrThrow']>>;

const namesOf = (row: Delegation) => ({
  user: displayOf({ name: row.user_name, username: row.user_username }),
  delegate: displayOf({ name: row.delegate_name, username: row.delegate_username }),
});
const date = (ctx: Context, value: Date): string => formatDatetime(value, ctx.timeZone) ?? '';

function wire(ctx: Context, row: Delegation) {
  const mine = row.user_id === ctx.actor.id;
  return {
    id: row.id,
    ...namesOf(row),
    date_start: date(ctx, row.date_start),
    date_end: date(ctx, row.date_end),
    is_mine: mine,
    may_end: mine || ctx.actor.superuser,
  };
}

/** Whoever is away is who it is about, whoever ends it. */
function audit(ctx: Context, row: Delegation, before: string, after: string): void {
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: row.user_id,
    resource: row.user_username,
    changes: [{ field: 'ticket_delegate', before, after }],
  });
}
const spelled = (ctx: Context, row: Delegation): string =>
  `${namesOf(row).delegate} ${date(ctx, row.date_start)} - ${date(ctx, row.date_end)}`;

const list: Route = ownList({
  ...OWN,
  path: PATH,
  name: 'tickets.delegation.list',
  answer: shape,
  items: async (ctx) => (await seen(ctx).orderBy('d.date_start').orderBy('d.id').execute()).map((row) => wire(ctx, row)),
});

const create = (messenger: Messenger): Route =>
  creation({
    ...OWN,
    path: PATH,
    name: 'tickets.delegation.create',
    drawn: shape,
    answer: shape,
    body: {
      delegate: uuid({ label: LABELS.delegate, required: true }),
      date_start: datetime({ label: LABELS.start, required: true }),
      date_end: datetime({ label: LABELS.end, required: true }),
    },
    errors: ['throttled'],
    async create(ctx, { body }) {
      const delegate = await readDelegation(ctx, body);
      const id = randomUUID();
      const { date_start, date_end } = body;
      await ctx.tx
        .insertInto('ticket_delegations')
        .values({ id, user_id: ctx.actor.id, delegate_id: delegate.id, date_start, date_end })
        .execute();
      const row = await seen(ctx).where('d.id', '=', id).executeTakeFirstOrThrow();
      audit(ctx, row, '', spelled(ctx, row));
      const words = delegationNotice(namesOf(row).user, date(ctx, date_start), date(ctx, date_end));
      await messenger.send(ctx, [delegate.id], words);
      return wire(ctx, row);
    },
  });

/** Ends one before its time: for whoever is away, and for administrators. What was decided by then stays decided. */
const remove = (messenger: Messenger): Route =>
  removal({
    ...OWN,
    path: `${PATH}:delegation/`,
    name: 'tickets.delegation.destroy',
    params: { delegation: uuid({ label: WORDS.id, required: true }) },
    async remove(ctx, { params }) {
      const row = await seen(ctx).where('d.id', '=', params.delegation).executeTakeFirst();
      if (!row) throw new CodedError('not_found');
      if (!wire(ctx, row).may_end) throw new CodedError('permission_denied');
      await ctx.tx.deleteFrom('ticket_delegations').where('id', '=', row.id).execute();
      audit(ctx, row, spelled(ctx, row), '');
      const others = [row.user_id, row.delegate_id].filter((id) => id !== ctx.actor.id);
      await messenger.send(ctx, others, delegationEndedNotice(namesOf(row).user, namesOf(row).delegate));
    },
  });

/** Whom one may name: how they are called, and nothing else of them. */
const offered: Route = ownList({
  ...OWN,
  path: `${PATH}offered/`,
  name: 'tickets.delegation.offered',
  rows: { own: 'people in the organisations of whoever asks' },
  whole: true,
  query: { search: textField({ label: WORDS.name, max: 128, blank: true, default: '' }) },
  answer: { title: LABELS.delegate, fields: { id: shown(WORDS.id), name: shown(WORDS.name) } },
  items: async (ctx, { query }) => (await offeredDelegates(ctx, query)).map((one) => ({ id: one.id, name: displayOf(one) })),
});

/** Who decides for whom while they are away (docs/wire/tickets.md#deciding-for-somebody-else). */
export const delegationRoutes = ({ messenger }: { messenger: Messenger }): readonly Route[] => [
  offered,
  list,
  create(messenger),
  remove(messenger),
];
