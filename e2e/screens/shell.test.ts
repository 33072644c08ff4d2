import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createGroup, createHost, createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { rowOf, startSession } from '../support/console.ts';
import { accessibility, backgroundOf, colourOf, overflow } from '../support/inspect.ts';
import { PATIENCE } from '../support/patience.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { screenHere, visit, visitAgain } from '../support/screen-here.ts';
import { stored } from '../support/stored.ts';
import { until } from '../support/until.ts';

// What stays the same around every screen: messages, palette, tabs, organisations, languages, phones, errors, task logs.

const { postern, browser, api } = productOfFile();
let admin: Json;
let host: Json;
const people: Person[] = [];

beforeAll(async () => {
  admin = (await api.get<Json>('users/profile/')).body;
  host = await createHost(api, { name: 'kyoto-web-1' });
  await createHost(api, { name: '核心数据库' });
  await createGroup(api, { name: 'Harbour' });
});

// What is left open goes on drawing and asking. It is closed by the next test, as a failure is told with its pages.
beforeEach(async () => {
  for (const person of people.splice(0)) await person.close();
});

/** The administrator at a page. */
async function at(
  address: string,
  options: BrowserContextOptions & { firstVisit?: boolean } = {},
  who = { username: 'admin', password: ADMIN_PASSWORD },
) {
  const person = await newPerson(browser, { origin: postern.origin, ...options });
  people.push(person);
  await startSession(person.page, who.username, who.password);
  await visit(person.page, address);
  return person;
}

const send = (subject: string, message: string) =>
  api.post('notifications/site-messages/send/', { subject, message, user_ids: [admin.id] });
const bell = (page: Page) => page.getByRole('button', { name: /^Site messages/ });
const fine = async (page: Page) => expect([...(await accessibility(page)), ...(await overflow(page))]).toEqual([]);

test('a message arrives while the page is open, is read, and is gone', async () => {
  const { page, troubles } = await at('/ui/console/users/users');
  expect(await bell(page).textContent()).toBe('');
  await send('Maintenance on Sunday', '<p>At <b>two</b>.</p><script>document.title = "hacked"</script>');
  await until('the badge shows one', 5_000, async () => (await bell(page).textContent()) === '1');
  await bell(page).click();
  await page.getByRole('button', { name: /Maintenance on Sunday/ }).click();
  await page.getByRole('dialog', { name: 'Maintenance on Sunday' }).getByText('two').waitFor();
  await shoot(page, 'shell-message');
  await page.getByRole('button', { name: 'Keep unread' }).click();
  await send('A second one', '<p>Short.</p>');
  await page.getByText('A second one').waitFor();
  await fine(page);
  await shoot(page, 'shell-messages');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).last().click();
  await page.getByText('No unread messages').waitFor();
  await until('the badge is gone', 5_000, async () => (await bell(page).textContent()) === '');
  expect(await page.title()).not.toContain('hacked');
  expect(troubles()).toEqual([]);
});

test('the palette opens screens and objects by the keyboard alone, in Chinese too', async () => {
  const { page, troubles } = await at('/ui/console/users/users');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search screens/ }).waitFor();
  await page.keyboard.type('grou');
  await shoot(page, 'shell-palette');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/console/users/groups');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('kyoto');
  await page.getByRole('option', { name: /kyoto-web-1/ }).waitFor();
  await fine(page);
  await shoot(page, 'shell-palette-object');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/ui/console/assets/assets/${host.id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('combobox', { name: /Search screens/ }).count()).toBe(0);
  await page.context().addCookies([{ name: 'django_language', value: 'zh-hans', url: postern.origin }]);
  await visitAgain(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /搜索页面/ }).waitFor();
  await page.keyboard.type('数据');
  await page.getByRole('option', { name: /核心数据库/ }).waitFor();
  await shoot(page, 'shell-palette-zh');
  expect(troubles()).toEqual([]);
});

test('the palette opens again however fast its keys come after it has closed', async () => {
  const { page } = await at('/ui/console/users/users');
  const box = page.getByRole('combobox', { name: /Search screens/ });
  // The code is fetched once; what is asked here is what happens after.
  await page.keyboard.press('Control+k');
  await box.waitFor();
  for (const [gone, words] of [
    ['Escape', 'grou'],
    ['Enter', 'asse'],
    ['Enter', 'perm'],
  ] as const) {
    await Promise.all([page.keyboard.press(gone), page.keyboard.press('Control+k')]);
    await page.keyboard.type(words);
    await expect.poll(() => box.inputValue(), { message: `typed after ${gone}` }).toBe(words);
  }
  await page.keyboard.press('Control+k');
  await expect.poll(() => box.count()).toBe(0);
  expect(await page.locator(':focus').getAttribute('class')).toContain('palette-field');
});

test('open views are tabs that close, refresh and come back', async () => {
  const { page, troubles } = await at('/ui/console/dashboard');
  for (const address of ['/ui/console/users/users?search=ad', '/ui/console/users/groups', '/ui/console/assets/assets']) {
    await visit(page, address);
  }
  const tabs = page.getByRole('navigation', { name: 'Open views' });
  const titles = async () => (await tabs.getByRole('link').allTextContents()).join(', ');
  await expect.poll(titles).toBe('Dashboard, Users, Groups, Assets');
  expect(await tabs.getByRole('button', { name: 'Close Dashboard' }).count()).toBe(0);
  await tabs.getByRole('link', { name: 'Users' }).click();
  await page.waitForURL('**/users/users?search=ad');
  await tabs.getByRole('link', { name: 'Groups' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close views to the right' }).waitFor();
  await shoot(page, 'shell-tabs');
  await page.getByRole('menuitem', { name: 'Close views to the right' }).click();
  await until('Assets is closed', 5_000, async () => (await titles()) === 'Dashboard, Users, Groups');
  await tabs.getByRole('link', { name: 'Users' }).click({ button: 'middle' });
  await until('Users is closed', 5_000, async () => (await titles()) === 'Dashboard, Groups');
  await visitAgain(page);
  await tabs.getByRole('link', { name: 'Groups' }).click();
  await page.waitForURL('**/users/groups');
  const [asked] = await Promise.all([
    page.waitForRequest((request) => request.url().includes('/api/v1/users/groups/')),
    (async () => {
      await tabs.getByRole('link', { name: 'Groups' }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Refresh' }).click();
    })(),
  ]);
  expect(asked.method()).toMatch(/GET|OPTIONS/);
  expect(troubles()).toEqual([]);
});

test('another organisation is entered at the list of what was open, and its requests are asked there', async () => {
  const north = await createOrganisation(api, { name: 'North harbour' });
  const { page, troubles } = await at(`/ui/console/assets/assets/${host.id}?activeTab=Account`);
  const select = page.getByRole('combobox', { name: 'Organisation' });
  await select.click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'North harbour' }).click();
  const [request] = await Promise.all([
    page.waitForRequest((asked) => asked.url().includes('/api/v1/assets/assets/') && asked.headers()['x-jms-org'] === north.id),
    page.waitForURL((url) => /\/console\/assets\/assets\/?$/.test(url.pathname)),
  ]);
  expect(request.headers()['x-jms-org']).toBe(north.id);
  await shoot(page, 'shell-organisation');
  expect(await page.getByText('kyoto-web-1').count()).toBe(0);
  // Settings run in the organisation of the system; leaving them brings the chosen one back.
  const settings = page.waitForRequest((asked) => asked.headers()['x-jms-org'] === '00000000-0000-0000-0000-000000000004');
  await visit(page, '/ui/settings/tasks');
  await settings;
  const back = page.waitForRequest((asked) => asked.url().includes('/users/groups/') && asked.headers()['x-jms-org'] === north.id);
  await visit(page, '/ui/console/users/groups');
  await back;
  expect(troubles()).toEqual([]);
});

test('an address that names an organisation leads there, and so does what is opened from it', async () => {
  const south = await createOrganisation(api, { name: 'South harbour' });
  await createGroup(api.inOrg(south.id), { name: 'Dockers' });
  const { page, troubles } = await at(`/ui/console/users/groups?oid=${south.id}`);
  await page.locator('.org-select').getByText('South harbour').waitFor();
  await shoot(page, 'shell-organisation-of-address');
  await page.getByRole('link', { name: 'Dockers' }).click();
  await page.getByRole('main').getByRole('heading', { name: 'Dockers' }).waitFor();
  const there = page.waitForRequest((asked) => asked.url().includes('/users/users/') && asked.headers()['x-jms-org'] === south.id);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Users' }).click();
  await there;
  await page.locator('.org-select').getByText('South harbour').waitFor();
  expect(troubles()).toEqual([]);
});

test('the language is switched from the header and stays', async () => {
  // It goes with the person, so it is nobody whom others log in as.
  const { username } = await createUser(api, { system_roles: [ROLE.SYSTEM_ADMIN] });
  await confirmTerms(postern.origin, String(username), TEST_PASSWORD);
  const { page, troubles } = await at('/ui/console/users/users', {}, { username: String(username), password: TEST_PASSWORD });
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '日本語' }).click();
  await page.getByRole('heading', { name: 'ユーザー', level: 1 }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ja');
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenHere(page);
  await page.getByRole('button', { name: /^メッセージ/ }).click();
  await page.getByText('未読のメッセージはありません').waitFor();
  await fine(page);
  await shoot(page, 'shell-ja-dark');
  expect(troubles()).toEqual([]);
});

test('a link of the menu and a part of it that opens are of one colour', async () => {
  const { page } = await at('/ui/console/users/users');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const link = await colourOf(menu.getByRole('link', { name: 'Dashboard' }));
  expect(link).toMatch(/^rgb/);
  expect(link).toBe(await colourOf(menu.getByRole('button', { name: 'Assets' })));
});

test('on a phone the menu is a sheet that closes behind a choice', async () => {
  const { page, troubles } = await at('/ui/console/users/users', { viewport: { width: 360, height: 740 }, hasTouch: true });
  await fine(page);
  await page.getByRole('button', { name: 'Open menu' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.getByRole('link', { name: 'Groups' }).waitFor();
  await shoot(page, 'shell-phone');
  await sheet.getByRole('link', { name: 'Groups' }).tap();
  await page.waitForURL('**/users/groups');
  await sheet.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Search or jump/ }).tap();
  await page.getByRole('combobox', { name: /Search screens/ }).fill('user');
  await page
    .getByRole('option', { name: /^Users/ })
    .first()
    .tap();
  await page.waitForURL('**/users/users');
  await bell(page).tap();
  await page.getByText('No unread messages').waitFor();
  await fine(page);
  await shoot(page, 'shell-phone-messages');
  expect(troubles()).toEqual([]);
});

test('a refusal is told once, with the number of the request to copy', async () => {
  const group = await createGroup(api, { name: 'Gone already' });
  const { page, troubles } = await at('/ui/console/users/groups');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await api.delete(`users/groups/${group.id}/`);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes(`/users/groups/${group.id}`)),
    rowOf(page, 'Gone already').getByRole('link', { name: 'Gone already' }).click(),
  ]);
  expect(answer.status()).toBe(404);
  await visit(page, '/ui/console/users/groups');
  const other = await createGroup(api, { name: 'Also gone' });
  await visitAgain(page);
  await api.delete(`users/groups/${other.id}/`);
  const row = rowOf(page, 'Also gone');
  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click(),
  ]);
  const id = refused.headers()['x-request-id'] ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const toast = page.locator('.p-toast');
  await toast.getByText(id).waitFor();
  // Whoever points at it has time to read and copy.
  await toast.hover();
  expect(await toast.count()).toBe(1);
  await shoot(page, 'shell-toast');
  await toast.getByRole('button', { name: /Copy/ }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
  // The two refusals are what this test is about: the browser writes them down, and Ant Design's question passes the second one on.
  expect(troubles().filter((line) => !/404|This User group does not exist/.test(line))).toEqual([]);
});

test('a session that has ended is told where the person is, and leads to the login page', async () => {
  const { page } = await at('/ui/console/users/users');
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await fetch(`${postern.origin}/core/auth/logout/`, { headers: { cookie }, redirect: 'manual' });
  // A click would wait for ever when the page has noticed by itself and covered the button.
  await page.getByRole('button', { name: 'Refresh', exact: true }).dispatchEvent('click');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  await shoot(page, 'shell-session-over');
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.waitForURL('**/core/auth/login/?next=*');
});

test('before a login ends the page says so, stays by a press in every tab, and is come back to once it is over', async () => {
  const { username } = await createUser(api, { username: 'iris', system_roles: [ROLE.SYSTEM_ADMIN] });
  const { page } = await at('/ui/console/users/groups', {}, { username: String(username), password: TEST_PASSWORD });
  const other = await page.context().newPage();
  await visit(other, '/ui/console/users/users');
  const dated = (seen: string, made: string) =>
    stored(
      postern.dataDir,
      `update login_sessions set date_seen = now() - $2::interval, date_created = now() - $3::interval from users u where u.id = user_id and u.username = $1`,
      [username, seen, made],
    );
  // As a tab that comes up does.
  const look = () => page.evaluate("new BroadcastChannel('postern.login-end').postMessage('look')");
  const notice = (on: Page) => on.locator('.p-notice');
  const told = (what: RegExp, seen: string, made: string) =>
    until(`both tabs say ${what}`, PATIENCE.step, async () => {
      await dated(seen, made);
      await look();
      return (await notice(page).filter({ hasText: what }).isVisible()) && (await notice(other).filter({ hasText: what }).isVisible());
    });
  await told(/You will be logged out at/, '23 hours 58 minutes 30 seconds', '2 days');
  await fine(page);
  await shoot(page, 'shell-login-ends');
  await notice(page).getByRole('button', { name: 'Stay logged in' }).click();
  await notice(page).waitFor({ state: 'detached' });
  await notice(other).waitFor({ state: 'detached' });
  await told(/cannot be extended/, '1 second', '6 days 23 hours 56 minutes');
  await shoot(other, 'shell-login-ends-for-good');
  await dated('1 second', '8 days');
  await look();
  await page.getByRole('dialog', { name: 'Your session has ended' }).getByRole('button', { name: 'Log in again' }).click();
  await page.waitForURL('**/core/auth/login/?next=*');
  await page.getByLabel('Username').fill(String(username));
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/ui/console/users/groups*');
});

test('a task writes its log while one looks, for the one who asked for it only', async () => {
  const started = await api.post<{ task: string }>('assets/nodes/check_assets_amount_task/', {});
  expect(started.status).toBeLessThan(300);
  const log = `/ui/ops/celery/task/${started.body.task}/log/?type=celery`;
  const { page, troubles } = await at(log);
  const screen = page.locator('.xterm-rows');
  await screen.getByText('started').waitFor();
  await screen.getByText('finished').waitFor();
  await screen.getByText('The task has ended.').waitFor();
  expect(await page.locator('.header').count()).toBe(0);
  await shoot(page, 'shell-task-log');
  await visit(page, '/ui/settings/tasks');
  await fine(page);
  await shoot(page, 'shell-tasks');
  await page.getByRole('link', { name: /Recount the assets/ }).click();
  await page.getByText('Succeeded').first().waitFor();
  await shoot(page, 'shell-task-runs');
  expect(troubles()).toEqual([]);
  const user = await createUser(api, { username: 'noa', name: 'Noa' });
  await confirmTerms(postern.origin, String(user.username), TEST_PASSWORD);
  const noa = await at('/ui/workbench/home', {}, { username: 'noa', password: TEST_PASSWORD });
  await visit(noa.page, log);
  await noa.page.locator('.xterm-rows').getByText('There is no such task').waitFor();
});

test('an announcement is shown on start pages until it is closed', async () => {
  const saved = await api.patch('settings/setting/?category=basic', {
    ANNOUNCEMENT_ENABLED: true,
    ANNOUNCEMENT: { SUBJECT: 'New gateway', CONTENT: 'From Monday on.', LINK: '' },
  });
  expect(saved.status).toBe(200);
  const { page, troubles } = await at('/ui/console/dashboard');
  await page.getByText('New gateway').waitFor();
  await shoot(page, 'shell-announcement');
  await page.locator('.banner').getByRole('button', { name: 'Close' }).click();
  await visitAgain(page);
  expect(await page.getByText('New gateway').count()).toBe(0);
  expect(troubles()).toEqual([]);
});

test('the hint about views is seen once and goes away on any click', async () => {
  const { page } = await at('/ui/console/users/users', { firstVisit: true });
  const hint = page.getByText('Console, audit and workbench are switched here.');
  await hint.waitFor();
  await page.getByRole('heading', { name: 'Users', level: 1 }).click({ force: true, position: { x: 400, y: 5 } });
  await hint.waitFor({ state: 'hidden' });
  await visitAgain(page);
  expect(await hint.count()).toBe(0);
});

test('the frame is walked by the keyboard: skip link, header, menu, content', async () => {
  const { page } = await at('/ui/profile/downloads');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('page-content');
  await page.getByRole('button', { name: 'Help', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The menu itself has the focus first, and then its first line.
  const line = (words: string) => page.locator('[role=menuitem]:focus').filter({ hasText: words }).waitFor();
  await line('Help with this page');
  await page.keyboard.press('ArrowDown');
  // A line that leads elsewhere is a link, and has the focus as one.
  await page.locator('[role=menuitem] a:focus').filter({ hasText: 'Browse the API' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await line('About');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'Download centre' }).waitFor();
  await shoot(page, 'shell-about');
  await page.keyboard.press('Escape');
  await fine(page);
  await shoot(page, 'shell-downloads');
});

test('code or rights that do not arrive leave a sentence and a way on, never a blank page', async () => {
  const west = await createOrganisation(api, { name: 'West harbour' });
  const { page } = await at('/ui/console/users/users');
  const loaded = () => page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  const refuse = (what: RegExp) => page.route(what, (route) => route.abort());
  for (const code of [/\/ui\/assets\/frame-/, /\/ui\/assets\/en-/]) {
    await refuse(code);
    await visitAgain(page);
    await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor();
    await fine(page);
    await shoot(page, 'shell-unloaded');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load again' }).click();
    await loaded();
  }
  // The rights in the organisation that a link leads to.
  await refuse(/\/api\/v1\/users\/profile\//);
  await page.evaluate(`history.pushState({}, '', '?oid=${west.id}'); dispatchEvent(new PopStateEvent('popstate'))`);
  await page.getByText('This page could not be shown').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await loaded();
  await refuse(/\/luna\/assets\/Workspace-/);
  await visit(page, '/luna/');
  await page.getByText('The terminal could not start').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('textbox', { name: /^Search/ })
    .first()
    .waitFor();
});

test('before its code is there the page shows the frame in the chosen theme, and nothing to who is not logged in', async () => {
  const late = /\/assets\/index-[^/]*\.js$/;
  const opened = async (page: Page) => {
    await page.route(late, () => undefined);
    await page.goto(`${postern.origin}/ui/console/users/users`, { waitUntil: 'commit' });
    await page.locator('.early').waitFor({ state: 'attached' });
  };
  const stranger = await newPerson(browser, { origin: postern.origin });
  people.push(stranger);
  await opened(stranger.page);
  expect(await stranger.page.locator('.early').isVisible()).toBe(false);

  const { page } = await at('/ui/console/users/groups');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await opened(page);
  expect(await page.locator('.early-side').isVisible()).toBe(true);
  const early = await backgroundOf(page.locator('.early-side'));
  await page.unroute(late);
  await visitAgain(page);
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  expect(early).toBe(await backgroundOf(page.locator('aside.sider')));
  expect(await page.locator('.early').count()).toBe(0);
});
