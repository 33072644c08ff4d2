import { setTimeout as wait } from 'node:timers/promises';
import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { type CommandAlert, type CommandEntry, RISK } from '@postern/contract/component';

/** Entries that make a batch worth sending at once, and the longest any entry waits (docs/wire/components.md#batches-of-commands). */
const BATCH = 5;
const EVERY_MS = 10_000;
/** Entries of one request while a backlog is worked off. */
const MAX_BATCH = 200;
/** Entries kept while the core is away; the oldest go first after that. */
const MAX_QUEUE = 20_000;
const MAX_PAUSE_MS = 15_000;

const INSECURE: ReadonlySet<number> = new Set([RISK.warning, RISK.reject, RISK.review_reject]);
const isAlert = (entry: CommandEntry): entry is CommandAlert => INSECURE.has(entry.risk_level) && entry.cmd_filter_acl !== undefined;

export interface CommandLog {
  add(entry: CommandEntry): void;
  /** Sends everything queued; gives up waiting (not keeping) after `ms` milliseconds. */
  flush(ms: number): Promise<void>;
}

/**
 * One queue for all sessions: commands in order, in batches, again and again until the core has them.
 * @param onLoss an entry was dropped because the core was away too long or would not have it
 */
export function createCommandLog(
  core: Pick<ComponentClient, 'commands' | 'insecureCommands'>,
  onLoss: (entry: CommandEntry, why: string) => void,
): CommandLog {
  let queue: CommandEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= drain().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function drain(): Promise<void> {
    let pause = 500;
    while (queue.length > 0) {
      const batch = queue.slice(0, MAX_BATCH);
      try {
        await deliver(batch);
      } catch {
        await wait(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        continue;
      }
      pause = 500;
      const sent = new Set(batch);
      queue = queue.filter((entry) => !sent.has(entry));
    }
  }

  async function deliver(batch: CommandEntry[]): Promise<void> {
    try {
      await core.commands(batch);
    } catch (error) {
      if (!refused(error)) throw error;
      // One entry the core will not take must not hold back the others.
      for (const entry of batch) await deliverOne(entry);
    }
    const insecure = batch.filter(isAlert);
    // Alerts only; the log itself is written.
    if (insecure.length > 0) await core.insecureCommands(insecure).catch(() => undefined);
  }

  async function deliverOne(entry: CommandEntry): Promise<void> {
    try {
      await core.commands([entry]);
    } catch (error) {
      if (!refused(error)) throw error;
      onLoss(entry, error.detail);
    }
  }

  return {
    add(entry) {
      queue.push(entry);
      const oldest = queue.length > MAX_QUEUE ? queue.shift() : undefined;
      if (oldest) onLoss(oldest, 'the queue is full');
      if (queue.length >= BATCH) void send();
      else timer ??= setTimeout(() => void send(), EVERY_MS);
    },
    async flush(ms) {
      if (queue.length === 0) return;
      const limit = new AbortController();
      await Promise.race([send(), wait(ms, undefined, { signal: limit.signal }).catch(() => undefined)]);
      limit.abort();
    },
  };
}

/** The core read the entries and will not have them. An expired key (401 without words) or a busy core is another matter. */
const refused = (error: unknown): error is CoreError =>
  error instanceof CoreError && (error.status === 400 || (error.status === 401 && error.code === 'http_401'));
