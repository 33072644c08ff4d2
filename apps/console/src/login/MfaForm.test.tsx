import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { MfaForm } from './MfaForm.tsx';

const way = (name: string) => ({ name, label: name, disabled: false });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a text message can be asked for again after 60 s', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } }));
  await draw(<MfaForm methods={[way('sms')]} onAnswer={vi.fn()} onBack={vi.fn()} />);
  const button = screen.getByRole('button', { name: 'Send code' });
  vi.useFakeTimers();
  fireEvent.click(button);
  for (let left = 60; left > 0; left -= 1) {
    await act(() => vi.advanceTimersByTimeAsync(left === 60 ? 0 : 1000));
    expect(button).toBeDisabled();
    expect(button).toHaveTextContent(String(left));
  }
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(button).toBeEnabled();
});

test('a code of an authenticator has six digits', async () => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  const { user } = await draw(<MfaForm methods={[way('otp')]} onAnswer={vi.fn()} onBack={vi.fn()} />);
  const box = screen.getByRole('textbox');
  await user.type(box, '12345{Enter}');
  expect(box).toBeInvalid();
  expect(box).toHaveAccessibleDescription(/6|digit/);
  expect(asked).not.toHaveBeenCalled();
});

test('a code by mail is asked for by its kind; where it went is said, and the wait is what the server says', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(String(init.body));
    return new Response(JSON.stringify({ type: 'email', target: 'a•••@example.org', seconds: 300 }), {
      status: 201,
      headers: { 'content-type': 'application/json' },
    });
  });
  const { user } = await draw(<MfaForm methods={[way('email')]} onAnswer={vi.fn()} onBack={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await screen.findByText('Sent to a•••@example.org.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send again in 300 s' })).toBeDisabled();
  expect(asked).toEqual(['{"type":"email"}']);
});

test('a browser may be trusted where the server offers it, and nowhere else', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
  });
  await draw(<MfaForm methods={[way('otp')]} onAnswer={vi.fn()} onBack={vi.fn()} />);
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();
  const { user } = await draw(<MfaForm methods={[way('otp')]} trustDays={30} onAnswer={vi.fn()} onBack={vi.fn()} />);
  const box = screen.getByRole('checkbox', { name: 'Do not ask again in this browser for 30 days' });
  expect(box).not.toBeChecked();
  await user.click(box);
  await user.type(screen.getByRole('textbox'), '123456{Enter}');
  expect(sent).toEqual([{ mfa_type: 'otp', code: '123456', trust: true }]);
});
