import { expect, test } from 'vitest';
import { createSessionRateLimit } from './session-rate-limit.ts';

test('an address may come so often in a minute, others do not suffer, the next minute is new', () => {
  const within = createSessionRateLimit(1, 3);
  expect([1, 2, 3, 4].map(() => within('10.0.0.1', 1_000))).toEqual([true, true, true, false]);
  expect(within('10.0.0.2', 1_000)).toBe(true);
  expect(within('10.0.0.1', 61_000)).toBe(true);
});
