/** How long a socket outlives the login or the right it was opened with. */
const RECHECK_MS = 10_000;

/**
 * Asks again and again, until `over`, whether somebody may go on, and calls `lost` once when they may not. While the core does not
 * answer nothing is known, and nothing ends.
 */
export function recheck(over: AbortSignal, entitled: () => Promise<boolean>, lost: () => void): void {
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    entitled()
      .then(
        (still) => {
          if (still || over.aborted) return;
          clearInterval(timer);
          lost();
        },
        () => undefined,
      )
      .finally(() => {
        asking = false;
      });
  }, RECHECK_MS);
  if (over.aborted) clearInterval(timer);
  else over.addEventListener('abort', () => clearInterval(timer), { once: true });
}
