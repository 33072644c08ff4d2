import { orderedIds } from '@postern/contract/ordered-ids';

/** Ids of commands and file transfers, in the order in which they were made: many of them fall into one second. */
export const nextEvidenceId = orderedIds();
