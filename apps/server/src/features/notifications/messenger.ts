import { randomUUID } from 'node:crypto';
import { ROLE } from '@postern/contract/ids';
import { LANGUAGES, render, type Text } from '@postern/contract/text';
import type { Context, Database } from '@postern/resource';
import { sql } from 'kysely';
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
  await sql`insert into site_messages (id, subject, message, sender_id, date_created)
    values (${content}, ${JSON.stringify(subject)}::jsonb, ${JSON.stringify(message)}::jsonb, ${sender}, ${ctx.clock()})`.execute(ctx.tx);
  const which = userIds ? sql`u.id = any(${[...new Set(userIds)]}::uuid[])` : sql`true`;
  const { rows } = await sql<{ user_id: string }>`
    insert into site_message_copies (id, user_id, content_id, has_read, date_created)
    select gen_random_uuid(), u.id, ${content}, false, ${ctx.clock()} from users u where ${which} and not u.is_service_account
    returning user_id`.execute(ctx.tx);
  return rows.map((row) => row.user_id);
}

async function announce(events: EventBus, db: Database, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  await events.publish(db, MESSAGE_CHANNEL, users.length > MAX_NAMED ? { everyone: true } : { users });
}

/** A message to everyone who has the role of system administrator, inside the caller's transaction. */
export async function tellAdministrators(ctx: Context, messenger: Messenger, words: MessageWords): Promise<void> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from role_bindings where role_id = ${ROLE.SYSTEM_ADMIN}`.execute(ctx.tx);
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
      const users = await store(ctx, userIds, subject, cleanHtml(html));
      await announce(events, ctx.tx, users);
      return users.length;
    },
  };
}
