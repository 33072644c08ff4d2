import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { createApp, plugInAuthenticator } from '../support/authenticator.ts';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { arrived, completeProfile, confirmByPassword, logIn, outOf } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { latin } from '../support/latin.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Proving who one is, in a real browser with a real (virtual) authenticator: setting factors up, logging in with each,
// seeing a secret after a confirmation, being refused without, and reading what was done.

let postern: Postern;
let browser: Browser;
let admin: Api;
/** Browsers know passkeys at domains only. */
let origin: string;
let account: Json;

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  origin = postern.origin.replace('127.0.0.1', 'localhost');
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const host = await createHost(admin, { name: 'harbour-1' });
  account = await createAccount(admin, host.id, { name: 'deploy', username: 'deploy' });
});

afterAll(async () => {
  await browser?.close();
  await postern?.stop();
});

/** Colours change with the theme, the tree of the page with the width. */
const LOOKS = [
  ['light', { width: 1440, height: 900 }, 'all'],
  ['dark', { width: 1440, height: 900 }, 'colours'],
  ['dark', { width: 390, height: 844 }, 'all'],
  ['light', { width: 390, height: 844 }, 'colours'],
] as const;

/** The page as it stands in both themes and widths, kept as pictures; answers what is wrong with it. */
async function looks(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [colorScheme, size, rules] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    const label = `${name}-${colorScheme}-${size.width}`;
    await shoot(page, label);
    if (size.width < 500) problems.push(...(await overflow(page)).map((problem) => `${label}: ${problem}`));
    problems.push(...(await accessibility(page, rules)).map((problem) => `${label}: ${problem}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(LOOKS[0][1]);
  return problems;
}

const person = async (locale = 'en-GB'): Promise<Person> => {
  const made = await newPerson(browser, { origin, locale });
  await plugInAuthenticator(made.page);
  return made;
};
/**
 * Refusals are part of these stories, and a console that is logged out finds out, by a call or by its WebSocket; the browser calls each such
 * answer an error.
 */
const REFUSED = /status of (40[01]|412)|WebSocket connection to .* failed: HTTP Authentication failed/;
const unexpected = (troubles: string[]): string[] => troubles.filter((trouble) => !REFUSED.test(trouble));

describe('second factors', () => {
  let ida: Person;
  let app: () => Promise<string>;
  let codes: string[];
  const problems: string[] = [];

  beforeAll(async () => {
    await createUser(admin, { username: 'ida', name: 'Ida Novak', org_roles: [ROLE.ORG_ADMIN] });
    ida = await person();
    await logIn(ida.page, 'ida', TEST_PASSWORD);
    await completeProfile(ida.page);
  });
  afterAll(async () => {
    await ida.close();
    expect(problems).toEqual([]);
  });

  test('an authenticator is set up after a confirmation, with recovery codes', async () => {
    const { page } = ida;
    await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
    await page.getByRole('button', { name: 'Set up' }).click();
    problems.push(...(await looks(page, 'identity-confirm-password')));
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Password', { exact: true }).fill('not it');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    // A wrong answer leaves the dialog open.
    await dialog.getByRole('alert').waitFor();
    await confirmByPassword(page);
    const enrol = page.getByRole('dialog', { name: 'Set up an authenticator app' });
    await enrol.locator('.otp-enrol svg').first().waitFor();
    problems.push(...(await looks(page, 'identity-otp-enrol')));
    app = createApp((await enrol.locator('.p-copyable__text').textContent()) ?? '');
    await enrol.getByLabel('Code from the app').fill('000000');
    await enrol.getByRole('button', { name: 'Set up' }).click();
    await enrol.getByRole('alert').waitFor();
    await enrol.getByLabel('Code from the app').fill(await app());
    await enrol.getByRole('button', { name: 'Set up' }).click();
    const kept = page.getByRole('dialog', { name: 'Your recovery codes' });
    await kept.waitFor();
    problems.push(...(await looks(page, 'identity-recovery-codes')));
    codes = await kept.getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await kept.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('10 of 10 left').waitFor();
  });

  test('the login asks for its code, and takes a recovery code in its place, once', async () => {
    const { page } = ida;
    await outOf(page);
    await logIn(page, 'ida', TEST_PASSWORD);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    problems.push(...(await looks(page, 'identity-login-code')));
    await page.getByLabel('Code', { exact: true }).fill(await app());
    await page.getByRole('button', { name: 'Verify' }).click();
    await arrived(page);
    for (const works of [true, false]) {
      await outOf(page);
      await logIn(page, 'ida', TEST_PASSWORD);
      await page.getByLabel('Method').selectOption('recovery');
      await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
      if (works) await arrived(page);
      else await page.getByText('This code is wrong').waitFor();
    }
  });

  test('a passkey is added, named, and logs in', async () => {
    const { page } = ida;
    await visit(page, '/core/auth/login/');
    await logIn(page, 'ida', TEST_PASSWORD);
    await page.getByLabel('Code', { exact: true }).fill(await app());
    await page.getByRole('button', { name: 'Verify' }).click();
    await arrived(page);
    await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Work laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    // Typed and too short: the server is not even asked.
    await dialog.getByLabel('Code').fill('12');
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await dialog.getByText('The code has six digits').waitFor();
    await dialog.getByLabel('Code').fill(await app());
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Work laptop').waitFor();
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    problems.push(...(await looks(page, 'identity-factors')));
    await page.getByRole('button', { name: 'Rename Work laptop' }).click();
    await page.getByLabel('Name of the passkey').fill('Desk');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Desk', { exact: true }).waitFor();
    await outOf(page);
    await logIn(page, 'ida', TEST_PASSWORD);
    await page.getByLabel('Method').selectOption('passkey');
    problems.push(...(await looks(page, 'identity-login-passkey')));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await arrived(page);
    problems.push(...unexpected(ida.troubles()));
  });

  test('a secret is seen after the passkey, never after a closed dialog; a password is replaced in place', async () => {
    const { page } = ida;
    await visit(page, `/ui/console/accounts/accounts/${account.id}`);
    const view = page.getByRole('listitem').filter({ hasText: 'View secret' }).getByRole('button');
    await view.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect(page.getByRole('dialog', { name: /Secret of/ }).count()).resolves.toBe(0);
    await view.click();
    await dialog.getByRole('combobox', { name: 'Method' }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Passkey' }).click();
    problems.push(...(await looks(page, 'identity-confirm-passkey')));
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    const secret = page.getByRole('dialog', { name: 'Secret of deploy' });
    await secret.getByText('******').waitFor();
    await secret.getByRole('button', { name: 'Show' }).click();
    await secret.getByText('open sesame 1').waitFor();
    problems.push(...(await looks(page, 'identity-secret')));
    const [file] = await Promise.all([page.waitForEvent('download'), secret.getByRole('button', { name: 'Download' }).click()]);
    expect(file.suggestedFilename()).toBe('password.txt');
    await secret.getByRole('button', { name: 'New password' }).click();
    await secret.getByLabel('New password').fill('open sesame 2');
    await secret.getByRole('button', { name: 'Apply' }).click();
    await secret.getByRole('button', { name: 'Save' }).click();
    await secret.waitFor({ state: 'hidden' });
    await view.click();
    await secret.getByRole('button', { name: 'Former secrets' }).click();
    const former = page.getByRole('dialog', { name: 'Former secrets of deploy' });
    await former.getByRole('button', { name: 'Show' }).click();
    await former.getByText('open sesame 1').waitFor();
    await shoot(page, 'identity-secret-history');
    problems.push(...unexpected(ida.troubles()));
  });

  test('what was done is told in the activity, with a difference that people can read', async () => {
    const { page } = ida;
    await admin.patch(`accounts/accounts/${account.id}/`, { name: 'deploy', privileged: true });
    await visit(page, `/ui/console/accounts/accounts/${account.id}?activeTab=activity`);
    await page.getByText('Now', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Details' }).first().click();
    const diff = page.getByRole('dialog', { name: 'What changed' });
    await diff.getByRole('row').nth(1).waitFor();
    problems.push(...(await looks(page, 'identity-activity-diff')));
    const text = (await diff.textContent()) ?? '';
    expect(text).toContain('Yes');
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|\dT\d\d:\d\d/);
  });
});

test('who needs a factor and has none sets it up on the way in', async () => {
  await createUser(admin, { username: 'noor', name: 'Noor Haddad', mfa_level: 2 });
  const noor = await person();
  const { page } = noor;
  await logIn(page, 'noor', TEST_PASSWORD);
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.locator('.login__qr svg').waitFor();
  const problems = await looks(page, 'identity-login-enrol');
  const app = createApp((await page.locator('.login__text code').textContent()) ?? '');
  await page.getByLabel('Code', { exact: true }).fill(await app());
  await page.getByRole('button', { name: 'Set up and log in' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  problems.push(...(await looks(page, 'identity-login-codes')));
  await page.getByRole('button', { name: 'I have kept them, continue' }).click();
  await completeProfile(page);
  await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
  // The only factor of somebody who must have one stays.
  await expect(page.getByRole('button', { name: 'Remove', exact: true }).isDisabled()).resolves.toBe(true);
  await visit(page, '/ui/profile/key');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog', { name: 'Create key' }).getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  expect([...problems, ...unexpected(noor.troubles())]).toEqual([]);
  await noor.close();
});

test('the page of an object: relations from the tree, choices, tabs that are remembered, and what is gone', async () => {
  const permission = await createPermission(admin, { name: 'Harbour work' });
  const mia = await createUser(admin, { username: 'mia', name: 'Mia Brandt' });
  await createUser(admin, { username: 'omar', name: 'Omar Diaz', org_roles: [ROLE.ORG_ADMIN] });
  const omar = await person();
  const { page } = omar;
  await logIn(page, 'omar', TEST_PASSWORD);
  await completeProfile(page);
  await visit(page, `/ui/console/perms/asset-permissions/${permission.id}?activeTab=assetpermissionasset`);
  await page.getByRole('button', { name: 'Choose from the tree' }).click();
  const picker = page.getByRole('dialog', { name: 'Add assets' });
  await picker
    .getByRole('row', { name: /harbour-1/ })
    .getByRole('checkbox')
    .check();
  await shoot(page, 'detail-relation-picker');
  await picker.getByRole('button', { name: 'Add (1)' }).click();
  await page.getByRole('listitem').getByText('harbour-1').waitFor();
  await picker.waitFor({ state: 'hidden' });
  const problems = await looks(page, 'detail-relations');
  await page.getByRole('button', { name: 'Remove harbour-1' }).click();
  await page.getByRole('button', { name: 'Remove harbour-1' }).waitFor({ state: 'detached' });

  await visit(page, `/ui/console/users/users/${mia.id}?activeTab=Basic`);
  await page.getByRole('combobox', { name: 'MFA' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Forced' }).click();
  await until('the level is stored', 10_000, async () => (await admin.get<Json>(`users/users/${mia.id}/`)).body.mfa_level.value === 2);
  problems.push(...(await looks(page, 'detail-user')));

  // The tab of one object is that of the next, for a day.
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page.getByText('Now', { exact: true }).waitFor();
  await visit(page, `/ui/console/accounts/accounts/${account.id}`);
  await page.getByText('Now', { exact: true }).waitFor();
  problems.push(...unexpected(omar.troubles()));

  await visit(page, '/ui/console/accounts/accounts/11111111-1111-4111-8111-111111111111');
  await page.getByText('does not exist, or was deleted').waitFor();
  await page.getByRole('link', { name: 'Go to the list' }).click();
  await page.waitForURL('**/accounts/accounts');
  await omar.close();
  expect(problems).toEqual([]);
});

describe('other languages', () => {
  test.each([
    ['zh', 'zh-CN'],
    ['ja', 'ja-JP'],
  ])('%s leaves no English where people prove who they are', async (language, locale) => {
    const username = `wei-${language}`;
    await createUser(admin, { username, name: username, mfa_level: 2 });
    const guest = await person(locale);
    const { page } = guest;
    const problems: string[] = [];
    const look = async (name: string): Promise<void> => {
      await shoot(page, `identity-${name}-${language}`);
      problems.push(...(await latin(page, [username, 'example.com', 'Harbour Works'])).map((problem) => `${name}: ${problem}`));
    };
    await visit(page, '/ui/');
    await page.locator('#username').fill(username);
    await page.locator('#password').fill(TEST_PASSWORD);
    await page.locator('button[type="submit"]').click();
    await page.locator('.login__qr svg').waitFor();
    await look('login-enrol');
    const app = createApp((await page.locator('.login__text code').textContent()) ?? '');
    await page.locator('#code').fill(await app());
    await page.locator('button[type="submit"]').click();
    await page.locator('.login__codes').waitFor();
    await look('login-codes');
    await page.locator('.submit').click();
    const asked = page.getByRole('dialog');
    await asked.waitFor();
    await look('first-login');
    await asked.locator('.ant-btn-primary').click();
    await asked.waitFor({ state: 'hidden' });
    await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
    await page.locator('.factor-actions').first().waitFor();
    await look('factors');
    await page.locator('.factor-actions button').first().click();
    await page.locator('.s-identity').waitFor();
    await look('confirm');
    await page.locator('#confirm-secret').fill(await app());
    await page.locator('.s-identity button[type="submit"]').click();
    await page.locator('.otp-enrol svg').first().waitFor();
    await look('otp-enrol');
    expect([...problems, ...unexpected(guest.troubles())]).toEqual([]);
    await guest.close();
  });
});
