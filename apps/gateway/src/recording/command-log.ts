import type { ComponentClient } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { type CommandAlert, type CommandEntry, RISK } from '@postern/contract/component';
import type { Backlog } from './backlog.ts';
import { createEvidenceQueue, type EvidenceQueue } from './evidence-queue.ts';

/** Entries that make a batch worth sending at once, and the longest any entry waits (docs/wire/components.md#batches-of-commands). */
const PATIENCE = { entries: 5, ms: 10_000 };
/** Entries of one request while a backlog is worked off. */
const MAX_BATCH = 200;

const INSECURE: ReadonlySet<number> = new Set([RISK.warning, RISK.reject, RISK.review_reject]);
const isAlert = (entry: CommandEntry): entry is CommandAlert => INSECURE.has(entry.risk_level) && entry.cmd_filter_acl !== undefined;

export type CommandLog = EvidenceQueue<CommandEntry>;

/**
 * Commands on their way to the core, in batches. Each has an id of its own, so one whose answer was lost is not there twice.
 * @param onLoss an entry was dropped because the core was away too long or would not have it
 */
export function createCommandLog(
  core: Pick<ComponentClient, 'commands' | 'insecureCommands'>,
  backlog: Backlog<CommandEntry>,
  onLoss: (entry: CommandEntry, why: string) => void,
): CommandLog {
  async function deliver(batch: readonly CommandEntry[], refuse: (entry: CommandEntry, why: string) => void): Promise<void> {
    try {
      await core.commands([...batch]);
    } catch (error) {
      if (!refused(error)) throw error;
      // One entry the core will not take must not hold back the others.
      for (const entry of batch) await deliverOne(entry, refuse);
    }
    const insecure = batch.filter(isAlert);
    // Alerts only; the log itself is written.
    if (insecure.length > 0) await core.insecureCommands(insecure).catch(() => undefined);
  }

  async function deliverOne(entry: CommandEntry, refuse: (entry: CommandEntry, why: string) => void): Promise<void> {
    try {
      await core.commands([entry]);
    } catch (error) {
      if (!refused(error)) throw error;
      refuse(entry, error.detail);
    }
  }

  return createEvidenceQueue({ backlog, deliver, batch: MAX_BATCH, patience: PATIENCE, onLoss });
}

/** The core read the entries and will not have them. An expired key (401 without words) or a busy core is another matter. */
const refused = (error: unknown): error is CoreError =>
  error instanceof CoreError && (error.status === 400 || (error.status === 401 && error.code === 'http_401'));
