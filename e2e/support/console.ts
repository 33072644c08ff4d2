import { csrfCookieName, readCookie } from '@postern/client/cookies';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import { withWork } from '@postern/testkit/page-login';
import type { Locator, Page } from 'playwright-core';
import { visit } from './screen-here.ts';
import { until } from './until.ts';

/** What people do on the console's screens, by the words they see. */

export async function logIn(page: Page, username: string, password: string, to = '/ui/'): Promise<void> {
  await visit(page, to);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/**
 * Gives a browser somebody's session without the login page, for tests that are not about it. It shows nothing yet: the first screen comes with
 * the first address that is visited.
 */
export async function startSession(page: Page, username: string, password: string): Promise<void> {
  const context = page.context();
  const address = '/core/auth/login/';
  await context.request.get(address);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const token = readCookie(csrfCookieName(cookies), cookies) ?? '';
  const { status, body } = await withWork(async (work) => {
    const answer = await context.request.post(address, { data: { username, password, ...work }, headers: { 'x-csrftoken': token } });
    return { status: answer.status(), body: JSON.parse(await answer.text()) };
  });
  if (status !== 200 || body.error) throw new Error(`${username} is not logged in: ${status} ${JSON.stringify(body)}`);
}

/** A password set by an administrator is replaced by the person's own at the first login. */
export async function renewPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('New password, again').fill(password);
  await page.getByRole('button', { name: 'Change and log in' }).click();
}

/** The end of a login, by its address. */
export const outOf = (page: Page): Promise<unknown> => visit(page, '/core/auth/logout/');

/** Somebody is in the console. */
export const arrived = (page: Page): Promise<void> => page.waitForURL((url) => url.pathname.startsWith('/ui/'));

/** Answers the check of identity, with the password that factories give unless another is said. */
export async function confirmByPassword(page: Page, password: string = TEST_PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** What somebody's first login asks, over the page that it led to. */
export const firstLoginOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Before you start' });

/** Answers what a first login asks: whoever the first start made says who they are, everybody else just goes on. */
export async function completeProfile(page: Page, person?: { name: string; email: string }): Promise<void> {
  const dialog = firstLoginOf(page);
  await dialog.waitFor();
  if (person) {
    await dialog.getByLabel('Name').fill(person.name);
    await dialog.getByLabel('Email').fill(person.email);
  }
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Chooses in a select that loads its options: types to search, takes the option of exactly this text. */
export async function choose(page: Page, within: Locator | Page, field: string, option: string): Promise<void> {
  const box = within.getByRole('combobox', { name: field, exact: true });
  await box.click();
  await box.fill(option);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: option })
    .first()
    .click();
  await page.keyboard.press('Escape');
}

/** Opens the context menu of a branch and takes an entry. A menu that the tree closed while it was loading is opened again. */
export async function treeMenu(page: Page, branch: RegExp, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry });
  await until(`the menu entry ${entry}`, 30_000, async () => {
    await page.getByRole('treeitem', { name: branch }).click({ button: 'right', timeout: 10_000 });
    await item.click({ timeout: 3_000 });
    return true;
  });
}

/** Saves the form of a page and waits until its address is left. */
export async function save(page: Page): Promise<void> {
  const before = page.url();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => url.href !== before);
}

/** A row of the list that holds this text. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text }).first();
