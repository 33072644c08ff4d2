import { createAccount, createHost, createUser } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson, shoot } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit } from '../support/screen-here.ts';

// A row looked at beside its list, with a real mouse: what is pressed once, twice, dragged over, and with the middle button.

const USERS = '/ui/console/users/users';
const { postern, browser, api, administrator } = productOfFile();
const admin = administrator();

beforeAll(async () => {
  for (const name of ['Anna', 'Bea', 'Cleo']) {
    await createUser(api, { username: name.toLowerCase(), name, comment: `Comes on Mondays, ${name}` });
    const host = await createHost(api, { name: `${name}'s machine`, address: `10.0.0.${name.length}` });
    await createAccount(api, String(host.id), { name: `key to ${name}`, username: 'root' });
  }
});

const cell = (page: Page, text: string) => page.locator('tr[data-row-key] td', { hasText: text }).last();
const preview = (page: Page, name: string) => page.getByRole('complementary', { name: `Preview of ${name}` });
const selected = (page: Page) => page.evaluate('String(getSelection())') as Promise<string>;

async function open(page: Page, address = `${USERS}?order=username`): Promise<void> {
  await visit(page, address);
  await page.locator('tr[data-row-key]').first().waitFor();
  await screenHere(page);
}

test('one press shows the row, Esc gives the list its room and its focus back; the page itself is a press further', async () => {
  const { page } = admin;
  await open(page);
  await cell(page, 'bea@').click();
  await preview(page, 'Bea').getByText('Comes on Mondays, Bea').waitFor();
  expect(await bothLooks(page, 'row-preview')).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await preview(page, 'Bea').getByText('Comes on Mondays, Bea').waitFor();
  await page.keyboard.press('ArrowDown');
  await preview(page, 'Cleo').getByText('Comes on Mondays, Cleo').waitFor();
  await page.keyboard.press('Escape');
  await preview(page, 'Cleo').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Cleo');
  await cell(page, 'anna@').click();
  await preview(page, 'Anna').getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'Anna', exact: true }).waitFor();
});

test('a double click selects the word that was pointed at, and a drag what it went over', async () => {
  const { page } = admin;
  await open(page);
  await page.getByRole('cell', { name: 'bea', exact: true }).dblclick({ position: { x: 22, y: 22 } });
  expect((await selected(page)).trim()).toBe('bea');
  const box = (await cell(page, 'cleo@').boundingBox()) ?? { x: 0, y: 0, height: 0, width: 0 };
  await page.mouse.move(box.x + 14, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await selected(page)).toContain('cleo');
  // What a plain press does comes after both.
  await cell(page, 'anna@').click();
  await preview(page, 'Anna').waitFor();
  expect(new URL(page.url()).searchParams.has('preview')).toBe(true);
});

test('the middle button opens the row’s page in a tab, on its name and beside it, and leaves the list alone', async () => {
  const { page } = admin;
  await open(page);
  for (const target of [cell(page, 'bea@'), page.getByRole('link', { name: 'Bea', exact: true })]) {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), target.click({ button: 'middle' })]);
    await tab.waitForURL(/\/users\/users\/[0-9a-f-]{36}/);
    await tab.close();
  }
  expect(await page.getByRole('complementary', { name: /^Preview/ }).count()).toBe(0);
});

test('beside a tree, in the dark and in Japanese; and between phone and desk it lies over the list', async () => {
  const person = await newPerson(browser, { origin: postern.origin, colorScheme: 'dark', locale: 'ja-JP' });
  const { page } = person;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await open(page, '/ui/console/assets/assets');
  await page.getByRole('row', { name: "Bea's machine" }).getByRole('cell', { name: 'Linux' }).click();
  await page.locator('.s-preview .p-facts').waitFor();
  await shoot(page, 'row-preview-assets-ja');
  expect(await accessibility(page)).toEqual([]);
  await page.setViewportSize({ width: 1000, height: 800 });
  await shoot(page, 'row-preview-over-ja');
  expect(await overflow(page)).toEqual([]);
  await person.close();
});

test('accounts, whose list keeps its state to itself, are looked at as well; another page of it closes the look', async () => {
  const { page } = admin;
  await open(page, '/ui/console/accounts/accounts');
  const before = page.url();
  await page.getByRole('row', { name: 'key to Bea' }).getByRole('cell', { name: 'root' }).click();
  await preview(page, 'key to Bea').locator('.p-facts').waitFor();
  expect(page.url()).toBe(before);
  await page.keyboard.press('ArrowUp');
  await page.getByRole('complementary', { name: /^Preview of key to (Anna|Cleo)/ }).waitFor();
  const search = page.getByRole('combobox', { name: 'Search', exact: true });
  await search.fill('Cleo');
  await search.press('Enter');
  await page.getByRole('complementary', { name: /^Preview/ }).waitFor({ state: 'detached' });
});

test('on a phone it comes up from below and goes back by itself', async () => {
  const phone = await newPerson(browser, { origin: postern.origin, viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = phone;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, USERS);
  await page.locator('.s-card', { hasText: 'Bea' }).locator('dd').first().tap();
  const sheet = page.getByRole('dialog', { name: 'Bea' });
  await sheet.getByText('Comes on Mondays, Bea').waitFor();
  await shoot(page, 'row-preview-phone');
  expect(await accessibility(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await sheet.waitFor({ state: 'hidden' });
  await phone.close();
});
