import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { expect, test } from 'vitest';
import { updateSession } from '../../session/session-store.ts';
import type { Profile } from '../../session/session-types.ts';
import { serve } from '../../test/api.ts';
import { draw } from '../../test/draw.tsx';
import { UserDetail } from './UserDetail.tsx';

const ADA = {
  id: '7',
  name: 'Ada',
  username: 'ada',
  source: { value: 'local', label: 'Local' },
  mfa_level: { value: 0, label: 'Disabled' },
  groups: [],
  is_active: true,
  is_valid: true,
  is_superuser: false,
  can_public_key_auth: true,
  login_blocked: true,
};

async function open(person: object = ADA, perms = ['users.view_user', 'users.change_user'], answers: Parameters<typeof serve>[0] = {}) {
  updateSession({ profile: { id: 'me', username: 'mia', perms, is_superuser: false } as unknown as Profile });
  const asked = serve({
    'GET users/users/7/': person,
    'OPTIONS users/users/7/': { actions: { GET: {} }, renders: [], parses: [] },
    'OPTIONS users/users/': { actions: { GET: {} }, renders: [], parses: [] },
    'GET users/users/7/mfa/reset/': {},
    'GET users/users/7/bound-accounts/': [],
    'PATCH users/users/7/password/reset/': {},
    'PATCH users/users/7/pubkey/reset/': {},
    'PATCH users/users/7/unblock/': {},
    'POST authentication/wecom/qr/unbind/7/': {},
    ...answers,
  });
  const view = await draw(
    <Routes>
      <Route path="/u/:id" element={<UserDetail />} />
    </Routes>,
    { at: '/u/7' },
  );
  await screen.findByText('Reset SSH keys');
  return { ...view, asked };
}
const line = (title: string) => {
  const [words] = screen.getAllByText(title);
  return within(words?.closest('li') as HTMLElement).getByRole('button');
};

test.each([
  ['Reset SSH keys', 'PATCH users/users/7/pubkey/reset/', true],
  ['Reset password', 'PATCH users/users/7/password/reset/', true],
  ['Reset multi-factor login', 'GET users/users/7/mfa/reset/', true],
  ['Unblock login', 'PATCH users/users/7/unblock/', false],
])('%s is done at once after a question, where there is one', async (title, call, asks) => {
  const { user, asked } = await open();
  await user.click(line(title));
  const calls = () => asked.map(({ method, path }) => `${method} ${path}`);
  if (asks) {
    const question = within(await screen.findByRole('dialog'));
    expect(calls()).not.toContain(call);
    await user.click(question.getByRole('button', { name: 'Reset' }));
  }
  await waitFor(() => expect(calls()).toContain(call));
});

test('second factors are reset once whoever sits there has shown who they are', async () => {
  let proved = false;
  const { user, asked } = await open(ADA, ['users.view_user', 'users.change_user'], {
    'GET users/users/7/mfa/reset/': () =>
      proved ? { msg: 'success' } : { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      proved = true;
      return { status: 200, body: 'ok' };
    },
  });
  await user.click(line('Reset multi-factor login'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  const check = (await screen.findByLabelText(/Password/)).closest<HTMLElement>('[role=dialog]') as HTMLElement;
  await user.type(within(check).getByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(within(check).getByRole('button', { name: /Confirm/ }));
  const resets = () => asked.filter(({ path }) => path === 'users/users/7/mfa/reset/').length;
  await waitFor(() => expect(resets()).toBe(2));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('nothing is reset where there is nothing, of others’ people, or without the right', async () => {
  const none = await open({ ...ADA, can_public_key_auth: false, login_blocked: false, source: { value: 'ldap', label: 'LDAP' } });
  for (const title of ['Reset SSH keys', 'Reset password']) expect(line(title)).toHaveAttribute('aria-disabled', 'true');
  none.unmount();
  const shared = await open({ ...ADA, is_manageable: false });
  expect(screen.getByText('Shared')).toBeVisible();
  for (const title of ['Reset SSH keys', 'Reset password', 'Reset multi-factor login'])
    expect(line(title)).toHaveAttribute('aria-disabled', 'true');
  shared.unmount();
  await open(ADA, ['users.view_user']);
  for (const title of ['Reset SSH keys', 'Reset password', 'Reset multi-factor login'])
    expect(line(title)).toHaveAttribute('aria-disabled', 'true');
});

test('an account at a chat service is taken from whoever has one, after a question, and not from whom it is the only way in', async () => {
  const { user, asked } = await open({ ...ADA, wecom_id: 'x', dingtalk_id: 'y', source: { value: 'dingtalk', label: 'DingTalk' } });
  const call = 'POST authentication/wecom/qr/unbind/7/';
  const calls = () => asked.map(({ method, path }) => `${method} ${path}`);
  expect(screen.queryByText('Unbind Slack')).toBeNull();
  expect(line('Unbind DingTalk')).toHaveAttribute('aria-disabled', 'true');
  await user.click(line('Unbind WeCom'));
  const question = within(await screen.findByRole('dialog'));
  expect(calls()).not.toContain(call);
  await user.click(question.getByRole('button', { name: 'Unbind' }));
  await waitFor(() => expect(calls()).toContain(call));
});

test('accounts at other places are shown to whoever may look at people, and taken away by whoever may change them', async () => {
  const account = {
    provider: 'ldap',
    name: 'LDAP',
    where: '',
    subject: 'a1b2',
    date_created: '2026/11/01 08:00:00 +0000',
    date_last_used: '2026/11/27 08:00:00 +0000',
    only_way_in: false,
  };
  const answers = { 'GET users/users/7/bound-accounts/': [account], 'POST users/users/7/bound-accounts/unbind/': {} };
  const reader = await open(ADA, ['users.view_user'], answers);
  await screen.findByText('a1b2');
  expect(screen.getByRole('button', { name: 'Unbind LDAP' })).toHaveAttribute('aria-disabled', 'true');
  reader.unmount();
  const { user, asked } = await open(ADA, undefined, answers);
  await user.click(await screen.findByRole('button', { name: 'Unbind LDAP' }));
  expect(asked.map(({ method }) => method)).not.toContain('POST');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unbind' }));
  await waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ provider: 'ldap' }));
});
