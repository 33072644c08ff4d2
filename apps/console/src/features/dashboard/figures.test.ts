import { expect, test } from 'vitest';
import { ceiling, greatest } from './figures.ts';

test('the top of a chart is a round number above the values', () => {
  expect(ceiling([])).toBe(1);
  expect(ceiling([7, 3])).toBe(7);
  expect(ceiling([42])).toBe(50);
  expect(ceiling([101])).toBe(200);
});

test('of many types the least are one', () => {
  const shares = [5, 3, 2, 1].map((total) => ({ type: `t${total}`, label: `T${total}`, total }));
  expect(greatest(shares, 4, 'Other')).toEqual(shares);
  expect(greatest(shares, 3, 'Other')).toEqual([shares[0], shares[1], { type: '', label: 'Other', total: 3 }]);
});
