/** How often a process has died in a row, each time before it had lasted. */
export type Failures = number;

export type BackoffPolicy = {
  /** Pause before the first restart. */
  firstMs: number;
  /** The pause doubles with each failure up to this. */
  limitMs: number;
  /** A process that lived at least this long counts as healthy: its death is the first again. */
  steadyMs: number;
};

export const restartPolicy: BackoffPolicy = { firstMs: 100, limitMs: 15_000, steadyMs: 30_000 };

/**
 * Decides on a restart after a death.
 *
 * @param failures failures counted so far, 0 at first
 * @param livedMs how long the process lived
 * @returns the failures to remember and the pause before the next start, in milliseconds
 */
export function afterDeath(policy: BackoffPolicy, failures: Failures, livedMs: number): { failures: Failures; delayMs: number } {
  const counted = livedMs >= policy.steadyMs ? 1 : failures + 1;
  return { failures: counted, delayMs: Math.min(policy.limitMs, policy.firstMs * 2 ** (counted - 1)) };
}
