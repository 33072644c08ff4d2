import { defineTable } from '@postern/resource';

/** Hashes of former passwords, for the rule against using one again (contract/users.md §4). */
export const passwordHistory = defineTable({
  name: 'password_history',
  columns: {
    id: 'bigint primary key generated always as identity',
    user_id: 'uuid not null',
    password_hash: 'text not null',
    date_created: 'timestamptz not null default now()',
  },
  indexes: [{ on: 'user_id, date_created desc' }],
});

/** One long-lived key per user, made by the operator's command line only; stored as a hash (contract/common.md §4). */
export const privateTokens = defineTable({
  name: 'private_tokens',
  columns: {
    user_id: 'uuid primary key',
    token_hash: 'text not null unique',
    date_created: 'timestamptz not null default now()',
  },
});
