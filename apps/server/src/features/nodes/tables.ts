import { COLUMN, defineTable } from '@postern/resource';

/**
 * Distinct assets below each node, itself included; 0 for a node without a row. Written by `settleCounts` alone. There is
 * no foreign key, because checking it would lock nodes against those who move them.
 */
export const nodeCounts = defineTable({
  name: 'node_counts',
  columns: { node_id: COLUMN.id, amount: 'integer not null' },
});

/**
 * Nodes whose assets have changed since they were counted: their stored counts, and those of all nodes above, are out of
 * date. Rows are only ever added, by triggers on `asset_nodes` and by moves, so writers never wait for each other.
 */
export const nodeCountMarks = defineTable({
  name: 'node_count_marks',
  columns: { id: 'bigserial primary key', node_id: 'uuid not null' },
});
