import { ApiError } from '@postern/client/http';
import { expect, test } from 'vitest';
import { detailOf } from './socket.ts';

test.each([
  ['what the server says', new ApiError(403, 'forbidden', { detail: 'Not from here.' }), 'Not from here.'],
  ['nothing where it said nothing: a code is no sentence', new ApiError(0, 'network'), ''],
  ['the words of another mistake', new Error('no header'), 'no header'],
  ['nothing of what is none', 'network', ''],
])('the end of a connection tells %s', (_what, error, detail) => {
  expect(detailOf(error)).toBe(detail);
});
