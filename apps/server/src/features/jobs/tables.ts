import { COLUMN, defineTable } from '@postern/resource';
import type { HostReason, HostStatus } from './host-status.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'job_execution_hosts.status': HostStatus;
    'job_execution_hosts.reason': HostReason | null;
  }
}

/**
 * One machine of one run (docs/wire/jobs.md#hosts-of-a-run). What it is called stays when the asset goes. `status` is written before anything is
 * sent there and after the answer came, each in a transaction of its own: whoever takes a run up again knows which were begun.
 */
export const executionHosts = defineTable({
  name: 'job_execution_hosts',
  columns: {
    execution_id: 'uuid not null references job_executions (id) on delete cascade',
    asset_id: 'uuid not null',
    name: 'text not null',
    account: `text not null default ''`,
    status: `text not null default 'waiting'`,
    reason: 'jsonb',
    exit_code: 'integer',
    output: `text not null default ''`,
    is_cut: 'boolean not null default false',
    date_start: 'timestamptz',
    date_finished: 'timestamptz',
    date_created: COLUMN.now,
  },
  constraints: ['primary key (execution_id, asset_id)'],
  indexes: [{ on: 'execution_id, status' }],
});
