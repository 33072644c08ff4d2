import { forThisFile } from '@postern/testkit/for-this-file';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, type Person, shoot, shootNow } from '../support/browser.ts';
import { logIn, startSession } from '../support/console.ts';
import { fillScene } from '../support/filled.ts';
import { accessibility, overflow, unnamed } from '../support/inspect.ts';
import { PEOPLE } from '../support/places.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import { goTo, visit } from '../support/screen-here.ts';

// Every screen a person can reach, in both themes and two widths: each has one picture of each, every other one the other two. A screen fails on errors of its scripts, on serious
// findings of axe, when a control of it has no name that can be read out, and when it scrolls sideways on a phone. The pictures are kept to be looked at.

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const { postern, browser, scene } = sceneOfFile();

async function enter(username: keyof typeof PEOPLE): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin });
  await startSession(person.page, username, PEOPLE[username].password);
  return person;
}

type Look = readonly ['light' | 'dark', typeof WIDE, string];
const LOOKS: Readonly<Record<'even' | 'odd', readonly Look[]>> = {
  even: [
    ['light', WIDE, 'light-1440'],
    ['dark', PHONE, 'dark-390'],
  ],
  odd: [
    ['dark', WIDE, 'dark-1440'],
    ['light', PHONE, 'light-390'],
  ],
};

/** The page that stands in the place of one which is not there, failed, or may not be opened: a picture of it is none of the screen. */
const refusals = async (page: Page, name: string): Promise<string[]> =>
  name !== 'not-found' && (await page.locator('.error-page').count()) > 0 ? ['an error stands in its place'] : [];

/**
 * Both themes and both widths of a page that is here, wide and in the first theme. A theme that changes draws everything anew, so the next page
 * begins with the one this ends with.
 */
async function looks(page: Page, name: string, at: number, some = at % 2 === 0 ? LOOKS.even : LOOKS.odd): Promise<string[]> {
  const problems: string[] = [];
  for (const [colorScheme, size, label] of some) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await (size === WIDE ? shootNow : shoot)(page, `${name}-${label}`);
    if (size === PHONE) problems.push(...(await overflow(page)).map((problem) => `${label}: ${problem}`));
    problems.push(...(await accessibility(page)).map((problem) => `${label}: ${problem}`));
  }
  await page.setViewportSize(WIDE);
  return problems;
}

describe('every screen', () => {
  for (const username of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) {
    test(`of ${username} stands in both themes and widths`, async () => {
      const person = await enter(username);
      const problems: string[] = [];
      for (const [at, [name, address]] of PEOPLE[username].places(scene).entries()) {
        await goTo(person.page, address);
        const found = [
          ...(await refusals(person.page, name)),
          ...(await unnamed(person.page.locator('main').first())),
          ...(await looks(person.page, name, at)),
          ...person.troubles().filter((trouble) => name !== 'not-found' || !trouble.includes('404')),
        ];
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      await person.close();
      expect(problems).toEqual([]);
    });

    test(`of ${username} that the menu offers is on the list of this walk`, async () => {
      const person = await enter(username);
      const { page } = person;
      const walked = new Set(Object.values(PEOPLE).flatMap(({ places }) => places(scene).map(([, address]) => address.split('?')[0])));
      const offered = new Set<string>();
      for (const view of ['console/dashboard', 'audit/dashboard', 'workbench/home', 'settings', 'profile/info']) {
        await goTo(page, `/ui/${view}`);
        const menu = page.getByRole('navigation', { name: 'Menu' });
        const take = async (): Promise<void> => {
          for (const link of await menu.getByRole('link').all())
            offered.add(new URL((await link.getAttribute('href')) ?? '', page.url()).pathname);
        };
        await take();
        // Opening one part may close another, so each is read while it is open.
        for (const part of await menu.getByRole('button').allTextContents()) {
          const button = menu.getByRole('button', { name: part, exact: true });
          if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
          await take();
        }
      }
      await person.close();
      expect(offered.size).toBeGreaterThan(1);
      expect([...offered].filter((path) => !walked.has(path) && !walked.has(path.replace(/\/$/, '')))).toEqual([]);
    });
  }
});

describe('an object of each sort', () => {
  const filled = forThisFile(async () => fillScene(postern.origin, scene, await apiOf(postern.origin, 'admin', ADMIN_PASSWORD)));

  test.each(['admin', 'mia'] as const)('has its pages, of %s, in one look each', async (username) => {
    const person = await enter(username);
    const problems: string[] = [];
    for (const [at, [name, address]] of filled[username].entries()) {
      await goTo(person.page, address);
      const one = (at % 2 === 0 ? LOOKS.even : LOOKS.odd)[Math.floor(at / 2) % 2];
      // Nobody is there who would say which regions there are.
      const unasked = (trouble: string): boolean => name === 'sync-task-update' && trouble.includes('/xpack/cloud/regions/');
      const found = [
        ...(await refusals(person.page, name)),
        ...(await unnamed(person.page.locator('main').first())),
        ...(await looks(person.page, name, at, one ? [one] : [])),
        ...person.troubles().filter((trouble) => !unasked(trouble)),
      ];
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    }
    await person.close();
    expect(problems).toEqual([]);
  });
});

describe('the login page', () => {
  test('stands in both themes and widths', async () => {
    const person = await newPerson(browser, { origin: postern.origin });
    await visit(person.page, '/core/auth/login/');
    const problems = [...(await looks(person.page, 'login', 0)), ...(await looks(person.page, 'login', 1))];
    expect([...problems, ...person.troubles()]).toEqual([]);
    await logIn(person.page, 'admin', 'wrong');
    await person.page.locator('[aria-live="assertive"]').filter({ hasText: /./ }).waitFor();
    await shoot(person.page, 'login-refused');
    await person.close();
  });
});
