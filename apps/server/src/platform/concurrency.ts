/** Work that waits for its turn, so much at once and so much waiting. */
export interface Turns {
  /** Does the work when its turn has come; undefined, at once, when too much waits already. */
  take<T>(work: () => Promise<T>): Promise<{ value: T } | undefined>;
}

/** For what goes to places elsewhere: one that is slow takes no more of this process than this. The oldest is next. */
export function turns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async take(work) {
      if (running >= atOnce) {
        if (queue.length >= waiting) return undefined;
        // Whoever ends hands its place on, so that nobody who comes later takes it.
        await new Promise<void>((start) => queue.push(start));
      } else running += 1;
      try {
        return { value: await work() };
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
