import { ToastHost, toast } from '@postern/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { ReceiverList } from '../audit-receivers/ReceiverList.tsx';
import { CommandList } from '../commands/CommandList.tsx';
import { FtpLogList } from '../ftp-logs/FtpLogList.tsx';
import { OperateLogList } from '../operate-logs/OperateLogList.tsx';
import { PasswordChangeList } from '../password-changes/PasswordChangeList.tsx';
import { SessionDetail } from './SessionDetail.tsx';
import { SessionList } from './SessionList.tsx';

// What auditors look at, and how one piece of evidence leads to another.

afterEach(() => vi.restoreAllMocks());
const signIn = (...perms: string[]) =>
  updateSession({ profile: { id: 'me', username: 'mia', perms, is_superuser: false } as unknown as Profile });
const field = (label: string, type = 'string') => ({ type, label, read_only: true });
const meta = (fields: Record<string, unknown>) => ({ actions: { GET: fields }, renders: [], parses: [] });
const page = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const rowOf = async (words: string): Promise<HTMLElement> => (await screen.findByText(words)).closest('tr') as HTMLElement;

const COMMAND = {
  id: 'c1',
  input: 'rm -rf /srv',
  session: '7',
  timestamp: 1_700_000_042,
  risk_level: { value: 5, label: 'Rejected' },
  output: '',
};

test('a command leads into the recording at its second, for who may see recordings', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  for (const may of [true, false]) {
    signIn('terminal.view_command', ...(may ? ['terminal.view_sessionreplay'] : []));
    serve({ 'GET terminal/commands/': page(COMMAND), 'OPTIONS terminal/commands/': meta({ input: field('Input') }) });
    const { user, unmount } = await draw(<CommandList />);
    const button = within(await rowOf('rm -rf /srv')).getByRole('button', { name: 'Replay from here' });
    if (may) await user.click(button);
    else expect(button).toHaveAttribute('aria-disabled', 'true');
    unmount();
  }
  expect(opened.mock.calls.map(([url]) => url)).toEqual(['/luna/replay/7?timestamp=1700000042']);
});

const FILE = { id: 'f1', filename: '/tmp/plan.txt', operate: { value: 'upload', label: 'Upload' }, has_file: true, user: 'Ada(ada)' };
const FILES = meta({ filename: field('File'), operate: field('Operation', 'labeled_choice'), has_file: field('Copy kept', 'boolean') });

test('transfers have their copy, or say why there is none', async () => {
  signIn('audits.view_ftplog');
  const without = { ...FILE, id: 'f2', filename: '/tmp/gone', has_file: false };
  serve({ 'GET audits/ftp-logs/': page(FILE, without), 'OPTIONS audits/ftp-logs/': FILES });
  await draw(<FtpLogList />);
  expect(within(await rowOf('/tmp/plan.txt')).getByRole('button', { name: 'Download copy' })).not.toHaveAttribute('aria-disabled', 'true');
  expect(within(await rowOf('/tmp/gone')).getByRole('button', { name: 'Download copy' })).toHaveAccessibleDescription(/No copy was kept/);
});

test('password changes say whose, by whom, and in which time', async () => {
  signIn('audits.view_passwordchangelog');
  const asked = serve({
    'GET audits/password-change-logs/': page({ id: 'p1', user: 'Ada(ada)', change_by: 'Root(root)', remote_addr: '192.0.2.1' }),
    'OPTIONS audits/password-change-logs/': meta({
      user: field('User'),
      change_by: field('Changed by'),
      remote_addr: field('Remote address'),
    }),
  });
  await draw(<PasswordChangeList />);
  expect(within(await rowOf('Ada(ada)')).getByText('Root(root)')).toBeVisible();
  expect(asked.find(({ query }) => query.has('date_from'))).toBeDefined();
});

test('the page of a session has its files, who took part and who watched', async () => {
  signIn('terminal.view_session', 'audits.view_ftplog', 'terminal.view_sessionjoinrecord', 'audits.view_activitylog');
  const session = {
    ...{ id: '7', user: 'Ada(ada)', asset: 'web-01', account: 'root', protocol: 'ssh', is_finished: true, can_replay: true },
    ...{ date_start: '2026/11/22 10:00:00 +0000', date_end: '2026/11/22 10:10:00 +0000', unread_lines: 0, replay_proof: null },
  };
  const fields = meta({ user: field('User') });
  const asked = serve({
    'GET terminal/sessions/7/': session,
    'OPTIONS terminal/sessions/7/': fields,
    'OPTIONS terminal/sessions/': fields,
    'GET audits/ftp-logs/': page(FILE),
    'OPTIONS audits/ftp-logs/': FILES,
    'GET terminal/session-join-records/': page({ id: 'j1', joiner_display: 'Bo(bo)' }),
    'OPTIONS terminal/session-join-records/': meta({ joiner_display: field('Name') }),
    'GET terminal/sessions/7/reviews/': [
      {
        ...{ type: { value: 'command_confirm', label: 'Command review' }, state: { value: 'approved', label: 'Approved' } },
        ...{ command: 'reboot now', processor: 'Rita(rita)', date_created: '2026-11-22 10:05:00', date_decided: '2026-11-22 10:06:00' },
      },
    ],
    'GET audits/activities/': [
      { id: 'a1', timestamp: '2026-11-22 10:20:00', content: 'Mia(mia) viewed Ada(ada) web-01', r_type: 'O', detail_url: '/x' },
    ],
  });
  const { user } = await draw(
    <Routes>
      <Route path="/s/:id" element={<SessionDetail />} />
    </Routes>,
    { at: '/s/7' },
  );
  await user.click(await screen.findByRole('tab', { name: 'Files' }));
  expect(await screen.findByText('/tmp/plan.txt')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Reviews' }));
  expect(await screen.findByText('Command review: Approved (Rita(rita))')).toBeVisible();
  expect(screen.getByText('reboot now')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Participants' }));
  expect(await screen.findByText('Bo(bo)')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Activity' }));
  expect(await screen.findByText(/Mia\(mia\) viewed/)).toBeVisible();
  const narrowed = asked.filter(({ path }) => /ftp-logs|join-records|activities/.test(path)).map(({ query }) => query.toString());
  expect(narrowed.filter((query) => query.includes('=7')).length).toBeGreaterThanOrEqual(3);
});

test('shares of a live session are taken back from its page, and how many there were is said', async () => {
  signIn('terminal.view_session', 'terminal.terminate_session');
  const session = {
    ...{ id: '7', user: 'Ada(ada)', asset: 'web-01', account: 'root', protocol: 'ssh', is_finished: false, can_terminate: true },
    ...{ date_start: '2026/11/22 10:00:00 +0000', date_end: null, unread_lines: 0, replay_proof: null },
  };
  const fields = meta({ user: field('User') });
  const asked = serve({
    'GET terminal/sessions/7/': session,
    'OPTIONS terminal/sessions/7/': fields,
    'OPTIONS terminal/sessions/': fields,
    'POST terminal/sessions/7/withdraw-shares/': { withdrawn: 2 },
  });
  const { user } = await draw(
    <>
      <Routes>
        <Route path="/s/:id" element={<SessionDetail />} />
      </Routes>
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    { at: '/s/7' },
  );
  await user.click(await screen.findByRole('button', { name: 'Withdraw shares' }));
  const question = await screen.findByRole('dialog');
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Withdraw shares' }));
  expect(await screen.findByText('2 shares withdrawn')).toBeVisible();
  act(toast.close);
});

test('receivers show how far they are, and a test says step by step what happened', async () => {
  signIn('settings.view_auditreceiver', 'settings.change_auditreceiver');
  const receiver = { id: 'r1', name: 'SIEM', is_active: true, error: 'HTTP 503', backlog: 12, type: { value: 'https', label: 'HTTPS' } };
  serve({
    'GET settings/audit-receivers/': page(receiver),
    'OPTIONS settings/audit-receivers/': meta({ name: field('Name'), backlog: field('Waiting', 'integer'), error: field('Last error') }),
    'GET settings/audit-receivers/r1/test-connective/': {
      is_valid: false,
      msg: 'The receiver takes no events: HTTP 503',
      steps: [
        { step: 'Connect', ok: true, detail: '192.0.2.8:443', ms: 4 },
        { step: 'Send a test event', ok: false, detail: 'HTTP 503', ms: 9 },
      ],
    },
  });
  const { user } = await draw(<ReceiverList />);
  const row = await rowOf('SIEM');
  expect(within(row).getByText('Failing')).toBeVisible();
  expect(within(row).getByText('12')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: /More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: /Test/ }));
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('192.0.2.8:443'));
  expect(screen.getByRole('dialog')).toHaveTextContent('HTTP 503');
});

test('ending one session or several asks why, and the reason goes along', async () => {
  signIn('terminal.view_session', 'terminal.terminate_session');
  const row = { user: 'Ada(ada)', asset: 'web-01', is_finished: false, can_terminate: true, date_start: '2026/11/22 10:00:00 +0000' };
  const asked = serve({
    'GET terminal/sessions/': page({ ...row, id: '7' }, { ...row, id: '8', user: 'Bo(bo)' }),
    'OPTIONS terminal/sessions/': meta({ user: field('User') }),
    'POST terminal/tasks/kill-session/': { ok: ['7'] },
  });
  const { user } = await draw(<SessionList />);
  const ask = async (reason: string, verb: string) => {
    const dialog = await screen.findByRole('dialog');
    const why = within(dialog).getByLabelText(/Reason \(optional\)/);
    expect(why).toHaveAttribute('maxlength', '256');
    if (reason) await user.type(why, reason);
    await user.click(within(dialog).getByRole('button', { name: verb }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await user.click(within(await rowOf('Ada(ada)')).getByRole('button', { name: 'Terminate' }));
  await ask(' Wrong host ', 'Terminate');
  await user.click(within(await rowOf('Ada(ada)')).getByRole('button', { name: 'Terminate' }));
  await ask('', 'Terminate');
  for (const name of ['Ada(ada)', 'Bo(bo)']) await user.click(within(await rowOf(name)).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: '2 selected' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Terminate the selected sessions' }));
  await ask('Maintenance', 'Terminate 2');
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { sessions: ['7'], reason: 'Wrong host' },
    ['7'],
    { sessions: ['7', '8'], reason: 'Maintenance' },
  ]);
});

test('operations are narrowed by the type of what they were about', async () => {
  signIn('audits.view_operatelog');
  const asked = serve({
    'GET audits/operate-logs/': page({ id: 'o1', user: 'Ada(ada)', resource: 'web-01' }),
    'OPTIONS audits/operate-logs/': meta({ user: field('User'), resource: field('Resource') }),
  });
  await draw(<OperateLogList />, { at: '/?resource_type=Host' });
  expect(await screen.findByText('Ada(ada)')).toBeVisible();
  await waitFor(() =>
    expect(asked.filter(({ method, query }) => method === 'GET' && query.get('resource_type') === 'Host')).not.toEqual([]),
  );
  expect(screen.getByText(/Resource type/)).toBeVisible();
});
