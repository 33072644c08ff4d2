/**
 * How long whoever failed waits before the next attempt: twice as long with each failure in a row.
 *
 * @param failures in a row before this one
 * @param first pause after the first one, in whatever unit is wanted back
 * @param longest
 */
export const doubledPause = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** Math.min(failures, 10), longest);
