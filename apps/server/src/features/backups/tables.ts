import { COLUMN, defineTable } from '@postern/resource';

/**
 * One run of a backup plan; its id is its task run's, which says who works on it (decision 0087). `delivered` holds whom it has
 * reached, so that a run taken up again sends nobody the same twice.
 */
export const executionTable = defineTable({
  name: 'account_backup_executions',
  columns: {
    id: COLUMN.id,
    org_id: 'uuid not null',
    plan_id: 'uuid not null',
    trigger: `text not null default 'manual'`,
    status: `text not null default 'pending'`,
    is_success: 'boolean not null default false',
    failure: 'jsonb',
    plan_snapshot: `jsonb not null default '{}'::jsonb`,
    delivered: `uuid[] not null default '{}'`,
    date_created: COLUMN.now,
    date_start: 'timestamptz',
    date_finished: 'timestamptz',
  },
  indexes: [{ on: 'org_id, date_start' }, { on: 'plan_id' }],
});
