import { useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { flatRoutes, type Route, resolveRoutes } from '../routes/resolve.ts';
import { TREE } from '../routes/tree.ts';
import { updateSession } from '../session/session-store.ts';
import type { Profile, PublicSettings } from '../session/session-types.ts';
import { serve } from '../test/api.ts';
import { draw } from '../test/draw.tsx';
import { Frame } from './Frame.tsx';
import { Root } from './Root.tsx';
import { SessionExpired } from './SessionExpired.tsx';

/** The frame around every page: who sees which of its icons, menus and selectors, and where unknown addresses lead. */

const NORTH = { id: '1', name: 'North', is_default: true };
const SOUTH = { id: '2', name: 'South' };
const PERMS = [
  'users.view_user',
  'users.view_usergroup',
  'assets.view_asset',
  'assets.view_domain',
  'rbac.view_webterminal',
  'tickets.view_ticket',
  'settings.view_setting',
  'orgs.view_organization',
  'orgs.add_organization',
];
const LICENSED: PublicSettings = {
  XPACK_ENABLED: true,
  XPACK_LICENSE_IS_VALID: true,
  XPACK_LICENSE_INFO: { corporation: 'Harbour Works' },
  TICKETS_ENABLED: true,
  HELP_DOCUMENT_URL: 'https://docs.example/',
  HELP_SUPPORT_URL: 'https://support.example/',
};

function enter(more: Partial<Profile> = {}, settings: PublicSettings = LICENSED): Profile {
  const profile = {
    id: 'me',
    username: 'mia',
    name: 'Mia',
    perms: PERMS,
    console_orgs: [NORTH, SOUTH],
    audit_orgs: [NORTH],
    workbench_orgs: [NORTH, SOUTH],
    ...more,
  } as unknown as Profile;
  updateSession({ profile, settings, org: NORTH, pseudoOrg: undefined, loginRequired: false, lockoutAsked: undefined });
  return profile;
}

class Silent {
  close(): void {}
}
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('viewSwitcherTip', 'true');
  vi.stubGlobal('WebSocket', Silent);
  onTestFinished(() => void vi.unstubAllGlobals());
  serve({ 'GET tickets/tickets/': { count: 0, results: [] }, 'GET notifications/site-messages/unread-total/': { total: 0 } });
});

async function frame(path: string, profile: Profile, settings: PublicSettings = LICENSED) {
  const licensed = settings.XPACK_LICENSE_IS_VALID === true;
  const routes = resolveRoutes(TREE, { perms: new Set(profile.perms), licensed, settings });
  const route = flatRoutes(routes).find((one) => one.path === path) as Route;
  return draw(
    <Frame routes={routes} route={route}>
      <p>The page</p>
    </Frame>,
    { at: path },
  );
}
const header = () => within(screen.getByRole('banner'));

test('the header has messages, tickets, terminal, settings, help and account for who has the right', async () => {
  await frame('/console/users/users', enter());
  for (const name of ['Site messages', 'Web terminal', 'System settings', 'Help']) expect(header().getByLabelText(name)).toBeVisible();
  expect(header().getByRole('link', { name: /pprov/ })).toHaveAttribute('href', '/tickets/assigned-tickets');
  expect(header().getByTitle('Go to the start page')).toHaveAttribute('href', '/');
  const terminal = header().getByLabelText('Web terminal');
  expect(terminal.getAttribute('href')).toMatch(/^\/luna\/\?_=\d+$/);
  expect(terminal).toHaveAttribute('target', '_blank');
});

test('without the right, or without a licence for tickets, their icons are not there', async () => {
  const settings = { ...LICENSED, XPACK_LICENSE_IS_VALID: false };
  await frame('/console/users/users', enter({ perms: ['users.view_user', 'tickets.view_ticket'] }, settings), settings);
  for (const name of ['Web terminal', 'System settings']) expect(header().queryByLabelText(name)).toBeNull();
  expect(header().queryByRole('link', { name: /pprov/ })).toBeNull();
});

test('help leads to documents and support, and says what runs here and for whom', async () => {
  const { user } = await frame('/console/users/users', enter());
  await user.click(header().getByLabelText('Help'));
  const documents = await screen.findByRole('link', { name: 'Documentation' });
  expect(documents).toHaveAttribute('href', 'https://docs.example/');
  expect(documents).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'Support' })).toHaveAttribute('href', 'https://support.example/');
  await user.click(screen.getByRole('menuitem', { name: 'About' }));
  const about = within(await screen.findByRole('dialog'));
  for (const words of ['Enterprise', 'v3.5.2', 'Harbour Works']) expect(about.getByText(words)).toBeInTheDocument();
  expect(about.getByRole('link', { name: 'Download centre' })).toHaveAttribute('href', '/profile/downloads');
});

test.each([true, false])(
  'About says whose it is where nobody is licensed (licensed: %s), and always where the source is',
  async (licensed) => {
    const settings = { ...LICENSED, XPACK_LICENSE_IS_VALID: licensed };
    const { user } = await frame('/console/users/users', enter({}, settings), settings);
    await user.click(header().getByLabelText('Help'));
    await user.click(await screen.findByRole('menuitem', { name: 'About' }));
    const about = within(await screen.findByRole('dialog'));
    expect(about.queryByText(/© The Postern contributors/) === null).toBe(licensed);
    expect(about.getByText(/Its source is with the installation/)).toBeInTheDocument();
    const licence = about.getByRole('link', { name: 'GNU GPL, version 3' });
    expect(licence).toHaveAttribute('href', 'https://www.gnu.org/licenses/gpl-3.0.html');
    expect(licence).toHaveAttribute('target', '_blank');
  },
);

test.each([
  [true, 'Harbour Works', 'GPL-3.0'],
  [false, 'GPL-3.0', 'Harbour Works'],
])('below the page stand the version and (licensed: %s) %s', async (licensed, shown, hidden) => {
  const settings = { ...LICENSED, XPACK_LICENSE_IS_VALID: licensed };
  await frame('/console/users/users', enter({}, settings), settings);
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByText('Postern v3.5.2')).toBeVisible();
  expect(footer.getByText(shown)).toBeVisible();
  expect(footer.queryByText(hidden)).toBeNull();
});

test('the account menu has the pages of the person, as far as they exist, and the way out', async () => {
  const own = ['authentication.view_accesskey', 'authentication.view_temptoken', 'authentication.view_connectiontoken'];
  const { user } = await frame('/console/users/users', enter({ perms: [...PERMS, ...own] }));
  await user.click(header().getByRole('button', { name: /Account/ }));
  const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(names).toEqual(['Profile', 'API keys', 'Connection tokens', 'Log out']);
});

test('temporary passwords are in the account menu while they are switched on', async () => {
  const settings = { ...LICENSED, AUTH_TEMP_TOKEN: true };
  const { user } = await frame('/console/users/users', enter({ perms: [...PERMS, 'authentication.view_temptoken'] }, settings), settings);
  await user.click(header().getByRole('button', { name: /Account/ }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Profile', 'Temporary password', 'Log out']);
});

test('one group of the menu is open at a time, that of the page at first', async () => {
  const { user } = await frame('/console/users/users', enter());
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
  const open = () => menu.getAllByRole('button').filter((button) => button.getAttribute('aria-expanded') === 'true');
  expect(open().map((button) => button.textContent)).toEqual(['Users']);
  expect(menu.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await user.click(menu.getByRole('button', { name: 'Assets' }));
  expect(open().map((button) => button.textContent)).toEqual(['Assets']);
});

test('an entry of the menu that leaves opens in a new tab', async () => {
  await frame('/workbench/home', enter());
  const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
  expect(menu.getByRole('link', { name: 'Web terminal' })).toHaveAttribute('target', '_blank');
  expect(menu.getByRole('link', { name: 'Overview' })).not.toHaveAttribute('target');
});

test('the menu is folded by its button, and that is remembered', async () => {
  const { user, container } = await frame('/console/users/users', enter());
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(container.querySelector('.frame--collapsed')).not.toBeNull();
  expect(document.cookie).toContain('sidebarStatus=0');
  await user.click(screen.getByRole('button', { name: 'Expand menu' }));
  expect(document.cookie).toContain('sidebarStatus=1');
});

test('organisations of the view are offered; in the console also their list and a new one', async () => {
  const { user } = await frame('/console/users/users', enter());
  await user.click(header().getByRole('combobox', { name: 'Organisation' }));
  expect(await screen.findByTitle('South')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Create organisation' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Organisation list' })).toBeInTheDocument();
});

test('in other views, and without the right, organisations are only chosen', async () => {
  const audit = enter({ perms: [...PERMS, 'terminal.view_session'] });
  const { user, unmount } = await frame('/audit/sessions/sessions', audit);
  await user.click(header().getByRole('combobox', { name: 'Organisation' }));
  await waitFor(() => expect(document.querySelector('.ant-select-item')).not.toBeNull());
  expect([...document.querySelectorAll('.ant-select-item')].map((item) => item.textContent)).toEqual(['North']);
  expect(screen.queryByRole('button', { name: 'Create organisation' })).toBeNull();
  unmount();
  const plain = await frame('/console/users/users', enter({ perms: ['users.view_user'] }));
  await plain.user.click(header().getByRole('combobox', { name: 'Organisation' }));
  expect(screen.queryByRole('button', { name: 'Create organisation' })).toBeNull();
});

test('the selector is not there without a licence and in the profile, and locked where the route says so', async () => {
  const settings = { ...LICENSED, XPACK_LICENSE_IS_VALID: false };
  const without = await frame('/console/users/users', enter({}, settings), settings);
  expect(screen.queryByRole('combobox', { name: 'Organisation' })).toBeNull();
  without.unmount();
  const profile = await frame('/profile/info', enter());
  expect(screen.queryByRole('combobox', { name: 'Organisation' })).toBeNull();
  profile.unmount();
  await frame('/console/users/roles', enter({ perms: [...PERMS, 'rbac.view_orgrole'] }));
  expect(header().getByRole('combobox', { name: 'Organisation' })).toBeDisabled();
});

test('views are switched from the head of the menu, to those the person has; the choice is remembered', async () => {
  const { user, router } = await frame('/console/users/users', enter({ perms: [...PERMS, 'perms.view_myassets'] }));
  await user.click(screen.getByRole('button', { name: 'Switch view: Console' }));
  const names = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
  expect(names).toEqual(['Console', 'Audit', 'Workbench']);
  await user.click(screen.getByRole('menuitem', { name: 'Workbench' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench'));
  expect(localStorage.getItem('PreView')).toBe('workbench');
});

const ROWS = ['list', 'users/users/'];
let cached: () => unknown = () => undefined;
/** A page that has loaded rows. */
function Loaded() {
  const client = useQueryClient();
  client.setQueryData(ROWS, 'rows');
  cached = () => client.getQueryData(ROWS);
  return null;
}

test('what was loaded for one view is forgotten in another', async () => {
  const profile = enter({ perms: [...PERMS, 'perms.view_myassets'] });
  const routes = resolveRoutes(TREE, { perms: new Set(profile.perms), licensed: true, settings: LICENSED });
  const route = flatRoutes(routes).find((one) => one.path === '/console/users/users') as Route;
  const { user, router } = await draw(
    <Frame routes={routes} route={route}>
      <Loaded />
    </Frame>,
    { at: '/console/users/users' },
  );
  expect(cached()).toBe('rows');
  await user.click(screen.getByRole('button', { name: 'Switch view: Console' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Workbench' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/workbench'));
  expect(cached()).toBeUndefined();
});

test.each([
  [true, true],
  [false, false],
])('in a wide window (%s) a hint at the views is shown: %s', async (wide, shown) => {
  localStorage.removeItem('viewSwitcherTip');
  const before = window.matchMedia;
  window.matchMedia = (query) => ({ ...before(query), matches: query.includes('max-width') ? !wide : before(query).matches });
  onTestFinished(() => {
    window.matchMedia = before;
  });
  await frame('/console/users/users', enter({ perms: [...PERMS, 'perms.view_myassets'] }));
  expect(screen.queryByText('Console, audit and workbench are switched here.') !== null).toBe(shown);
});

test('a session that is over is told in a box: log in again, or stay', async () => {
  const assign = vi.fn();
  enter();
  const { user } = await draw(<SessionExpired />);
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => updateSession({ loginRequired: true }));
  const box = within(await screen.findByRole('dialog'));
  await user.click(box.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => updateSession({ loginRequired: true }));
  vi.stubGlobal('location', { pathname: '/ui/x', search: '', hash: '', assign });
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Log in again' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/core/auth/login/?next=%2Fui%2Fx'));
});

test.each([
  ['/nowhere', '/404', 'This page does not exist'],
  ['/console/nowhere', '/404', 'This page does not exist'],
  ['/console/assets/labels', '/console/assets/labels', 'You may not open this page'],
])('%s leads to %s: %s', async (at, path, words) => {
  enter();
  const { router } = await draw(<Root />, { at });
  expect(await screen.findByText(words)).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/ui/');
});

test('at a first login one dialog asks over the page that was pointed to; put away, it leaves the page as it is', async () => {
  enter({ is_first_login: true, missing: [] } as Partial<Profile>);
  const { router, user } = await draw(<Root />, { at: '/console/users/users' });
  const dialog = (await screen.findByText('Before you start')).closest<HTMLElement>('[role=dialog]') as HTMLElement;
  expect(router.state.location.pathname).toBe('/console/users/users');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Before you start')).toBeNull());
  expect(router.state.location.pathname).toBe('/console/users/users');
});

test.each([
  ['/terminal/sessions/7?x=1', '/audit/sessions/sessions/7?x=1'],
  ['/redirect/console/assets/labels?page=2', '/console/assets/labels?page=2'],
])('%s leads on to %s', async (at, to) => {
  enter();
  const { router } = await draw(<Root />, { at });
  await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(to));
});
