import { expect, test } from 'vitest';
import { exactTime, parseServerDate, relativeWords } from './relative-time.ts';

test('the server form keeps its offset', () => {
  expect(parseServerDate('2026/11/20 10:00:00 +0800')?.toISOString()).toBe('2026-11-20T02:00:00.000Z');
  expect(parseServerDate('2026-11-20T02:00:00Z')?.toISOString()).toBe('2026-11-20T02:00:00.000Z');
  expect(parseServerDate('yesterday')).toBeUndefined();
  expect(parseServerDate('')).toBeUndefined();
});

test('distances are told in words for a week', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  expect(relativeWords(new Date('2026-11-20T11:57:00Z'), now, 'en')).toBe('3 minutes ago');
  expect(relativeWords(new Date('2026-11-20T12:00:01Z'), now, 'en')).toBe('now');
  expect(relativeWords(new Date('2026-11-19T11:00:00Z'), now, 'en')).toBe('yesterday');
  expect(relativeWords(new Date('2026-11-20T09:00:00Z'), now, 'zh')).toBe('3小时前');
  const week = 604_800_000;
  expect(relativeWords(new Date(now.getTime() - week + 1), now, 'en')).toBe('6 days ago');
  expect(relativeWords(new Date(now.getTime() - week), now, 'en')).toBeUndefined();
});

test('an empty date is a dash', () => expect(exactTime(null, 'en')).toBe('-'));
