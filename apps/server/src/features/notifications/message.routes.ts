import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
import { shown } from '../../platform/shown.ts';
import type { Messenger } from './messenger.ts';
import { markRead, unreadOf } from './site-message.behaviour.ts';

const UNREAD = text('Unread messages', '未读消息', '未読メッセージ');
const BASE = '/api/v1/notifications/site-messages/';
const user = { allow: 'user' } as const;
const DONE = { detail: 'ok' };

const ids = z.array(z.uuid()).max(1_000);
const marking = z.object({ ids: ids.default([]) });
const sending = z.object({
  subject: z.string().trim().min(1).max(1_024),
  message: z.string().trim().min(1).max(65_536),
  user_ids: ids.default([]),
  group_ids: ids.default([]),
  is_broadcast: z.boolean().default(false),
});

/** @throws InvalidInput on the first field that does not fit */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw InvalidInput.on(String(result.error.issues[0]?.path[0] ?? 'non_field_errors'), 'invalid');
}

async function membersOf(ctx: Context, groups: readonly string[]): Promise<string[]> {
  if (groups.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from user_group_members where group_id = any(${[...groups]}::uuid[])`.execute(ctx.tx);
  return rows.map((row) => row.user_id);
}

/** Reading and marking one's own messages, and writing one as an administrator (docs/wire/messages.md#site-messages). */
export const messageRoutes = (messenger: Messenger): Route[] => [
  {
    method: 'GET',
    path: `${BASE}unread-total/`,
    policy: user,
    name: 'notifications.sitemessage.unread',
    shape: { title: UNREAD, fields: { total: shown(UNREAD, 'integer') } },
    handle: async (ctx) => ok({ total: await unreadOf(ctx) }),
  },
  {
    method: 'PATCH',
    path: `${BASE}mark-as-read/`,
    policy: user,
    name: 'notifications.sitemessage.read',
    async handle(ctx, { body }) {
      await markRead(ctx, read(marking, body).ids);
      return ok(DONE);
    },
  },
  {
    method: 'PATCH',
    path: `${BASE}mark-as-read-all/`,
    policy: user,
    name: 'notifications.sitemessage.readall',
    async handle(ctx) {
      await markRead(ctx, []);
      return ok(DONE);
    },
  },
  {
    method: 'POST',
    path: `${BASE}send/`,
    // Not everybody writes to everybody: it is the system administrator's.
    policy: { allow: 'superuser' },
    name: 'notifications.sitemessage.send',
    async handle(ctx, { body }) {
      const given = read(sending, body);
      const users = [...given.user_ids, ...(await membersOf(ctx, given.group_ids))];
      if (!given.is_broadcast && users.length === 0) throw InvalidInput.on('user_ids', 'required');
      const reached = await messenger.write(ctx, given.is_broadcast ? undefined : users, given.subject, given.message);
      if (reached === 0) throw InvalidInput.on('user_ids', 'does_not_exist', { value: '' });
      ctx.audit({ action: 'create', resourceType: 'sitemessage', resourceId: ctx.actor.id, resource: given.subject.slice(0, 128) });
      return ok(DONE);
    },
  },
];
