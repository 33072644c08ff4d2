import { readFile } from 'node:fs/promises';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { readCsv } from '../support/csv.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { goTo, visit } from '../support/screen-here.ts';

// A list that is too long to wait for: asked for, told by a message, taken whole, and nobody else's.

const GROUPS = 10_000;
const PORTION = 500;
const DOWNLOADS = '/ui/profile/downloads';

let postern: Postern;
let browser: Browser;
let admin: Api;
let anna: Person;
let ben: Person;

async function person(username: string): Promise<Person> {
  await createUser(admin, { name: username, username, org_roles: [ROLE.ORG_ADMIN], need_update_password: false });
  const own = await apiOf(postern.origin, username, TEST_PASSWORD);
  await own.patch<Json>('users/profile/', { terms: true, is_first_login: false });
  const made = await newPerson(browser, { origin: postern.origin, acceptDownloads: true });
  await startSession(made.page, username, TEST_PASSWORD);
  return made;
}

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  admin = (await apiOf(postern.origin, 'admin', ADMIN_PASSWORD)).inOrg(ORG.DEFAULT);
  for (let from = 0; from < GROUPS; from += PORTION) {
    const some = Array.from({ length: PORTION }, (_, at) => ({ name: `crew-${String(from + at).padStart(5, '0')}` }));
    const { status } = await admin.post('users/groups/', some);
    if (status !== 201) throw new Error(`No groups: ${status}`);
  }
  anna = await person('anna');
  ben = await person('ben');
});

afterAll(async () => {
  await browser?.close();
  await postern?.stop();
});

const files = (page: Page) => page.locator('tr[data-row-key]', { hasText: 'usergroup_' });

async function lookedAt(page: Page, name: string): Promise<void> {
  await shoot(page, name);
  expect(await accessibility(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);
}

test('ten thousand rows are made in the background; a message leads to the file, which has them all and is nobody else’s', async () => {
  const { page } = anna;
  await goTo(page, DOWNLOADS);
  await page.getByText('Export a list of more than 5,000 rows').waitFor();
  await lookedAt(page, 'exported-files-none');

  await goTo(page, '/ui/console/users/groups');
  await page.getByRole('button', { name: 'Export groups' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('That is more than 5,000 rows.').waitFor();
  await lookedAt(page, 'export-in-background');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByText('The file is being made.').waitFor();

  await page.getByRole('button', { name: /unread/ }).click();
  await page.getByRole('button', { name: /Your export is ready: usergroup_/ }).click();
  const link = page.getByRole('link', { name: /Download usergroup_/ });
  expect(await link.getAttribute('href')).toBe(DOWNLOADS);
  await visit(page, DOWNLOADS);
  const row = files(page);
  await row.getByText('Ready').waitFor();
  await lookedAt(page, 'exported-files');
  const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download' }).click()]);
  const [head = [], ...rows] = readCsv(await readFile(await file.path(), 'utf8'));
  const names = new Set(rows.map((cells) => cells[head.indexOf('Name')]).filter((name) => name?.startsWith('crew-')));
  expect(names.size).toBe(GROUPS);

  const id = await row.getAttribute('data-row-key');
  const address = `/api/v1/ops/list-files/${id}/content/`;
  expect((await page.request.get(address)).status()).toBe(200);
  expect((await ben.page.request.get(address)).status()).toBe(404);
  expect((await admin.get(address)).status).toBe(404);
  await goTo(ben.page, DOWNLOADS);
  await ben.page.getByText('Export a list of more than 5,000 rows').waitFor();
  expect(await files(ben.page).count()).toBe(0);
});

test.each([
  ['390', { viewport: { width: 390, height: 844 } }],
  ['dark', { colorScheme: 'dark' }],
  ['zh', { locale: 'zh-CN', colorScheme: 'dark' }],
  ['ja', { locale: 'ja', viewport: { width: 390, height: 844 } }],
] as const)('the downloads look right: %s', async (name, options) => {
  const { page, close } = await newPerson(browser, { origin: postern.origin, ...options });
  await startSession(page, 'anna', TEST_PASSWORD);
  await goTo(page, DOWNLOADS);
  await page
    .getByText(/usergroup_/)
    .first()
    .waitFor();
  await lookedAt(page, `exported-files-${name}`);
  await close();
});
