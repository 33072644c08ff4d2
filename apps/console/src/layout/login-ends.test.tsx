import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_SESSION, updateSession } from '../session/session-store.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { LoginEnds } from './LoginEnds.tsx';

// What the console says before a login ends.

const AT = 'authentication/login-end/';
const HOUR = 3600;

/** A login with so much left, which staying makes whole. */
function login(left: { unused_seconds: number; seconds: number }) {
  updateSession(NO_SESSION);
  let now = left;
  return serve({
    [`GET ${AT}`]: () => now,
    [`POST ${AT}`]: () => {
      now = { ...now, unused_seconds: HOUR };
      return {};
    },
  });
}

test('who has not used it for long is told when it ends, and stays by a press', async () => {
  const asked = login({ unused_seconds: 90, seconds: 20 * HOUR });
  const { user } = await draw(<LoginEnds />);
  const notice = screen.getByRole('status');
  expect(notice).toHaveAttribute('aria-live', 'polite');
  await waitFor(() => expect(notice).toHaveTextContent(/^You will be logged out at \d?\d:\d\d/));
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
  await waitFor(() => expect(notice).toBeEmptyDOMElement());
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([AT]);
});

test('an end that cannot be moved is told as that, with a new login to come back by', async () => {
  const asked = login({ unused_seconds: HOUR, seconds: 200 });
  const { user } = await draw(<LoginEnds />);
  expect(await screen.findByText(/^Your login ends at \d?\d:\d\d.* and cannot be extended/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stay logged in' })).toBeNull();
  const assign = vi.fn();
  vi.stubGlobal('location', { pathname: '/ui/x', search: '?a=1', hash: '', assign });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await user.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(assign).toHaveBeenCalledWith('/core/auth/logout/?next=%2Fui%2Fx%3Fa%3D1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(asked.every(({ method }) => method === 'GET')).toBe(true);
});

test('with much left, or once it is over, it says nothing', async () => {
  const asked = login({ unused_seconds: HOUR, seconds: 20 * HOUR });
  await draw(<LoginEnds />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

test('the box of a session that is over takes its place', async () => {
  login({ unused_seconds: 60, seconds: HOUR });
  await draw(<LoginEnds />);
  await screen.findByText(/^You will be logged out/);
  act(() => updateSession({ loginRequired: true }));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
