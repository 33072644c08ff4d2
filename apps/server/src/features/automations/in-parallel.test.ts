import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inParallel } from './in-parallel.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('so many begin at once, all are done, in their order', async () => {
  const begun: number[] = [];
  let [open, peak] = [0, 0];
  await inParallel(
    numbers(30),
    async (item) => {
      begun.push(item);
      open += 1;
      peak = Math.max(peak, open);
      await turn();
      open -= 1;
    },
    { width: 4, patience: 10_000, most: 10 },
  );
  expect([begun, peak]).toEqual([numbers(30), 4]);
});

test('those that do not answer let others pass, up to a bound', async () => {
  const done: number[] = [];
  let [open, peak] = [0, 0];
  const release = Promise.withResolvers<void>();
  const all = inParallel(
    numbers(20),
    async (item) => {
      open += 1;
      peak = Math.max(peak, open);
      if (item < 6) await release.promise;
      open -= 1;
      done.push(item);
    },
    { width: 2, patience: 20, most: 7 },
  );
  await expect.poll(() => done.length).toBe(14);
  expect(done).toEqual(numbers(20).slice(6));
  expect(peak).toBe(7);
  release.resolve();
  await all;
  expect(done).toHaveLength(20);
});

test('nothing to do is done, and an error ends it', async () => {
  await inParallel([], async () => undefined, { width: 2, patience: 20, most: 2 });
  await expect(
    inParallel(
      numbers(3),
      async () => {
        throw new Error('broken');
      },
      { width: 1, patience: 20, most: 1 },
    ),
  ).rejects.toThrow('broken');
});
