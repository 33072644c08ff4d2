import { randomUUID } from 'node:crypto';
import { ROLE } from '@postern/contract/ids';
import { LANGUAGES, render, type Text } from '@postern/contract/text';
import { among, at, type Context, type Database, EVERYBODY } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import { cleanHtml, escapeHtml } from './clean-html.ts';

/** Told on every node when people have new messages; payload `{users}` or `{everyone: true}`. */
export const MESSAGE_CHANNEL = 'site-message';
/** Ids in one event, which holds 7,000 bytes; more people than that are told as everyone. */
const MAX_NAMED = 150;

/** Words of a message. Parameters are filled in as text: whatever they hold, it is no HTML. */
export interface MessageWords {
  subject: Text;
  /** HTML of ours with `{name}` marks. */
  message: Text;
  params?: Readonly<Record<string, string | number>>;
}

export interface Messenger {
  /**
   * Puts a message into people's boxes inside the caller's transaction; their browsers hear of it with the commit, on
   * whatever node they are (docs/wire/messages.md#live-count). Ids of nobody and of service accounts are passed over.
   */
  send(ctx: Context, userIds: readonly string[], words: MessageWords): Promise<void>;
  /** The same with a text that the acting person wrote, to some people or, without ids, to everybody. */
  write(ctx: Context, userIds: readonly string[] | undefined, subject: string, html: string): Promise<number>;
}

function filled(words: MessageWords): { subject: Text; message: Text } {
  const { params = {} } = words;
  const escaped = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(String(value))]));
  const inAll = (text: Text, values: object): Text =>
    Object.fromEntries(LANGUAGES.map((language) => [language, render(text, language, { ...values })])) as Text;
  return { subject: inAll(words.subject, params), message: inAll(words.message, escaped) };
}

/** One content, a copy for each person. Answers who got one. */
async function store(
  ctx: Context,
  userIds: readonly string[] | undefined,
  subject: Text | string,
  message: Text | string,
): Promise<string[]> {
  const content = randomUUID();
  const sender = ctx.actor.kind === 'user' ? ctx.actor.id : null;
  const now = ctx.clock();
  await ctx.tx
    .insertInto('site_messages')
    .values({
      id: content,
      subject: JSON.stringify(subject),
      message: JSON.stringify(message),
      sender_id: sender,
      date_created: now,
    })
    .execute();
  const readers = ctx.tx
    .selectFrom('users as u')
    .select(({ fn, val, lit }) => [
      fn<string>('gen_random_uuid').as('id'),
      'u.id as user_id',
      val(content).as('content_id'),
      lit(false).as('has_read'),
      val(now).as('date_created'),
    ])
    .where(userIds ? among(at('u')('id'), [...new Set(userIds)]) : EVERYBODY)
    .where('u.is_service_account', '=', false);
  const copies = await ctx.tx
    .insertInto('site_message_copies')
    .columns(['id', 'user_id', 'content_id', 'has_read', 'date_created'])
    .expression(readers)
    .returning('user_id')
    .execute();
  return copies.map((copy) => copy.user_id);
}

async function announce(events: EventBus, db: Database, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  await events.publish(db, MESSAGE_CHANNEL, users.length > MAX_NAMED ? { everyone: true } : { users });
}

/** A message to everyone who has the role of system administrator, inside the caller's transaction. */
export async function tellAdministrators(ctx: Context, messenger: Messenger, words: MessageWords): Promise<void> {
  const rows = await ctx.tx.selectFrom('role_bindings').select('user_id').distinct().where('role_id', '=', ROLE.SYSTEM_ADMIN).execute();
  await messenger.send(
    ctx,
    rows.map((row) => row.user_id),
    words,
  );
}

export function createMessenger(events: EventBus): Messenger {
  return {
    async send(ctx, userIds, words) {
      const { subject, message } = filled(words);
      await announce(events, ctx.tx, await store(ctx, userIds, subject, message));
    },
    async write(ctx, userIds, subject, html) {
      const users = await store(ctx, userIds, subject, await cleanHtml(html));
      await announce(events, ctx.tx, users);
      return users.length;
    },
  };
}
