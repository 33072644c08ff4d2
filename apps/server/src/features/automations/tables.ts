import { COLUMN, defineTable } from '@postern/resource';

/**
 * One run of an automation, or of verifying and pushing on demand (`automation_id` null; those are on no list). Its id is
 * its task run's, which says who works on it (decision 0087); this row stays when that one has gone.
 */
export const executionTable = defineTable({
  name: 'automation_executions',
  columns: {
    id: COLUMN.id,
    org_id: 'uuid not null',
    type: 'text not null',
    automation_id: 'uuid',
    trigger: `text not null default 'manual'`,
    status: `text not null default 'pending'`,
    snapshot: `jsonb not null default '{}'::jsonb`,
    sealed_secret: 'text',
    date_created: COLUMN.now,
    date_start: 'timestamptz',
    date_finished: 'timestamptz',
  },
  indexes: [{ on: 'org_id, automation_id, date_start' }, { on: 'automation_id' }],
});

/**
 * What became of one account in one run, with the secret from before and the one that is to be (both encrypted, neither ever
 * shown). The row is there before the machine is touched; decision 0044 tells what each status means. At most one row of
 * an account is open: two runs cannot change the same login at once.
 */
export const recordTable = defineTable({
  name: 'change_secret_records',
  columns: {
    id: COLUMN.id,
    org_id: 'uuid not null',
    type: 'text not null',
    execution_id: 'uuid not null',
    asset_id: 'uuid not null references assets (id) on delete cascade',
    account_id: 'uuid not null references accounts (id) on delete cascade',
    secret_type: 'text not null',
    old_secret: 'text',
    new_secret: 'text',
    status: `text not null default 'pending'`,
    error: 'text',
    attempts: 'integer not null default 0',
    date_next_attempt: 'timestamptz',
    date_created: COLUMN.now,
    date_started: 'timestamptz',
    date_finished: 'timestamptz',
  },
  indexes: [
    { on: 'account_id', unique: true, where: `status in ('pending', 'changing', 'uncertain')` },
    { on: 'org_id, type, date_created' },
    { on: 'execution_id' },
    { on: 'asset_id' },
    { on: 'date_next_attempt', where: `status = 'uncertain'` },
  ],
});
