import { afterAll, beforeAll } from 'vitest';

/** Stands for what `real` gives once there is something: whoever asks it for anything asks that. */
function handle<T extends object>(real: () => T): T {
  return new Proxy({} as T, {
    get(_target, key) {
      const value: unknown = Reflect.get(real(), key);
      return typeof value === 'function' ? value.bind(real()) : value;
    },
    set: (_target, key, value) => Reflect.set(real(), key, value),
    has: (_target, key) => Reflect.has(real(), key),
    ownKeys: () => Reflect.ownKeys(real()),
    getOwnPropertyDescriptor(_target, key) {
      const found = Reflect.getOwnPropertyDescriptor(real(), key);
      return found && { ...found, configurable: true };
    },
  });
}

/**
 * What the tests of one file share: started before the first of them, in the order in which they are written down, and stopped after the last, the other
 * way round. Until then it may be passed on, but not asked for anything.
 *
 * @param start an object, no function and no list
 * @param stop only of what was started: where that failed there is nothing to stop
 * @param limitMs for what has to be fetched before its first start
 */
export function forThisFile<T extends object>(start: () => Promise<T> | T, stop?: (started: T) => unknown, limitMs?: number): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  }, limitMs);
  afterAll(async () => {
    if (started) await stop?.(started);
  });
  return handle(() => {
    if (!started) throw new Error('It is there only once the tests of the file have begun');
    return started;
  });
}
