import { expect, test } from 'vitest';
import { retryDelay } from './reconnecting-socket.ts';

test('tries come further and further apart, up to a minute, and never all at once', () => {
  expect([1, 2, 3, 7, 30].map((failures) => retryDelay(failures, 0.5))).toEqual([1_000, 2_000, 4_000, 60_000, 60_000]);
  expect(retryDelay(1, 0)).toBeLessThan(retryDelay(1, 1));
});
