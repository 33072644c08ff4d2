import { setTimeout as wait } from 'node:timers/promises';
import type { Backlog } from './backlog.ts';

/** Entries kept while the core is away; the oldest go first after that. */
const MAX_QUEUE = 20_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;

/** One queue for all sessions: evidence in order, again and again until the core has it. */
export interface EvidenceQueue<T> {
  /** @param lost called when the entry is dropped: the core would not have it, or was away too long */
  add(entry: T, lost?: () => void): void;
  /** Sends what an earlier process left; the core is there. */
  resume(): void;
  /** Sends everything queued; gives up waiting (not keeping) after `ms` milliseconds. */
  flush(ms: number): Promise<void>;
}

export interface EvidenceQueueOptions<T> {
  backlog: Backlog<T>;
  /**
   * Gives entries to the core, in order. Calls `refuse` for those that it will not have.
   * @throws when the core is away: the same entries come again, refused ones too
   */
  deliver(entries: readonly T[], refuse: (entry: T, why: string) => void): Promise<void>;
  /** Entries of one delivery at most. */
  batch: number;
  /** So many entries go at once, and fewer after so many milliseconds. */
  patience?: { entries: number; ms: number };
  onLoss(entry: T, why: string): void;
}

interface Queued<T> {
  entry: T;
  segment: number;
  lost?: (() => void) | undefined;
}

export function createEvidenceQueue<T>({ backlog, deliver, batch, patience, onLoss }: EvidenceQueueOptions<T>): EvidenceQueue<T> {
  let queue: Queued<T>[] = [...backlog.left];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  /** The first so many are with the core, which may have taken them. */
  let underWay = 0;

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  function give(one: Queued<T>, why: string): void {
    onLoss(one.entry, why);
    one.lost?.();
  }

  async function drain(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (queue.length > 0) {
      const some = queue.slice(0, batch);
      const refused = new Map<T, string>();
      underWay = some.length;
      try {
        await deliver(
          some.map(({ entry }) => entry),
          (entry, why) => refused.set(entry, why),
        );
      } catch {
        underWay = 0;
        await wait(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        continue;
      }
      pause = FIRST_PAUSE_MS;
      for (const one of some) {
        const why = refused.get(one.entry);
        if (why !== undefined) give(one, why);
      }
      queue = queue.slice(underWay);
      underWay = 0;
      backlog.done(queue[0]?.segment);
    }
  }

  return {
    add(entry, lost) {
      queue.push({ entry, lost, segment: backlog.append(entry) });
      const oldest = queue.length - underWay > MAX_QUEUE ? queue.splice(underWay, 1)[0] : undefined;
      if (oldest) give(oldest, 'the queue is full');
      if (!patience || queue.length >= patience.entries) void send();
      else timer ??= setTimeout(() => void send(), patience.ms);
    },
    resume() {
      if (queue.length > 0) void send();
    },
    async flush(ms) {
      if (queue.length === 0) return;
      const limit = new AbortController();
      await Promise.race([send(), wait(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
      limit.abort();
    },
  };
}
