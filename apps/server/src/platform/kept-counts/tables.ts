import { defineTable } from '@postern/resource';

/**
 * How many rows large tables have by organisation and part, as sums of what was added and removed (decision 0156). Rows are only added by triggers
 * on those tables, in the transaction that writes there, so writers never wait for each other; a job makes one of several.
 */
export const keptCounts = defineTable({
  name: 'kept_counts',
  columns: {
    /** The table whose rows are counted. */
    counted: 'text not null',
    org_id: 'uuid not null',
    /** The platform of assets; 0 where there are no parts. */
    part: 'integer not null',
    n: 'bigint not null',
    folded: 'boolean not null default false',
  },
  indexes: [{ on: 'counted, org_id, part, n' }, { on: 'counted', where: 'not folded' }],
});
