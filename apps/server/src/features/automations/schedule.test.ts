import { expect, test } from 'vitest';
import { nextRun, scheduleText } from './schedule.ts';

const from = new Date('2026-11-22T02:00:00Z');
const next = (schedule: { crontab: string | null; interval: number | null }) =>
  nextRun({ is_periodic: true, ...schedule }, from, 'UTC')?.toISOString();

test('with both a schedule and an interval the schedule counts', () => {
  const both = { crontab: '5 4 * * *', interval: 3 };
  expect(next(both)).toBe('2026-11-22T04:05:00.000Z');
  expect(scheduleText({ is_periodic: true, ...both })).toBe('regular ( 5 4 * * * )');
  expect(next({ crontab: null, interval: 3 })).toBe('2026-11-22T05:00:00.000Z');
  expect(next({ crontab: null, interval: null })).toBeUndefined();
  expect(nextRun({ is_periodic: false, ...both }, from, 'UTC')).toBeNull();
});
