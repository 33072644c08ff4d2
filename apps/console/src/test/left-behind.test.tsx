import { readCookie, writeCookie } from '@postern/client/cookies';
import { expect, onTestFinished, test, vi } from 'vitest';

// Two tests in this order: what the first leaves is looked for by the second.
test('a cookie is really written while its reading is watched', () => {
  const watched = vi.spyOn(document, 'cookie', 'get').mockReturnValue('jms_session_expire=age');
  onTestFinished(() => watched.mockRestore());
  writeCookie('django_language', 'ja');
  expect(readCookie('django_language')).toBeUndefined();
});

test('and the next test does not find it', () => expect(readCookie('django_language')).toBeUndefined());
