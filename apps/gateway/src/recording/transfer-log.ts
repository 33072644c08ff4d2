import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { TransferEntry } from '@postern/contract/component';
import type { Backlog } from './backlog.ts';
import { createEvidenceQueue, type EvidenceQueue } from './evidence-queue.ts';

const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 413]);
/** The core read it and will not have it, or keeps no such log. Anything else may pass: a core that is away, a key that is being renewed. */
export const isRefused = (error: unknown): error is CoreError => error instanceof CoreError && REFUSALS.has(error.status);

export type TransferLog = EvidenceQueue<TransferEntry>;

/**
 * Files that were moved, on their way to the core, one by one. They are among the commands, too. Each has an id of its own, so one whose
 * answer was lost is not there twice.
 * @param onLoss an entry was dropped because the core was away too long or would not have it
 */
export const createTransferLog = (
  core: Pick<ComponentClient, 'transfer'>,
  backlog: Backlog<TransferEntry>,
  onLoss: (entry: TransferEntry, why: string) => void,
): TransferLog =>
  createEvidenceQueue({
    backlog,
    batch: 1,
    onLoss,
    async deliver(entries, refuse) {
      for (const entry of entries)
        await core.transfer(entry).catch((error: unknown) => {
          if (!isRefused(error)) throw error;
          refuse(entry, error.detail);
        });
    },
  });
