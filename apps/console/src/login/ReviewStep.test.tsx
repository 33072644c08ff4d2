import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReviewStep } from './ReviewStep.tsx';

/** What the server says to each look, and what it was asked. */
let answers: unknown[];
let calls: string[];

beforeEach(() => {
  answers = [];
  calls = [];
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('fetch', async (url: string | URL | Request, init?: RequestInit) => {
    const asked = url instanceof Request ? url : new Request(new URL(String(url), location.origin), init);
    calls.push(`${asked.method} ${new URL(asked.url).pathname}`);
    return new Response(JSON.stringify(answers.shift() ?? { error: 'login_confirm_wait' }), {
      status: 200,
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function shown() {
  const told = { answer: vi.fn(), refused: vi.fn(), back: vi.fn() };
  render(<ReviewStep assignees={['Ann(ann)', 'Bob(bob)']} onAnswer={told.answer} onRefused={told.refused} onBack={told.back} />);
  return told;
}

test('names who was asked, and ends the login once it is approved', async () => {
  const told = shown();
  expect(screen.getByText(/Ann\(ann\), Bob\(bob\)/)).toBeTruthy();
  answers = [{ error: 'login_confirm_wait' }, { msg: 'ok' }, { next: '/ui/' }];
  await vi.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(told.answer).toHaveBeenCalledWith({ state: 'done', next: '/ui/' }));
  expect(calls.at(-1)).toBe('POST /core/auth/login/confirm/');
});

test('says that it was refused, and asks no more', async () => {
  const told = shown();
  answers = [{ error: 'login_confirm_error', msg: 'no' }];
  await vi.advanceTimersByTimeAsync(1_000);
  await waitFor(() => expect(told.refused).toHaveBeenCalledOnce());
  const asked = calls.length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.length).toBe(asked);
});

test('withdraws the request', async () => {
  const told = shown();
  screen.getByRole('button').click();
  expect(told.back).toHaveBeenCalledOnce();
  await waitFor(() => expect(calls).toContain('DELETE /api/v1/authentication/login-confirm-ticket/status/'));
});
