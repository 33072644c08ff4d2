import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { newPerson, type Person, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { EXCUSES, type Excuse, findings } from '../support/inspect.ts';
import { PEOPLE, type Place } from '../support/places.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import { drawn, goTo } from '../support/screen-here.ts';

// What somebody makes of a screen after it is there: the states of a list, one after the other, and a screen of each kind, in three languages. Counted is
// what axe calls moderate, too, and the rules of good practice beside those of WCAG. Nothing here is found by words, which differ.

const { postern, browser, scene } = sceneOfFile();

/** A screen of each kind, by who sees it: a list, a page, a form, a dashboard, settings; a recording; a terminal. */
const KINDS = {
  admin: ['dashboard', 'assets', 'user-detail', 'user-update', 'settings-security'],
  audra: ['replay'],
  mia: ['terminal'],
} as const;

/** Looks of the languages, so that both themes are met. */
const LANGUAGES = [
  ['en-GB', 'light'],
  ['zh-CN', 'dark'],
  ['ja', 'light'],
] as const;

/** A state of a list, how it comes about from the one before, and the part that shows that it is there. */
type State = readonly [name: string, reach: (page: Page) => Promise<unknown>, shows: string];

const press = (key: string) => (page: Page) => page.keyboard.press(key);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
const MENU = '.ant-dropdown:not(.ant-dropdown-hidden) [role="menuitem"]';
/** Closes what is open, and waits until it is gone. */
const away =
  (part: string, then: (page: Page) => Promise<unknown>) =>
  async (page: Page): Promise<void> => {
    await page.keyboard.press('Escape');
    await page.locator(`${part}:visible`).first().waitFor({ state: 'hidden' });
    await then(page);
  };

const STATES: readonly State[] = [
  [
    'a row has the focus',
    async (page) => {
      await page.locator('tr[data-row-key]').first().focus();
      await page.keyboard.press('ArrowDown');
    },
    'tr[data-row-key]:focus',
  ],
  ['a row is ticked', press('Space'), 'tr.is-selected'],
  ['the menu of many rows', click('.s-toolbar-start [aria-haspopup="menu"]'), MENU],
  ['the menu of a row', away(MENU, click('td.s-actions [aria-haspopup="menu"]')), MENU],
  ['the menu of a column', away(MENU, click('.s-funnel')), '.s-choices-box'],
  ['fields to filter by', away('.s-choices-box', click('.s-search-funnel')), '.s-filter .s-filter-item'],
  ['values to filter by', click('.s-filter .s-filter-item:has(svg)'), '.s-filter-back'],
  ['the search with its help', away('.s-filter', click('.s-search input')), '.s-syntax'],
  ['what completes the search', (page) => page.keyboard.type('e'), '.s-suggestions [role="option"]'],
  [
    'a row beside the list',
    away('.s-suggestions', async (page) => {
      await page.locator('.s-search input').fill('');
      await page.locator('tr[data-row-key]').nth(2).locator('td').nth(3).click();
    }),
    '.s-preview .p-facts',
  ],
];

const excused = new Set<Excuse>();

async function look(page: Page, name: string): Promise<string[]> {
  await drawn(page);
  const looked = await findings(page, 'good');
  for (const one of looked.excused) excused.add(one);
  await shootNow(page, `state-${name.replaceAll(' ', '-')}`);
  return looked.problems.map((problem) => `${name}: ${problem}`);
}

async function enter(username: keyof typeof KINDS, locale: string, colorScheme: 'light' | 'dark'): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin, locale, colorScheme });
  await startSession(person.page, username, PEOPLE[username].password);
  return person;
}

describe.each(LANGUAGES)('%s, %s', (language, colours) => {
  test('every state of a list', async () => {
    const { page, close } = await enter('admin', language, colours);
    await goTo(page, '/ui/console/users/users');
    const problems: string[] = [];
    for (const [name, reach, shows] of STATES) {
      await reach(page);
      await page.locator(`${shows}:visible`).first().waitFor();
      problems.push(...(await look(page, `${language} ${name}`)));
    }
    await close();
    expect(problems).toEqual([]);
  });

  test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('a screen of each kind, of %s', async (username) => {
    const { page, close } = await enter(username, language, colours);
    const places: readonly Place[] = PEOPLE[username].places(scene);
    const kinds: readonly string[] = KINDS[username];
    const wanted = places.filter(([name]) => kinds.includes(name));
    expect(wanted).toHaveLength(kinds.length);
    const problems: string[] = [];
    for (const [name, address] of wanted) {
      await goTo(page, address);
      problems.push(...(await look(page, `${language} ${name}`)));
    }
    await close();
    expect(problems).toEqual([]);
  });
});

test('on a phone, where tabs and tables do not fit', async () => {
  const { page, close } = await enter('admin', 'en-GB', 'light');
  await page.setViewportSize({ width: 390, height: 844 });
  const problems: string[] = [];
  for (const address of ['/ui/settings/auth', '/ui/profile/key']) {
    await goTo(page, address);
    problems.push(...(await look(page, `phone ${address.slice(4).replaceAll('/', ' ')}`)));
  }
  await close();
  expect(problems).toEqual([]);
});

test('what is excused is still found somewhere', () => {
  expect(EXCUSES.filter((one) => !excused.has(one))).toEqual([]);
});
