import { COLUMN, defineTable } from '@postern/resource';

/** Who of our people somebody is whom another place knows. One account of that place is one person here, for good. */
export const externalIdentities = defineTable({
  name: 'external_identities',
  columns: {
    provider: 'text not null',
    subject: 'text not null',
    user_id: 'uuid not null references users (id) on delete cascade',
    date_created: COLUMN.now,
    date_last_used: COLUMN.now,
  },
  constraints: ['primary key (provider, subject)'],
  // One person has one account at a place: a name that was given to somebody else does not open the account of the former.
  indexes: [{ on: 'user_id, provider', unique: true }],
});
