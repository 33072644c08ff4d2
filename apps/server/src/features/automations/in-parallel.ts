/** Works on many things that mostly wait for somebody else. */

export interface Width {
  /** Begun at once. */
  width: number;
  /** After so many milliseconds one is only being waited for, and another may begin. */
  patience: number;
  /** Never more than these are open. */
  most: number;
}

/**
 * Does work for each item, so many at a time, in their order. Those that take long do not hold up the others: a machine that does
 * not answer costs a timer. `work` tells of its failures itself; one that throws ends it all. Once `signal` says so no other is begun,
 * and those that were are waited for.
 */
export function inParallel<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  { width, patience, most }: Width,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const queue = items.values();
    let [fresh, open, failed] = [0, 0, false];
    const begin = (item: T): void => {
      fresh += 1;
      open += 1;
      let isFresh = true;
      const settle = (): void => {
        if (isFresh) fresh -= 1;
        isFresh = false;
      };
      const timer = setTimeout(() => {
        settle();
        next();
      }, patience);
      work(item)
        .catch((error: unknown) => {
          failed = true;
          reject(error);
        })
        .finally(() => {
          clearTimeout(timer);
          settle();
          open -= 1;
          next();
        });
    };
    const next = (): void => {
      while (!failed && !signal?.aborted && fresh < width && open < most) {
        const { value, done } = queue.next();
        if (done) break;
        begin(value);
      }
      if (open === 0) resolve();
    };
    next();
  });
}
