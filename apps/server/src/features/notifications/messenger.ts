import { randomUUID } from 'node:crypto';
import type { SettingsReader } from '@postern/contract/settings';
import { LANGUAGES, render, type Text } from '@postern/contract/text';
import { among, at, type Context, type Database, EVERYBODY } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { MailContent } from '../../platform/mail/mail-content.ts';
import { post } from '../../platform/mail/outbox.ts';
import { languagesOf } from '../preferences/index.ts';
import { cleanHtml, escapeHtml } from './clean-html.ts';
import { sorted, wait } from './digest.ts';
import { mailForm } from './mail-form.ts';
import type { WaitingKind } from './message-kinds.ts';
import type { Delivery, Way } from './ways.ts';

/** Told on every node when people have new messages; payload `{users}` or `{everyone: true}`. */
export const MESSAGE_CHANNEL = 'site-message';
const BOX: Way = 'site_msg';
/** Ids in one event, which holds 7,000 bytes; more people than that are told as everyone. */
const MAX_NAMED = 150;

/** Words of a message. Parameters are filled in as text: whatever they hold, it is no HTML. */
export interface MessageWords {
  subject: Text;
  /** HTML of ours with `{name}` marks. */
  message: Text;
  params?: Readonly<Record<string, string | number | Text>>;
  /** What it is about, of messages that may wait where a person wants that. Without it a message goes at once. */
  kind?: WaitingKind;
  /** What the link says of its reader when it leaves the house: added to its query. */
  linkFor?: LinkFor;
}

type LinkFor = (ctx: Context, readerId: string) => Readonly<Record<string, string>>;

export interface Messenger {
  /**
   * Puts a message into people's boxes inside the caller's transaction; their browsers hear of it with the commit, on
   * whatever node they are (docs/wire/messages.md#live-count). Ids of nobody and of service accounts are passed over.
   *
   * @param ways by which it goes besides; without them, by those that each of the people wants
   */
  send(ctx: Context, userIds: readonly string[], words: MessageWords, ways?: readonly Way[]): Promise<void>;
  /** The same with a text that the acting person wrote, to some people or, without ids, to everybody. */
  write(ctx: Context, userIds: readonly string[] | undefined, subject: string, html: string): Promise<number>;
}

function filled(words: MessageWords): { subject: Text; message: Text } {
  const { params = {} } = words;
  const inAll = (text: Text, shown: (value: string) => string): Text =>
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const values = Object.entries(params).map(([name, value]) => [
          name,
          shown(typeof value === 'object' ? value[language] : String(value)),
        ]);
        return [language, render(text, language, Object.fromEntries(values))];
      }),
    ) as Text;
  return { subject: inAll(words.subject, (value) => value), message: inAll(words.message, escapeHtml) };
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

export interface MessengerDeps {
  events: EventBus;
  settings: SettingsReader;
  jobs: Pick<Jobs, 'enqueue'>;
  deliveries: readonly Delivery[];
}

/**
 * Promises a message besides to those of some people who want it and whom it can reach, or to all of them: by mail and chat services, with the commit,
 * as the message goes itself.
 */
async function besides(
  ctx: Context,
  { settings, jobs, deliveries }: MessengerDeps,
  userIds: readonly string[],
  { subject, message, kind, linkFor }: { subject: Text; message: Text; kind: WaitingKind | undefined; linkFor: LinkFor | undefined },
  ways: readonly Way[] | undefined,
): Promise<void> {
  const working = deliveries.filter(({ name, works }) => name !== BOX && (!ways || ways.includes(name)) && works());
  if (userIds.length === 0 || working.length === 0) return;
  const people = await ctx.tx
    .selectFrom('users as u')
    .leftJoin('user_msg_subscriptions as s', 's.user_id', 'u.id')
    .select(['u.id', 'u.email', 's.receive_backends as wanted'])
    .where(among(at('u')('id'), userIds))
    .where('u.is_active', '=', true)
    .where((eb) => eb.or([eb('u.date_expired', 'is', null), eb('u.date_expired', '>', ctx.clock())]))
    .execute();
  const chosen = await languagesOf(
    ctx,
    people.map(({ id }) => id),
  );
  // Whoever has not chosen one reads the language in which it came about.
  for (const language of LANGUAGES) {
    const readers = people.filter(({ id }) => (chosen.get(id) ?? ctx.language) === language);
    if (readers.length === 0) continue;
    const content = mailForm(render(subject, language), render(message, language), settings.get('SITE_URL'));
    const contentFor = (id: string): MailContent =>
      linkFor && content.link
        ? { ...content, link: { ...content.link, address: withQuery(content.link.address, linkFor(ctx, id)) } }
        : content;
    for (const { name, reaches, short } of working) {
      const reached = await reaches(
        ctx,
        readers.filter(({ wanted }) => (ways ?? wanted)?.includes(name)),
      );
      const { now, later } = await sorted(ctx, reached, name, kind);
      const contentOf = short ? () => content : contentFor;
      for (const { id, to } of now) await post(ctx, jobs, { ...contentOf(id), to }, name);
      await wait({ ...ctx, language }, later, name, contentOf);
    }
  }
}

const withQuery = (address: string, more: Readonly<Record<string, string>>): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(more)}`;

export function createMessenger(deps: MessengerDeps): Messenger {
  const { events } = deps;
  return {
    async send(ctx, userIds, words, ways) {
      if (userIds.length === 0) return;
      const filledIn = filled(words);
      const users = await store(ctx, userIds, filledIn.subject, filledIn.message);
      await announce(events, ctx.tx, users);
      await besides(ctx, deps, users, { ...filledIn, kind: words.kind, linkFor: words.linkFor }, ways);
    },
    async write(ctx, userIds, subject, html) {
      const users = await store(ctx, userIds, subject, await cleanHtml(html));
      await announce(events, ctx.tx, users);
      return users.length;
    },
  };
}
