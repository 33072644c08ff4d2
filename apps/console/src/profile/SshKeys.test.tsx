import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { SshKeys } from './SshKeys.tsx';

const PATH = 'authentication/ssh-key/';
const ID = '7f3e1f10-0000-4000-8000-000000000001';
const LINE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFVUPfpgMCAzARckPjGdgCDzTUPrhpDGC2i2Ocr4jU3s mia@desk';
const row = (given: object = {}) => ({
  id: ID,
  name: 'mia@desk',
  key_type: 'ssh-ed25519',
  fingerprint: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  is_active: true,
  date_last_used: null,
  last_used_from: '',
  ...given,
});
const SMART = { 'GET terminal/endpoints/smart/': { host: '', ssh_port: 2222 } };

beforeEach(() => {
  updateSession({ profile: { username: 'mia@example.com', perms: [] } as unknown as Profile });
});

test('without a key it says how one is made; one that is added is confirmed, and named after what it calls itself', async () => {
  let rows: object[] = [];
  let confirmed = false;
  const asked = serve({
    ...SMART,
    [`GET ${PATH}`]: () => rows,
    [`POST ${PATH}`]: () => {
      if (!confirmed) return { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } };
      rows = [row()];
      return { status: 201, body: row() };
    },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<SshKeys />);
  expect(await screen.findByText('ssh-keygen -t ed25519')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add key' });
  await user.click(within(dialog).getByLabelText('Public key'));
  await user.paste(LINE);
  expect(within(dialog).getByLabelText('Name')).toHaveValue('mia@desk');
  await user.click(within(dialog).getByRole('button', { name: 'Add key' }));
  const check = (await screen.findByLabelText(/Password/)).closest<HTMLElement>('[role=dialog]') as HTMLElement;
  await user.type(within(check).getByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(within(check).getByRole('button', { name: /Confirm/ }));
  expect(await screen.findByText('Never used')).toBeVisible();
  expect(asked.findLast(({ method, path }) => method === 'POST' && path === PATH)?.body).toEqual({ name: 'mia@desk', public_key: LINE });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add key' })).toBeNull());
});

test('what is wrong with a key is said where it was pasted', async () => {
  serve({ ...SMART, [`GET ${PATH}`]: () => [], [`POST ${PATH}`]: { status: 400, body: { public_key: ['This is a private key.'] } } });
  const { user } = await draw(<SshKeys />);
  await screen.findByText('No SSH keys yet');
  await user.click(screen.getByRole('button', { name: 'Add key' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Public key'), '-----BEGIN');
  await user.type(within(dialog).getByLabelText('Name'), 'x');
  await user.click(within(dialog).getByRole('button', { name: 'Add key' }));
  await waitFor(() => expect(within(dialog).getByText('This is a private key.')).toBeVisible());
});

test('a key tells its last use, is renamed, switched off, and taken away after a question', async () => {
  let rows = [row({ date_last_used: new Date().toISOString(), last_used_from: '198.51.100.7' })];
  const asked = serve({
    ...SMART,
    [`GET ${PATH}`]: () => rows,
    [`PATCH ${PATH}${ID}/`]: ({ body }) => {
      rows = rows.map((one) => ({ ...one, ...(body as object) }));
      return rows[0] as object;
    },
    [`DELETE ${PATH}${ID}/`]: () => {
      rows = [];
      return {};
    },
  });
  const { user } = await draw(<SshKeys />);
  expect(await screen.findByText('198.51.100.7')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  const dialog = await screen.findByRole('dialog');
  await user.clear(within(dialog).getByLabelText('Name'));
  await user.type(within(dialog).getByLabelText('Name'), 'Desk');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Desk')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText('Switched off')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const question = await screen.findByRole('dialog', { name: 'Remove “Desk”?' });
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No SSH keys yet')).toBeVisible();
  expect(asked.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { name: 'Desk' }],
    ['PATCH', { is_active: false }],
    ['DELETE', undefined],
  ]);
});

test('the configuration of ssh names this host, the port and the person', async () => {
  serve({ ...SMART, [`GET ${PATH}`]: () => [] });
  await draw(<SshKeys />);
  const text = (await screen.findByText(/^Host postern/)).textContent;
  expect(text).toContain(`  HostName ${location.hostname}\n  Port 2222\n  User mia@example.com\n`);
  expect(screen.getByText(`ssh -p 2222 mia@example.com@root@web-1@${location.hostname}`)).toBeVisible();
  expect(screen.getByText('ssh root@web-1.postern')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Copy configuration' })).toBeVisible();
});

test.each([
  ['zh', '还没有 SSH 密钥', '使用 ssh 连接'],
  ['ja', 'SSH鍵がまだありません', 'sshで接続'],
] as const)('speaks %s', async (language, empty, connect) => {
  serve({ ...SMART, [`GET ${PATH}`]: () => [] });
  await draw(<SshKeys />, { language });
  expect(await screen.findByText(empty)).toBeVisible();
  expect(await screen.findByText(connect)).toBeVisible();
});
