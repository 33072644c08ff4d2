import { expect, test } from 'vitest';
import { percent } from './percent.ts';

test('shares are whole percent, of nothing there is none', () => {
  expect(percent(1, 3)).toBe(33);
  expect(percent(0, 0)).toBe(0);
});
