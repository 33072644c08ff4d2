import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginPage } from './LoginPage.tsx';
import { takeToken } from './reset-token.ts';

/** What the server says to each address, and what it was asked. */
let answers: Record<string, [status: number, body: unknown]>;
let calls: { path: string; body: Record<string, unknown> }[];

const OPEN = '/api/v1/settings/public/open/';
const CHECK = '/core/auth/password/reset/check/';
const RESET = '/core/auth/password/reset/';
const FORGOT = '/core/auth/password/forgot/';
const RULE = { length: 12, upper: true, lower: false, digit: false, special: false };

beforeEach(() => {
  calls = [];
  answers = {
    [OPEN]: [200, { MAIL_SET_UP: true }],
    [CHECK]: [200, { username: 'ann', rule: RULE }],
    [RESET]: [200, {}],
    [FORGOT]: [200, {}],
  };
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const asked = url instanceof Request ? url : new Request(new URL(String(url), location.origin), init);
    const path = new URL(asked.url).pathname;
    calls.push({ path, body: asked.method === 'POST' ? await asked.json() : {} });
    const [status, body] = answers[path] ?? [404, {}];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const opened = () => {
  window.history.replaceState(null, '', `${RESET}?token=canary-token`);
  render(<LoginPage token={takeToken(window.location, window.history)} />);
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the token leaves the address at once, and survives loading the page again', () => {
  window.history.replaceState(null, '', `${RESET}?token=canary-token`);
  expect(takeToken(window.location, window.history)).toBe('canary-token');
  expect(window.location.href).not.toContain('canary');
  expect(takeToken(window.location, window.history)).toBe('canary-token');
  window.history.replaceState(null, '', '/core/auth/login/?token=other');
  expect(takeToken(window.location, window.history)).toBeUndefined();
});

test('suggests a password that follows the rules, in both fields, for all to see', async () => {
  opened();
  fireEvent.click(await screen.findByRole('button', { name: 'Suggest a password' }));
  const [first, again] = ['New password', 'New password, again'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  expect(first?.value).toMatch(/^(?=.*[A-Z])[A-Za-z0-9]{16,}$/);
  expect([again?.value, first?.type, again?.type]).toEqual([first?.value, 'text', 'text']);
  const before = first?.value;
  press('Suggest a password');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).not.toBe(before);
  press('Set the password');
  await waitFor(() => expect(calls.at(-1)?.path).toBe(RESET));
});

test('shows the rules, wants the password twice, and ends at the login page', async () => {
  opened();
  expect(await screen.findByText('At least 12 characters')).toBeTruthy();
  expect(screen.getByText('A capital letter')).toBeTruthy();
  expect(screen.queryByText('A digit')).toBeNull();
  type('New password', 'Fresh-Gate-77!');
  type('New password, again', 'Fresh-Gate-78!');
  press('Set the password');
  expect(await screen.findByText('The two passwords differ.')).toBeTruthy();
  expect(calls.some(({ path }) => path === RESET)).toBe(false);
  type('New password, again', 'Fresh-Gate-77!');
  press('Set the password');
  expect(await screen.findByText(/Your new password is set/)).toBeTruthy();
  expect(calls.find(({ path }) => path === RESET)?.body.token).toBe('canary-token');
  expect(window.history.state).toBeNull();
});

test('a password that breaks the rules can be replaced by another', async () => {
  answers[RESET] = [400, { new_password: ['This one was used before.'] }];
  opened();
  await screen.findByText('At least 12 characters');
  type('New password', 'Fresh-Gate-77!');
  type('New password, again', 'Fresh-Gate-77!');
  press('Set the password');
  expect(await screen.findByText(/This one was used before/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Set the password' })).toBeTruthy();
});

test('a dead link says so and offers another', async () => {
  answers[CHECK] = [400, { error: 'link_invalid', msg: 'This link no longer works.' }];
  opened();
  expect(await screen.findByText('This link no longer works.')).toBeTruthy();
  await waitFor(() => press('Ask for a new link'));
  type('Username or mail address', 'ann@example.com');
  press('Send the link');
  expect(await screen.findByText(/a mail with a link is on its way/)).toBeTruthy();
  expect(calls.find(({ path }) => path === FORGOT)?.body).toEqual({ username: 'ann@example.com' });
});

test('offers what works: a page elsewhere, our own form, or nothing', async () => {
  const first = render(<LoginPage />);
  expect(await screen.findByRole('button', { name: 'Forgot password?' })).toBeTruthy();
  first.unmount();
  answers[OPEN] = [200, { MAIL_SET_UP: true, FORGOT_PASSWORD_URL: 'https://help.example.com/' }];
  const second = render(<LoginPage />);
  expect((await screen.findByRole('link', { name: 'Forgot password?' })).getAttribute('href')).toBe('https://help.example.com/');
  second.unmount();
  answers[OPEN] = [200, { MAIL_SET_UP: false }];
  render(<LoginPage />);
  await waitFor(() => expect(calls.filter(({ path }) => path === OPEN)).toHaveLength(3));
  expect(screen.queryByText('Forgot password?')).toBeNull();
});
