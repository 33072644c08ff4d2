import { ApiError } from '@postern/client/http';
import { toast } from '@postern/ui';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { goToLogin } from '../session/login-redirect.ts';
import { scheduleProfileCheck } from '../session/profile-check.ts';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { keepSessionAlive } from './keep-alive.ts';
import { switchOrganisation } from './switch-org.ts';

/** Times that people and other clients rely on: nothing happens a millisecond early, and it happens then. */

const assign = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  assign.mockReset();
  vi.stubGlobal('location', { pathname: '/ui/console/users/users', search: '?page=2', hash: '', assign });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test.each<[number, string, () => void, string]>([
  [100, 'the login page after the profile was refused', goToLogin, '/core/auth/login/?next=%2Fui%2Fconsole%2Fusers%2Fusers%3Fpage%3D2'],
  [
    400,
    'the other organisation after it was chosen',
    () => {
      updateSession({ profile: { username: 'mia' } as Profile });
      switchOrganisation({ id: '2', name: 'Two' }, '/console/users/users', '');
    },
    '/ui/console/users/users',
  ],
])('%i ms later comes %s', async (milliseconds, _, begin, address) => {
  begin();
  await pass(milliseconds - 1);
  expect(assign).not.toHaveBeenCalled();
  await pass(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith(address);
});

test('a session that ends with the browser is renewed every 10 s for 2 minutes', async () => {
  const written: string[] = [];
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('jms_session_expire=close');
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie));
  keepSessionAlive();
  expect(written).toEqual([expect.stringMatching(/^jms_session_expire=close;.*Max-Age=120$/)]);
  await pass(9_999);
  expect(written).toHaveLength(1);
  await pass(1);
  expect(written).toHaveLength(2);
  await pass(20_000);
  expect(written).toHaveLength(4);
});

test('a session that lasts by its age is left alone', async () => {
  const written = vi.fn();
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('jms_session_expire=age');
  vi.spyOn(document, 'cookie', 'set').mockImplementation(written);
  keepSessionAlive();
  await pass(60_000);
  expect(written).not.toHaveBeenCalled();
});

test('the profile is read again 30 s after the last answer, and a refusal leads to the login page', async () => {
  const check = vi.fn(async () => undefined);
  scheduleProfileCheck(check);
  await pass(29_999);
  scheduleProfileCheck(check);
  await pass(29_999);
  expect(check).not.toHaveBeenCalled();
  await pass(1);
  expect(check).toHaveBeenCalledOnce();
  for (const [status, left] of [
    [500, 0],
    [403, 1],
  ] as const) {
    scheduleProfileCheck(() => Promise.reject(new ApiError(status, 'x')));
    await pass(31_000);
    expect(assign).toHaveBeenCalledTimes(left);
  }
});

test.each([
  ['error', 5000],
  ['info', 3000],
] as const)('a message of the kind %s goes after %i ms', async (kind, milliseconds) => {
  const { ToastHost } = await import('@postern/ui');
  render(<ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />);
  act(() => toast[kind]('Words'));
  await pass(milliseconds - 1);
  expect(screen.getByText('Words')).toBeInTheDocument();
  await pass(1);
  expect(screen.queryByText('Words')).toBeNull();
});
