import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, shoot, startBrowser } from '../support/browser.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { type OwnPages, ownPages } from '../support/own-pages.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { connectTo, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// The web terminal by keyboard and for screen readers, on a real sshd.

const ASSET = 'quay';

let scene: NativeScene;
let browser: Browser;
let pages: OwnPages;
let page: Page;

beforeAll(async () => {
  [scene, browser] = await Promise.all([setNativeScene(ASSET), startBrowser()]);
  pages = ownPages(browser, scene.postern);
  await confirmTerms(scene.postern.origin, 'admin', ADMIN_PASSWORD);
  page = await pages.pageOf('admin', ADMIN_PASSWORD, 'en-GB');
  await visit(page, '/luna/');
  await connectTo(page, ASSET);
});
afterAll(async () => {
  await pages?.close();
  await browser?.close();
  await scene?.stop();
});

const focused = (on: Page, selector: string): Promise<void> => on.locator(selector).and(on.locator(':focus')).waitFor();
const inTerminal = (on: Page): Promise<void> => focused(on, '[data-testid="terminal"]:visible textarea');
const fine = async (on: Page) => expect([...(await accessibility(on)), ...(await overflow(on))]).toEqual([]);

test('a key leaves the terminal, which keeps Tab for itself, and another goes back; the terminal says so', async () => {
  await inTerminal(page);
  expect(await page.locator('[data-testid="terminal"]:visible textarea').getAttribute('aria-description')).toContain('Alt+Shift+L');
  await page.keyboard.press('Tab');
  await inTerminal(page);
  await page.keyboard.press('Alt+Shift+L');
  await focused(page, '[role="tab"]');
  await page.keyboard.press('Alt+Shift+K');
  await inTerminal(page);
});

test('a key turns the mode for screen readers on: it is said, the lines can be read, and it holds the next time', async () => {
  await typeLine(page, 'clear; echo lines-to-$((40+2))');
  await see(page, /^lines-to-42/m);
  const lines = page.locator('.xterm-accessibility').getByText('lines-to-42', { exact: true });
  expect(await lines.count()).toBe(0);
  await page.keyboard.press('Alt+Shift+R');
  await page.getByRole('status').getByText('Reader mode is on.').waitFor();
  await lines.waitFor({ state: 'attached' });
  await inTerminal(page);
  await until('it is kept', 20_000, async () => {
    const { body } = await scene.api.get<{ screen_reader: boolean | null }>('/api/v1/users/preferences/');
    return body.screen_reader === true;
  });

  const window = await pages.pageOf('admin', ADMIN_PASSWORD, 'en-GB');
  await visit(window, `/luna/connect?login_to=${scene.host.id}&type=asset`);
  await window.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
  await see(window, /[#$%>]\s*$/);
  await typeLine(window, 'clear; echo in-a-$((1+1))');
  await window.locator('.xterm-accessibility').getByText('in-a-2', { exact: true }).waitFor({ state: 'attached' });
  // There are no tabs: the bar below the terminal takes the focus.
  await window.keyboard.press('Alt+Shift+L');
  await focused(window, '.pt-status button');
  await window.keyboard.press('Alt+Shift+K');
  await inTerminal(window);
  await window.keyboard.press('Alt+Shift+R');
  await window.getByRole('status').getByText('Reader mode is off.').waitFor();
  await window.locator('.xterm-accessibility').waitFor({ state: 'detached' });
});

test('the menu of a tab has the mode, by keys too', async () => {
  await page.keyboard.press('Alt+Shift+L');
  await page.keyboard.press('Shift+F10');
  const item = page.getByRole('menuitem', { name: 'Reader mode' });
  await item.waitFor();
  expect(await item.textContent()).toBe('✓ Reader mode');
  await item.click();
  await page.getByRole('status').getByText('Reader mode is off.').waitFor();
  await page.locator('.xterm-accessibility').waitFor({ state: 'detached' });
});

test('which rule ends the session when is opened by keys and by a finger, in words', async () => {
  const ends = page.getByRole('button', { name: /^When this session ends/ });
  const idle = page.getByRole('tooltip').getByText('It ends when nothing was typed for 30 minutes.');
  for (const [width, theme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: theme });
    // On phones the assets lie over the session until one is chosen.
    if (width < 768) await page.getByRole('banner').getByRole('button', { name: 'Hide assets' }).click();
    await ends.focus();
    await page.keyboard.press('Enter');
    await idle.waitFor();
    await page.getByRole('tooltip').getByText('Your permission ends on').waitFor();
    const box = await page.getByRole('tooltip').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
    await fine(page);
    await shoot(page, `terminal-ends-${width}`);
    await page.keyboard.press('Escape');
    await idle.waitFor({ state: 'hidden' });
    await ends.click();
    await idle.waitFor();
    await ends.click();
    await idle.waitFor({ state: 'hidden' });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test.each([
  ['en-GB', 1440, 'light', 'Help', 'Help with the terminal', 'The web terminal', 'Leave by keyboard'],
  ['ja-JP', 390, 'dark', 'ヘルプ', 'ターミナルのヘルプ', 'Webターミナル', 'キーボードで離れる'],
] as const)(
  'help opens the page of the manual about the terminal (%s, %s px, %s)',
  async (locale, width, theme, help, item, title, heading) => {
    const reader = await pages.pageOf('admin', ADMIN_PASSWORD, locale);
    await reader.emulateMedia({ colorScheme: theme });
    await reader.setViewportSize({ width, height: 844 });
    await visit(reader, '/luna/');
    await reader.getByRole('button', { name: help, exact: true }).click();
    await reader.getByRole('menuitem', { name: item }).click();
    const manual = reader.getByRole('dialog', { name: title });
    await manual.getByRole('heading', { name: heading }).waitFor();
    await fine(reader);
    await shoot(reader, `terminal-manual-${locale}`);
    await reader.keyboard.press('Escape');
    await manual.waitFor({ state: 'detached' });
  },
);
