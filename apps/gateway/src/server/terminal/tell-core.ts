import { setTimeout as wait } from 'node:timers/promises';
import type { TerminalSockets } from './page.ts';

const PAUSES_MS = [500, 2_000, 10_000];

/** Tells the core that somebody is no longer there; tried a few times. `tell` throws what it could not. */
export function tellCore({ log, lastWords }: Pick<TerminalSockets, 'log' | 'lastWords'>, about: object, tell: () => Promise<void>): void {
  const telling = async (): Promise<void> => {
    for (const pause of [...PAUSES_MS, undefined]) {
      try {
        return await tell();
      } catch (error) {
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
  };
  lastWords(telling().catch((error: unknown) => log.warn({ err: error, ...about }, 'the core could not be told that somebody left')));
}
