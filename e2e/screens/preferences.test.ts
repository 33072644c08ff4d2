import { ROLE } from '@postern/contract/ids';
import { createGroup, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// What a person chooses for themselves, in one browser and then in another.

const { postern, browser, api } = productOfFile();

beforeAll(async () => {
  for (let n = 0; n < 20; n += 1) await createGroup(api, { name: `Quay ${n}` });
});

async function desk(username: string): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin });
  await startSession(person.page, username, TEST_PASSWORD);
  return person;
}
const choose = async (page: Page, what: string, choice: string): Promise<void> => {
  const kept = page.waitForResponse((answer) => answer.url().includes('/users/preferences/') && answer.request().method() === 'PATCH');
  await page.getByRole('combobox', { name: what, exact: true }).click();
  await page.locator('.ant-select-item-option', { hasText: choice }).click();
  await kept;
};

test('what a person chooses holds in another browser, in the console and in the terminal', async () => {
  const username = String((await createUser(api, { system_roles: [ROLE.SYSTEM_ADMIN] })).username);
  await confirmTerms(postern.origin, username, TEST_PASSWORD);
  const { page, troubles } = await desk(username);
  await visit(page, '/ui/profile/preferences');
  const problems: string[] = [];
  for (const [colorScheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 390, 844],
    ['light', 390, 844],
    ['dark', 1440, 900],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await shoot(page, `preferences-${colorScheme}-${width}`);
    problems.push(...(await accessibility(page)), ...(await overflow(page)));
  }
  expect(problems).toEqual([]);
  await choose(page, 'Rows on a page', '50');
  await page.locator('.p-palette', { hasText: 'Moss' }).click();
  await page.locator('.p-palette--chosen', { hasText: 'Moss' }).waitFor();
  await choose(page, 'Theme', 'Dark');
  await choose(page, 'Language', '日本語');
  await page.getByRole('heading', { name: '環境設定', level: 1 }).waitFor();
  expect(troubles()).toEqual([]);

  const other = await desk(username);
  await visit(other.page, '/ui/console/users/groups');
  await other.page.getByRole('heading', { name: 'ユーザーグループ', level: 1 }).waitFor();
  expect(await other.page.locator('html').getAttribute('data-theme')).toBe('dark');
  await expect.poll(() => other.page.getByRole('link', { name: /^Quay / }).count()).toBe(20);
  await visit(other.page, '/ui/profile/preferences');
  await other.page.locator('.p-palette--chosen', { hasText: 'モス' }).waitFor();
  await shoot(other.page, 'preferences-ja-dark-1440');
  await other.page.goto(`${postern.origin}/luna/`);
  await other.page.getByRole('button', { name: '設定' }).click();
  await other.page.locator('.p-palette--chosen', { hasText: 'モス' }).waitFor();
  await shoot(other.page, 'preferences-terminal-ja-dark-1440');
  expect(other.troubles()).toEqual([]);
});
