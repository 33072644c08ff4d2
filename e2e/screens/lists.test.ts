import { readFile } from 'node:fs/promises';
import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newPerson, shoot } from '../support/browser.ts';
import { rowOf, startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// The list screen on five hundred people: filters, views, columns, selection and bulk changes, by mouse, keyboard and finger.

const ADDRESS = '/ui/console/users/users';
const PEOPLE = 510;

const { postern, browser, api: own, administrator } = productOfFile();
const admin = administrator({ acceptDownloads: true });
let api: Api;

beforeAll(async () => {
  api = own.inOrg(ORG.DEFAULT);
  const group = await createGroup(api, { name: 'Harbour' });
  for (let from = 0; from < PEOPLE; from += 102) {
    const some = Array.from({ length: 102 }, (_, index) => {
      const number = String(from + index).padStart(3, '0');
      const groups = from + index < 20 ? [group.id] : [];
      return { name: `Person ${number}`, username: `person${number}`, email: `person${number}@example.test`, groups };
    });
    const made = await api.post('users/users/', some);
    if (made.status !== 201) throw new Error(`No people: ${made.status} ${JSON.stringify(made.body).slice(0, 300)}`);
  }
  // The first of them would be a formula in a spreadsheet.
  const { body } = await api.get<Json>('users/users/', { query: { username: 'person000', limit: 1 } });
  await api.patch(`users/users/${body.results[0].id}/`, { name: '=1+1' });
});

const rows = (page: Page) => page.locator('tr[data-row-key]');
const foot = (page: Page, text: string) => page.locator('.s-foot').getByText(text, { exact: true }).waitFor();
const query = (page: Page) => new URL(page.url()).searchParams;

async function open(page: Page, search = ''): Promise<void> {
  await visit(page, ADDRESS + search);
  await rows(page).first().waitFor();
  await screenHere(page);
}

test('beside the menu at 1,024 px the tools stand in whole lines, and a span of time shows both its times', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 1024, height: 800 });
  onTestFinished(() => page.setViewportSize({ width: 1440, height: 900 }));
  for (const [address, name] of [
    [ADDRESS, 'toolbar-1024'],
    ['/ui/audit/audits/login-logs', 'toolbar-1024-dates'],
  ] as const) {
    await visit(page, address);
    await rows(page).first().waitFor();
    await page.locator('.s-toolbar-icons').waitFor();
    await shoot(page, name);
    const cut = await page.locator('.s-dates input').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    expect([name, cut]).toEqual([name, 0]);
    const lines = await page
      .locator('.s-search, .s-toolbar-icons')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top + one.getBoundingClientRect().height / 2)));
    expect([name, Math.abs((lines[0] ?? 0) - (lines[1] ?? 0)) <= 2]).toEqual([name, true]);
  }
});

describe('filters', () => {
  test('a related object is found in the menu, words add up, each can be taken away; the address tells all of it', async () => {
    const { page } = admin;
    await open(page);
    await foot(page, `Total ${PEOPLE + 1}`);
    await page.getByRole('button', { name: 'Filter by field' }).click();
    await page.locator('.s-filter-item', { hasText: 'User groups' }).click();
    await page.getByPlaceholder('Find by name').fill('Harb');
    await page.locator('.s-filter-item', { hasText: 'Harbour' }).click();
    await foot(page, 'Total 20');
    expect(query(page).get('groups')).toBe('Harbour');
    const search = page.getByRole('combobox', { name: 'Search', exact: true });
    await search.fill('person01');
    await search.press('Enter');
    await foot(page, 'Total 10');
    await shoot(page, 'list-filtered');
    await page.getByRole('button', { name: 'Remove User groups' }).click();
    await until('the words alone', 5_000, async () => query(page).get('groups') === null && query(page).get('search') === 'person01');
    await page.goBack();
    await foot(page, 'Total 10');
    expect(query(page).get('groups')).toBe('Harbour');
  });

  test('the search box says how it is written, and completes a field and its value', async () => {
    const { page } = admin;
    await open(page);
    await foot(page, `Total ${PEOPLE + 1}`);
    await page.getByRole('combobox', { name: 'Search', exact: true }).click();
    await page.getByText('Rows with both words').waitFor();
    await shoot(page, 'search-help');
    await page.keyboard.type('user g');
    await page.getByRole('option', { name: 'User groups' }).click();
    await page.keyboard.type('Harb');
    await page.getByRole('option', { name: 'Harbour' }).waitFor();
    await shoot(page, 'search-values');
    await page.keyboard.press('Enter');
    await foot(page, 'Total 20');
    expect(query(page).get('groups')).toBe('Harbour');
  });

  test('a word becomes editable again, and a filter that leaves nothing says so', async () => {
    const { page } = admin;
    await open(page, '?search=person01');
    await page.locator('.s-search-words', { hasText: 'person01' }).click();
    const search = page.getByRole('combobox', { name: 'Search', exact: true });
    await expect.poll(() => search.inputValue()).toBe('person01');
    await search.fill('nobody at all');
    await search.press('Enter');
    await page.getByText('Nothing matches this filter').waitFor();
    await page.locator('.s-table-empty').getByRole('button', { name: 'Clear filter' }).click();
    await foot(page, `Total ${PEOPLE + 1}`);
    expect(page.url().endsWith(ADDRESS)).toBe(true);
  });

  test('the filter of a header stands instead of everything else', async () => {
    const { page } = admin;
    await open(page, '?search=person01&order=-name');
    await page.getByRole('button', { name: 'Filter by Source' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'LDAP/AD', exact: true }).click();
    await page.getByText('Nothing matches this filter').waitFor();
    expect([...query(page).keys()]).toEqual(['source']);
    // The menu stays for the next one, and either counts.
    const local = page.getByRole('menuitemcheckbox', { name: 'Local', exact: true });
    await local.filter({ hasText: String(PEOPLE + 1) }).click();
    await foot(page, `Total ${PEOPLE + 1}`);
    await shoot(page, 'header-filter-several');
    expect(query(page).get('source')).toBe('ldap,local');
  });
});

test('a view keeps columns, conditions and order under a name, on the server', async () => {
  const { page } = admin;
  await open(page, '?search=person0&order=-username');
  await rowOf(page, 'person099').waitFor();
  await page.getByRole('button', { name: 'Columns' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Email' }).uncheck();
  await dialog.getByRole('button', { name: 'Move Source up' }).click();
  await shoot(page, 'list-columns');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.locator('th[data-column=email]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Early birds');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Early birds' }).waitFor();
  await until('the view in the address', 5_000, async () => query(page).has('view'));
  // In a fresh browser of the same person only the server can know it.
  const other = await newPerson(browser, { origin: postern.origin });
  await startSession(other.page, 'admin', ADMIN_PASSWORD);
  await open(other.page);
  await other.page.locator('th[data-column=email]').waitFor();
  await other.page.getByRole('button', { name: 'Views' }).click();
  await other.page.getByRole('menuitem', { name: 'Early birds' }).click();
  await rowOf(other.page, 'person099').waitFor();
  await other.page.locator('th[data-column=email]').waitFor({ state: 'detached' });
  await shoot(other.page, 'list-view');
  expect([query(other.page).get('search'), query(other.page).get('order')]).toEqual(['person0', '-username']);
  await other.page.getByRole('button', { name: 'Early birds' }).click();
  await other.page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await other.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await other.page.getByRole('button', { name: 'Views' }).waitFor();
  expect((await api.get<Json[]>('settings/saved-views/')).body).toEqual([]);
  await other.close();
  // What was hidden comes back.
  await open(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore defaults' }).click();
  await page.locator('th[data-column=email]').waitFor();
});

test('a dragged edge gives a column its width, and keeps it', async () => {
  const { page } = admin;
  await open(page);
  const head = page.locator('th[data-column=username]');
  const before = (await head.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(before.x + before.width - 3, before.y + 20);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 77, before.y + 20, { steps: 4 });
  await page.mouse.up();
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
  expect(Math.abs((await width()) - (before.width + 80))).toBeLessThan(4);
  await open(page);
  expect(Math.abs((await width()) - (before.width + 80))).toBeLessThan(4);
  await head.locator('.s-edge').dblclick();
  await expect.poll(width).toBe(Math.round(before.width));
});

test('500 people are ticked over five pages and get one comment; nothing else of them changes', async () => {
  const { page } = admin;
  await open(page, '?search=example.test&size=100');
  for (let at = 1; at <= 5; at += 1) {
    await rows(page).first().waitFor();
    // Of the page before it is ticked: that is not this page yet.
    const all = page.getByRole('checkbox', { name: 'Select all on this page', checked: false });
    await all.waitFor();
    await all.click();
    await foot(page, at === 1 ? '100 selected' : `${at * 100} selected on ${at} pages`);
    if (at < 5) {
      await page.getByRole('button', { name: 'Next page' }).click();
      await until(`page ${at + 1}`, 10_000, async () => query(page).get('page') === String(at + 1));
      await page.locator('.s-table:not(.is-stale)').waitFor();
    }
  }
  await page.getByRole('button', { name: '500 selected' }).click();
  await page.getByText('Batch (500)').waitFor();
  await shoot(page, 'list-batch');
  await page.getByRole('menuitem', { name: 'Update selected' }).click();
  const dialog = page.getByRole('dialog');
  // Nothing is ticked yet, so nothing may be written.
  expect(await dialog.getByRole('button', { name: 'Update 500' }).isDisabled()).toBe(true);
  await dialog.getByText('Empty in all').waitFor();
  await dialog.getByRole('checkbox', { name: 'Comment' }).check();
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('On the quay');
  await dialog.getByText('500 to change', { exact: true }).waitFor();
  await shoot(page, 'list-bulk-update');
  await dialog.getByRole('button', { name: 'Update 500' }).click();
  await page.getByText('Updated 500 users').waitFor();
  const { body } = await api.get<Json[]>('users/users/');
  const changed = body.filter((person) => person.comment === 'On the quay');
  expect(changed.length).toBe(500);
  expect(changed.filter((person) => person.groups.length > 0).length).toBe(20);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back: 500').waitFor();
  expect((await api.get<Json[]>('users/users/')).body.filter((person) => person.comment === 'On the quay')).toEqual([]);
});

test('what is seen becomes a file that runs nothing', async () => {
  const { page } = admin;
  await open(page, '?search=person00&order=username');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /Download what is seen/ }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).replace('\uFEFF', '').trimEnd().split('\r\n');
  expect(lines.length).toBe(11);
  expect(lines[0]?.startsWith('Name,Username,Email')).toBe(true);
  expect(lines[1]?.startsWith("'=1+1,person000,person000@example.test,Harbour")).toBe(true);
});

test('the keyboard goes through rows and pages, ticks, opens and searches', async () => {
  const { page } = admin;
  await open(page, '?order=username');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next or previous row').waitFor();
  await shoot(page, 'list-keys');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await foot(page, '3 selected');
  await page.keyboard.press('ArrowRight');
  await until('page 2', 5_000, async () => query(page).get('page') === '2');
  await page.keyboard.press('/');
  await page.keyboard.type('person042');
  await page.keyboard.press('Enter');
  await foot(page, 'Total 1');
  await rows(page).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Person 042/ }).waitFor();
});

test('a hundred rows are drawn as far as they are in sight, and all can be reached', async () => {
  const { page } = admin;
  await open(page, '?order=username&size=100&search=example');
  await until('fewer rows than the page has', 5_000, async () => (await rows(page).count()) < 60);
  await page.locator('.s-table-scroll').evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await rowOf(page, 'person098').waitFor();
  await shoot(page, 'list-scrolled');
});

test('on a phone the rows are cards that can be ticked and acted on', async () => {
  const phone = await newPerson(browser, { origin: postern.origin, viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page } = phone;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, ADDRESS);
  await page.locator('.s-card').first().waitFor();
  await page.getByRole('checkbox', { name: 'Select Person 001' }).check();
  await foot(page, '1 selected');
  await page.getByRole('button', { name: 'More actions for Person 001' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  await page.keyboard.press('Escape');
  await screenHere(page);
  expect(await overflow(page)).toEqual([]);
  await shoot(page, 'list-phone');
  await phone.close();
});

test.each(['light', 'dark'] as const)('axe finds nothing serious on a list with a tick, a filter and a menu, in %s', async (scheme) => {
  const person = await newPerson(browser, { origin: postern.origin, colorScheme: scheme });
  const { page } = person;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await open(page, '?search=person');
  await page.getByRole('checkbox', { name: 'Select Person 003' }).check();
  expect(await accessibility(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filter by field' }).click();
  await page.locator('.s-filter-item').first().waitFor();
  expect(await accessibility(page)).toEqual([]);
  await shoot(page, `list-${scheme}`);
  await person.close();
});
