import { COLUMN, defineTable } from '@postern/resource';

/** Who was in the directory when it was last read, with names and groups as it has them. */
export const directoryPeople = defineTable({
  name: 'directory_people',
  columns: {
    subject: 'text primary key',
    username: 'text not null',
    name: 'text not null',
    email: 'text not null',
    phone: 'text not null',
    groups: 'jsonb not null',
    /** What rules of admission may ask for. */
    attributes: "jsonb not null default '{}'",
    active: 'boolean not null',
    seen_in: 'uuid not null',
  },
  indexes: [{ on: 'username' }],
});

/** How far things are with a directory: the reading of its people, somebody's test of the settings, the next sync by the clock. */
export const directoryStates = defineTable({
  name: 'directory_states',
  columns: {
    name: 'text primary key',
    state: 'text not null',
    message: 'text not null',
    date: COLUMN.now,
  },
});
