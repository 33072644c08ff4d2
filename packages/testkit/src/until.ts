import { setTimeout as wait } from 'node:timers/promises';

// Tests wait for conditions and for nothing else: a fixed pause is too short on a busy machine and too long on an idle one. This file
// alone lets time pass (`tooling/waiting.mjs` sees to it).

/** Milliseconds before a condition that does not come true is given up, whoever asks for less: a busy machine is no failure, a hang is. */
const LEAST_MS = 60_000;
const LOOK_MS = 50;

/**
 * Looks until something is so.
 *
 * @param what for the message of a failure
 * @param limitMs milliseconds after which it is given up; a minute at least
 * @returns the first truthy answer. An error while looking counts as not yet; the last one is told in the end.
 */
export async function until<T>(
  what: string,
  limitMs: number,
  look: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  pauseMs = LOOK_MS,
): Promise<T> {
  const limit = Math.max(limitMs, LEAST_MS);
  let last: unknown;
  const found = await within(
    limit,
    async () => {
      try {
        last = undefined;
        return await look();
      } catch (error) {
        last = error;
        return undefined;
      }
    },
    pauseMs,
  );
  if (found) return found;
  throw new Error(`Not within ${limit} ms: ${what}${last ? ` (${last instanceof Error ? last.message : String(last)})` : ''}`);
}

/** Looks for so many milliseconds and no longer, be it that a look is never answered. @returns the first truthy answer; undefined when none came */
export async function within<T>(
  limitMs: number,
  look: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  pauseMs = LOOK_MS,
): Promise<T | undefined> {
  const deadline = performance.now() + limitMs;
  do {
    const found = await answered(Math.max(LOOK_MS, deadline - performance.now()), look);
    if (found) return found;
    await wait(pauseMs);
  } while (performance.now() < deadline);
  return undefined;
}

/** Asks once, and waits so many milliseconds for the answer. @returns undefined when none came; what comes later is dropped */
export async function answered<T>(limitMs: number, ask: () => Promise<T> | T): Promise<T | undefined> {
  const over = new AbortController();
  const late = wait(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
  try {
    return await Promise.race([ask(), late]);
  } finally {
    over.abort();
  }
}

/**
 * Waits until a figure that is moving has come to rest: the same over ten looks. For what is said to stop, or not to begin.
 *
 * @returns the figure
 */
export async function rests(what: string, figure: () => number): Promise<number> {
  let [before, same] = [Number.NaN, 0];
  await until(`${what} comes to rest`, LEAST_MS, () => {
    const now = figure();
    same = now === before ? same + 1 : 0;
    before = now;
    return same >= 10;
  });
  return before;
}

/** Lets the time between two keys of a person pass. It is part of what is typed and no wait for an answer. */
export const betweenKeys = (ms: number): Promise<void> => wait(ms);
