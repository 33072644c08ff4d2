import type { Text } from '@postern/contract/text';
import { COLUMN, defineTable } from '@postern/resource';
import type { Timing } from './timing.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'site_messages.subject': Text | string;
    'site_messages.message': Text | string;
    'user_msg_subscriptions.receive_backends': string[];
    'system_msg_subscriptions.users': string[];
    'message_timings.kinds': Timing['kinds'];
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

/** When somebody wants which messages. No row: all of them at once. */
export const messageTimings = defineTable({
  name: 'message_timings',
  columns: {
    user_id: COLUMN.id,
    kinds: 'jsonb not null',
    daily_at: 'text not null',
    zone: 'text not null',
  },
});

/** Messages that wait for others to go with; their words are encrypted, as in the outbox. */
export const waitingMessages = defineTable({
  name: 'waiting_messages',
  columns: {
    id: COLUMN.id,
    user_id: 'uuid not null',
    way: 'text not null',
    every: 'text not null',
    content: 'text not null',
    date_created: COLUMN.now,
    date_due: 'timestamptz not null',
  },
  indexes: [{ on: 'date_due' }, { on: 'user_id, way' }],
});

/** Ways of messages that do not work, by what came of the messages; one that works again keeps its row, so that it is not told of too often. */
export const deliveryFailures = defineTable({
  name: 'delivery_failures',
  columns: {
    way: 'text primary key',
    /** In a row. */
    failures: 'integer not null',
    error: 'text',
    /** Null while it works. */
    date_since: 'timestamptz',
    date_last: COLUMN.now,
    /** When administrators were told of this failure. */
    date_told: 'timestamptz',
    /** When they were last told of any. */
    date_reported: 'timestamptz',
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
