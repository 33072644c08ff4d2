import { createAccount, createHost, createPermission } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

// What people do about themselves, and the two pages of settings beside it: each in light on a desk and in dark on a phone.

const { postern, api, administrator } = productOfFile();
const person = administrator();
let page: Page;

beforeAll(async () => {
  const on = await api.patch('settings/setting/?category=auth', { AUTH_TEMP_TOKEN: true });
  expect(on.status, JSON.stringify(on.body)).toBe(200);
  const host = await createHost(api, { name: 'quay-7', address: '192.0.2.17' });
  await createAccount(api, host.id, { name: 'deploy', username: 'deploy', secret: 'x' });
  await createPermission(api, { assets: [host.id], accounts: ['@ALL'], users: [(await api.get('users/profile/')).body.id] });
  const token = await api.post('authentication/connection-token/', {
    asset: host.id,
    account: 'deploy',
    protocol: 'ssh',
    connect_method: 'web_cli',
  });
  expect(token.status, JSON.stringify(token.body)).toBe(201);
  expect((await api.post('authentication/temp-tokens/')).status).toBe(201);
  page = person.page;
});

/** The page as it stands, kept as pictures; answers what is wrong with it. */
const looks = (name: string) => bothLooks(page, `desk-${name}`);

test.each([
  ['messages', '/ui/settings/message', 'A storage cannot be reached'],
  ['ways', '/ui/settings/auth', 'Temporary passwords'],
  ['tools', '/ui/settings/tools', 'Destination'],
  ['tokens', '/ui/profile/connection-token', 'quay-7'],
  ['temporary', '/ui/profile/temp-password', 'admin'],
  ['logins', '/ui/profile/setting?activeTab=Logins', 'This one'],
  ['account', '/ui/profile/info', 'Messages about you'],
])('%s is drawn on a desk and on a phone', async (name, path, words) => {
  await visit(page, path);
  await page.getByText(words, { exact: false }).first().waitFor();
  expect(await looks(name)).toEqual([]);
});

test('receivers of a message are chosen among everybody', async () => {
  await visit(page, '/ui/settings/message');
  await page.getByRole('button', { name: /Change receivers of “A command/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Administrator(admin)').first().click();
  expect(await looks('receivers')).toEqual([]);
  await dialog.getByRole('button', { name: /right/ }).click();
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('[data-message="CommandAlertMessage"]').getByText('Administrator(admin)').waitFor();
});

test('a test of the network says line by line what it found', async () => {
  await visit(page, '/ui/settings/tools');
  await page.getByLabel('Ports').check();
  await page.getByLabel('Destination').fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Ports' }).fill('22,443');
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('log').getByText('leads to this machine').waitFor();
  await page.getByRole('button', { name: 'Run' }).waitFor();
  expect(await looks('tools-said')).toEqual([]);
});

test('another login is ended from the list, and is out', async () => {
  const other = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  expect((await other.get('users/profile/')).status).toBe(200);
  await visit(page, '/ui/profile/setting?activeTab=Logins');
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'hidden' });
  expect((await other.get('users/profile/')).status).toBe(401);
  expect((await page.request.get(`${postern.origin}/api/v1/users/profile/`)).status()).toBe(200);
});
