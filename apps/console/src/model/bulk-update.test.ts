import { expect, test } from 'vitest';
import { bulkBodies, bulkErrors, changeOf, presentValues } from './bulk-update.ts';

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

test('what rows have is compared by what it is, not by how the wire writes it', () => {
  const rows = [
    {
      id: 1,
      platform: { id: 1, name: 'Linux' },
      kind: { value: 'a', label: 'A' },
      nodes: [{ id: 'x' }, { id: 'y' }],
      comment: null,
      until: '2026/11/27 11:42:00 +0000',
    },
    {
      id: 2,
      platform: { id: 1, name: 'Linux' },
      kind: { value: 'b', label: 'B' },
      nodes: [{ id: 'y' }, { id: 'x' }],
      comment: '',
      until: '2026/11/27 11:42:00 +0000',
    },
  ];
  const different = (field: string) => presentValues(rows, field).different;
  expect([different('platform'), different('kind'), different('nodes'), different('comment')]).toEqual([1, 2, 1, 1]);
  expect(changeOf(rows, 'platform', 2)).toEqual({ changes: 2, same: 0 });
  expect(changeOf(rows, 'kind', 'b')).toEqual({ changes: 1, same: 1 });
  expect(changeOf(rows, 'nodes', ['x', 'y'])).toEqual({ changes: 0, same: 2 });
  expect(changeOf(rows, 'until', '2026-11-27T11:42:00.000Z')).toEqual({ changes: 0, same: 2 });
  expect(changeOf(rows, 'comment', '')).toEqual({ changes: 0, same: 2 });
});
