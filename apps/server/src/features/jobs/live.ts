import { keepOutputs } from './execution.queries.ts';
import type { Host, Run } from './one-host.ts';

/** What machines of a run say is written down while they are at it: at most once in this time, in one statement for all of them. */
const EVERY_MS = 1_000;
/** Characters of one statement; what does not fit is written by the next. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

export interface Live {
  /** @param output all that the machine has said so far, as it is kept at the end */
  heard(host: Host, output: string): void;
  /** Nothing is written any more of a machine whose end is about to be. */
  leave(host: Host): Promise<void>;
}

/**
 * Keeps what the machines of a run have said before they are at their end, so that a person sees it beside each. Only the newest text of a machine waits
 * to be written. What cannot be written is passed over: the end of a machine writes all of it.
 */
export function liveOutput({ system, execution }: Pick<Run, 'system' | 'execution'>): Live {
  const waiting = new Map<string, string>();
  let planned = false;
  let writing: Promise<void> | undefined;

  /** Takes what fits into one statement. */
  function take(): Map<string, string> {
    const taken = new Map<string, string>();
    let characters = 0;
    for (const [asset, output] of waiting) {
      characters += output.length;
      if (taken.size > 0 && characters > MOST_CHARACTERS) break;
      taken.set(asset, output);
      waiting.delete(asset);
    }
    return taken;
  }
  async function write(): Promise<void> {
    const outputs = take();
    if (outputs.size > 0)
      await system
        .asSystem('what machines of a job say', (ctx) => keepOutputs(ctx, execution.id, outputs))
        .catch((error: unknown) => system.systemContext('job').log.warn({ err: error, run: execution.id }, 'live output'));
    planned = false;
    writing = undefined;
    if (waiting.size > 0) plan();
  }
  function plan(): void {
    if (planned) return;
    planned = true;
    setTimeout(() => {
      writing = write();
    }, EVERY_MS);
  }
  return {
    heard({ asset_id }, output) {
      waiting.set(asset_id, output);
      plan();
    },
    async leave({ asset_id }) {
      waiting.delete(asset_id);
      await writing;
    },
  };
}
