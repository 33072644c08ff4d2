/** How long a socket outlives the login or the right it was opened with, where nobody tells that it is gone. */
const RECHECK_MS = 10_000;

/** How somebody hears that rules may have changed. @returns how they stop */
export type OnRules = (changed: () => void) => () => void;

/**
 * Asks again and again, until `over`, whether somebody may go on, and calls `lost` once when they may not. While the core does not
 * answer nothing is known, and nothing ends.
 *
 * @param onRules asked at once, too, when rules may have changed
 */
export function recheck(over: AbortSignal, entitled: () => Promise<boolean>, lost: () => void, onRules?: OnRules): void {
  if (over.aborted) return;
  let asking = false;
  let again = false;

  function ask(): void {
    asking = true;
    again = false;
    entitled()
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

  const timer = setInterval(() => {
    if (!asking) ask();
  }, RECHECK_MS);
  const deaf = onRules?.(() => {
    again = true;
    if (!asking) ask();
  });
  function stop(): void {
    again = false;
    clearInterval(timer);
    deaf?.();
  }
  over.addEventListener('abort', stop, { once: true });
}
