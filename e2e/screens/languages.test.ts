import { PLATFORM_LINUX, ROLE } from '@postern/contract/ids';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person, shoot, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { latin } from '../support/latin.ts';
import { PATIENCE } from '../support/patience.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import type { Scene } from '../support/scene.ts';
import { goTo, screenHere, visit } from '../support/screen-here.ts';
import { LISTS, misfits } from '../support/table-fit.ts';
import { until } from '../support/until.ts';

// Every screen that the menus offer, and the pages behind them, in Chinese and Japanese: no English is left standing, and the columns
// of lists fit. And the language is changed on each sort of screen without losing what is being typed.

const { postern, browser, scene: found } = sceneOfFile();
let scene: Scene;

beforeAll(() => {
  // The built-in organisation keeps its name in every language; the word alone would hide what is left standing elsewhere.
  const organisation = ['SYSTEM的', 'SYSTEMの'];
  // A built-in platform.
  const platform = ['Other的', 'Otherの'];
  scene = { ...found, words: ['Harbour Works', 'User', ...organisation, ...platform, ...PEOPLE, ...found.words] };
});

/** Login names in the scene; they stand in titles and in names of buttons. */
const PEOPLE = ['mia', 'audra', 'otto', 'kenji', 'wei', 'ines'];

/** Pages that no menu leads to. */
const behind = ({ ids }: Scene): string[] => [
  '/console/users/users/create',
  `/console/users/users/${ids.user}`,
  `/console/users/users/${ids.user}/update`,
  '/console/users/groups/create',
  `/console/users/groups/${ids.group}`,
  '/console/users/roles/create?scope=org',
  `/console/users/roles/${ROLE.SYSTEM_AUDITOR}`,
  `/console/assets/hosts/create?platform=${PLATFORM_LINUX}`,
  '/console/assets/hosts/add',
  `/console/assets/assets/${ids.host}`,
  '/console/assets/platforms/create',
  `/console/assets/platforms/${PLATFORM_LINUX}`,
  `/console/accounts/accounts/${ids.account}`,
  '/tickets/flow',
  `/tickets/flow/${ids.flow}/update`,
  '/tickets/tickets/request-host-perm/create',
  '/tickets/tickets/break-glass/create',
  '/console/perms/access-reviews',
  '/console/perms/access-reviews/create',
  '/workbench/access-reviews',
  '/console/perms/asset-permissions/create',
  `/console/perms/asset-permissions/${ids.permission}`,
  `/audit/sessions/sessions/${ids.session}`,
  `/audit/audits/login-logs/${ids.loginLog}`,
  `/audit/audits/operate-logs/${ids.operateLog}`,
  '/console/accounts/account-template/create',
  '/console/accounts/account-push/create',
  '/console/accounts/account-change-secret/create',
  '/console/accounts/account-gather/create',
  '/settings/orgs/create',
  '/workbench/ops/job/create',
  '/workbench/ops/adhoc/create',
  '/workbench/ops/templates?activeTab=Playbook',
  '/workbench/ops/job/create?type=playbook',
  '/workbench/ops/playbook/create?from=git',
  `/workbench/ops/playbook/${ids.playbook}?activeTab=Workspace`,
  `/settings/applets/${ids.applet}`,
  '/settings/applets?activeTab=AppletHostList',
  '/settings/applets/hosts/create',
  `/settings/applets/hosts/${ids.appletHost}?activeTab=SetUp`,
  `/settings/applets/hosts/${ids.appletHost}?activeTab=Deployment`,
  '/profile/setting?activeTab=PasswordUpdate',
  '/profile/setting?activeTab=MFAUpdate',
  '/404',
];

/** What a page in a language cannot do without. */
const OWN_SCRIPT = { zh: /\p{Script=Han}/u, ja: /\p{Script=Hiragana}|\p{Script=Katakana}/u } as const;

const VIEWS = ['console/dashboard', 'audit/dashboard', 'workbench/home', 'settings', 'profile/info'];

async function enter(locale: string): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin, locale });
  await startSession(person.page, 'admin', ADMIN_PASSWORD);
  return person;
}

/** Addresses of all links in the menus of all views, each part opened. */
async function offered(page: Page): Promise<string[]> {
  const found = new Set<string>();
  for (const view of VIEWS) {
    await goTo(page, `/ui/${view}`);
    const menu = page.locator('.sider nav').last();
    const take = async (): Promise<void> => {
      for (const link of await menu.getByRole('link').all()) {
        const { pathname } = new URL((await link.getAttribute('href')) ?? '', page.url());
        if (pathname.startsWith('/ui/')) found.add(pathname.slice('/ui'.length));
      }
    };
    await take();
    const parts = menu.locator('button[aria-expanded]');
    for (let n = 0; n < (await parts.count()); n += 1) {
      if ((await parts.nth(n).getAttribute('aria-expanded')) !== 'true') await parts.nth(n).click();
      await take();
    }
  }
  return [...found];
}

describe.each([
  ['zh', 'zh-CN'],
  ['ja', 'ja'],
] as const)('%s', (language, tag) => {
  test('leaves no English on any screen', async () => {
    const person = await enter(tag);
    const { page } = person;
    const menus = await offered(page);
    expect(menus.length).toBeGreaterThan(20);
    const problems: string[] = [];
    const look = async ({ page }: Person, address: string): Promise<void> => {
      await goTo(page, address);
      expect(await page.locator('html').getAttribute('lang')).toBe(tag);
      expect(await page.evaluate('getComputedStyle(document.documentElement).direction')).toBe('ltr');
      // Whoever looks for English on a page without words finds none.
      const words = () => page.locator('main').first().textContent();
      await expect.poll(words, { message: `${address} in ${language}`, timeout: PATIENCE.screen }).toMatch(OWN_SCRIPT[language]);
      const found = [...(await latin(page, scene.words)), ...(await misfits(page))];
      problems.push(...found.map((text) => `${address}: ${text}`));
      await shootNow(
        page,
        `${language}-${address
          .split('?')[0]
          ?.replace(/^\/(ui\/)?|\/$/g, '')
          .replace(/[0-9a-f-]{36}/g, 'one')
          .replaceAll('/', '-')}`,
      );
    };
    for (const address of new Set([...menus, ...behind(scene), ...LISTS.map((list) => `/${list}`)])) await look(person, `/ui${address}`);
    await look(person, '/luna/');
    await person.close();
    const guest = await newPerson(browser, { origin: postern.origin, locale: tag });
    await look(guest, '/core/auth/login/');
    await guest.close();
    expect([...new Set(problems)]).toEqual([]);
  });
});

describe('changing the language', () => {
  const LANGUAGES = [
    ['日本語', 'ja'],
    ['中文', 'zh-CN'],
    ['English', 'en'],
  ] as const;

  /** Changes it by the menu of the header, whatever language that is in. */
  const change = async (page: Page, name: string, tag: string): Promise<void> => {
    await page.locator('.header__icons .ant-dropdown-trigger').last().click();
    await page.getByRole('menuitem', { name }).click();
    await until(`the page is in ${tag}`, 5_000, async () => (await page.locator('html').getAttribute('lang')) === tag);
    await screenHere(page);
  };

  test.each([
    ['list', '/ui/console/users/users'],
    ['detail', '/ui/console/users/users/:user'],
    ['dashboard', '/ui/console/dashboard'],
    ['settings', '/ui/settings/security'],
  ])('happens in the open page: %s', async (name, address) => {
    const person = await enter('en-GB');
    const { page } = person;
    await visit(page, address.replace(':user', scene.ids.user));
    await page.evaluate('window.kept = true');
    const title = page.locator('h1').first();
    const seen = new Set<string>();
    for (const [words, tag] of LANGUAGES) {
      await change(page, words, tag);
      if (tag !== 'en') expect(await latin(page, scene.words), tag).toEqual([]);
      seen.add(`${await page.title()} ${await title.textContent()}`);
      await shoot(page, `language-${name}-${tag}`);
    }
    expect(seen.size).toBe(3);
    expect(await page.evaluate('window.kept')).toBe(true);
    expect(person.troubles()).toEqual([]);
    await person.close();
  });

  test('keeps what is being typed in a form', async () => {
    const person = await enter('en-GB');
    const { page } = person;
    await visit(page, '/ui/console/users/users/create');
    await page.locator('#name').fill('Half typed');
    await page.locator('#email').fill('half@example.com');
    for (const [words, tag] of LANGUAGES) {
      await change(page, words, tag);
      expect([await page.locator('#name').inputValue(), await page.locator('#email').inputValue()]).toEqual([
        'Half typed',
        'half@example.com',
      ]);
    }
    await shoot(page, 'language-form');
    await person.close();
  });
});
