import type { Text } from '@postern/contract/text';
import { among, at, type Behaviour, type Context, EVERYBODY, eb, formatDatetime, type Row, rowsOf } from '@postern/resource';
import { siteMessage } from './site-message.resource.ts';

/** Everybody's own copies, in every organisation. */
export const siteMessageRows = rowsOf(siteMessage, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

const inLanguage = (ctx: Context, value: Text | string): string => (typeof value === 'string' ? value : value[ctx.language]);

/** Contents of a page of copies, in the reader's language. One query. */
async function contents(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>> {
  const ids = [...new Set(rows.map((row) => String(row.content_id)))];
  const found = await ctx.tx
    .selectFrom('site_messages as m')
    .leftJoin('users as u', 'u.id', 'm.sender_id')
    .select(['m.id', 'm.subject', 'm.message', 'm.date_created', 'u.name', 'u.username'])
    .where(among(at('m')('id'), ids))
    .execute();
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
          sender: content.username === null ? '' : `${content.name}(${content.username})`,
        },
      ];
    }),
  );
}

export const siteMessageBehaviour: Behaviour = {
  rows: siteMessageRows,
  computed: { content: contents },
};

/** Contents a person has not read. */
export async function unreadOf(ctx: Context): Promise<number> {
  const { unread } = await ctx.tx
    .selectFrom('site_message_copies as t')
    .select(({ fn }) => fn.count<number>('t.content_id').distinct().as('unread'))
    .where(siteMessageRows(ctx, 't'))
    .where('t.has_read', '=', false)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks own messages; ids of others are passed over. Without ids all of them. */
export async function markRead(ctx: Context, ids: readonly string[]): Promise<void> {
  await ctx.tx
    .updateTable('site_message_copies as t')
    .set({ has_read: true, read_at: ctx.clock() })
    .where(siteMessageRows(ctx, 't'))
    .where('t.has_read', '=', false)
    .where(ids.length > 0 ? among(at('t')('id'), ids) : EVERYBODY)
    .execute();
}
