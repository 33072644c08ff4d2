import { setTimeout as wait } from 'node:timers/promises';

/** Things of one question to the core. */
const BATCH = 100;
/** What the core says also changes by the clock, which no message tells. */
const EVERY_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

export interface Asking {
  /** Asks as soon as the question that is under way is answered; however often it is said meanwhile, that is one question. */
  now(): void;
  stop(): void;
}

/**
 * Asks the core once a minute, and when told to: one question at a time, again after growing pauses until it is answered.
 *
 * @param ask told whether this time it is by the clock; what it throws was not answered
 * @param failed told each time
 */
export function keepAsking(ask: (byClock: boolean) => Promise<void>, failed: (error: unknown) => void): Asking {
  const stopping = new AbortController();
  let due = false;
  let byClock = false;
  let running = false;

  async function run(): Promise<void> {
    due = true;
    if (running) return;
    running = true;
    for (let pause = FIRST_PAUSE_MS; due && !stopping.signal.aborted; ) {
      const clock = byClock;
      [due, byClock] = [false, false];
      try {
        await ask(clock);
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        failed(error);
        due = true;
        byClock ||= clock;
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
      }
    }
    running = false;
  }

  const timer = setInterval(() => {
    byClock = true;
    void run();
  }, EVERY_MS);
  timer.unref();
  return {
    now: () => void run(),
    stop() {
      stopping.abort();
      clearInterval(timer);
    },
  };
}

/** Asks about many, some at a time. */
export async function inBatches<T>(all: readonly T[], ask: (some: readonly T[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += BATCH) await ask(all.slice(at, at + BATCH));
}
