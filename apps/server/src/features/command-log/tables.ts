import { defineTable } from '@postern/resource';

/** Who takes commands of a storage there, and how that goes: one at a time, whatever the number of nodes. */
export const commandShippers = defineTable({
  name: 'command_shippers',
  columns: {
    storage_id: 'uuid primary key',
    holder: 'uuid',
    lease: 'timestamptz',
    failures: 'integer not null default 0',
    date_next: 'timestamptz',
    error: `text not null default ''`,
    date_sent: 'timestamptz',
  },
  constraints: ['foreign key (storage_id) references command_storages (id) on delete cascade'],
});

/** Single commands that their storage did not take, while others went through: each waits for its own next try. */
export const commandRetries = defineTable({
  name: 'command_retries',
  columns: {
    command_id: 'uuid primary key',
    storage_id: 'uuid not null',
    tries: 'integer not null default 1',
    date_next: 'timestamptz not null',
    error: `text not null default ''`,
  },
  indexes: [{ on: 'storage_id' }],
  constraints: ['foreign key (storage_id) references command_storages (id) on delete cascade'],
});
