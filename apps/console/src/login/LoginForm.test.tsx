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

function shown(has: { challenge?: true; code?: true } = {}) {
  const onAnswer = vi.fn();
  render(<LoginForm onAnswer={onAnswer} forgot={undefined} has={{ passkeys: false, challenge: false, code: false, ...has }} />);
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

test('the page has a box for a code beside the password, where the settings say so: one at most', async () => {
  shown({ code: true });
  fireEvent.change(screen.getByLabelText(/Verification code/), { target: { value: ' 654321 ' } });
  submit();
  await waitFor(() => expect(sent[0]).toMatchObject({ username: 'ann', code: '654321', mfa_type: 'otp' }));
});

test('a one-time code goes along as what it is, and no other is asked for while the name pauses', async () => {
  shown({ challenge: true, code: true });
  answers = [{ status: 400, body: { error: 'block_login', msg: 'Locked here.' } }];
  fireEvent.change(screen.getByLabelText(/One-time code/), { target: { value: '112233' } });
  submit();
  await waitFor(() => expect(sent[0]).toMatchObject({ username: 'ann', challenge: '112233' }));
  expect(sent[0]).not.toHaveProperty('code');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Log in' })).toHaveAttribute('aria-busy', 'false'));
  expect(screen.queryByLabelText(/Verification code/)).toBeNull();
});

test('what has to be worked out is worked out and sent, and so is what comes after it', async () => {
  const onAnswer = shown();
  const work = (value: string) => ({ status: 400, body: { error: 'captcha_required', msg: 'Work first.', data: { value, bits: 6 } } });
  answers = [work('one'), work('two')];
  submit();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ state: 'done', next: undefined }));
  expect(sent).toHaveLength(3);
  const hashed = async (text: string) => new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  for (const [at, value] of ['one', 'two'].entries()) {
    const [first = 255] = await hashed(`${value}.${sent[at + 1]?.captcha}`);
    expect(first).toBeLessThan(4);
    expect(sent[at + 1]).toMatchObject({ username: 'ann', password: sent[0]?.password });
  }
});

test('a server that asks for more than anybody should do is not obeyed', async () => {
  const onAnswer = shown();
  answers = [{ status: 400, body: { error: 'captcha_required', msg: 'Work first.', data: { value: 'one', bits: 40 } } }];
  submit();
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ state: 'refused', reason: 'credentials', message: 'Work first.' }));
  expect(sent).toHaveLength(1);
});
