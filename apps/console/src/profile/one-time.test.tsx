import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Organisation, Profile } from '../session/session-types.ts';
import { type Answer, type Asked, serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { ConnectionTokens } from './ConnectionTokens.tsx';
import { TempPasswords } from './TempPasswords.tsx';

/** What opens one thing once: connection tokens and temporary passwords, each by its owner. */

const field = (type: string, label: string) => ({ type, label, required: false, read_only: true, write_only: false });
const metadata = (fields: object) => ({ name: '', description: '', renders: [], parses: [], actions: { GET: fields } });
const TOKENS = 'authentication/connection-token/';
const TEMP = 'authentication/temp-tokens/';
const ID = '7f3e1f10-0000-4000-8000-000000000001';
const VALUE = 'Canary-value-16c';
const SECRET = 'Canary36charactersCanary36characters';
const soon = () => new Date(Date.now() + 200_000).toISOString();
const dialog = async () => within(await screen.findByRole('dialog'));

beforeEach(() => localStorage.clear());
const signIn = (...perms: string[]) =>
  updateSession({
    profile: { id: '1', username: 'ann', perms } as unknown as Profile,
    settings: {},
    org: { id: '2', name: 'Default' } as Organisation,
    pseudoOrg: undefined,
  });

function tokens(more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>> = {}) {
  const row = {
    id: ID,
    value: VALUE,
    asset_display: 'quay-1',
    account: 'root',
    protocol: 'ssh',
    connect_method: 'web_cli',
    is_active: true,
    is_expired: false,
    date_expired: soon(),
  };
  return serve({
    [`OPTIONS ${TOKENS}`]: metadata({
      id: field('string', 'ID'),
      value: field('string', 'Value'),
      asset_display: field('string', 'Asset name'),
      account: field('string', 'Account'),
      protocol: field('string', 'Protocol'),
      connect_method: field('string', 'Connect method'),
      is_active: field('boolean', 'Active'),
      is_expired: field('boolean', 'Expired'),
      date_expired: field('datetime', 'Expires'),
    }),
    [`GET ${TOKENS}`]: { count: 1, results: [row] },
    ...more,
  });
}

test('connection tokens are listed, their ids covered, and ended after a question', async () => {
  signIn('authentication.view_connectiontoken', 'authentication.expire_connectiontoken');
  const asked = tokens({ [`PATCH ${TOKENS}${ID}/expire/`]: { status: 200, body: {} } });
  const { user } = await draw(<ConnectionTokens />);
  await screen.findByText('quay-1');
  for (const words of ['root', 'ssh', 'Web CLI']) expect(screen.getByText(words)).toBeVisible();
  expect(document.body.textContent).not.toContain(ID);
  expect(document.body.textContent).not.toContain(VALUE);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText(ID)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End' }));
  const question = await dialog();
  await waitFor(() => expect(question.getByText(/Nothing can be opened with it/)).toBeVisible());
  expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
  await user.click(question.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual([`${TOKENS}${ID}/expire/`]));
});

test('whoever may only see tokens ends none', async () => {
  signIn('authentication.view_connectiontoken');
  tokens();
  await draw(<ConnectionTokens />);
  await screen.findByText('quay-1');
  expect(screen.queryByRole('button', { name: 'End' })).toBeNull();
});

function temporary(rows: () => object[], more: Readonly<Record<string, Answer | ((asked: Asked) => Answer)>> = {}) {
  return serve({
    [`OPTIONS ${TEMP}`]: metadata({
      username: field('string', 'Username'),
      verified: field('boolean', 'Used'),
      is_valid: field('boolean', 'Valid'),
      date_verified: field('datetime', 'Used at'),
      date_expired: field('datetime', 'Expires'),
      date_created: field('datetime', 'Created'),
    }),
    [`GET ${TEMP}`]: () => ({ count: rows().length, results: rows() }),
    ...more,
  });
}
const made = (more: object = {}) => ({
  id: ID,
  username: 'ann',
  verified: false,
  is_valid: true,
  date_verified: null,
  date_expired: soon(),
  date_created: new Date().toISOString(),
  ...more,
});
const MAY = ['authentication.view_temptoken', 'authentication.add_temptoken', 'authentication.change_temptoken'];

test('a temporary password is confirmed, shown once, and in no list', async () => {
  signIn(...MAY);
  let rows: object[] = [];
  let confirmed = false;
  temporary(() => rows, {
    [`POST ${TEMP}`]: () => {
      if (!confirmed) return { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } };
      rows = [made()];
      return { status: 201, body: { id: ID, username: 'ann', secret: SECRET } };
    },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<TempPasswords />);
  await screen.findByText('No temporary passwords yet');
  const [create] = screen.getAllByRole('button', { name: 'Create temporary password' });
  await user.click(create as HTMLElement);
  const check = await dialog();
  await user.type(await check.findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(check.getByRole('button', { name: /Confirm/ }));
  await screen.findByText(/works once within five minutes/);
  expect(screen.queryByText(SECRET)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  await screen.findByText(SECRET);
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(document.body.textContent).not.toContain(SECRET));
  expect(await screen.findByText('Valid')).toBeVisible();
});

test('a valid one is ended; one that was used or is over is not', async () => {
  signIn(...MAY);
  const rows = [made(), made({ id: '2', is_valid: false, verified: true }), made({ id: '3', is_valid: false })];
  const asked = temporary(() => rows, { [`PATCH ${TEMP}${ID}/expire/`]: { status: 200, body: {} } });
  const { user } = await draw(<TempPasswords />);
  await screen.findByText('Valid');
  expect(screen.getByText('Used')).toBeVisible();
  expect(screen.getByText('Over')).toBeVisible();
  const ends = screen.getAllByRole('button', { name: 'End' });
  expect(ends).toHaveLength(1);
  await user.click(ends[0] as HTMLElement);
  await waitFor(() => expect(asked.some(({ method, path }) => method === 'PATCH' && path === `${TEMP}${ID}/expire/`)).toBe(true));
});

test.each([
  ['zh', '创建临时密码', '有效'],
  ['ja', '一時パスワードを作成', '有効'],
] as const)('speaks %s', async (language, create, valid) => {
  signIn(...MAY);
  temporary(() => [made()]);
  await draw(<TempPasswords />, { language });
  expect(await screen.findByText(valid)).toBeVisible();
  expect(screen.getByRole('button', { name: create })).toBeVisible();
});
