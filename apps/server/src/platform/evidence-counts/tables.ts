import { defineTable } from '@postern/resource';

/**
 * How many rows the large logs have by organisation and hour, as sums of what was added and removed (decision 0106). Rows are only added by
 * triggers on the logs, in the transaction that writes there, so writers never wait for each other; a job makes one of several.
 */
export const evidenceCounts = defineTable({
  name: 'evidence_counts',
  columns: {
    /** Table of the log. */
    log: 'text not null',
    /** The root organisation's where rows belong to none. */
    org_id: 'uuid not null',
    /** The hour in which the rows were made, as their own time says. */
    hour: 'timestamptz not null',
    n: 'bigint not null',
    folded: 'boolean not null default false',
  },
  indexes: [{ on: 'log, org_id, hour, n' }, { on: 'log', where: 'not folded' }],
});
