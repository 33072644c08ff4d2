import { expect, test } from 'vitest';
import { type CronPart, everyHours, nextRuns, readPart, splitCron, writePart } from './cron-text.ts';

test.each<[string, CronPart]>([
  ['*', 'minute'],
  ['5-10', 'hour'],
  ['*/15', 'minute'],
  ['5/15', 'minute'],
  ['1,3,5', 'week'],
  ['7', 'day'],
  ['1-5/2', 'day'],
])('the part %s of a %s is written as it was read', (text, part) => {
  expect(writePart(readPart(text, part), part)).toBe(text);
});

test('a step from the least number on is written with a star', () => {
  expect(writePart({ kind: 'step', from: 1, step: 2 }, 'day')).toBe('*/2');
  expect(writePart({ kind: 'list', values: [10, 2] }, 'day')).toBe('2,10');
  expect(readPart('*/2', 'week')).toEqual({ kind: 'text', text: '*/2' });
});

test('an empty text starts as every midnight', () => {
  expect(splitCron('  ')).toEqual(['0', '0', '*', '*', '*']);
  expect(splitCron('5 4')).toEqual(['5', '4', '*', '*', '*']);
});

test('the next five runs, each later than the one before', () => {
  const from = new Date(2026, 10, 20, 12, 0, 0);
  const runs = nextRuns('30 3 * * 1', 5, from) ?? [];
  expect(runs).toHaveLength(5);
  for (const run of runs) expect([run.getDay(), run.getHours(), run.getMinutes(), run.getSeconds()]).toEqual([1, 3, 30, 0]);
  expect(runs[0]).toEqual(new Date(2026, 10, 23, 3, 30, 0));
  expect((runs[4]?.getDate() ?? 0) - 21).toBe(0);
});

test.each([
  '',
  'x',
  '0 0 * *',
  '60 0 * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '0 0 * 13 *',
  '@daily',
  '0 0 * JAN *',
  '0 0 30 2 *',
  '* * * * * *',
])('%j is never due', (text) => {
  expect(nextRuns(text, 5)).toBeUndefined();
});

test('times of day are those of another zone where one is given', () => {
  const from = new Date(Date.UTC(2026, 10, 20, 12));
  expect(nextRuns('30 3 * * *', 1, from, 'Asia/Shanghai')?.map((run) => run.toISOString())).toEqual(['2026-11-20T19:30:00.000Z']);
});

test('every so many hours is counted from now; what is no such number is never due', () => {
  const from = new Date(Date.UTC(2026, 10, 20, 12));
  expect(everyHours(36, 2, from)?.map((run) => run.toISOString())).toEqual(['2026-11-22T00:00:00.000Z', '2026-11-23T12:00:00.000Z']);
  for (const hours of [0, -1, 1.5, 65_536, null, '24']) expect(everyHours(hours, 5, from)).toBeUndefined();
});
