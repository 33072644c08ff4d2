import { expect, test } from 'vitest';
import { ALL_WEEK, NO_WEEK, readWeek, slotTime, spansOf, withRange, writeWeek } from './week-time.ts';

test('the wire counts days from Sunday, the grid from Monday', () => {
  const week = readWeek([
    { id: 1, value: '09:00~12:00、13:30~18:00' },
    { id: 0, value: '23:00~00:00' },
  ]);
  expect(spansOf(week[0] ?? [])).toEqual([
    [18, 24],
    [27, 36],
  ]);
  expect(spansOf(week[6] ?? [])).toEqual([[46, 48]]);
  expect(writeWeek(week).filter((day) => day.value !== '')).toEqual([
    { id: 0, value: '23:00~00:00' },
    { id: 1, value: '09:00~12:00、13:30~18:00' },
  ]);
});

test('all of the week round-trips; 00:00 at the end means 24:00', () => {
  const all = writeWeek(ALL_WEEK);
  expect(all).toEqual(Array.from({ length: 7 }, (_, id) => ({ id, value: '00:00~00:00' })));
  expect(readWeek(all)).toEqual(ALL_WEEK);
});

test('no time is an empty list', () => {
  expect(writeWeek(NO_WEEK)).toEqual([]);
  expect(readWeek([])).toEqual(NO_WEEK);
});

test('what cannot be read is left out', () => {
  for (const bad of [
    undefined,
    'x',
    [{ id: 9, value: '09:00~10:00' }],
    [{ id: 1, value: '9~10' }],
    [{ id: 1, value: 'a、b~c' }],
    [null],
    [{ id: 1, value: '30:00~31:00' }],
  ]) {
    expect(readWeek(bad)).toEqual(NO_WEEK);
  }
});

test('a drag paints the rectangle between two half hours, whichever way it went', () => {
  const week = withRange(NO_WEEK, [2, 5], [1, 3], true);
  expect(week.map((row) => spansOf(row))).toEqual([[], [[3, 6]], [[3, 6]], [], [], [], []]);
  expect(withRange(week, [1, 3], [2, 5], false)).toEqual(NO_WEEK);
});

test('times of half hours', () => {
  expect([0, 1, 47, 48].map(slotTime)).toEqual(['00:00', '00:30', '23:30', '00:00']);
});
