import { ApiError } from '@postern/client/http';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { draw, press, serve, type } from '../test/draw.tsx';
import type { ConnectionToken } from '../transport/api.ts';
import { AccessProvider, type TokenCall, useObtainToken } from './access.tsx';

const TICKET = 'tickets/apply-asset-tickets/7/';
const token = (more: object) => ({ id: 't', is_active: false, from_ticket: 'x', ...more }) as unknown as ConnectionToken;
const waiting = token({
  from_ticket_info: {
    check_ticket_api: { method: 'GET', url: `/api/v1/${TICKET}` },
    close_ticket_api: { method: 'DELETE', url: `/api/v1/${TICKET}` },
    assignees: ['Bea'],
  },
});

/** A part of the page that asks for a token. */
function Asker({ call, onAnswer }: { call: TokenCall; onAnswer: (token: ConnectionToken | null) => void }) {
  const ask = useObtainToken();
  return (
    <button type="button" onClick={() => void ask(call).then(onAnswer)}>
      Go
    </button>
  );
}

/** What whoever asks gets; the list grows. */
async function obtain(call: TokenCall) {
  const got: (ConnectionToken | null)[] = [];
  await draw(
    <AccessProvider>
      <Asker call={call} onAnswer={(token) => got.push(token)} />
    </AccessProvider>,
  );
  await press('Go');
  return got;
}
const tick = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const shownText = () => document.body.textContent ?? '';

test('a review is asked for once the person agrees; the ticket is looked at within a second, and its approval opens the session', async () => {
  vi.useFakeTimers();
  let ticket = { status: { value: 'open' }, state: { value: 'pending' } };
  const asked = serve({ [`GET ${TICKET}`]: () => ticket });
  const calls: boolean[] = [];
  const got = await obtain(async (createTicket) => {
    calls.push(createTicket);
    if (!createTicket) throw new ApiError(400, 'acl_review', { detail: 'review' });
    return waiting;
  });
  await tick(0);
  expect(shownText()).toContain('This connection needs a review');
  await press('Ask for review');
  await tick(0);
  expect(calls).toEqual([false, true]);
  expect(shownText()).toContain('Reviewers: Bea');
  expect(asked).toHaveLength(0);
  await tick(1000);
  expect(asked).toHaveLength(1);
  ticket = { status: { value: 'closed' }, state: { value: 'approved' } };
  await tick(1000);
  expect(got).toEqual([waiting]);
});

test.each([
  ['rejected', { status: { value: 'closed' }, state: { value: 'rejected' } }],
  ['closed', { status: { value: 'closed' }, state: { value: 'closed' } }],
])('a ticket that is %s opens nothing, and is looked at no more', async (_, ticket) => {
  vi.useFakeTimers();
  const asked = serve({ [`GET ${TICKET}`]: () => ticket });
  const got = await obtain(async () => waiting);
  await tick(1000);
  expect(got).toEqual([]);
  expect(document.querySelector('.ant-alert-error')).not.toBeNull();
  await tick(9000);
  expect(asked).toHaveLength(1);
  await press('Close');
  await tick(0);
  expect(got).toEqual([null]);
  expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('whoever waits no longer withdraws the ticket', async () => {
  vi.useFakeTimers();
  const asked = serve({ [`DELETE ${TICKET}`]: () => ({}) });
  const got = await obtain(async () => waiting);
  await tick(0);
  await press('Withdraw');
  await tick(0);
  expect(got).toEqual([null]);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([`DELETE ${TICKET}`]);
});

describe('a rule that asks for a second factor', () => {
  const opened = token({ is_active: true, from_ticket: null });
  const otp = { name: 'otp', disabled: false, display_name: 'Authenticator', placeholder: 'six digits' };
  const refusal = () => new ApiError(412, 'mfa', { type: 'user_confirm_required', code: 'mfa', detail: 'Confirm first.' });
  const answers = {
    'GET authentication/confirm/': () => ({ confirm_type: 'mfa', content: [otp] }),
    'POST authentication/confirm/': () => 'ok',
  };

  test('has a dialog ask for it, and opens the session once it was shown', async () => {
    vi.useFakeTimers();
    const asked = serve(answers);
    let calls = 0;
    const got = await obtain(async () => {
      calls += 1;
      if (!asked.some(({ method }) => method === 'POST')) throw refusal();
      return opened;
    });
    await tick(100);
    expect(got).toEqual([]);
    await type(document.querySelector('#confirm-secret') as HTMLInputElement, '123456');
    await press('Confirm');
    await tick(100);
    expect(got).toEqual([opened]);
    expect(calls).toBe(2);
    expect(asked[0]?.query.get('confirm_type')).toBe('mfa');
  });

  test('opens nothing for whoever closes the dialog', async () => {
    vi.useFakeTimers();
    const asked = serve(answers);
    const got = await obtain(async () => {
      throw refusal();
    });
    await tick(100);
    await act(async () => (document.querySelector('.ant-modal-close') as HTMLElement).click());
    await tick(100);
    expect(got).toEqual([null]);
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
