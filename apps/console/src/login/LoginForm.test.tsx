import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoginForm } from './LoginForm.tsx';

/** What the server says to each try, and what it was sent. */
let answers: { status: number; body: unknown; headers?: Record<string, string> }[];
let sent: Record<string, unknown>[];

beforeEach(() => {
  answers = [];
  sent = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async (_url: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    const { status, body, headers } = answers.shift() ?? { status: 200, body: {} };
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown() {
  const onAnswer = vi.fn();
  render(<LoginForm onAnswer={onAnswer} forgot={undefined} passkeys={false} />);
  fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'ann' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } });
  return onAnswer;
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }));

test('a name that pauses is asked for a code beside the password', async () => {
  const onAnswer = shown();
  answers = [{ status: 400, body: { error: 'block_login', msg: 'Locked here.' } }];
  expect(screen.queryByLabelText(/Verification code/)).toBeNull();
  submit();
  const code = await screen.findByLabelText(/Verification code/);
  expect(onAnswer).toHaveBeenCalledWith({ state: 'paused', message: 'Locked here.' });
  expect(sent[0]).not.toHaveProperty('code');
  fireEvent.change(code, { target: { value: '123456' } });
  submit();
  await waitFor(() => expect(onAnswer).toHaveBeenLastCalledWith({ state: 'done', next: undefined }));
  expect(sent[1]).toMatchObject({ username: 'ann', code: '123456', mfa_type: 'otp' });
});

test('a server without room for another login is asked again when it said', async () => {
  const onAnswer = shown();
  answers = [{ status: 503, body: { code: 'busy', detail: 'Too many.' }, headers: { 'retry-after': '3' } }];
  submit();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ state: 'done', next: undefined }));
  expect(sent).toHaveLength(2);
});
