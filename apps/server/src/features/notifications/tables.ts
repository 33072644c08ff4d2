import type { Text } from '@postern/contract/text';
import { COLUMN, defineTable } from '@postern/resource';

declare module '@postern/resource/database' {
  interface Columns {
    'site_messages.subject': Text | string;
    'site_messages.message': Text | string;
    'user_msg_subscriptions.receive_backends': string[];
    'system_msg_subscriptions.users': string[];
    'system_msg_subscriptions.groups': string[];
    'system_msg_subscriptions.receive_backends': string[];
  }
}

/**
 * What a message says, once for all its readers. Subject and text are words in three languages, or one text that a person
 * wrote; they are rendered for the reader.
 */
export const siteMessages = defineTable({
  name: 'site_messages',
  columns: {
    id: COLUMN.id,
    subject: 'jsonb not null',
    message: 'jsonb not null',
    sender_id: 'uuid',
    date_created: COLUMN.now,
  },
  indexes: [{ on: 'date_created' }],
});

/** By which ways a person wants personal messages; the site message is always among them (docs/wire/messages.md#subscriptions). */
export const userSubscriptions = defineTable({
  name: 'user_msg_subscriptions',
  columns: {
    user_id: COLUMN.id,
    receive_backends: 'jsonb not null',
  },
});

/** Who gets which message of the system, and by which ways (docs/wire/messages.md#messages-of-the-system). No row: nobody has chosen. */
export const systemSubscriptions = defineTable({
  name: 'system_msg_subscriptions',
  columns: {
    message_type: 'text primary key',
    /** Null until somebody chooses people. */
    users: 'jsonb',
    groups: `jsonb not null default '[]'`,
    receive_backends: 'jsonb not null',
  },
});
