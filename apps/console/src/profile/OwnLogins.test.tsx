import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { OwnLogins } from './OwnLogins.tsx';
import { programWords } from './program-words.ts';

const URL = 'authentication/own-logins/';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const at = new Date(Date.now() - 3_600_000).toISOString();
const login = (id: string, more: object = {}) => ({
  id,
  kind: 'browser',
  address: '192.0.2.1',
  city: null,
  user_agent: CHROME,
  date_created: at,
  date_seen: at,
  date_expired: at,
  is_current: false,
  ...more,
});
const field = (type: string, label: string) => ({ type, label, required: false, read_only: true, write_only: false });

function world(start: object[], trusted: object[] = []) {
  const state = { rows: start, trusted };
  const asked = serve({
    [`GET ${URL}`]: () => state.rows,
    [`DELETE ${URL}b/`]: () => {
      state.rows = state.rows.filter((row) => (row as { id: string }).id !== 'b');
      return { status: 200, body: null };
    },
    [`POST ${URL}end-others/`]: () => {
      state.rows = state.rows.filter((row) => (row as { is_current: boolean }).is_current);
      return { ended: 2 };
    },
    'GET authentication/trusted-devices/': () => state.trusted,
    'DELETE authentication/trusted-devices/t/': () => {
      state.trusted = [];
      return { status: 200, body: null };
    },
    'OPTIONS audits/my-login-logs/': {
      name: '',
      description: '',
      renders: [],
      parses: [],
      actions: { GET: { datetime: field('datetime', 'Time'), status: field('labeled_choice', 'Result'), ip: field('string', 'Address') } },
    },
    'GET audits/my-login-logs/': {
      count: 1,
      results: [{ id: 'l', datetime: at, status: { value: false, label: 'Failed' }, ip: '203.0.113.5' }],
    },
  });
  return asked;
}
beforeEach(() => {
  localStorage.clear();
  updateSession({
    profile: { id: '1', username: 'ann', perms: [] } as unknown as Profile,
    settings: {},
    org: { id: '2', name: 'Default' } as Organisation,
    pseudoOrg: undefined,
  });
});
const mine = login('a', { is_current: true });
const program = login('b', { kind: 'program', user_agent: 'nightly/1.2', address: '198.51.100.7', city: 'Kiel, Germany' });

test('shows where one is logged in; this one is marked and not ended, and what was tried stands below', async () => {
  world([mine, program]);
  await draw(<OwnLogins />);
  const row = (await screen.findByText('Chrome · Linux')).closest('li') as HTMLElement;
  expect(within(row).getByText('This one')).toBeVisible();
  expect(within(row).queryByRole('button')).toBeNull();
  const other = screen.getByText('nightly/1.2').closest('li') as HTMLElement;
  expect(other.textContent).toContain('198.51.100.7');
  expect(other.textContent).toContain('Kiel, Germany');
  expect(await screen.findByText('203.0.113.5')).toBeVisible();
  expect(screen.getByText('Failed')).toBeVisible();
});

test('one is ended after a question, and gone from the list', async () => {
  const asked = world([mine, program]);
  const { user } = await draw(<OwnLogins />);
  await user.click(await screen.findByRole('button', { name: 'End nightly/1.2 at 198.51.100.7' }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(screen.queryByText('198.51.100.7')).toBeNull());
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([`${URL}b/`]);
});

test('all others are ended at once, and there is nothing to end without any', async () => {
  const asked = world([mine, program, login('c')]);
  const { user } = await draw(<OwnLogins />);
  await user.click(await screen.findByRole('button', { name: 'End all others' }));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: 'End all others' }));
  await waitFor(() => expect(screen.queryByText('nightly/1.2')).toBeNull());
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([`${URL}end-others/`]);
  expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
});

test.each([
  ['zh', '当前设备', '使用令牌的程序'],
  ['ja', 'この端末', 'トークンを使うプログラム'],
] as const)('speaks %s', async (language, current, kind) => {
  world([mine, program]);
  await draw(<OwnLogins />, { language });
  expect(await screen.findByText(current)).toBeVisible();
  expect(document.body.textContent).toContain(kind);
});

test.each([
  [CHROME, 'Chrome · Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge · Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1',
    'Safari · iOS',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · macOS'],
  ['python-requests/2.32.0', 'python-requests/2.32.0'],
  ['', ''],
])('%j is called %j', (given, words) => {
  expect(programWords(given)).toBe(words);
});

test('a browser without a second factor is shown with its network, and asked again after a question', async () => {
  const trusted = { id: 't', network: '192.0.2.0/24', user_agent: CHROME, date_created: at, date_expired: at, is_current: true };
  const asked = world([mine], [trusted]);
  const { user } = await draw(<OwnLogins />);
  expect(await screen.findByText('192.0.2.0/24')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Ask again in Chrome · Linux, 192.0.2.0/24' }));
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Ask again' }));
  await waitFor(() => expect(screen.queryByText('192.0.2.0/24')).toBeNull());
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['authentication/trusted-devices/t/']);
});
