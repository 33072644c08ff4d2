import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import i18next from 'i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorMessage, showError } from './errors.ts';

beforeEach(() => i18next.changeLanguage('en'));
afterEach(() => vi.restoreAllMocks());

test.each([
  [400, { detail: 'No quotes.' }, 'No quotes.'],
  [400, {}, 'The request was refused. Check what you entered.'],
  [400, { name: ['Taken.', 'Too short.'] }, 'Taken.; Too short.'],
  [403, {}, 'You do not have permission to do this. Ask an administrator for it.'],
  [404, {}, 'This object was not found or has been deleted. Look for it in its list.'],
  [409, {}, 'This is being refreshed. Try again in a moment.'],
  [409, { error: 'Somebody else was first.' }, 'Somebody else was first.'],
  [500, {}, 'The server could not handle the request. Try again in a moment, and tell an administrator if it goes on.'],
  [500, { msg: 'Broken.' }, 'Broken.'],
  [0, undefined, 'The server does not answer. Check your connection and try again.'],
])('%i with %j is told as: %s', (status, body, words) => {
  expect(errorMessage(new ApiError(status, 'x', body))).toBe(words);
});

test('a failure is told once, with the number to ask by; an ended session and a cancelled request are not', () => {
  const told = vi.spyOn(toast, 'error').mockImplementation(() => undefined);
  showError(new ApiError(401, 'x', {}));
  showError(new DOMException('gone', 'AbortError'));
  expect(told).not.toHaveBeenCalled();
  showError(new ApiError(500, 'x', {}, 'r-1'));
  expect(told).toHaveBeenLastCalledWith(
    'The server could not handle the request. Try again in a moment, and tell an administrator if it goes on.',
    'r-1',
  );
  showError(new ApiError(400, 'x', { detail: 'No.' }, 'r-2'));
  expect(told).toHaveBeenLastCalledWith('No.', undefined);
});
