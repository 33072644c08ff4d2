import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type SmtpTarget, settingsOf, startSmtp } from '@postern/testkit/smtp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { createApp, plugInAuthenticator } from '../support/authenticator.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { arrived, completeProfile, confirmByPassword, logIn, outOf, startSession } from '../support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Whoever has lost what they log in with gets in again, and what was lost opens nothing: an app with its codes, a passkey, a password.
// A lost app with the codes at hand is in screens/identity.test.ts.

let postern: Postern;
let browser: Browser;
let admin: Api;
let smtp: SmtpTarget;
/** Browsers know passkeys at domains only. */
let origin: string;
/** An administrator in front of an open console. */
let omar: Page;

beforeAll(async () => {
  [postern, browser, smtp] = await Promise.all([
    startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }),
    startBrowser(),
    startSmtp({ plain: true }),
  ]);
  origin = postern.origin.replace('127.0.0.1', 'localhost');
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await set('basic', { SITE_URL: origin });
  await set('email', settingsOf(smtp));
  await createUser(admin, { username: 'omar', name: 'Omar Diaz', system_roles: [ROLE.SYSTEM_ADMIN] });
  omar = await somebody();
  await startSession(omar, 'omar', TEST_PASSWORD);
  await visit(omar, '/ui/');
  await completeProfile(omar);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), smtp?.stop()]);
});

async function set(category: string, values: object): Promise<void> {
  const { status, body } = await admin.patch(`settings/setting/?category=${category}`, values);
  if (status !== 200) throw new Error(JSON.stringify(body));
}
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
/** The administrator takes somebody's factors off, on that person's page, having shown who they are unless they did so just now. */
async function resetBy(page: Page, { id }: Json, proves = true): Promise<void> {
  await visit(page, `/ui/console/users/users/${id}`);
  await page.getByRole('listitem').filter({ hasText: 'Reset multi-factor login' }).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
  if (proves) await confirmByPassword(page);
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

test('a lost passkey: the same, and the person adds one of another device', async () => {
  const noor = await createUser(admin, { username: 'noor', name: 'Noor Haddad' });
  const addPasskey = async (page: Page): Promise<void> => {
    await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await confirmByPassword(page);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Laptop', { exact: true }).waitFor();
  };
  const lost = await somebody();
  await plugInAuthenticator(lost);
  await logIn(lost, 'noor', TEST_PASSWORD);
  await completeProfile(lost);
  await addPasskey(lost);
  const page = await somebody();
  await plugInAuthenticator(page);
  const shows = async (at: Page): Promise<void> => {
    await logIn(at, 'noor', TEST_PASSWORD);
    await askedForFactor(at);
    await at.getByLabel('Method').selectOption('passkey');
    await at.getByRole('button', { name: 'Use a passkey' }).click();
  };
  // The other device has no key of hers, and says so.
  await shows(page);
  await page.getByRole('alert').waitFor();
  await resetBy(omar, noor, false);
  await logIn(page, 'noor', TEST_PASSWORD);
  await arrived(page);
  await addPasskey(page);
  await outOf(page);
  await shows(page);
  await arrived(page);
  await outOf(lost);
  await shows(lost);
  await lost.getByRole('alert').waitFor();
});

test('a forgotten password: a link by mail sets another one, the former opens nothing, and what it had opened has ended', async () => {
  const fresh = 'Fresh-Gate-77!';
  await createUser(admin, { username: 'vera', name: 'Vera Lund', email: 'vera@corp.example' });
  const before = await somebody();
  await logIn(before, 'vera', TEST_PASSWORD);
  await completeProfile(before);
  const page = await somebody();
  await visit(page, '/core/auth/login/');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByLabel('Username or mail address').fill('vera');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If this account can have a new password').waitFor();
  const link = await until('the link comes by mail', 60_000, () => {
    const mail = smtp.mails.find(({ to, text }) => to.includes('vera@corp.example') && text.includes('/core/auth/password/reset/'));
    return mail && /https?:\/\/[^\s"<>]*\/core\/auth\/password\/reset\/[^\s"<>]*/.exec(mail.text)?.[0].replaceAll('&amp;', '&');
  });
  expect(new URL(link).origin).toBe(origin);
  await page.goto(link);
  await page.getByLabel('New password', { exact: true }).fill(fresh);
  await page.getByLabel('New password, again').fill(fresh);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your new password is set').waitFor();
  expect(await before.evaluate(async () => (await fetch('/api/v1/users/profile/')).status)).toBe(401);
  await logIn(page, 'vera', TEST_PASSWORD);
  await page.getByText('The username or password is wrong').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await page.keyboard.press('Enter');
  await arrived(page);
});
