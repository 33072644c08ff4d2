import { ROLE } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { arrived, completeProfile, confirmByPassword, logIn, startSession } from '../support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// An account at a real provider is bound by the first login there, and taken away by its person or by an administrator.

let postern: Postern;
let browser: Browser;
let admin: Api;
let openid: OpenidProvider;

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }), startBrowser()]);
  openid = await startOpenidProvider(postern.origin);
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await set('basic', { SITE_URL: postern.origin });
  // People with a password here may come from there as well: what is taken away leaves them a way in.
  await set('auth', { ONLY_ALLOW_AUTH_FROM_SOURCE: false });
  await set('oidc', {
    AUTH_OPENID: true,
    AUTH_OPENID_PROVIDER_ENDPOINT: openid.issuer,
    AUTH_OPENID_CLIENT_ID: openid.clientId,
    AUTH_OPENID_CLIENT_SECRET: openid.clientSecret,
  });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), openid?.close()]);
});

async function set(category: string, values: object): Promise<void> {
  const { status, body } = await admin.patch(`settings/setting/?category=${category}`, values);
  if (status !== 200) throw new Error(JSON.stringify(body));
}
const somebody = async (): Promise<Page> => (await newPerson(browser, { origin: postern.origin })).page;
async function signIn(name: string): Promise<Page> {
  const page = await somebody();
  await visit(page, '/ui/profile/info');
  await page.getByRole('link', { name: 'OpenID Connect' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await arrived(page);
  return page;
}
const boundTo = async (id: string): Promise<number> => (await admin.get<unknown[]>(`users/users/${id}/bound-accounts/`)).body.length;
const card = (page: Page) => page.getByText('Accounts at other places');
async function unbind(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Unbind .*OpenID/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unbind', exact: true }).click();
  await confirmByPassword(page);
}
const unbound = async (page: Page): Promise<void> => {
  await page.getByText('is no longer bound').waitFor();
  await card(page).waitFor({ state: 'detached' });
};

test('its person unbinds it and logs in by password; bound again by a login there, an administrator unbinds it and ends that login', async () => {
  const mara = await createUser(admin, { username: 'mara', name: 'Mara Vogel' });
  const page = await signIn('mara');
  await completeProfile(page);
  await card(page).waitFor();
  expect(await boundTo(mara.id)).toBe(1);
  await unbind(page);
  await unbound(page);
  expect(await boundTo(mara.id)).toBe(0);
  const later = await somebody();
  await logIn(later, 'mara', TEST_PASSWORD);
  await arrived(later);

  const again = await signIn('mara');
  await card(again).waitFor();
  await createUser(admin, { username: 'omar', name: 'Omar Diaz', system_roles: [ROLE.SYSTEM_ADMIN] });
  const omar = await somebody();
  await startSession(omar, 'omar', TEST_PASSWORD);
  await visit(omar, '/ui/');
  await completeProfile(omar);
  await visit(omar, `/ui/console/users/users/${mara.id}`);
  await unbind(omar);
  await unbound(omar);
  expect(await boundTo(mara.id)).toBe(0);
  expect(await again.evaluate(async () => (await fetch('/api/v1/users/profile/')).status)).toBe(401);
  expect(await later.evaluate(async () => (await fetch('/api/v1/users/profile/')).status)).toBe(200);
});
