import { COLUMN, defineTable } from '@postern/resource';
import type { TicketState } from './ticket.resource.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'ticket_comments.type': 'common' | 'state';
    'ticket_comments.state': TicketState;
  }
}

/** One level of approval (docs/wire/tickets.md#states-and-levels). Reviews by rule have one. */
export const ticketSteps = defineTable({
  name: 'ticket_steps',
  columns: {
    ticket_id: 'uuid not null',
    level: 'integer not null',
    state: `text not null default 'pending'`,
    processor_id: 'uuid',
    processor_display: `text not null default ''`,
    /** Whose place the processor took. The name stays when the person goes. */
    for_id: 'uuid',
    for_display: `text not null default ''`,
    /** Assets and their addresses as those of this level were told of them when they were asked; empty before. */
    told: `text not null default ''`,
    date_updated: COLUMN.now,
  },
  constraints: ['primary key (ticket_id, level)'],
  indexes: [
    { on: 'processor_id, ticket_id', where: 'processor_id is not null' },
    { on: 'told gin_trgm_ops', using: 'gin' },
  ],
});

/** Who may decide a step. The name stays when the person goes: it is evidence of who was asked. */
export const ticketAssignees = defineTable({
  name: 'ticket_assignees',
  columns: {
    ticket_id: 'uuid not null',
    level: 'integer not null',
    user_id: 'uuid not null',
    display: 'text not null',
    state: `text not null default 'pending'`,
    /** Of the ticket, which they are asked about: the level at which it is, and when it was opened. Lists of one person read nothing else. */
    is_current: 'boolean not null',
    date_created: 'timestamptz not null',
  },
  constraints: ['primary key (ticket_id, level, user_id)'],
  indexes: [{ on: 'user_id, ticket_id, level, is_current, date_created' }],
});

/** What people wrote (`common`), and what became of the ticket (`state`), in the order in which it happened. */
export const ticketComments = defineTable({
  name: 'ticket_comments',
  columns: {
    id: COLUMN.id,
    ticket_id: 'uuid not null',
    user_id: 'uuid',
    user_display: `text not null default ''`,
    type: `text not null default 'common'`,
    state: 'text',
    body: `text not null default ''`,
    date_created: COLUMN.now,
    date_updated: COLUMN.now,
  },
  indexes: [{ on: 'ticket_id, date_created' }],
});

/** Which session an approval became (docs/wire/tickets.md#sessions-of-a-ticket). A session has one ticket at most. */
export const ticketSessions = defineTable({
  name: 'ticket_sessions',
  columns: {
    session_id: COLUMN.id,
    ticket_id: 'uuid not null',
    date_created: COLUMN.now,
  },
  indexes: [{ on: 'ticket_id' }],
});

/** Who decides for whom while they are away, and until when (docs/wire/tickets.md#deciding-for-somebody-else). What has ended counts for nothing. */
export const ticketDelegations = defineTable({
  name: 'ticket_delegations',
  columns: {
    id: COLUMN.id,
    user_id: 'uuid not null references users (id) on delete cascade',
    delegate_id: 'uuid not null references users (id) on delete cascade',
    date_start: 'timestamptz not null',
    date_end: 'timestamptz not null',
    date_created: COLUMN.now,
  },
  indexes: [{ on: 'user_id, date_end' }, { on: 'delegate_id, date_end' }],
});
