import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { createApp } from '../support/authenticator.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { arrived, completeProfile, confirmByPassword, logIn, outOf, startSession } from '../support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// Whoever has lost an app and its codes gets in again, and what was lost opens nothing.
// A lost app with the codes at hand is in screens/identity.test.ts.

let postern: Postern;
let browser: Browser;
let admin: Api;
let origin: string;
/** An administrator in front of an open console. */
let omar: Page;

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  origin = postern.origin;
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await createUser(admin, { username: 'omar', name: 'Omar Diaz', system_roles: [ROLE.SYSTEM_ADMIN] });
  omar = await somebody();
  await startSession(omar, 'omar', TEST_PASSWORD);
  await visit(omar, '/ui/');
  await completeProfile(omar);
});
afterAll(async () => {
  await browser?.close();
  await postern?.stop();
});

async function somebody(): Promise<Page> {
  return (await newPerson(browser, { origin })).page;
}
const askedForFactor = (page: Page): Promise<void> => page.getByRole('heading', { name: 'One more step' }).waitFor();
async function setUpApp(page: Page): Promise<() => Promise<string>> {
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  const app = createApp((await page.locator('.login__text code').textContent()) ?? '');
  await page.getByLabel('Code', { exact: true }).fill(await app());
  await page.getByRole('button', { name: 'Set up and log in' }).click();
  await page.getByRole('button', { name: 'I have kept them, continue' }).click();
  await arrived(page);
  return app;
}
async function answerWith(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}
/** The administrator takes somebody's factors off, on that person's page, having shown who they are. */
async function resetBy(page: Page, { id }: Json): Promise<void> {
  await visit(page, `/ui/console/users/users/${id}`);
  await page.getByRole('listitem').filter({ hasText: 'Reset multi-factor login' }).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  await confirmByPassword(page);
  await page.getByText('Done', { exact: true }).waitFor();
}

test('a lost app and its codes: an administrator, who shows who they are, resets it, and the next login sets up another one', async () => {
  const ida = await createUser(admin, { username: 'ida', name: 'Ida Novak', mfa_level: 2 });
  const page = await somebody();
  await logIn(page, 'ida', TEST_PASSWORD);
  const lost = await setUpApp(page);
  await completeProfile(page);
  await outOf(page);
  await logIn(page, 'ida', TEST_PASSWORD);
  await askedForFactor(page);
  await resetBy(omar, ida);
  await logIn(page, 'ida', TEST_PASSWORD);
  const app = await setUpApp(page);
  await outOf(page);
  await logIn(page, 'ida', TEST_PASSWORD);
  await askedForFactor(page);
  await answerWith(page, await lost());
  await page.getByText('This code is wrong').waitFor();
  await answerWith(page, await app());
  await arrived(page);
});
