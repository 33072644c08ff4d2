/** How often each asks: with the age that an answer may have, how long a socket outlives what it was opened with where nobody tells that it is gone. */
const RECHECK_MS = 10_000;
/** How old the answer that another socket of the same login got may be to count here. */
const SHARED_MS = 5_000;
/**
 * Where many sockets are open each asks less often: together one question in so many milliseconds. Thousands that asked every ten seconds kept the core
 * from anything else, and whoever came then was not let in (docs/decisions/0186).
 */
const BETWEEN_MS = 24;
/** How many ask. */
let open = 0;

/** Whether somebody may go on. @param since the moment at or after which the answer has to have been asked for */
export type Entitled = (since: number) => Promise<boolean>;

/** How somebody hears that rules may have changed. @returns how they stop */
export type OnRules = (changed: () => void) => () => void;

/**
 * Asks again and again, until `over`, whether somebody may go on, and calls `lost` once when they may not. While the core does not
 * answer nothing is known, and nothing ends.
 *
 * @param entitled is told since when its answer has to have been asked for (`Date.now()`): by the clock one counts that others asked for a moment ago, and not
 *   one from before a change
 * @param onRules asked at once, too, when rules may have changed
 */
export function recheck(over: AbortSignal, entitled: Entitled, lost: () => void, onRules?: OnRules): void {
  if (over.aborted) return;
  let asking = false;
  let again = false;

  function ask(since = Date.now()): void {
    asking = true;
    again = false;
    entitled(since)
      .then(
        (still) => {
          if (still || over.aborted) return;
          stop();
          lost();
        },
        () => undefined,
      )
      .finally(() => {
        asking = false;
        // What was answered may be older than the change.
        if (again && !over.aborted) ask();
      });
  }

  open += 1;
  let timer: NodeJS.Timeout;
  const later = (): void => {
    timer = setTimeout(
      () => {
        if (!asking) ask(Date.now() - SHARED_MS);
        later();
      },
      Math.max(RECHECK_MS, open * BETWEEN_MS),
    );
  };
  later();
  const deaf = onRules?.(() => {
    again = true;
    if (!asking) ask();
  });
  let stopped = false;
  function stop(): void {
    if (stopped) return;
    stopped = true;
    open -= 1;
    again = false;
    clearTimeout(timer);
    deaf?.();
  }
  over.addEventListener('abort', stop, { once: true });
}
