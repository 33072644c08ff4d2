import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test.each([
  [-5, '0.0 sec'],
  [1500, '1.5 sec'],
  [90_000, '1.5 min'],
  [5_400_000, '1.5 hr'],
  [129_600_000, '1.5 days'],
])('%i ms is %s', (milliseconds, text) => {
  expect(duration(milliseconds, 'en')).toBe(text);
});

test('units are words of the language', () => {
  expect(duration(5_400_000, 'zh-CN')).toBe('1.5小时');
  expect(duration(90_000, 'ja')).toBe('1.5 分');
});
