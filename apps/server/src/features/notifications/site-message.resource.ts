import { text as t } from '@postern/contract/text';
import { boolean, computed, datetime, defineResource, objectSchema, type Policy, TEXT_SCHEMA } from '@postern/resource';

const user: Policy = { allow: 'user' };

/** A person's copy of a message (docs/wire/messages.md#site-messages); everyone sees only their own, in every organisation. */
export const siteMessage = defineResource({
  name: 'sitemessage',
  app: 'notifications',
  path: 'site-messages',
  table: 'site_message_copies',
  label: t('Site message', '站内信', 'サイト内メッセージ'),
  labelPlural: t('Site messages', '站内信', 'サイト内メッセージ'),
  scope: 'system',
  rootOrg: true,
  verbs: ['list', 'retrieve'],
  access: { list: user, retrieve: user },
  authored: false,
  // Mail of one person; that it was read is nobody else's business.
  audited: false,
  order: '-date_created',
  title: 'id',
  columns: {
    user_id: 'uuid not null references users (id) on delete cascade',
    content_id: 'uuid not null',
  },
  indexes: ['user_id, date_created desc', 'user_id, has_read', 'content_id'],
  fields: {
    has_read: boolean({
      label: t('Read', '已读', '既読'),
      readOnly: true,
      filter: true,
      order: false,
      noIndex: 'asked for together with the owner, for which there is an index',
    }),
    read_at: datetime({ label: t('Date read', '阅读时间', '既読日時'), readOnly: true, nullable: true, order: false }),
    content: computed({
      label: t('Message', '消息', 'メッセージ'),
      answered: objectSchema({
        id: TEXT_SCHEMA,
        subject: TEXT_SCHEMA,
        message: TEXT_SCHEMA,
        sender: TEXT_SCHEMA,
        date_created: TEXT_SCHEMA,
        date_updated: TEXT_SCHEMA,
      }),
    }),
    date_created: datetime({ label: t('Date', '日期', '日時'), readOnly: true, required: true }),
  },
});
