import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import type { TransferEntry } from '@postern/contract/component';

/** Entries kept while the core is away; the oldest go first after that. They are among the commands, too. */
const MAX_QUEUE = 20_000;
const MAX_PAUSE_MS = 15_000;
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 413]);
/** The core read it and will not have it, or keeps no such log. Anything else may pass: a core that is away, a key that is being renewed. */
export const isRefused = (error: unknown): error is CoreError => error instanceof CoreError && REFUSALS.has(error.status);

export interface TransferLog {
  add(entry: TransferEntry): void;
  /** Sends everything queued; gives up waiting (not keeping) after `ms` milliseconds. */
  flush(ms: number): Promise<void>;
}

/**
 * One queue for all sessions: files that were moved, in order, again and again until the core has them. Each has an id of its own, so one
 * whose answer was lost is not there twice.
 * @param onLoss an entry was dropped because the core was away too long or would not have it
 */
export function createTransferLog(
  core: Pick<ComponentClient, 'transfer'>,
  onLoss: (entry: TransferEntry, why: string) => void,
): TransferLog {
  const queue: TransferEntry[] = [];
  let sending: Promise<void> | undefined;

  async function drain(): Promise<void> {
    let pause = 500;
    for (let entry = queue[0]; entry; entry = queue[0]) {
      try {
        await core.transfer(entry);
      } catch (error) {
        if (!isRefused(error)) {
          await wait(pause, undefined, { ref: false });
          pause = Math.min(pause * 2, MAX_PAUSE_MS);
          continue;
        }
        onLoss(entry, error.detail);
      }
      pause = 500;
      // It may have gone meanwhile, as the oldest of too many.
      if (queue[0] === entry) queue.shift();
    }
  }

  function send(): Promise<void> {
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  return {
    add(entry) {
      queue.push(entry);
      const oldest = queue.length > MAX_QUEUE ? queue.shift() : undefined;
      if (oldest) onLoss(oldest, 'the queue is full');
      void send();
    },
    async flush(ms) {
      if (queue.length === 0) return;
      const limit = new AbortController();
      await Promise.race([send(), wait(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
      limit.abort();
    },
  };
}
