import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { TicketComments } from './TicketComments.tsx';
import { TicketSession } from './TicketSession.tsx';
import { TicketSteps } from './TicketSteps.tsx';
import { type Ticket, ticketPage } from './tickets.ts';

const ann = { id: 'ann-id', name: 'Ann', username: 'ann', perms: ['tickets.view_ticket'] } as unknown as Profile;
beforeEach(() => updateSession({ profile: ann }));

const step = (change: object = {}) => ({
  state: 'pending',
  assignees: ['ann-id', 'bob-id'],
  assignees_display: ['Ann(ann)', 'Bob(bob)'],
  processor: '',
  processor_display: '',
  approval_level: 1,
  approval_date: '2026/11/21 10:00:00 +0800',
  ...change,
});

const ticket = (change: object = {}): Ticket =>
  ({
    id: 't1',
    title: 'Eve(eve) · web-1',
    serial_num: '202611210001',
    type: { value: 'login_asset_confirm', label: 'Connection review' },
    state: { value: 'pending', label: 'Open' },
    status: { value: 'open', label: 'Open' },
    approval_step: { value: 1, label: 'One level' },
    applicant: 'Eve(eve)',
    process_map: [step()],
    rel_snapshot: { applicant: 'Eve(eve)' },
    org_id: 'o1',
    org_name: 'Harbour',
    date_created: '2026/11/21 09:00:00 +0800',
    date_updated: '2026/11/21 09:00:00 +0800',
    date_lapses: '2026/11/21 09:10:00 +0800',
    ...change,
  }) as Ticket;

async function talk(given: Ticket, decided: object = { status: 200, body: 'ok' }) {
  let changes = 0;
  const asked = serve({
    'GET tickets/comments/': [
      {
        id: 'c1',
        type: 'common',
        state: null,
        user_display: 'Eve(eve)',
        body: '**now**<script>window.hacked=1</script>',
        date_created: '',
      },
    ],
    'GET tickets/comments/mentionable/': [
      { id: 'b', name: 'Bob', username: 'bob' },
      { id: 'e', name: 'Eve', username: 'eve' },
    ],
    'POST tickets/comments/': { id: 'c2' },
    'PUT tickets/tickets/t1/approve/': decided,
    'PUT tickets/tickets/t1/reject/': decided,
    'PUT tickets/tickets/t1/close/': decided,
  });
  const view = await draw(
    <TicketComments
      ticket={given}
      onChanged={async () => {
        changes += 1;
      }}
    />,
  );
  const sent = () => asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
  return { ...view, asked, sent, changes: () => changes };
}

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent);

describe('what a person can do about a ticket', () => {
  test('who was asked decides, and what they typed goes first', async () => {
    const { user, asked, sent, changes } = await talk(ticket());
    expect(await screen.findByText('now')).toBeVisible();
    expect(document.querySelector('script')).toBeNull();
    expect(buttons()).toEqual(['Approve', 'Reject', 'Reply']);
    await user.type(screen.getByRole('textbox'), '  Go on ');
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(changes()).toBe(1));
    expect(sent()).toEqual(['POST tickets/comments/', 'PUT tickets/tickets/t1/approve/']);
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ body: 'Go on' });
  });

  test('after an @ those who take part are offered, found by either name', async () => {
    const { user, asked } = await talk(ticket());
    const box = await screen.findByRole('textbox');
    await user.type(box, 'Ask');
    expect(asked.some(({ path }) => path.includes('mentionable'))).toBe(false);
    await user.type(box, ' @');
    expect(await screen.findByRole('button', { name: 'Bob(bob)' })).toBeVisible();
    await user.type(box, 'Ev');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Bob(bob)' })).toBeNull());
    await user.tab();
    expect(screen.getByRole('button', { name: 'Eve(eve)' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(box).toHaveValue('Ask @eve ');
    expect(box).toHaveFocus();
    expect(screen.queryByRole('group', { name: 'People to mention' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reply' }));
    await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ body: 'Ask @eve' }));
  });

  test('without words only the decision is sent; one that comes too late is told and looked at again', async () => {
    const { user, sent, changes } = await talk(ticket(), {
      status: 400,
      body: { code: 'ticket_closed', detail: 'This ticket is already closed.' },
    });
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(changes()).toBe(1));
    expect(sent()).toEqual(['PUT tickets/tickets/t1/reject/']);
  });

  test('the applicant withdraws and decides nothing, even when asked', async () => {
    await talk(ticket({ rel_snapshot: { applicant: 'Ann(ann)' } }));
    await waitFor(() => expect(buttons()).toEqual(['Withdraw', 'Reply']));
  });

  test('who takes part otherwise can only talk', async () => {
    await talk(ticket({ process_map: [step({ assignees: ['bob-id'] })] }));
    await waitFor(() => expect(buttons()).toEqual(['Reply']));
    expect(screen.getByRole('button', { name: 'Reply' })).toHaveAccessibleDescription('Write something first.');
  });

  test('a finished ticket offers nothing', async () => {
    await talk(ticket({ status: { value: 'closed' }, state: { value: 'approved' } }));
    expect(await screen.findByText(/This ticket is finished/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('textbox')).toBeDisabled();
  });
});

describe('the steps', () => {
  test('name who may decide, folded from the fifth on, then who did', async () => {
    const many = ['Ann(ann)', 'Bob(bob)', 'Cy(cy)', 'Di(di)', 'Em(em)', 'Flo(flo)'];
    const { unmount } = await draw(<TicketSteps ticket={ticket({ process_map: [step({ assignees_display: many })] })} />, {
      language: 'zh',
    });
    expect(await screen.findByText('等待以下任一人处理')).toBeVisible();
    expect(screen.getByText('另有 2 人')).toBeVisible();
    unmount();
    const done = { state: 'rejected', processor: 'bob-id', processor_display: 'Bob(bob)' };
    await draw(<TicketSteps ticket={ticket({ status: { value: 'closed' }, process_map: [step(done)] })} />);
    expect(await screen.findByText('Rejected')).toBeVisible();
    expect(screen.getByText('Bob(bob)')).toBeVisible();
  });

  test('say until when it waits, as long as it does', async () => {
    const { unmount } = await draw(<TicketSteps ticket={ticket()} />);
    expect(await screen.findByText(/No later than/)).toHaveTextContent('Nov 21, 2026');
    unmount();
    await draw(<TicketSteps ticket={ticket({ status: { value: 'closed' }, process_map: [step({ state: 'approved' })] })} />);
    expect(await screen.findByText('Finished')).toBeVisible();
    expect(screen.queryByText(/No later than/)).toBeNull();
  });

  test('one that nobody decided says so', async () => {
    await draw(<TicketSteps ticket={ticket({ status: { value: 'closed' }, process_map: [step({ state: 'closed' })] })} />);
    expect(await screen.findByText('Nobody decided in time')).toBeVisible();
  });
});

test('the session of an approved connection appears once it has begun', async () => {
  let looks = 0;
  let ended: unknown;
  const session = { id: 's1', asset: 'web-1', account: 'root', protocol: 'ssh', remote_addr: '10.0.0.9', is_finished: false };
  serve({
    'GET tickets/tickets/t1/session/': () => {
      looks += 1;
      return looks === 1 ? { status: 404, body: {} } : session;
    },
    'POST terminal/tasks/kill-session-for-ticket/': ({ body }) => {
      ended = body;
      return { ok: body };
    },
  });
  const { user } = await draw(<TicketSession ticket={ticket({ state: { value: 'approved' } })} />);
  expect(await screen.findByText('Running')).toBeVisible();
  expect(screen.getByText('10.0.0.9')).toBeVisible();
  // Without the right to see sessions there is nowhere to lead to.
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'End session' }));
  const [, sure] = await screen.findAllByRole('button', { name: 'End session' });
  await user.click(sure as HTMLElement);
  await waitFor(() => expect(ended).toEqual(['s1']));
});

test('each type has its page, an unknown one the page of all', () => {
  const page = (value: string) => ticketPage({ id: 'x', type: { value } });
  expect(page('login_confirm')).toBe('/tickets/tickets/login-confirm/x');
  expect(page('login_asset_confirm')).toBe('/tickets/tickets/login-host-confirm/x');
  expect(page('command_confirm')).toBe('/tickets/tickets/command-confirm/x');
  expect(page('something_new')).toBe('/tickets/tickets/x');
});

test('a session is looked for every 1.4 s until it begins, then looked at every 10 s until it ends', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const session = { id: 's', asset: 'web-1', account: 'root', protocol: 'ssh', remote_addr: null, is_finished: false };
  let answer: object = { status: 404, body: {} };
  const log = serve({ 'GET tickets/tickets/t1/session/': () => answer });
  // Whoever has asked anything is also asked, 30 s later, whether they are still there.
  const looks = () => log.filter(({ path }) => path.endsWith('/session/')).length;
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await draw(<TicketSession ticket={ticket()} />);
  await pass(20);
  expect(looks()).toBe(1);
  await pass(1_360);
  expect(looks()).toBe(1);
  answer = session;
  // What came is drawn by a timer of its own.
  await pass(60);
  expect(looks()).toBe(2);
  expect(screen.getByText('web-1')).toBeInTheDocument();
  await pass(9_900);
  expect(looks()).toBe(2);
  answer = { ...session, is_finished: true };
  await pass(120);
  expect(looks()).toBe(3);
  await pass(60_000);
  expect(looks()).toBe(3);
});
