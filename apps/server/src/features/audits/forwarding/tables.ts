import { defineTable } from '@postern/resource';

/**
 * Logs without numbers of their own (commands, files, sessions, runs), in the order in which they are told to others. Triggers write a
 * row in the transaction of what happened, so that no way of writing can leave one out, and only while somebody receives; a number is
 * given once the row can be seen by everybody (decision 0097).
 */
export const auditFeed = defineTable({
  name: 'audit_feed',
  columns: {
    id: 'bigint generated always as identity primary key',
    log: 'text not null',
    row_id: 'text not null',
    /** What happened to the row, where several things can: a session starts and ends. */
    event: `text not null default ''`,
    seq: 'bigint',
    date_made: 'timestamptz not null default now()',
  },
  indexes: [{ on: 'log, seq' }, { on: 'id', where: 'seq is null' }, { on: 'row_id', where: `log = 'commands'` }],
});

/** The last number given in each of these logs. */
export const auditFeedHeads = defineTable({
  name: 'audit_feed_heads',
  columns: { log: 'text primary key', seq: 'bigint not null default 0' },
});

/** Up to where each receiver has acknowledged each log. */
export const auditReceiverCursors = defineTable({
  name: 'audit_receiver_cursors',
  columns: { receiver_id: 'uuid not null', log: 'text not null', seq: 'bigint not null' },
  constraints: ['primary key (receiver_id, log)', 'foreign key (receiver_id) references audit_receivers (id) on delete cascade'],
});
