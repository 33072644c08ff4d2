import type { Text } from '@postern/contract/text';
import { type Behaviour, type Context, defineBehaviour, eb, formatDatetime, type Row, rowsOf } from '@postern/resource';
import { sql } from 'kysely';
import { siteMessage } from './site-message.resource.ts';

interface Content {
  id: string;
  subject: Text | string;
  message: Text | string;
  date_created: Date;
  sender: string;
}

const inLanguage = (ctx: Context, value: Text | string): string => (typeof value === 'string' ? value : value[ctx.language]);

/** Contents of a page of copies, in the reader's language. One query. */
async function contents(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>> {
  const ids = [...new Set(rows.map((row) => String(row.content_id)))];
  const { rows: found } = await sql<Content>`
    select m.id, m.subject, m.message, m.date_created, coalesce(u.name || '(' || u.username || ')', '') as sender
    from site_messages m left join users u on u.id = m.sender_id where m.id = any(${ids}::uuid[])`.execute(ctx.tx);
  const byId = new Map(found.map((one) => [one.id, one]));
  return new Map(
    rows.map((row) => {
      const content = byId.get(String(row.content_id));
      const date = formatDatetime(content?.date_created ?? null, ctx.timeZone);
      return [
        String(row.id),
        content && {
          id: content.id,
          subject: inLanguage(ctx, content.subject),
          message: inLanguage(ctx, content.message),
          date_created: date,
          date_updated: date,
          sender: content.sender,
        },
      ];
    }),
  );
}

export const siteMessageBehaviour: Behaviour = defineBehaviour({
  rows: rowsOf(siteMessage, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id)),
  computed: { content: contents },
});

/** Contents a person has not read. */
export async function unreadOf(ctx: Context): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct content_id)::int as n from site_message_copies where user_id = ${ctx.actor.id} and not has_read`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
}

/** Marks own messages; ids of others are passed over. Without ids all of them. */
export async function markRead(ctx: Context, ids: readonly string[]): Promise<void> {
  const which = ids.length > 0 ? sql`and id = any(${[...ids]}::uuid[])` : sql``;
  await sql`update site_message_copies set has_read = true, read_at = ${ctx.clock()}
    where user_id = ${ctx.actor.id} and not has_read ${which}`.execute(ctx.tx);
}
