import { defineTable } from '@postern/resource';

/**
 * Transactions that changed what people reach: permissions, whom and what they name, groups, nodes, what hangs on them, and which assets there
 * are. One row for each transaction and organisation, written by triggers (decision 0154). Rows are only added, and by each transaction under
 * its own number, so writers never wait for each other.
 */
export const reachChanges = defineTable({
  name: 'reach_changes',
  columns: {
    xid: 'xid8 not null default pg_current_xact_id()',
    org_id: 'uuid not null',
    /** When the job that prunes first saw it, which is after its commit. */
    date_noted: 'timestamptz',
  },
  constraints: ['primary key (xid, org_id)'],
});
