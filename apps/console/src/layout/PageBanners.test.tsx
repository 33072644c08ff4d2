import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { updateSession } from '../session/session-store.ts';
import type { Profile, PublicSettings } from '../session/session-types.ts';
import { noteSqlCount, sqlTone } from '../session/sql-count.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { licenceWarning } from './licence-warning.ts';
import { PageBanners } from './PageBanners.tsx';

const person = (perms: string[] = []) =>
  ({ id: '1', username: 'ann', name: 'Ann', perms, source: { value: 'ldap', label: 'LDAP' } }) as unknown as Profile;
const start = (settings: PublicSettings, perms: string[] = []) => updateSession({ profile: person(perms), settings });

beforeEach(() => localStorage.clear());

test('an announcement is shown on start pages only, and once closed not again until there is a new one', async () => {
  const settings = {
    ANNOUNCEMENT_ENABLED: true,
    ANNOUNCEMENT: { ID: 'a', SUBJECT: 'Moving', CONTENT: '<b>On</b> Sunday', LINK: 'javascript:alert(1)' },
  };
  start(settings);
  await draw(<PageBanners />, { at: '/console/users/users' });
  expect(screen.queryByText('Moving')).toBeNull();
  const home = await draw(<PageBanners />, { at: '/workbench/home' });
  expect(screen.getByText('Moving')).toBeVisible();
  // Text, not markup; and a link that is none is not offered.
  expect(screen.getByText('<b>On</b> Sunday')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  await home.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByText('Moving')).toBeNull());
  home.unmount();
  const again = await draw(<PageBanners />, { at: '/console/dashboard' });
  expect(screen.queryByText('Moving')).toBeNull();
  again.unmount();
  start({ ...settings, ANNOUNCEMENT: { ...settings.ANNOUNCEMENT, ID: 'b', LINK: 'https://example.com/x' } });
  await draw(<PageBanners />, { at: '/console/dashboard' });
  expect(screen.getByRole('link', { name: 'Read more' })).toHaveAttribute('href', 'https://example.com/x');
});

test.each([
  ['en', /^This is a demo/, /start without --demo/],
  ['zh', /^这是演示环境/, /不带 --demo/],
  ['ja', /^これはデモです/, /--demo を付けずに/],
] as const)('a demo says on start pages that it is one, and how to start for real (%s)', async (language, what, how) => {
  start({ DEMO: true });
  const home = await draw(<PageBanners />, { at: '/console/dashboard', language });
  expect(screen.getByText(what)).toBeVisible();
  expect(screen.getByText(how)).toBeVisible();
  home.unmount();
  const elsewhere = await draw(<PageBanners />, { at: '/console/users/users', language });
  expect(screen.queryByText(what)).toBeNull();
  elsewhere.unmount();
  start({});
  await draw(<PageBanners />, { at: '/console/dashboard', language });
  expect(screen.queryByText(what)).toBeNull();
});

test('an announcement that is switched off is not shown', async () => {
  start({ ANNOUNCEMENT_ENABLED: false, ANNOUNCEMENT: { ID: 'c', SUBJECT: 'Moving', CONTENT: 'On Sunday' } });
  await draw(<PageBanners />, { at: '/console/dashboard' });
  expect(screen.queryByText('Moving')).toBeNull();
});

test('the licence is asked for by those who may change it', async () => {
  const asked = serve({
    'GET xpack/license/detail': { corporation: 'X', date_expired: '2020-01-01T00:00:00Z', asset_count: null, current_asset_count: 1 },
  });
  start({ XPACK_ENABLED: true });
  const without = await draw(<PageBanners />);
  expect(asked).toEqual([]);
  without.unmount();
  start({ XPACK_ENABLED: true }, ['settings.change_license']);
  await draw(<PageBanners />, { language: 'ja' });
  expect(await screen.findByText(/ライセンスの期限が切れています/)).toBeVisible();
});

test('of several reasons the first counts', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const detail = { corporation: 'X', date_expired: '', asset_count: 5, current_asset_count: 9, test: true };
  const at = (days: number) => new Date(now.getTime() + days * 86_400_000);
  expect(licenceWarning(detail, at(0), now)).toEqual({ kind: 'expired' });
  expect(licenceWarning(detail, at(6.9), now)).toEqual({ kind: 'expires', date: at(6.9) });
  expect(licenceWarning(detail, at(7), now)).toEqual({ kind: 'test' });
  expect(licenceWarning({ ...detail, test: false }, at(70), now)).toEqual({ kind: 'assets', current: 9, limit: 5 });
  expect(licenceWarning({ ...detail, test: false, asset_count: 9 }, at(70), now)).toBeUndefined();
  expect(licenceWarning({ ...detail, test: false, asset_count: null }, undefined, now)).toBeUndefined();
});

test.each([
  [-1, 'Your password has expired', true],
  [1, 'Your password expires in', true],
  [6, 'Your password expires in', false],
])('of a password with %i days left it is said: %s (%s)', async (days, words, shown) => {
  const changed = new Date(Date.now() - (90 - days) * 86_400_000 + 3_600_000).toISOString();
  updateSession({
    profile: { ...person(), source: { value: 'local', label: 'Local' }, date_password_last_updated: changed } as Profile,
    settings: { SECURITY_PASSWORD_EXPIRATION_TIME: 90 },
  });
  await draw(<PageBanners />);
  if (shown) expect(screen.getByText(new RegExp(words))).toBeVisible();
  else expect(screen.queryByText(/password/)).toBeNull();
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    shown ? ['/profile/setting?activeTab=PasswordUpdate'] : [],
  );
});

test('the costs of the last ten addresses are shown', async () => {
  for (let at = 0; at < 12; at += 1) noteSqlCount(`assets/a${at}/`, '3');
  start({});
  const { container } = await draw(<PageBanners />);
  const shown = [...container.querySelectorAll('.sql-counts .ant-tag')].map((tag) => tag.textContent);
  expect(shown).toHaveLength(10);
  expect(shown[0]).toBe('assets/a11/: 1');
});

test('query counts are kept per address, without what every request costs', async () => {
  noteSqlCount('users/users/?limit=15', '2');
  noteSqlCount('/api/v1/users/groups/', '9');
  noteSqlCount('users/groups/?a=1', '14');
  noteSqlCount('assets/assets/', null);
  start({});
  await draw(<PageBanners />);
  expect(screen.getByText('users/groups/: 12')).toBeVisible();
  expect(screen.queryByText(/users\/users/)).toBeNull();
  expect([5, 6, 10, 11].map(sqlTone)).toEqual(['success', 'warning', 'warning', 'error']);
});
