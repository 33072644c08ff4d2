import { ToastHost } from '@postern/ui';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { ProfileInfo } from './ProfileInfo.tsx';

const ADA = {
  id: '7',
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  source: { value: 'local', label: 'Local' },
  mfa_level: { value: 1, label: 'Enabled' },
  is_active: true,
  can_public_key_auth: true,
  system_roles: [{ id: '1', name: 'SystemAuditor', display_name: 'System auditor' }],
  org_roles: [
    { id: '2', name: 'OrgAdmin', display_name: 'Administrator' },
    { id: '3', name: 'Harbour hands' },
  ],
  groups: [{ id: 'g', name: 'Quay' }],
  perms: [],
  receive_backends: ['site_msg', 'feishu'],
} as unknown as Profile;

const fact = (label: string) => screen.getByText(label).closest('dt')?.nextElementSibling?.textContent ?? '';

test('the account shows who one is, and roles', async () => {
  updateSession({ profile: ADA, settings: {} });
  const { user, router } = await draw(<ProfileInfo />);
  expect(fact('Username')).toContain('ada');
  expect(fact('Email')).toContain('ada@example.com');
  expect(fact('System roles')).toBe('System auditor');
  expect(fact('Roles in this organisation')).toBe('Administrator, Harbour hands');
  expect(fact('Groups')).toBe('Quay');
  expect(fact('Source')).toBe('Local');
  await user.click(screen.getByRole('button', { name: 'Edit profile' }));
  expect(router.state.location.pathname + router.state.location.search).toBe('/profile/setting?activeTab=ProfileUpdate');
});

test('somebody of another source changes the password over there; without the right to keys none is laid down', async () => {
  updateSession({ profile: { ...ADA, source: { value: 'ldap', label: 'LDAP' }, can_public_key_auth: false } as Profile, settings: {} });
  await draw(<ProfileInfo />);
  const rows = [...document.querySelectorAll<HTMLElement>('.profile-row')];
  const reasonOf = (row: HTMLElement) =>
    document.getElementById(within(row).getByRole('button').getAttribute('aria-describedby') ?? '')?.textContent;
  expect(rows.map(reasonOf)).toEqual([
    'The password is kept by another system, where it is changed.',
    undefined,
    undefined,
    'Nobody can log in with a key here.',
    undefined,
  ]);
  expect(rows[0]?.textContent).toContain('LDAP');
});

test('messages come by mail, too, when the person wants them to; a way that is not offered stays chosen, and a refused switch goes back', async () => {
  let refuse = false;
  updateSession({ profile: ADA, settings: {} });
  const asked = serve({
    'GET notifications/backends/': [
      { name: 'email', name_display: 'Email' },
      { name: 'site_msg', name_display: 'Site message' },
    ],
    'PATCH notifications/user-msg-subscription/7/': ({ body }) =>
      refuse ? { status: 400, body: { detail: 'Not now.' } } : { user_id: '7', ...(body as object) },
    'GET users/profile/': { ...ADA, receive_backends: ['site_msg', 'feishu', 'email'] },
  });
  const { user } = await draw(<ProfileInfo />);
  const mail = await screen.findByRole('switch', { name: 'Email' });
  expect(screen.getByRole('switch', { name: 'Inbox' })).toBeDisabled();
  expect(mail).not.toBeChecked();
  await user.click(mail);
  await waitFor(() => expect(mail).toBeEnabled());
  expect(mail).toBeChecked();
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ receive_backends: ['site_msg', 'feishu', 'email'] });
  refuse = true;
  await user.click(mail);
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(2));
  await waitFor(() => expect(mail).toBeEnabled());
  expect(mail).toBeChecked();
});

test('what is kept about a person is saved as a file, after they proved who they are', async () => {
  updateSession({ profile: ADA, settings: {} });
  const saved: Blob[] = [];
  URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
  URL.revokeObjectURL = () => undefined;
  let proved = false;
  const asked = serve({
    'GET notifications/backends/': [],
    'POST users/profile/data/': () =>
      proved
        ? { made: 'now', log_ins: [{ ip: '192.0.2.7' }] }
        : { status: 412, body: { type: 'user_confirm_required', code: 'password', detail: 'Confirm.' } },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      proved = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<ProfileInfo />);
  await user.click(screen.getByRole('button', { name: 'Download' }));
  const check = within(await screen.findByRole('dialog'));
  expect(saved).toEqual([]);
  await user.type(await check.findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(check.getByRole('button', { name: /Confirm/ }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.type).toBe('application/json');
  expect(asked.filter(({ path }) => path === 'users/profile/data/')).toHaveLength(2);
});

test('an account at a chat service is bound after a check, and one that is the only way in stays', async () => {
  const went: string[] = [];
  vi.stubGlobal('location', {
    ...window.location,
    pathname: '/ui/profile/info',
    search: '',
    hash: '',
    assign: (to: string) => went.push(to),
  });
  const profile = { ...ADA, source: { value: 'slack', label: 'Slack' }, slack_id: 'U1', feishu_id: 'ou_1' } as Profile;
  updateSession({ profile, settings: { AUTH_WECOM: true, AUTH_FEISHU: true, AUTH_SLACK: true } });
  const asked = serve({
    'GET notifications/backends/': [
      { name: 'site_msg', name_display: 'Site message' },
      { name: 'slack', name_display: 'Slack' },
      { name: 'wecom', name_display: 'WeCom' },
    ],
    'GET authentication/confirm-oauth/': {},
    'POST authentication/feishu/qr/unbind/': {},
    'GET users/profile/': { ...profile, feishu_id: null },
  });
  const { user } = await draw(<ProfileInfo />);
  expect(screen.queryByText('DingTalk')).toBeNull();
  expect(screen.getByRole('button', { name: 'Unbind Slack' })).toHaveAccessibleDescription(
    'Your account came from there and logs in by it alone.',
  );
  const textOf = async (way: string) => (await screen.findByRole('switch', { name: way })).closest('.profile-row')?.textContent;
  expect([await textOf('Slack'), await textOf('WeCom')]).toEqual(['SlackTo your account there.', 'WeComBind your account there first.']);
  await user.click(screen.getByRole('button', { name: 'Bind WeCom' }));
  await waitFor(() => expect(went).toEqual([expect.stringMatching(/^\/core\/auth\/wecom\/qr\/bind\/\?redirect_url=%2F/)]));
  await user.click(screen.getByRole('button', { name: 'Unbind Feishu' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unbind' }));
  await waitFor(() => expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('POST authentication/feishu/qr/unbind/'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Bind Feishu' })).toBeEnabled());
  vi.unstubAllGlobals();
});

test('what has become of binding is said once, by words of ours alone', async () => {
  updateSession({ profile: ADA, settings: { AUTH_WECOM: true } });
  serve({});
  const { router } = await draw(
    <>
      <ProfileInfo />
      <ToastHost labels={{ close: 'Close', copy: 'Copy', copied: 'Copied', reference: 'Request' }} />
    </>,
    { at: '/profile/info?chat=wecom&told=taken&tab=x' },
  );
  expect(await screen.findByText('This account at WeCom is bound to somebody else.')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe('?tab=x'));
});

test('an account at another place is shown with what it is called there, taken away after a check, and one that is the only way in stays', async () => {
  updateSession({ profile: ADA, settings: {} });
  const forge = {
    provider: 'openid https://idp.example',
    name: 'OpenID',
    where: 'https://idp.example',
    subject: 'f81d-4fae',
    date_created: '2026/11/01 08:00:00 +0000',
    date_last_used: '2026/11/27 08:00:00 +0000',
    only_way_in: false,
  };
  const ldap = { ...forge, provider: 'ldap', name: 'LDAP', where: '', subject: 'a1b2', only_way_in: true };
  let [proved, gone] = [false, false];
  const asked = serve({
    'GET notifications/backends/': [],
    'GET authentication/bound-accounts/': () => ({ status: 200, body: gone ? [ldap] : [ldap, forge] }),
    'POST authentication/bound-accounts/unbind/': () => {
      if (!proved) return { status: 400, body: { code: 'password', detail: 'Confirm.' } };
      gone = true;
      return { status: 204 };
    },
    'GET authentication/confirm/': { confirm_type: 'password', content: '' },
    'POST authentication/confirm/': () => {
      proved = true;
      return { status: 200, body: 'ok' };
    },
  });
  const { user } = await draw(<ProfileInfo />);
  const rows = within((await screen.findByText('f81d-4fae')).closest('ul') as HTMLElement);
  expect(rows.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^LDAPa1b2Bound .* · last used .*UnbindIt is the only way to log in\.$/),
    expect.stringMatching(/^OpenIDhttps:\/\/idp\.examplef81d-4faeBound .* · last used .*Unbind$/),
  ]);
  expect(screen.getByRole('button', { name: 'Unbind LDAP' })).toHaveAccessibleDescription('It is the only way to log in.');
  await user.click(screen.getByRole('button', { name: 'Unbind OpenID https://idp.example' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unbind' }));
  await user.type(await screen.findByLabelText(/Password/), 'Sturdy-Gate-42!');
  await user.click(screen.getByRole('button', { name: /Confirm/ }));
  await waitFor(() => expect(screen.queryByText('f81d-4fae')).toBeNull());
  expect(asked.filter(({ path }) => path.endsWith('unbind/')).map(({ body }) => body)).toEqual([
    { provider: forge.provider },
    { provider: forge.provider },
  ]);
});
