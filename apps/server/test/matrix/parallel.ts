/** Runs `work` over all items, at most `width` at a time; answers in the order of the items. */
export async function each<T, R>(items: readonly T[], width: number, work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const at = next++;
      if (at >= items.length) return;
      results[at] = await work(items[at] as T, at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

/**
 * One of `share` parts of the items, another part for each `at`. For what one piece of code reads for all routes: every item is asked, of the
 * routes together, and not every item of every route.
 */
export const inTurn = <T>(items: readonly T[], share: number, at: number): T[] => items.filter((_, n) => (n + at) % share === 0);
