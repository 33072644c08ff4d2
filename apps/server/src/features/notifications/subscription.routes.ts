import { CodedError } from '@postern/contract/errors';
import { render, text } from '@postern/contract/text';
import { type Context, type Route, type Shape, type Tables, textList, uuid } from '@postern/resource';
import { expressionBuilder } from 'kysely';
import { listOf } from '../../platform/fields.ts';
import { form } from '../../platform/routes/form.ts';
import { ownList } from '../../platform/routes/list.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { type Delivery, readWay, withBox } from './ways.ts';

const BY = text('Messages by', '消息接收方式', '通知の受信方法');
const shape: Shape = {
  title: text('Subscriptions', '消息订阅', '通知設定'),
  fields: { user_id: shown(WORDS.user), receive_backends: textList({ label: BY, required: true }) },
};

const BASE = '/api/v1/notifications/';
const PATH = `${BASE}user-msg-subscription/`;
const OWN = { who: { allow: 'user' }, rows: { own: 'their subscription' } } as const;
const KEY = { user_id: uuid({ label: WORDS.user, required: true }) };

/** By which ways somebody has asked for messages that are about themselves, as a value of a statement; `withBox` reads it. */
export const waysAskedBy = (userId: string) =>
  expressionBuilder<Tables, never>()
    .selectFrom('user_msg_subscriptions as m')
    .select('m.receive_backends')
    .where('m.user_id', '=', userId)
    .$asScalar();

async function subscription({ tx, actor }: Context) {
  const { ways } = await tx.selectNoFrom(waysAskedBy(actor.id).as('ways')).executeTakeFirstOrThrow();
  return { user_id: actor.id, receive_backends: withBox(ways ?? undefined) };
}

/** Everybody has one subscription, their own. @throws CodedError not_found for another's id */
function own(ctx: Context, userId: string): void {
  if (userId !== ctx.actor.id) throw new CodedError('not_found');
}

async function store(ctx: Context, wanted: readonly string[]): Promise<void> {
  const receive_backends = JSON.stringify(wanted);
  await ctx.tx
    .insertInto('user_msg_subscriptions')
    .values({ user_id: ctx.actor.id, receive_backends })
    .onConflict((clash) => clash.column('user_id').doUpdateSet({ receive_backends }))
    .execute();
}

export const subscriptionRoutes = (deliveries: readonly Delivery[]): readonly Route[] => [
  ownList({
    path: `${BASE}backends/`,
    name: 'notifications.backend.list',
    who: { allow: 'user' },
    rows: { none: 'the ways that work in this installation' },
    answer: { title: BY, fields: { name: shown(WORDS.name), name_display: shown(WORDS.label) } },
    whole: true,
    items: () => deliveries.filter((way) => way.works()),
    wire: ({ name, label }, ctx) => ({ name, name_display: render(label(), ctx.language) }),
  }),
  ownList({
    ...OWN,
    path: PATH,
    name: 'notifications.usersubscription.list',
    answer: shape,
    whole: true,
    items: async (ctx) => [await subscription(ctx)],
  }),
  ...form({
    ...OWN,
    path: `${PATH}:user_id/`,
    params: KEY,
    find: async (ctx, { params }) => own(ctx, params.user_id),
    read: { name: 'notifications.usersubscription.retrieve', answer: shape, show: subscription },
    write: {
      put: 'notifications.usersubscription.put',
      patch: 'notifications.usersubscription.patch',
      body: { receive_backends: listOf(BY, readWay, { max: 100, required: true }) },
      drawn: shape,
      answer: shape,
      async take(ctx, { body }) {
        await store(ctx, body.receive_backends);
        return subscription(ctx);
      },
    },
  }),
];
