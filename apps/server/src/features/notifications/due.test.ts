import { expect, test } from 'vitest';
import { dueAt } from './due.ts';

/** When messages that wait go out. */

const at = (now: string, every: 'hourly' | 'daily', daily_at = '08:00', zone = 'Asia/Shanghai') =>
  dueAt(new Date(now), every, { daily_at, zone }).toISOString();

test('hourly is the next full hour', () => {
  expect(at('2026-11-26T10:15:00Z', 'hourly')).toBe('2026-11-26T11:00:00.000Z');
  expect(at('2026-11-26T11:00:00Z', 'hourly')).toBe('2026-11-26T12:00:00.000Z');
});

test.each([
  // Shanghai is eight hours ahead: eight in the morning there is midnight.
  ['2026-11-26T10:15:00Z', '08:00', 'Asia/Shanghai', '2026-11-27T00:00:00.000Z'],
  ['2026-11-26T23:59:00Z', '08:00', 'Asia/Shanghai', '2026-11-27T00:00:00.000Z'],
  ['2026-11-27T00:00:00Z', '08:00', 'Asia/Shanghai', '2026-11-28T00:00:00.000Z'],
  ['2026-11-26T17:00:00Z', '01:30', 'Asia/Shanghai', '2026-11-26T17:30:00.000Z'],
  ['2026-11-26T03:00:00Z', '22:00', 'America/New_York', '2026-11-27T03:00:00.000Z'],
  ['2026-11-26T10:00:00Z', '05:45', 'Asia/Kathmandu', '2026-11-27T00:00:00.000Z'],
  // Clocks go back on 1 November and forward on 14 March: the time of day is that of the new offset.
  ['2026-10-31T13:00:00Z', '08:00', 'America/New_York', '2026-11-01T13:00:00.000Z'],
  ['2027-03-13T14:00:00Z', '08:00', 'America/New_York', '2027-03-14T12:00:00.000Z'],
])('after %s daily at %s in %s is %s', (now, time, zone, then) => {
  expect(at(now, 'daily', time, zone)).toBe(then);
});
