import { expect, test } from 'vitest';
import { meets } from './condition.ts';

test.each([
  [{ field: 'a', is: 1 }, { a: 1 }, true],
  [{ field: 'a', is: 'x' }, { a: { value: 'x', label: 'X' } }, true],
  [{ field: 'a', is: 1 }, {}, false],
  [{ field: 'a', isNot: 1 }, {}, true],
  [{ field: 'a', in: ['x', 'y'] }, { a: 'y' }, true],
  [{ field: 'a', in: ['x', 'y'] }, { a: 'z' }, false],
  [{ field: 'a', filled: true }, { a: [] }, false],
  [{ field: 'a', filled: true }, { a: 0 }, true],
  [{ field: 'a', filled: false }, { a: '' }, true],
  [
    {
      all: [
        { field: 'a', is: 1 },
        { field: 'b', is: 2 },
      ],
    },
    { a: 1, b: 3 },
    false,
  ],
  [
    {
      any: [
        { field: 'a', is: 1 },
        { field: 'b', is: 2 },
      ],
    },
    { a: 1, b: 3 },
    true,
  ],
] as const)('%j of %j is %s', (condition, values, expected) => {
  expect(meets(condition, values)).toBe(expected);
});
