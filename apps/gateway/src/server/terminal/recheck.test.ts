import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recheck } from './recheck.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** So many sockets, and how often they have asked together. */
function sockets(count: number, entitled = true) {
  const over = new AbortController();
  const found = { asked: 0, lost: 0 };
  let told = (): void => undefined;
  for (let one = 0; one < count; one += 1)
    recheck(
      over.signal,
      async () => {
        found.asked += 1;
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
  expect(found.asked).toBe(60);
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
  expect(found).toEqual({ asked: 1, lost: 1 });
  over.abort();
});
