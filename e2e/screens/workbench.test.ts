import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { logIn, rowOf } from '../support/console.ts';
import { accessibility } from '../support/inspect.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { confirmTerms } from '../support/scene.ts';
import { goTo, visit } from '../support/screen-here.ts';
import { atPrompt } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// From the login to a machine: who has nothing but the workbench is there in two clicks, and by the keyboard alone.

let postern: Postern;
let browser: Browser;
let sshd: Sshd;
let wen: Person;
let page: Page;
let hosts: Json[];

beforeAll(async () => {
  sshd = await startSshd(['SetEnv HISTFILE=/dev/null']);
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const protocols = [{ name: 'ssh', port: sshd.port }];
  hosts = await Promise.all(['web-01', 'web-02'].map((name) => createHost(admin, { name, address: '127.0.0.1', protocols })));
  const key = { name: sshd.user, username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey };
  for (const host of hosts) await createAccount(admin, host.id, key);
  await createAccount(admin, hosts[0]?.id, { name: 'deploy', username: 'deploy', secret: 'x' });
  // Nobody let Wen onto this one.
  await createHost(admin, { name: 'web-03', address: '127.0.0.1', protocols });
  const person = await createUser(admin, { username: 'wen', name: 'Wen' });
  await createPermission(admin, { name: 'Wen on the web', users: [person.id], assets: hosts.map(({ id }) => id), accounts: ['@ALL'] });
  await confirmTerms(postern.origin, 'wen', TEST_PASSWORD);
  wen = await newPerson(browser, { origin: postern.origin });
  page = wen.page;
});
afterAll(async () => {
  await wen?.close();
  await browser?.close();
  await postern?.stop();
  await sshd?.stop();
});

/** The page as it stands, on a desk and on a phone; answers what is wrong with it. */
const looks = (name: string) => bothLooks(page, `workbench-${name}`);

/** What an action opens in a tab of its own. */
async function opened(act: () => Promise<unknown>): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), act()]);
  return tab;
}
const sessions = async (): Promise<Json[]> => {
  const api = await apiOf(postern.origin, 'wen', TEST_PASSWORD);
  return (await clientOf(api).sessions.mine({ limit: 10, offset: 0 })).results as Json[];
};
const card = (title: string) => page.locator('section.p-surface').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('at first every card says what belongs there, with a next step that is allowed', async () => {
  await logIn(page, 'wen', TEST_PASSWORD);
  await page.waitForURL('**/ui/workbench/home');
  await card('Recent').getByText('What you open is kept here').waitFor();
  await card('Favourites').getByText('Assets that you mark with a star').waitFor();
  await card('Open sessions').getByText('No session is open').waitFor();
  await card('Waiting').getByRole('link', { name: 'Ask for access' }).waitFor();
  expect(await looks('empty')).toEqual([]);
  await card('Favourites').getByRole('link', { name: 'My assets' }).click();
  await page.waitForURL('**/ui/workbench/assets');
});

test('a star makes a favourite, and from home it is one click to its only account', async () => {
  await rowOf(page, 'web-02').getByRole('button', { name: 'Add to favourites' }).click();
  await rowOf(page, 'web-02').getByRole('button', { name: 'Remove from favourites' }).waitFor();
  await visit(page, '/ui/workbench/home');
  const tab = await opened(() => card('Favourites').getByRole('button', { name: 'Connect to web-02' }).click());
  await atPrompt(tab);
  expect(await tab.getByRole('dialog').count()).toBe(0);
  await tab.close();
});

test('the menu has accounts and ways by the keyboard, and what was picked is what one click does from then on', async () => {
  await visit(page, '/ui/workbench/assets');
  await rowOf(page, 'web-01').getByRole('button', { name: 'Accounts and ways' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByRole('menuitem', { name: /Web CLI/ })
    .first()
    .waitFor();
  await page.getByTitle(`As ${sshd.user}`).waitFor();
  await shoot(page, 'workbench-menu-light-1440');
  expect(await accessibility(page)).toEqual([]);
  const first = await opened(async () => {
    const wanted = page.getByRole('menuitem', { name: `SSH · Web CLI As ${sshd.user}` }).and(page.locator(':focus'));
    // Keys that come before the menu listens are nobody's.
    await until('the way is reached', 60_000, async () => {
      if ((await wanted.count()) === 1) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
  });
  await atPrompt(first);
  await first.close();
  const again = await opened(() => rowOf(page, 'web-01').getByRole('button', { name: 'Connect to web-01', exact: true }).click());
  await atPrompt(again);
  await again.close();
  const of = (await sessions()).filter(({ asset }) => asset.startsWith('web-01'));
  expect(of.map(({ account }) => account.includes(sshd.user))).toEqual([true, true]);
});

test('arrows and Enter connect from the list', async () => {
  await visit(page, '/ui/workbench/assets');
  const rows = page.locator('[data-row-key]');
  await rows.first().focus();
  if (!(await rows.first().textContent())?.includes('web-02')) await page.keyboard.press('ArrowDown');
  const tab = await opened(() => page.keyboard.press('Enter'));
  await atPrompt(tab);
  await tab.getByRole('tab', { name: /web-02/ }).waitFor();
  await tab.close();
});

test('several assets are opened in one web terminal', async () => {
  await visit(page, '/ui/workbench/assets');
  expect(await looks('assets')).toEqual([]);
  for (const name of ['web-01', 'web-02']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const tab = await opened(async () => {
    await page.getByRole('button', { name: '2 selected' }).click();
    await page.getByRole('menuitem', { name: 'Open in the web terminal' }).click();
  });
  await until('both are open', 60_000, async () => (await tab.getByRole('tab').count()) === 2);
  await atPrompt(tab);
  await tab.close();
});

test('the palette connects by the keyboard, and does not know what one may not reach', async () => {
  await visit(page, '/ui/profile/info');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search screens/ }).waitFor();
  await page.keyboard.type('connect web-03');
  await page.getByText('Nothing found for “connect web-03”').waitFor();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('1');
  await page.getByRole('option', { name: `web-01 as ${sshd.user}` }).waitFor();
  expect(await looks('palette')).toEqual([]);
  await page.keyboard.type(` as ${sshd.user}`);
  const tab = await opened(() => page.keyboard.press('Enter'));
  await atPrompt(tab);
  await tab.getByRole('tab', { name: /web-01/ }).waitFor();

  // What is open is seen at home, and ended there.
  await visit(page, '/ui/workbench/home');
  await card('Recent')
    .getByRole('button', { name: `Connect to web-01 as ${sshd.user}` })
    .waitFor();
  expect(await looks('home')).toEqual([]);
  await card('Open sessions')
    .getByRole('button', { name: /End your session on web-01/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await tab
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .waitFor();
  await tab.close();
});

/** What people do here all day, by what is pressed from the page that the login leads to; and what is there then. */
const TWO_CLICKS: readonly (readonly [what: string, presses: readonly ((page: Page) => Locator)[], there: (page: Page) => Locator])[] = [
  ['their assets', [inMenu('My assets')], (at) => rowOf(at, 'web-01')],
  ['the web terminal', [inMenu('Web terminal')], (at) => at.getByRole('treeitem').first()],
  ['the file manager', [inMenu('File manager')], (at) => at.getByRole('treeitem').first()],
  ['a quick command', [inMenu('Quick command')], (at) => at.getByRole('heading', { name: 'Quick command' })],
  ['their jobs', [inMenu('Job list')], (at) => at.getByRole('heading', { name: 'Job list' })],
  ['what waits for them', [(at) => at.getByRole('banner').getByRole('link', { name: 'To approve' })], titled('To approve')],
  ['their tickets', [(at) => at.getByRole('banner').getByRole('link', { name: 'To approve' }), inMenu('My tickets')], titled('My tickets')],
  ['asking for access', [(at) => at.getByRole('main').getByRole('link', { name: 'Ask for access' }).first()], titled('Ask for access')],
];

function inMenu(name: string): (page: Page) => Locator {
  return (at) => at.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
}
function titled(name: string): (page: Page) => Locator {
  return (at) => at.getByRole('heading', { name, level: 1 });
}

test.each(TWO_CLICKS)('from the home to %s it is two clicks at most', async (_what, presses, there) => {
  await goTo(page, '/ui/workbench/home');
  let at = page;
  for (const press of presses) {
    const link = press(at);
    const isElsewhere = (await link.getAttribute('target')) === '_blank';
    if (isElsewhere) at = await opened(() => link.click());
    else await link.click();
  }
  await there(at).waitFor();
  expect(presses.length).toBeLessThanOrEqual(2);
  if (at !== page) await at.close();
});

test('home reads well in Chinese, and on a phone what connects comes first', async () => {
  await page.context().addCookies([{ name: 'django_language', value: 'zh-hans', url: postern.origin }]);
  await visit(page, '/ui/profile/info');
  await visit(page, '/ui/workbench/home');
  await card('收藏').getByRole('button', { name: '连接 web-02' }).waitFor();
  expect(await looks('zh')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await Promise.all(
    ['最近打开', '收藏', '进行中的会话', '最近登录'].map(async (title) => (await card(title).boundingBox())?.y ?? 0),
  );
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(wen.troubles()).toEqual([]);
});
