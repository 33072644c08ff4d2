import { rm } from 'node:fs/promises';
import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { keepText, shootNow } from '../support/browser.ts';
import type { DialogPlace } from '../support/dialog-place.ts';
import { DIALOGS } from '../support/dialogs.ts';
import { fillThings } from '../support/filled.ts';
import { accessibility, unnamed } from '../support/inspect.ts';
import { type OwnPages, ownPages } from '../support/own-pages.ts';
import { PATIENCE } from '../support/patience.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { confirmTerms, type SceneHere, startScene } from '../support/scene.ts';
import { drawn, goTo } from '../support/screen-here.ts';
import { connectTo } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// Each dialog by keyboard and by ear, in each of its states: as it opens, with mistakes, filled in, on its way to the server, refused by it. What is sent is
// held here and never arrives, so that the scene stays as it is.

declare const document: { activeElement: { tagName: string; closest: (selector: string) => unknown } | null };

let here: SceneHere;
let pages: OwnPages;
let ids: Readonly<Record<string, string>>;
const pageFor = new Map<string, Page>();

beforeAll(async () => {
  here = await startScene();
  pages = ownPages(here.browser, here.postern);
  const { postern, scene } = here;
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const things = await fillThings(postern.origin, scene, admin);
  for (const username of ['wei', 'ines', 'kenji']) await confirmTerms(postern.origin, username, TEST_PASSWORD);
  const wei = clientOf(await apiOf(postern.origin, 'wei', TEST_PASSWORD));
  await wei.adhocs.create({ name: 'Harbour folder', module: 'shell', args: 'ls {{folder}}' });
  await clientOf(admin).loginAssetAcls.create({
    ...{ name: 'Not Mia', action: 'reject', users: { type: 'ids', ids: [String(things.mia)] }, assets: { type: 'all' } },
    ...{ accounts: ['@ALL'], rules: { ip_group: ['*'] } },
  });
  const page = await pageOf('wei');
  await goTo(page, '/luna/');
  await connectTo(page, 'berlin-web-1');
  await page.keyboard.press('Alt+Shift+D');
  await page.locator('[data-pane]:visible').nth(1).waitFor();
  ids = { ...things, live: await until('the session is listed', PATIENCE.step, () => liveSession(admin)) };
});

afterAll(async () => {
  // The walk of the file manager makes it on the machine.
  await rm('/tmp/Harbour 7', { recursive: true, force: true });
  await pages?.close();
  await here?.stop();
});

const liveSession = async (admin: Api) => (await clientOf(admin).sessions.list({ limit: 1, offset: 0, is_finished: 0 })).results[0]?.id;

async function pageOf(who: string): Promise<Page> {
  const page = pageFor.get(who) ?? (await pages.pageOf(who, who === 'admin' ? ADMIN_PASSWORD : TEST_PASSWORD));
  pageFor.set(who, page);
  return page;
}

const DIALOG = '[role="dialog"]';
/** A drawer takes the focus itself, and its first control with the next Tab. */
const INSIDE = `${DIALOG}, .ant-drawer`;
/** Where a dialog's boxes open their choices. */
const PARTS = `${INSIDE}, .ant-picker-dropdown, .ant-select-dropdown`;
/** Its window with all that is drawn around it. */
const WINDOWS = '.ant-modal, .ant-drawer';
const inDialog = (page: Page): Promise<boolean> => page.evaluate((selector) => !!document.activeElement?.closest(selector), INSIDE);
/** On something that lies behind the dialog; from its ends the keys also go to the window around the page. */
const behind = (page: Page): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.tagName !== 'BODY' && !document.activeElement?.closest(selector), PARTS);
const hasFocus = (part: Locator): Promise<boolean> => part.evaluate((element) => element.contains(document.activeElement as never));
const dialogs = (page: Page): Locator => page.locator(`${DIALOG}:visible`);

async function open(page: Page, place: DialogPlace): Promise<Locator> {
  if (place.opener) {
    await place.opener(page).focus();
    await page.keyboard.press(place.key ?? 'Enter');
  }
  if (place.entry) {
    const entry = page.getByRole('menuitem', { name: place.entry }).first();
    await entry.waitFor();
    // The library gives the focus to the first line of a menu some frames after it is there. Whoever chose another before that would lose it again.
    await until('the menu has the focus', PATIENCE.step, () => hasFocus(page.locator('.ant-dropdown:visible').last()));
    for (let frames = 0; frames < 3; frames += 1) await drawn(page);
    await entry.press('Enter');
  }
  await dialogs(page).first().waitFor();
  await place.onwards?.(page);
  await until('the focus goes into the dialog', PATIENCE.step, () => inDialog(page));
  await page.locator(`${DIALOG} .ant-skeleton, ${DIALOG} .p-skeleton, ${DIALOG} .ant-spin-spinning`).first().waitFor({ state: 'detached' });
  await drawn(page);
  return dialogs(page).last();
}

/** Twelve steps forwards and three back: however many controls it has, its ends are met. */
async function escapes(page: Page): Promise<string[]> {
  const steps = [...Array<string>(12).fill('Tab'), ...Array<string>(3).fill('Shift+Tab')];
  for (const step of steps) {
    await page.keyboard.press(step);
    // For a moment it may: the library sends it back.
    const back = await until('the focus is inside', 5_000, async () => !(await behind(page))).catch(() => false);
    if (!back) return [`${step} leaves it for what lies behind`];
  }
  return [];
}

/** What a dialog sends, held until it is refused. */
async function holdWrites(page: Page): Promise<{ held: () => boolean; refuse: () => Promise<void>; stop: () => Promise<void> }> {
  let routes: Route[] = [];
  const take = (route: Route): Promise<void> => {
    if (route.request().method() === 'GET') return route.continue();
    routes.push(route);
    return Promise.resolve();
  };
  await page.route('**/api/**', take);
  const refuse = async (): Promise<void> => {
    const some = routes;
    routes = [];
    const answer = { status: 400, json: { code: 'invalid', detail: 'Not today.' } };
    await Promise.all(some.map((route) => route.fulfill(answer).catch(() => undefined)));
  };
  return { held: () => routes.length > 0, refuse, stop: () => page.unroute('**/api/**', take) };
}

async function fill(dialog: Locator): Promise<void> {
  const boxes = dialog.locator('input[type="text"]:not([role="combobox"]):not([readonly]), input[type="password"], textarea');
  for (const box of await boxes.all()) {
    if ((await box.isVisible()) && (await box.isEditable()) && (await box.inputValue()) === '') await box.fill('Harbour 7');
  }
}

type Judge = (state: string) => Promise<void>;

const mistakes = (dialog: Locator): Locator => dialog.locator('.ant-form-item-explain-error:visible').first();
const verbOf = (dialog: Locator): Locator => dialog.locator('.ant-btn-primary:visible, .ant-btn-dangerous:visible').last();

/** Presses the button that does what the dialog is for, as it opens and filled in, and has each state judged that it leads to. */
async function press(page: Page, dialog: Locator, judge: Judge): Promise<void> {
  const writes = await holdWrites(page);
  const whither = async () =>
    writes.held() ? 'on its way' : !(await dialog.isVisible()) ? 'closed' : (await mistakes(dialog).isVisible()) ? 'with mistakes' : false;
  try {
    for (const entered of [false, true]) {
      if (entered) {
        await fill(dialog);
        await judge('filled in');
      }
      const verb = verbOf(dialog);
      if (!(await verb.isVisible()) || !(await verb.isEnabled())) continue;
      await verb.press('Enter');
      const led = await until('the button leads somewhere', 4_000, whither).catch(() => 'nowhere');
      if (led === 'closed') return;
      if (led !== 'nowhere') await judge(led);
      if (led !== 'on its way') continue;
      await writes.refuse();
      await drawn(page);
      await judge('refused');
    }
  } finally {
    await writes.refuse();
    await writes.stop();
  }
}

/** Esc, and the question that it may lead to. */
async function leave(page: Page, judge: Judge): Promise<void> {
  for (let dialog = await dialogs(page).count(); dialog > 0; dialog = await dialogs(page).count()) {
    await page.keyboard.press('Escape');
    const after = await until('Esc is answered', PATIENCE.step, async () => {
      const count = await dialogs(page).count();
      return count !== dialog && { count };
    });
    if (after.count < dialog) continue;
    await until('the question has the focus', PATIENCE.step, () => inDialog(page));
    await judge('asked');
    await verbOf(dialogs(page).last()).press('Enter');
    await until('all is closed', PATIENCE.step, async () => (await dialogs(page).count()) === 0);
  }
}

const found: Record<string, string[]> = {};

test.each(DIALOGS.map((place) => [place.file, place] as const))('%s by keyboard and by ear, in all its states', async (file, place) => {
  const page = await pageOf(place.who ?? 'admin');
  const problems: string[] = [];
  const judge: Judge = async (state) => {
    if ((await dialogs(page).count()) === 0) return;
    const wrong = [...(await accessibility(page, 'all', WINDOWS)), ...(await unnamed(dialogs(page).last()))];
    problems.push(...wrong.map((problem) => `${state}: ${problem}`));
  };
  await page.emulateMedia({ colorScheme: DIALOGS.indexOf(place) % 2 === 0 ? 'light' : 'dark' });
  const address = new URL(place.at(ids), here.postern.origin).href;
  if (page.url() !== address) await goTo(page, address);
  await place.before?.(page);
  const dialog = await open(page, place);
  await judge('open');
  if (!place.beside) problems.push(...(await escapes(page)));
  await shootNow(page, `dialog-${file.replaceAll(/^.*\/|\.tsx?$/g, '')}`);
  await press(page, dialog, judge);
  await leave(page, judge);
  const { opener } = place;
  if (opener)
    await until('the focus comes back', PATIENCE.step, () => hasFocus(opener(page))).catch(() => problems.push('the focus is lost'));
  await place.after?.(page);
  found[file] = problems;
  keepText('dialogs.json', JSON.stringify(found, null, 2));
  expect(problems).toEqual([]);
});
