import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recheck } from './recheck.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** So many sockets, and how often they have asked together. */
function sockets(count: number, entitled = true) {
  const over = new AbortController();
  const found = { asked: 0, lost: 0, age: -1 };
  let told = (): void => undefined;
  for (let one = 0; one < count; one += 1)
    recheck(
      over.signal,
      async (since) => {
        found.asked += 1;
        found.age = Date.now() - since;
        return entitled;
      },
      () => {
        found.lost += 1;
      },
      (changed) => {
        told = changed;
        return () => undefined;
      },
    );
  return { found, over, told: () => told() };
}

test('a few ask every ten seconds each', async () => {
  const { found, over } = sockets(10);
  await vi.advanceTimersByTimeAsync(60_000);
  // What another socket of the browser was answered a moment ago is as good.
  expect([found.asked, found.age]).toEqual([60, 5_000]);
  over.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(found.asked).toBe(60);
});

test('thousands ask no more often together than the core can hear beside its work, and those that go make room', async () => {
  const { found, over } = sockets(2_500);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(found.asked).toBe(5_000);
  over.abort();
  const few = sockets(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(few.found.asked).toBe(6);
  few.over.abort();
});

test('what is told is asked about at once, however many there are', async () => {
  const { found, over, told } = sockets(2_500, false);
  told();
  await vi.advanceTimersByTimeAsync(1);
  // And by what is answered from then on.
  expect(found).toEqual({ asked: 1, lost: 1, age: 0 });
  over.abort();
});
