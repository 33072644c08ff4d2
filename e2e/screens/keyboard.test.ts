import { addressOf } from '@postern/client/api';
import type { Json } from '@postern/testkit/api';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, startBrowser } from '../support/browser.ts';
import { type OwnPages, ownPages } from '../support/own-pages.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, see } from '../support/terminal.ts';

// A day without a mouse: everything below is done by keys, and the address bar.

declare const document: { activeElement: unknown; getElementById: (id: string) => { textContent: string | null } | null };

const ASSET = 'quay';
const REQUEST = 'Quay at night';

let scene: NativeScene;
let browser: Browser;
let pages: OwnPages;
/** Somebody who works on machines. */
let worker: Page;
/** Somebody who decides and watches. */
let keeper: Page;

beforeAll(async () => {
  [scene, browser] = await Promise.all([setNativeScene(ASSET), startBrowser()]);
  const { api, host, postern, sshd } = scene;
  pages = ownPages(browser, postern);
  const mia = await createUser(api, { username: 'mia', name: 'Mia Brandt' });
  await createPermission(api, { name: 'Mia onto the quay', users: [mia.id], assets: [host.id] });
  await confirmTerms(postern.origin, 'mia', TEST_PASSWORD);
  await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
  const now = Date.now();
  const asked = await (await apiOf(postern.origin, 'mia', TEST_PASSWORD)).post<Json>(addressOf('applyAssetTickets', 'open'), {
    title: REQUEST,
    org_id: host.org_id,
    apply_assets: [host.id],
    apply_accounts: [sshd.user],
    apply_date_start: new Date(now).toISOString(),
    apply_date_expired: new Date(now + 86_400_000).toISOString(),
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
});
afterAll(async () => {
  await pages?.close();
  await browser?.close();
  await scene?.stop();
});

const hasFocus = (part: Locator): Promise<boolean> => part.evaluate((element) => element === document.activeElement);
const focused = (page: Page, part: Locator): Promise<void> => part.and(page.locator(':focus')).waitFor();

/** Goes on with a key until a part has the focus, as whoever has no mouse does. */
async function reach(page: Page, part: Locator, key = 'Tab'): Promise<void> {
  await part.waitFor();
  for (let step = 0; step < 80; step += 1) {
    if (await hasFocus(part)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`80 times ${key} do not lead to ${part}`);
}

async function enter(page: Page, part: Locator, key?: string): Promise<void> {
  await reach(page, part, key);
  await page.keyboard.press('Enter');
}

const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true }).first();

async function logInByKeys(username: string, password: string): Promise<Page> {
  const page = await pages.newPage();
  await visit(page, '/ui/');
  for (const [label, text] of [
    ['Username', username],
    ['Password', password],
  ] as const) {
    await reach(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ui/**');
  return page;
}

async function openByKeys(page: Page): Promise<void> {
  await visit(page, '/luna/');
  await reach(page, page.getByRole('textbox', { name: /^Search/ }).first());
  await page.keyboard.type(ASSET);
  await page.getByRole('treeitem', { name: ASSET }).waitFor();
  await page.keyboard.press('ArrowDown');
  const tree = page.getByRole('tree');
  await focused(page, tree);
  // The tree has the focus and says which of its lines is meant.
  const meant = () => tree.evaluate((part) => document.getElementById(part.getAttribute('aria-activedescendant') ?? '')?.textContent);
  for (let step = 0; step < 20 && !(await meant())?.includes(ASSET); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await focused(page, button(page.getByRole('dialog', { name: `Connect to ${ASSET}` }), 'Connect'));
  await page.keyboard.press('Enter');
  await atPrompt(page);
}

test('somebody logs in, finds a machine, works on it, leaves its terminal and closes it', async () => {
  worker = await logInByKeys('mia', TEST_PASSWORD);
  await openByKeys(worker);
  await worker.keyboard.type('echo by-keys-$((40+2))\n');
  await see(worker, 'by-keys-42');
  await worker.keyboard.press('Alt+Shift+L');
  const tab = worker.getByRole('tab', { name: ASSET });
  await focused(worker, tab);
  await worker.keyboard.press('Alt+Shift+X');
  await enter(worker, button(worker.getByRole('dialog', { name: `End the session ${ASSET}?` }), 'End session'));
  await tab.waitFor({ state: 'detached' });
});

test('somebody approves what was asked for', async () => {
  keeper = await logInByKeys('admin', ADMIN_PASSWORD);
  await visit(keeper, '/ui/tickets/assigned-tickets');
  await enter(keeper, keeper.getByRole('link', { name: REQUEST }));
  await enter(keeper, button(keeper, 'Approve'));
  await keeper.getByText('This ticket is finished').waitFor();
});

test('somebody watches a session and ends it, and its owner reads why', async () => {
  await openByKeys(worker);
  await worker.keyboard.type('echo watched-$((40+2))\n');
  await visit(keeper, '/ui/audit/sessions/sessions');
  await reach(keeper, button(keeper.getByRole('row').filter({ hasText: ASSET }), 'Monitor'));
  const [watching] = await Promise.all([keeper.waitForEvent('popup'), keeper.keyboard.press('Enter')]);
  await see(watching, 'watched-42');
  // Here, too, Tab is the terminal's.
  await watching.keyboard.press('Alt+Shift+L');
  await enter(watching, button(watching, 'End'));
  await focused(watching, watching.getByRole('textbox', { name: 'Reason' }));
  await watching.keyboard.type('Enough for today');
  await watching.keyboard.press('Enter');
  await worker
    .getByText(/This session was ended by/)
    .first()
    .waitFor();
  await worker.getByText('Enough for today').first().waitFor();
});
