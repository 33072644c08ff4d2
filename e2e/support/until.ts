import { setTimeout as wait } from 'node:timers/promises';

/**
 * Looks until something is so.
 *
 * @param what for the message of a failure
 * @param limitMs milliseconds after which it is given up
 * @returns the first truthy answer. An error while looking counts as not yet; the last one is told in the end.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | undefined | false | null>,
  pauseMs = 100,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  let last: unknown;
  do {
    try {
      const found = await look();
      if (found) return found;
      last = undefined;
    } catch (error) {
      last = error;
    }
    await wait(pauseMs);
  } while (performance.now() < deadline);
  throw new Error(`Not within ${limitMs} ms: ${what}${last ? ` (${last instanceof Error ? last.message : String(last)})` : ''}`);
}
