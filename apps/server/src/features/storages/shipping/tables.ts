import { defineTable } from '@postern/resource';

/**
 * Files that belong into a storage, from the moment they are on this server's disk until nothing of them is left (docs/decisions/0103). What was
 * written down once is never another file: size and digest are those of the moment it came.
 */
export const storedObjects = defineTable({
  name: 'stored_objects',
  columns: {
    kind: 'text not null',
    path: 'text not null',
    storage_id: 'uuid not null references replay_storages (id)',
    /** The session or the transfer that it is of; not a reference, because it outlives it until the storage has let it go. */
    owner_id: 'uuid not null',
    bytes: 'bigint not null',
    sha256: 'text not null',
    version: `text not null default ''`,
    /** `waiting`: only here. `shipped`: there and looked at, still here. `kept`: only there. `leaving`: to be removed. */
    state: `text not null default 'waiting'`,
    failures: 'integer not null default 0',
    error: `text not null default ''`,
    holder: 'uuid',
    lease: 'timestamptz',
    date_next: 'timestamptz',
    date_made: 'timestamptz not null default now()',
    date_kept: 'timestamptz',
  },
  constraints: ['primary key (kind, path)'],
  indexes: [{ on: 'kind, owner_id' }, { on: 'storage_id, date_made', where: `state <> 'kept'` }],
});

/** How storages do: only those that failed have been told apart from those nobody has asked yet. */
export const storageHealth = defineTable({
  name: 'storage_health',
  columns: {
    storage_id: 'uuid primary key references replay_storages (id) on delete cascade',
    failures: 'integer not null default 0',
    error: `text not null default ''`,
    date_failed: 'timestamptz',
    date_next: 'timestamptz',
    date_worked: 'timestamptz',
  },
});
