import { expect, test } from 'vitest';
import { bulkBodies, bulkErrors } from './bulk-update.ts';

test('every row gets the values, at most a thousand rows in a request', () => {
  const ids = Array.from({ length: 2500 }, (_, index) => index);
  const bodies = bulkBodies(ids, { comment: '' });
  expect(bodies.map((body) => body.length)).toEqual([1000, 1000, 500]);
  expect(bodies[2]?.at(-1)).toEqual({ id: 2499, comment: '' });
  expect(bulkBodies([], { comment: 'x' })).toEqual([]);
});

test('errors of all rows come together by field, each sentence once', () => {
  expect(bulkErrors([{}, { comment: ['Too long.'] }, { comment: ['Too long.'], groups: ['Unknown.', 'Gone.'] }])).toEqual({
    comment: 'Too long.',
    groups: 'Unknown.; Gone.',
  });
  expect(bulkErrors({ non_field_errors: ['At most 1000.'] })).toEqual({ non_field_errors: 'At most 1000.' });
  expect(bulkErrors(undefined)).toEqual({});
});
