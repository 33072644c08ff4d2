import { afterAll, beforeAll, expect, test } from 'vitest';
import { forThisFile } from './for-this-file.ts';

const order: string[] = [];
// Hooks after the last test run the other way round: this one sees the whole order.
afterAll(() => expect(order).toEqual(['first', 'second of first', 'last', 'stops second of first', 'stops first']));
const first = forThisFile(
  () => {
    order.push('first');
    return { name: 'first', count: 1, more: () => 2 };
  },
  ({ name }) => order.push(`stops ${name}`),
);
const second = forThisFile(
  async () => {
    order.push(`second of ${first.name}`);
    return { name: `second of ${first.name}` };
  },
  ({ name }) => order.push(`stops ${name}`),
);
/** As the file is read, before any test. */
const early = (() => {
  try {
    const { name } = first;
    return () => name;
  } catch (error) {
    return () => {
      throw error;
    };
  }
})();
beforeAll(() => {
  order.push('last');
});

test('what a file starts is there for its tests, in the order of its lines', () => {
  expect(order).toEqual(['first', 'second of first', 'last']);
  expect([first.name, first.more(), second.name]).toEqual(['first', 2, 'second of first']);
});

test('it is taken apart, copied and changed like the thing itself', () => {
  const { more, ...rest } = first;
  expect([more(), rest, 'count' in first, 'other' in first]).toEqual([2, { name: 'first', count: 1 }, true, false]);
  first.count = 3;
  expect({ ...first }.count).toBe(3);
});

test('nobody asks it for anything before', () => {
  expect(early).toThrow('begun');
});
