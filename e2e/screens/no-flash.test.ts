import { ORG } from '@postern/contract/ids';
import { createHost, createUser } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { productOfFile } from '../support/product-of-file.ts';
import { goTo, screenHere, visit } from '../support/screen-here.ts';

// Between two screens nothing is empty, not for a moment: the former screen stays, or the shape of the next one stands there. Time is not measured, as a
// busy machine takes its own; after every change of the page it is asked what is in it.

// Of the browser's world this is what runs in the page needs.
interface Part {
  textContent: string | null;
  matches: (selector: string) => boolean;
  querySelectorAll: (selector: string) => Iterable<Part>;
  checkVisibility: (options: { visibilityProperty: boolean }) => boolean;
  getBoundingClientRect: () => { width: number; height: number };
}
declare const document: Part & { documentElement: Part };
declare const location: { pathname: string };
declare const window: { emptyMoments: string[] };
declare const MutationObserver: new (
  then: () => void,
) => { observe: (part: Part, what: { subtree: true; childList: true; attributes: true; characterData: true }) => void };

const { api, administrator } = productOfFile();
const admin = administrator();

beforeAll(async () => {
  const own = api.inOrg(ORG.DEFAULT);
  for (const name of ['anna', 'bea']) await createUser(own, { username: name, name });
  for (const name of ['crane-1', 'crane-2']) await createHost(own, { name });
});

/** Runs in the page: notes from now on each moment in which the frame or the page within it has nothing to be seen. */
function watch(): void {
  const seen = (part: Part): boolean => {
    const { width, height } = part.getBoundingClientRect();
    return width > 0 && height > 0 && part.checkVisibility({ visibilityProperty: true });
  };
  const shown = (within: Part, selector: string): Part[] => [...within.querySelectorAll(selector)].filter(seen);
  const lacks = (): string | undefined => {
    if (shown(document, '.header').length === 0) return 'no header';
    if (shown(document, '.sider').length === 0) return 'no menu';
    const [main] = shown(document, 'main');
    if (!main) return 'no page';
    // Its shape counts, which is in place before it may be drawn; a bar at the edge of the window does not.
    const content = shown(main, '.p-skeleton, .ant-skeleton, .p-surface, .p-empty, h1, h2, table, form, [role="tab"]');
    return content.some((part) => part.matches('.p-skeleton, .ant-skeleton') || part.textContent?.trim()) ? undefined : 'an empty page';
  };
  window.emptyMoments = [];
  new MutationObserver(() => {
    const lack = lacks();
    if (lack) window.emptyMoments.push(`${lack} at ${location.pathname}`);
  }).observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** What was noted until the screen is here, told once. */
async function noted(page: Page, what: string): Promise<string[]> {
  await screenHere(page);
  const moments: string[] = await page.evaluate(() => window.emptyMoments.splice(0));
  return [...new Set(moments)].map((moment) => `${what}: ${moment}`);
}

/** By the menu as people go, whose parts open by themselves. */
const SCREENS = ['Users', 'Groups', 'Roles', 'Assets', 'Domains', 'Platforms', 'Labels', 'Dashboard'];

async function throughTheMenu(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const link = menu.getByRole('link', { name, exact: true });
  for (const part of await menu.getByRole('button', { expanded: false }).all()) {
    if (await link.isVisible()) break;
    await part.click();
  }
  await link.click();
}

async function choose(page: Page, button: RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

test('from screen to screen, by the menu and by links, something is in the page at each moment', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/dashboard');
  await page.evaluate(watch);
  const empty: string[] = [];
  for (const name of SCREENS) {
    await throughTheMenu(page, name);
    empty.push(...(await noted(page, name)));
  }
  await throughTheMenu(page, 'Users');
  await page.getByRole('link', { name: 'anna' }).first().click();
  empty.push(...(await noted(page, 'a person')));
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  empty.push(...(await noted(page, 'the form of a person')));
  await page.goBack();
  empty.push(...(await noted(page, 'back')));
  expect(empty).toEqual([]);
});

test('a change of the language or the theme leaves the page where it is', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/users/users');
  await page.evaluate(watch);
  const empty: string[] = [];
  for (const theme of ['Dark', 'Light']) {
    await choose(page, /^Theme/, theme);
    empty.push(...(await noted(page, theme)));
  }
  for (const [button, language] of [
    [/^Language/, '日本語'],
    [/言語/, '中文'],
    [/语言/, 'English'],
  ] as const) {
    await choose(page, button, language);
    empty.push(...(await noted(page, language)));
  }
  expect(empty).toEqual([]);
});

test('another view, also one that has to find its organisation first', async () => {
  const { page } = admin;
  const { body } = await api.post<{ id: string }>('orgs/orgs/', { name: 'Harbour Works' });
  await visit(page, `/ui/console/users/users?oid=${body.id}`);
  await page.evaluate(watch);
  const empty: string[] = [];
  for (const view of ['Workbench', 'Audit', 'Console', 'Workbench']) {
    await choose(page, /^Switch view/, view);
    empty.push(...(await noted(page, view)));
  }
  // A link that names another organisation.
  await goTo(page, `/ui/console/assets/assets?oid=${body.id}`);
  empty.push(...(await noted(page, 'a link into another organisation')));
  expect(empty).toEqual([]);
});
