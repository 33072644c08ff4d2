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

/** What rules have given people, by the place whose word it stands on: what no longer holds is taken again, and nothing else is. */
export const admissionGrants = defineTable({
  name: 'admission_grants',
  columns: {
    user_id: 'uuid not null references users (id) on delete cascade',
    provider: 'text not null',
    role_id: 'uuid references roles (id) on delete cascade',
    /** Where the role holds; null for a role of the system, and for groups. */
    org_id: 'uuid references organizations (id) on delete cascade',
    group_id: 'uuid references user_groups (id) on delete cascade',
    grant_key: "text generated always as (coalesce(group_id::text, role_id::text || ':' || coalesce(org_id::text, ''))) stored not null",
  },
  constraints: ['primary key (user_id, provider, grant_key)'],
  indexes: [{ on: 'role_id' }, { on: 'org_id' }, { on: 'group_id' }],
});
