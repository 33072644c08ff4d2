import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginPage } from './LoginPage.tsx';

// The login page with the other ways in, and of somebody who comes back from one.

let open: Record<string, unknown>;
/** What the server says to somebody who came back. */
let went: { status: number; body: unknown };
let calls: string[];

beforeEach(() => {
  open = {};
  went = { status: 200, body: {} };
  calls = [];
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const asked = url instanceof Request ? url : new Request(new URL(String(url), location.origin), init);
    const { pathname } = new URL(asked.url);
    calls.push(`${asked.method} ${pathname}`);
    const [status, body] = /\/(confirm|demo)\/$/.test(pathname) ? [went.status, went.body] : [200, open];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const method = (source: string, name: string) => ({ source, name, icon: null, url: `/core/auth/${source}/login/` });

test('offers other ways, each by its name, with the page to go to afterwards', async () => {
  history.replaceState(null, '', '/core/auth/login/?next=%2Fui%2Fconsole%3Fa%3D1');
  open = { LOGIN_METHODS: [method('openid', 'OpenID Connect'), method('oauth2', 'Forge')] };
  render(<LoginPage />);
  const links = await screen.findAllByRole('link', { name: /OpenID Connect|Forge/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/core/auth/openid/login/?next=%2Fui%2Fconsole%3Fa%3D1',
    '/core/auth/oauth2/login/?next=%2Fui%2Fconsole%3Fa%3D1',
  ]);
});

test('says nothing of other ways where there are none', async () => {
  render(<LoginPage />);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole('navigation', { name: 'Or log in with' })).toBeNull();
});

test('who comes back and was refused is told why, and not again after a reload', async () => {
  history.replaceState(null, '', '/core/auth/login/?go=on&next=%2Fui%2F');
  went = { status: 400, body: { error: 'external_taken', msg: 'The account belongs to another system.' } };
  render(<LoginPage />);
  expect(await screen.findByText('The account belongs to another system.')).toBeTruthy();
  expect(location.search).toBe('?next=%2Fui%2F');
  expect(calls.filter((call) => call === 'POST /core/auth/login/confirm/')).toHaveLength(1);
});

test('who comes back and still owes a second factor is asked for it', async () => {
  history.replaceState(null, '', '/core/auth/login/?go=on');
  went = { status: 200, body: { error: 'mfa_required', msg: 'Enter a code.', data: { choices: ['otp'], url: '/core/auth/login/mfa/' } } };
  render(<LoginPage />);
  expect(await screen.findByRole('textbox', { name: /code/i })).toBeTruthy();
  expect(screen.queryByLabelText('Username')).toBeNull();
});

test('who does not come back is asked nothing of the kind', async () => {
  render(<LoginPage />);
  await screen.findByLabelText('Username');
  expect(calls).not.toContain('POST /core/auth/login/confirm/');
});

test('in a demo, says that it is one and lets in by a click', async () => {
  const person = { id: 'a1', name: 'Sofia Reyes', username: 'sofia.reyes', part: 'administrator' };
  open = { DEMO_SSH: 'ssh -p 2222 a@b@c', DEMO_PEOPLE: [person, { ...person, id: 'a2', name: 'Paul Nowak', part: 'auditor' }] };
  went = { status: 404, body: { detail: 'There is nothing at this address.', code: 'not_found' } };
  render(<LoginPage />);
  expect(await screen.findByRole('region', { name: 'This is a demo' })).toBeTruthy();
  expect(screen.getByText('ssh -p 2222 a@b@c')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /Paul Nowak.*Auditor/ }));
  expect(await screen.findByText('There is nothing at this address.')).toBeTruthy();
  expect(calls.filter((call) => call === 'POST /core/auth/login/demo/')).toHaveLength(1);
});

test('says nothing of a demo where there is none', async () => {
  render(<LoginPage />);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'This is a demo' })).toBeNull();
});
