import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { render, text } from '@postern/contract/text';
import { type Context, ok, type Route, type Shape, textList } from '@postern/resource';
import { sql } from 'kysely';
import { shown, WORDS } from '../../platform/shown.ts';

/**
 * Ways to deliver that work in this installation (docs/wire/messages.md#ways-to-deliver). Mail and chat join when their backends
 * exist; one that cannot deliver is not offered.
 */
const BACKENDS = [{ name: 'site_msg', label: text('Site message', '站内信', 'サイト内メッセージ') }] as const;

const BY = text('Messages by', '消息接收方式', '通知の受信方法');
const shape: Shape = {
  title: text('Subscriptions', '消息订阅', '通知設定'),
  fields: { user_id: shown(WORDS.user), receive_backends: textList({ label: BY, required: true }) },
};

const BASE = '/api/v1/notifications/';
const user = { allow: 'user' } as const;

async function subscription(ctx: Context) {
  const { rows } = await sql<{ receive_backends: string[] }>`
    select receive_backends from user_msg_subscriptions where user_id = ${ctx.actor.id}`.execute(ctx.tx);
  return { user_id: ctx.actor.id, receive_backends: [...new Set(['site_msg', ...(rows[0]?.receive_backends ?? [])])] };
}

/** Everybody has one subscription, their own. @throws CodedError object_does_not_exist for another's id */
function own(ctx: Context, given: string | undefined): void {
  if (parseUuid(given) !== ctx.actor.id) throw new CodedError('not_found');
}

async function store(ctx: Context, body: unknown) {
  const wanted = typeof body === 'object' && body !== null && 'receive_backends' in body ? body.receive_backends : undefined;
  if (wanted === undefined) throw InvalidInput.on('receive_backends', 'required');
  if (!Array.isArray(wanted)) throw InvalidInput.on('receive_backends', 'not_a_list');
  const unknown = wanted.find((name) => !BACKENDS.some((backend) => backend.name === name));
  if (unknown !== undefined) throw InvalidInput.on('receive_backends', 'invalid_choice', { value: String(unknown).slice(0, 64) });
  await sql`insert into user_msg_subscriptions (user_id, receive_backends) values (${ctx.actor.id}, ${JSON.stringify(wanted)}::jsonb)
    on conflict (user_id) do update set receive_backends = excluded.receive_backends`.execute(ctx.tx);
  return subscription(ctx);
}

export const subscriptionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${BASE}backends/`,
    policy: user,
    name: 'notifications.backend.list',
    shape: { title: BY, fields: { name: shown(WORDS.name), name_display: shown(WORDS.label) } },
    handle: async (ctx) => ok(BACKENDS.map(({ name, label }) => ({ name, name_display: render(label, ctx.language) }))),
  },
  {
    method: 'GET',
    path: `${BASE}user-msg-subscription/`,
    policy: user,
    name: 'notifications.usersubscription.list',
    shape,
    handle: async (ctx) => ok([await subscription(ctx)]),
  },
  {
    method: 'GET',
    path: `${BASE}user-msg-subscription/:user_id/`,
    policy: user,
    name: 'notifications.usersubscription.retrieve',
    shape,
    async handle(ctx, { params }) {
      own(ctx, params.user_id);
      return ok(await subscription(ctx));
    },
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Route => ({
      method,
      path: `${BASE}user-msg-subscription/:user_id/`,
      policy: user,
      name: `notifications.usersubscription.${method.toLowerCase()}`,
      shape,
      async handle(ctx, { params, body }) {
        own(ctx, params.user_id);
        return ok(await store(ctx, body));
      },
    }),
  ),
];
