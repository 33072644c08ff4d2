import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRetry } from './retry.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('tries at once, then in growing pauses, and gives up when the time is over', () => {
  const tries: number[] = [];
  const over = vi.fn();
  const from = Date.now();
  const retry = createRetry(
    20_000,
    () => {
      tries.push(Date.now() - from);
      retry.failed();
      // A try that fails twice is one.
      retry.failed();
    },
    over,
  );
  expect(retry.until).toBe(from + 20_000);
  vi.advanceTimersByTime(19_999);
  expect(tries).toEqual([250, 1_250, 3_250, 7_250, 12_250, 17_250]);
  expect(over).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect([tries.length, over.mock.calls.length]).toEqual([6, 1]);
});

it('tries at once when it is told to, but not beside a try that is on its way', () => {
  const attempt = vi.fn();
  const retry = createRetry(20_000, attempt, () => undefined);
  retry.now();
  retry.now();
  expect(attempt).toHaveBeenCalledTimes(1);
  retry.failed();
  retry.now();
  expect(attempt).toHaveBeenCalledTimes(2);
  retry.stop();
  vi.advanceTimersByTime(60_000);
  expect(attempt).toHaveBeenCalledTimes(2);
});
