const PAUSES_MS = [250, 1_000, 2_000, 4_000];
const LAST_PAUSE_MS = 5_000;

/** Trying until a moment, again and again. */
export interface Retry {
  /** When it is given up, in milliseconds. */
  readonly until: number;
  /** The last try came to nothing: the next comes in a while, or nobody tries any more. */
  failed(): void;
  /** Tries at once. */
  now(): void;
  stop(): void;
}

/** Calls `attempt` in growing pauses, the first almost at once, and `over` when the time is up. */
export function createRetry(ms: number, attempt: () => void, over: () => void): Retry {
  const until = Date.now() + ms;
  let tries = 0;
  let next: ReturnType<typeof setTimeout> | undefined;
  const last = setTimeout(() => {
    clearTimeout(next);
    over();
  }, ms);

  function run(): void {
    clearTimeout(next);
    next = undefined;
    tries += 1;
    attempt();
  }

  function failed(): void {
    if (next === undefined) next = setTimeout(run, PAUSES_MS[tries] ?? LAST_PAUSE_MS);
  }

  failed();
  return {
    until,
    failed,
    now() {
      if (next !== undefined) run();
    },
    stop() {
      clearTimeout(next);
      clearTimeout(last);
    },
  };
}
