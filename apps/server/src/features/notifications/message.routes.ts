import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { among, at, boolean, type Context, objectSchema, ok, type Route, route, TEXT_SCHEMA, text as textField } from '@postern/resource';
import { uuids } from '../../platform/fields.ts';
import { detail } from '../../platform/routes/detail.ts';
import { answerShape, shown, WORDS } from '../../platform/shown.ts';
import type { Messenger } from './messenger.ts';
import { markRead, unreadOf } from './site-message.behaviour.ts';
import { siteMessage } from './site-message.resource.ts';

const UNREAD = text('Unread messages', '未读消息', '未読メッセージ');
const BASE = '/api/v1/notifications/site-messages/';
const DONE = { detail: 'ok' };
const DETAIL = answerShape(objectSchema({ detail: TEXT_SCHEMA }));
/** Ids of one call. */
const MAX_IDS = 1_000;

const sending = {
  subject: textField({ label: text('Subject', '主题', '件名'), max: 1_024, required: true }),
  message: textField({ label: WORDS.message, multiline: true, required: true }),
  user_ids: uuids(text('Users', '用户', 'ユーザー'), MAX_IDS),
  group_ids: uuids(text('User groups', '用户组', 'ユーザーグループ'), MAX_IDS),
  is_broadcast: boolean({ label: text('To everybody', '发送给所有人', '全員宛て') }),
};

async function membersOf(ctx: Context, groups: readonly string[]): Promise<string[]> {
  const members = await ctx.tx
    .selectFrom('user_group_members as m')
    .select('m.user_id')
    .distinct()
    .where(among(at('m')('group_id'), groups))
    .execute();
  return members.map((member) => member.user_id);
}

const OWN = { who: { allow: 'user' }, rows: { of: [siteMessage] } } as const;

/** Reading and marking one's own messages, and writing one as an administrator (docs/wire/messages.md#site-messages). */
export const messageRoutes = (messenger: Messenger): Route[] => [
  detail({
    ...OWN,
    path: `${BASE}unread-total/`,
    name: 'notifications.sitemessage.unread',
    answer: { title: UNREAD, fields: { total: shown(UNREAD, 'integer') } },
    show: async (ctx) => ({ total: await unreadOf(ctx) }),
  }),
  route({
    ...OWN,
    method: 'PATCH',
    path: `${BASE}mark-as-read/`,
    name: 'notifications.sitemessage.read',
    answer: DETAIL,
    bodyOptional: true,
    body: { ids: uuids(siteMessage.labelPlural, MAX_IDS) },
    async handle(ctx, { body }) {
      await markRead(ctx, body.ids);
      return ok(DONE);
    },
  }),
  route({
    ...OWN,
    method: 'PATCH',
    path: `${BASE}mark-as-read-all/`,
    name: 'notifications.sitemessage.readall',
    answer: DETAIL,
    body: 'none',
    async handle(ctx) {
      await markRead(ctx, []);
      return ok(DONE);
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}send/`,
    name: 'notifications.sitemessage.send',
    answer: DETAIL,
    // Not everybody writes to everybody: it is the system administrator's.
    who: { allow: 'superuser' },
    rows: { none: 'writes to people of the whole installation' },
    body: sending,
    async handle(ctx, { body: { subject, message, user_ids, group_ids, is_broadcast } }) {
      const users = [...user_ids, ...(await membersOf(ctx, group_ids))];
      if (!is_broadcast && users.length === 0) throw InvalidInput.on('user_ids', 'required');
      const reached = await messenger.write(ctx, is_broadcast ? undefined : users, subject, message);
      if (reached === 0) throw InvalidInput.on('user_ids', 'does_not_exist', { value: '' });
      ctx.audit({ action: 'create', resourceType: 'sitemessage', resourceId: ctx.actor.id, resource: subject.slice(0, 128) });
      return ok(DONE);
    },
  }),
];
