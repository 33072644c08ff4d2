import { setTimeout as wait } from 'node:timers/promises';
import type { TerminalSockets } from './page.ts';

const PAUSES_MS = [500, 2_000, 10_000];

/** Tells the core that somebody left a share; tried a few times. */
export function leaveShare({ core, log, lastWords }: Pick<TerminalSockets, 'core' | 'log' | 'lastWords'>, record: string): void {
  const tell = async (): Promise<void> => {
    for (const pause of [...PAUSES_MS, undefined]) {
      try {
        return await core.leaveShare(record);
      } catch (error) {
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
  };
  lastWords(tell().catch((error: unknown) => log.warn({ err: error, record }, 'the core could not be told that somebody left a share')));
}
