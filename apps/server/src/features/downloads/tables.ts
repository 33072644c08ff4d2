import { defineTable } from '@postern/resource';

declare module '@postern/resource/database' {
  interface Columns {
    'list_file_pieces.sealed': Buffer;
  }
}

/**
 * What files of lists hold, in the database because nodes share nothing else. Each try of a run writes under an id of its own, so that a worker that
 * was thought dead mixes nothing into what another one makes.
 */
export const listFilePieces = defineTable({
  name: 'list_file_pieces',
  columns: {
    file_id: 'uuid not null references list_files (id) on delete cascade',
    made: 'uuid not null',
    seq: 'integer not null',
    sealed: 'bytea not null',
  },
  constraints: ['primary key (file_id, made, seq)', 'check (octet_length(sealed) <= 524288)'],
});
