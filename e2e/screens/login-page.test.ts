import type { Api } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { plugInAuthenticator } from '../support/authenticator.ts';
import { type Browser, newPerson, type Person, startBrowser } from '../support/browser.ts';
import { arrived, completeProfile, confirmByPassword, logIn, outOf } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// The login page beside name and password, in a real browser with a real (virtual) authenticator: a passkey alone, work after a wrong password, a
// browser that is trusted, and a rule that asks all the same.

let postern: Postern;
let browser: Browser;
let admin: Api;
let nora: Person;
const problems: string[] = [];
const set = async (category: string, values: object): Promise<void> => {
  const answer = await admin.patch(`settings/setting/?category=${category}`, values);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
};

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await createUser(admin, { username: 'nora', name: 'Nora Berg' });
  // Browsers know passkeys at domains only.
  nora = await newPerson(browser, { origin: postern.origin.replace('127.0.0.1', 'localhost'), locale: 'en-GB' });
  await plugInAuthenticator(nora.page);
});
afterAll(async () => {
  await nora?.close();
  // The product is shared: what was set here is set back.
  if (admin) {
    await set('auth', { AUTH_PASSKEY: false });
    await set('security', { SECURITY_MFA_TRUST_DAYS: 0 });
  }
  await browser?.close();
  await postern?.stop();
  expect(problems).toEqual([]);
});

const looks = async (page: Page, name: string): Promise<void> => void problems.push(...(await bothLooks(page, name)));

test('a passkey logs somebody in whose name was not typed', async () => {
  const { page } = nora;
  await logIn(page, 'nora', TEST_PASSWORD);
  await completeProfile(page);
  await visit(page, '/ui/profile/setting?activeTab=MFAUpdate');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.getByRole('button', { name: 'Continue' }).click();
  await confirmByPassword(page);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Laptop', { exact: true }).waitFor();
  await outOf(page);
  await page.getByLabel('Username').waitFor();
  expect(await page.getByRole('button', { name: 'Log in with a passkey' }).count()).toBe(0);
  await set('auth', { AUTH_PASSKEY: true });
  // The list of the browser is nobody's here: the button alone is pressed.
  await page.addInitScript(() => {
    const { PublicKeyCredential: keys } = globalThis as unknown as {
      PublicKeyCredential: { isConditionalMediationAvailable(): Promise<boolean> };
    };
    keys.isConditionalMediationAvailable = async () => false;
  });
  await visit(page, '/core/auth/login/?next=/ui/profile/info');
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await button.waitFor();
  await looks(page, 'login-passkey');
  await button.click();
  await page.waitForURL((url) => url.pathname === '/ui/profile/info');
  const { body } = await admin.get<{ username: string; backend: string }[]>('audits/login-logs/', {
    query: { username: 'nora', limit: 1 },
  });
  expect(JSON.stringify(body)).toContain('Passkey');
});

test('after wrong passwords of its network a browser works something out, and its person notices nothing', async () => {
  const stranger = await newPerson(browser, { origin: postern.origin, locale: 'en-GB' });
  const { page } = stranger;
  const asked: number[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/core/auth/login/' && answer.request().method() === 'POST') asked.push(answer.status());
  });
  await logIn(page, 'nora', 'not it', '/core/auth/login/');
  await page.getByText('The username or password is wrong').waitFor();
  asked.length = 0;
  await page.getByLabel('Password', { exact: true }).fill('not it either');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect.poll(() => asked).toEqual([400, 400]);
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await stranger.close();
});

test('a browser is trusted when its person says so, until they take that back or a rule asks all the same', async () => {
  const { page } = nora;
  await set('security', { SECURITY_MFA_TRUST_DAYS: 30 });
  const factor = async () => {
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    const box = page.getByRole('checkbox', { name: /Do not ask again/ });
    return { box, use: page.getByRole('button', { name: 'Use a passkey' }) };
  };
  await outOf(page);
  await logIn(page, 'nora', TEST_PASSWORD, '/core/auth/login/');
  const first = await factor();
  await page.getByLabel('Method').selectOption('passkey');
  await first.box.check();
  await looks(page, 'login-trust');
  await first.use.click();
  await arrived(page);
  await outOf(page);
  await logIn(page, 'nora', TEST_PASSWORD, '/core/auth/login/');
  await arrived(page);
  await visit(page, '/ui/profile/setting?activeTab=Logins');
  await page.getByText('Browsers without a second factor').waitFor();
  await looks(page, 'profile-trusted');
  const rule = { name: 'nora shows it', users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: 'nora' }] } };
  const made = await admin.post('acls/login-acls/', { ...rule, action: 'mfa', rules: { ip_group: ['*'], time_period: [] } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await outOf(page);
  await logIn(page, 'nora', TEST_PASSWORD, '/core/auth/login/');
  const again = await factor();
  expect(await again.box.count()).toBe(0);
  await page.getByLabel('Method').selectOption('passkey');
  await again.use.click();
  await arrived(page);
  await admin.delete(`acls/login-acls/${made.body.id}/`);
  await visit(page, '/ui/profile/setting?activeTab=Logins');
  await page.getByRole('button', { name: /^Ask again in / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click();
  await page.getByText('Browsers without a second factor').waitFor({ state: 'hidden' });
  await outOf(page);
  await logIn(page, 'nora', TEST_PASSWORD, '/core/auth/login/');
  await factor();
});
