import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shootNow } from '../support/browser.ts';
import { DIALOGS, type DialogPlace } from '../support/dialogs.ts';
import { accessibility, unnamed } from '../support/inspect.ts';
import { type OwnPages, ownPages } from '../support/own-pages.ts';
import { PEOPLE } from '../support/places.ts';
import { type SceneHere, startScene } from '../support/scene.ts';
import { drawn, goTo } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Each dialog by keyboard and by ear, in each of its states: as it opens, with mistakes, filled in, on its way to the server, refused by it. What is sent is
// held here and never arrives, so that the scene stays as it is.

declare const document: { activeElement: { tagName: string; closest: (selector: string) => unknown } | null };

let here: SceneHere;
let pages: OwnPages;
const pageFor = new Map<string, Page>();

beforeAll(async () => {
  here = await startScene();
  pages = ownPages(here.browser, here.postern);
});

afterAll(async () => {
  await pages?.close();
  await here?.stop();
});

async function pageOf(who: keyof typeof PEOPLE): Promise<Page> {
  const page = pageFor.get(who) ?? (await pages.pageOf(who, PEOPLE[who].password));
  pageFor.set(who, page);
  return page;
}

const DIALOG = '[role="dialog"]';
/** Where a dialog's boxes open their choices. */
const PARTS = `${DIALOG}, .ant-picker-dropdown, .ant-select-dropdown`;
const inDialog = (page: Page): Promise<boolean> => page.evaluate((selector) => !!document.activeElement?.closest(selector), DIALOG);
/** On something that lies behind the dialog; from its ends the keys also go to the window around the page. */
const behind = (page: Page): Promise<boolean> =>
  page.evaluate((selector) => document.activeElement?.tagName !== 'BODY' && !document.activeElement?.closest(selector), PARTS);
const hasFocus = (part: Locator): Promise<boolean> => part.evaluate((element) => element.contains(document.activeElement as never));
const dialogOf = (page: Page): Locator => page.locator(`${DIALOG}:visible`).last();

async function open(page: Page, place: DialogPlace): Promise<Locator> {
  const opener = place.opener(page);
  await opener.focus();
  await page.keyboard.press(place.key ?? 'Enter');
  if (place.entry) await page.getByRole('menuitem', { name: place.entry }).first().click();
  await dialogOf(page).waitFor();
  await until('the focus goes into the dialog', 10_000, () => inDialog(page));
  await page.locator(`${DIALOG} .ant-skeleton, ${DIALOG} .p-skeleton, ${DIALOG} .ant-spin-spinning`).first().waitFor({ state: 'detached' });
  await drawn(page);
  return dialogOf(page);
}

/** Twelve steps forwards and three back: however many controls it has, its ends are met. */
async function escapes(page: Page): Promise<string[]> {
  const steps = [...Array<string>(12).fill('Tab'), ...Array<string>(3).fill('Shift+Tab')];
  for (const step of steps) {
    await page.keyboard.press(step);
    if (await behind(page)) return [`${step} leaves it for what lies behind`];
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
  return {
    held: () => routes.length > 0,
    refuse: async () => {
      const some = routes;
      routes = [];
      await Promise.all(
        some.map((route) => route.fulfill({ status: 400, json: { code: 'invalid', detail: 'Not today.' } }).catch(() => undefined)),
      );
    },
    stop: () => page.unroute('**/api/**', take),
  };
}

async function fill(dialog: Locator): Promise<void> {
  const boxes = dialog.locator('input[type="text"]:not([role="combobox"]):not([readonly]), input[type="password"], textarea');
  for (const box of await boxes.all()) {
    if ((await box.isVisible()) && (await box.isEditable()) && (await box.inputValue()) === '') await box.fill('Harbour 7');
  }
}

const mistakes = (dialog: Locator): Locator => dialog.locator('.ant-form-item-explain-error:visible').first();
const verbOf = (dialog: Locator): Locator => dialog.locator('.ant-btn-primary:visible, .ant-btn-dangerous:visible').last();

/** Presses the button that does what the dialog is for, as often as it leads to another state; each is judged. */
async function press(page: Page, dialog: Locator, judge: (state: string) => Promise<void>): Promise<void> {
  const writes = await holdWrites(page);
  try {
    for (const entered of [false, true]) {
      if (entered) {
        if (!(await dialog.isVisible())) return;
        await fill(dialog);
        await judge('filled in');
      }
      const verb = verbOf(dialog);
      if ((await verb.count()) === 0 || !(await verb.isEnabled())) continue;
      await verb.press('Enter');
      const led = await until('the button leads somewhere', 8_000, async () =>
        writes.held() ? 'sent' : !(await dialog.isVisible()) ? 'closed' : (await mistakes(dialog).count()) > 0 ? 'mistakes' : false,
      ).catch(() => 'nowhere');
      if (led === 'closed') return;
      if (led === 'sent') {
        await judge('on its way');
        await writes.refuse();
        await drawn(page);
      }
      if (led !== 'nowhere') await judge(led === 'sent' ? 'refused' : 'with mistakes');
    }
  } finally {
    await writes.refuse();
    await writes.stop();
  }
}

/** Esc, and the question that it may lead to. */
async function leave(page: Page, judge: (state: string) => Promise<void>): Promise<void> {
  for (let question = 0; question < 3; question += 1) {
    const before = await page.locator(`${DIALOG}:visible`).count();
    if (before === 0) return;
    await page.keyboard.press('Escape');
    const after = await until('Esc is answered', 10_000, async () => {
      const count = await page.locator(`${DIALOG}:visible`).count();
      return count !== before && { count };
    });
    if (after.count < before) continue;
    await until('the question has the focus', 10_000, () => inDialog(page));
    await judge('asked');
    await verbOf(dialogOf(page)).press('Enter');
    await until('all is closed', 10_000, async () => (await page.locator(`${DIALOG}:visible`).count()) === 0);
  }
}

test.each(DIALOGS)('$file by keyboard and by ear, in all its states', async (place) => {
  const page = await pageOf(place.who ?? 'admin');
  const problems: string[] = [];
  const judge = async (state: string): Promise<void> => {
    const found = [...(await accessibility(page)), ...(await unnamed(dialogOf(page)))];
    problems.push(...found.map((problem) => `${state}: ${problem}`));
  };
  await page.emulateMedia({ colorScheme: DIALOGS.indexOf(place) % 2 === 0 ? 'light' : 'dark' });
  await goTo(page, place.at(here.scene.ids));
  await place.before?.(page);
  await open(page, place);
  await shootNow(page, `dialog-${place.file.replaceAll(/^.*\/|\.tsx?$/g, '')}`);
  await judge('open');
  problems.push(...(await escapes(page)));
  await leave(page, judge);
  await until('the focus comes back', 10_000, () => hasFocus(place.opener(page))).catch(() => problems.push('the focus is lost'));
  const again = await open(page, place);
  await press(page, again, judge);
  await leave(page, judge);
  expect(problems).toEqual([]);
});
