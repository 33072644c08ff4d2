import { COLUMN, defineTable } from '@postern/resource';

/** Entries in the external store of account secrets (docs/decisions/0114): written down before the store hears of them. */
export const entryTable = defineTable({
  name: 'external_secrets',
  columns: {
    id: COLUMN.id,
    date_created: COLUMN.now,
    /** When no column named it any more. */
    date_unused: 'timestamptz',
  },
  indexes: [{ on: 'date_unused', where: 'date_unused is not null' }],
});
