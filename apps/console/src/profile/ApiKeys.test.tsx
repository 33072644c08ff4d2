import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { ApiKeys } from './ApiKeys.tsx';

const PATH = 'authentication/access-keys/';
const SECRET = '7f3e1f10-0000-4000-8000-00000000beef';
const row = (given: object = {}) => ({
  id: '7f3e1f10-0000-4000-8000-000000000001',
  is_active: true,
  ip_group: ['*'],
  is_read_only: false,
  permissions: [],
  date_expired: null,
  date_created: new Date().toISOString(),
  date_last_used: null,
  last_used_from: '',
  ...given,
});

beforeEach(() => {
  const perms = ['users.view_user', 'authentication.add_accesskey', 'authentication.change_accesskey', 'authentication.delete_accesskey'];
  updateSession({ profile: { perms } as unknown as Profile });
});

test('a new key is confirmed, its secret is shown once, and the list has none', async () => {
  let rows: object[] = [];
  let confirmed = false;
  const asked = serve({
    [`GET ${PATH}`]: () => rows,
    [`POST ${PATH}`]: () => {
      if (!confirmed) return { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } };
      rows = [row()];
      return { status: 201, body: { id: row().id, secret: SECRET, is_active: true } };
    },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      confirmed = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<ApiKeys />);
  await screen.findByText(/No API keys yet/);
  await user.click(screen.getByRole('button', { name: 'Create key' }));
  const form = await screen.findByRole('dialog', { name: 'Create key' });
  await user.click(within(form).getByLabelText('Reads only'));
  await user.click(within(form).getByRole('button', { name: 'Create' }));
  const check = (await screen.findByLabelText(/Password/)).closest<HTMLElement>('[role=dialog]') as HTMLElement;
  await user.type(await within(check).findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(within(check).getByRole('button', { name: /Confirm/ }));
  await screen.findByText(/The secret is shown this once/);
  expect(screen.queryByText(SECRET)).toBeNull();
  await user.click(screen.getByRole('button', { name: /Show/ }));
  await screen.findByText(SECRET);
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull());
  expect(await screen.findByText('Never')).toBeVisible();
  const posts = asked.filter(({ method, path }) => method === 'POST' && path === PATH);
  expect(posts.map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ ip_group: ['*'], date_expired: null, is_read_only: true, permissions: [] })),
  );
});

test('shows when and from where a key was used, and takes addresses and rights', async () => {
  const asked = serve({
    [`GET ${PATH}`]: () => [row({ date_last_used: new Date().toISOString(), last_used_from: '198.51.100.7' })],
    [`PATCH ${PATH}${row().id}/`]: {},
  });
  const { user } = await draw(<ApiKeys />);
  expect(await screen.findByText('198.51.100.7')).toBeVisible();
  expect(screen.getByText('Anywhere')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Limits' }));
  await user.type(await screen.findByLabelText('May be used from'), '10.0.0.0/8,');
  await user.click(screen.getByLabelText('Rights'));
  await user.click(await screen.findByTitle('users.view_user'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked.at(-1)?.method).toBe('GET'));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    ip_group: ['10.0.0.0/8'],
    permissions: ['users.view_user'],
  });
});

test.each([
  ['zh', '从未使用', '任意地址'],
  ['ja', '未使用', 'どこからでも'],
] as const)('speaks %s', async (language, never, anywhere) => {
  serve({ [`GET ${PATH}`]: () => [row()] });
  await draw(<ApiKeys />, { language });
  expect(await screen.findByText(never)).toBeVisible();
  expect(screen.getByText(anywhere)).toBeVisible();
});

const HELD = { ip_group: ['10.0.0.0/8'], date_expired: null, is_read_only: true, permissions: [] };

test('the private token is made after a confirmation, shown once, and deleted', async () => {
  let made: string | null = null;
  const asked = serve({
    [`GET ${PATH}`]: () => [],
    'GET users/profile/private-token/': () => ({ date_created: made, ...HELD }),
    'POST users/profile/private-token/': () => {
      made = new Date().toISOString();
      return { status: 201, body: { token: 'f'.repeat(40) } };
    },
    'DELETE users/profile/private-token/': () => {
      made = null;
      return { status: 204 };
    },
  });
  const { user } = await draw(<ApiKeys />);
  expect(await screen.findByText('You have none.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  const limits = await screen.findByRole('dialog', { name: 'Create token' });
  await user.click(within(limits).getByRole('switch', { name: 'Reads only' }));
  await user.click(within(limits).getByRole('button', { name: 'Create' }));
  await user.click(await screen.findByRole('button', { name: /Show/ }));
  await screen.findByText('f'.repeat(40));
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('f'.repeat(40))).toBeNull());
  expect(await screen.findByText('10.0.0.0/8')).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ is_read_only: true, ip_group: ['*'] });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete your private token?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('You have none.')).toBeVisible();
  expect(asked.map(({ method }) => method)).toContain('DELETE');
});
