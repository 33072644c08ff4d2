import { TEST_PASSWORD } from '@postern/testkit/factories';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import { drawn, goTo, visit } from '../support/screen-here.ts';
import { isMarked, isSeen, unseenFocus } from '../support/seen.ts';
import { atPrompt, connectTo, typeLine } from '../support/terminal.ts';

// As own-ways.test.ts, where most of a day is spent: the log-in page, a terminal with open sessions, a recording, a dialog, lists of evidence, a tree.

const { postern, browser, scene } = sceneOfFile();

interface Screen {
  name: string;
  who?: 'admin' | 'mia' | 'audra';
  /** Goes there, and on to the state that is looked at. */
  reach: (page: Page) => Promise<unknown>;
  /** Where the walk with Tab begins, when it is not the page. */
  from?: (page: Page) => Locator;
  /** Parts without which nobody could work there. */
  parts: readonly string[];
  /** A part that is to be read, and how high it is at least, in pixels. */
  least?: readonly [part: string, height: number];
  /** What lies over the page, and has an edge. */
  over?: string;
  /** Classes that stand for a state which is told apart. */
  states?: readonly string[];
}

// This runs in the page.
declare const getComputedStyle: (element: unknown) => { outlineStyle: string };
const hasEdge = (element: unknown): boolean => getComputedStyle(element).outlineStyle === 'solid';

const ASSETS = '/ui/console/assets/assets';

const SCREENS: readonly Screen[] = [
  { name: 'login', reach: (page) => visit(page, '/core/auth/login/'), parts: ['#username', 'button[type="submit"]'] },
  {
    name: 'terminal',
    who: 'mia',
    async reach(page) {
      await visit(page, '/luna/');
      const toggle = page.getByRole('button', { name: 'Show assets' }).first();
      if (await toggle.isVisible()) await toggle.click();
      await connectTo(page, 'berlin-web-1');
      await typeLine(page, 'ls --color /');
      await page.keyboard.press('Alt+Shift+D');
      await page.locator('.pt-tab').nth(1).waitFor();
      await atPrompt(page);
    },
    from: (page) => page.locator('.pt-header button').first(),
    parts: ['[data-testid="terminal"] .xterm-rows', '.pt-header button', '.pt-status', '.pt-tab'],
    states: ['pt-tab--active', 'pt-slot--active'],
  },
  {
    name: 'player',
    who: 'audra',
    reach: (page) => visit(page, `/luna/replay/${scene.ids.session}`),
    parts: ['.pt-player-bar button', '[role="slider"]', '.pt-facts h1'],
    least: ['.pt-player-screen', 220],
  },
  {
    name: 'audit-list',
    who: 'audra',
    async reach(page) {
      await goTo(page, '/ui/audit/sessions/sessions?activeTab=OfflineList');
      await page.locator('tr[data-row-key]').first().waitFor();
    },
    parts: ['.s-search input', 'tr[data-row-key]'],
    states: ['menu__item--active', 'tab--active'],
  },
  {
    name: 'tree',
    who: 'admin',
    async reach(page) {
      await goTo(page, ASSETS);
      const toggle = page.locator('.s-tree-toggle');
      if (await toggle.isVisible()) await toggle.click();
      await page.locator('.ant-tree-treenode', { hasText: 'Berlin' }).locator('.s-tree-name').click();
      await page.locator('.ant-tree-node-selected').waitFor();
    },
    parts: ['[role="tree"]', '.ant-tree-treenode'],
    states: ['ant-tree-node-selected'],
  },
  {
    name: 'row-beside',
    who: 'admin',
    async reach(page) {
      await goTo(page, '/ui/console/users/users');
      await page.locator('tr[data-row-key]').nth(1).locator('td').nth(3).click();
      await page.locator('.s-preview .p-facts').waitFor();
    },
    parts: ['.s-preview .p-facts', '.s-preview button'],
    states: ['is-looked'],
  },
  {
    name: 'dialog',
    who: 'admin',
    async reach(page) {
      await goTo(page, '/ui/console/users/users');
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('dialog').waitFor();
    },
    over: '.ant-modal-container',
    parts: ['.ant-modal-title, [role="dialog"] h2', '[role="dialog"] .ant-checkbox', '[role="dialog"] .ant-btn-primary'],
  },
];

async function walk(
  options: Partial<Parameters<typeof newPerson>[1]>,
  look: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const problems: string[] = [];
  const pages = new Map<string, Page>();
  const leave: (() => Promise<void>)[] = [];
  for (const screen of SCREENS) {
    const who = screen.who ?? 'nobody';
    let page = pages.get(who);
    if (!page) {
      const person = await newPerson(browser, { origin: postern.origin, ...options });
      leave.push(person.close);
      page = person.page;
      pages.set(who, page);
      if (screen.who) await startSession(page, who, who === 'admin' ? ADMIN_PASSWORD : TEST_PASSWORD);
    }
    await screen.reach(page);
    await drawn(page);
    problems.push(...(await look(page, screen)).map((problem) => `${screen.name}: ${problem}`));
  }
  for (const close of leave) await close();
  return problems;
}

test('in colours that the system chose, what is chosen, open or on is told apart, and the focus is seen', async () => {
  const problems = await walk({ forcedColors: 'active', colorScheme: 'dark' }, async (page, { name, from, parts, over, states = [] }) => {
    await shootNow(page, `forced-colours-${name}`);
    const found: string[] = [];
    for (const part of parts) if (!(await isSeen(page.locator(`${part}:visible`).first()))) found.push(`${part} is not seen`);
    for (const state of states)
      if (!(await isMarked(page.locator(`.${state}:visible`).first(), state))) found.push(`${state} is not told apart`);
    if (over && !(await page.locator(over).evaluate(hasEdge))) found.push(`${over} has no edge`);
    await from?.(page).focus();
    return [...found, ...(await unseenFocus(page)).map((part) => `the focus on ${part} is not seen`)];
  });
  expect(problems).toEqual([]);
});

test('enlarged twice, nothing is out of reach, and nothing but tables goes sideways', async () => {
  const size = { width: 720, height: 450 };
  const problems = await walk({ viewport: size, deviceScaleFactor: 2 }, async (page, { name, parts, least }) => {
    await shootNow(page, `enlarged-${name}`);
    const found = await overflow(page);
    if (least && ((await page.locator(least[0]).boundingBox())?.height ?? 0) < least[1]) found.push(`${least[0]} is too low to be read`);
    for (const part of parts) {
      const shown = page.locator(`${part}:visible`).first();
      if ((await shown.count()) === 0) {
        found.push(`${part} is hidden`);
        continue;
      }
      await shown.scrollIntoViewIfNeeded();
      const box = await shown.boundingBox();
      if (!box || box.x < 0 || box.x > size.width || box.y < 0 || box.y > size.height - 10) found.push(`${part} is out of sight`);
    }
    return found;
  });
  expect(problems).toEqual([]);
});
