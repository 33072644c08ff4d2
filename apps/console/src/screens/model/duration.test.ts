import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test.each([
  [-5, '0.0 s'],
  [1500, '1.5 s'],
  [90_000, '1.5 m'],
  [5_400_000, '1.5 h'],
  [129_600_000, '1.5 d'],
])('%i ms is %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
