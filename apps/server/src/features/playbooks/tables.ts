import { COLUMN, defineTable } from '@postern/resource';
import { MAX_FILE } from './limits.ts';

/** The form of a path as the database keeps it to, whoever writes: no step out, no empty one, no sign that is none of a name (`pathProblem`). */
const PATH_CHECK = [
  `check (octet_length(path) between 1 and 1024)`,
  `check (path !~ '(^|/)(\\.{1,2})?(/|$)')`,
  `check (path !~ '[\\\\[:cntrl:]]')`,
] as const;

declare module '@postern/resource/database' {
  interface Columns {
    'playbook_files.content': Buffer | null;
    'playbook_snapshot_files.content': Buffer;
  }
}

/** Files of playbooks, in the database because nodes share nothing else. Without content it is a folder that somebody made. */
export const playbookFiles = defineTable({
  name: 'playbook_files',
  columns: {
    playbook_id: 'uuid not null references playbooks (id) on delete cascade',
    path: 'text not null',
    content: 'bytea',
    date_updated: COLUMN.now,
  },
  constraints: ['primary key (playbook_id, path)', ...PATH_CHECK, `check (octet_length(content) <= ${MAX_FILE})`],
});

/** A set of files as runs had it: one for all runs of the same content, found by its digest. */
export const playbookSnapshots = defineTable({
  name: 'playbook_snapshots',
  columns: { id: COLUMN.id, digest: 'text not null unique', date_used: COLUMN.now },
});

export const playbookSnapshotFiles = defineTable({
  name: 'playbook_snapshot_files',
  columns: {
    snapshot_id: 'uuid not null references playbook_snapshots (id) on delete cascade',
    path: 'text not null',
    content: 'bytea not null',
  },
  constraints: ['primary key (snapshot_id, path)', ...PATH_CHECK],
});
