import type { Json } from '@postern/testkit/api';
import { createAccount, createHost } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elseThan, shoot } from '../support/browser.ts';
import { choose, rowOf, save } from '../support/console.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Accounts as an administrator works with them: one login on several assets with a refusal put right, a template that
// becomes accounts, and a plan that changes the password of a real user on a real machine.

const HOSTS = ['pier-1', 'pier-2', 'pier-3'];

const { api: admin, administrator } = productOfFile();
const sshd = forThisFile(
  () => startSshd([], ['PasswordAuthentication yes']),
  (it) => it.stop(),
);
const person = administrator();
let people: UnixPeople;
let page: Page;
let hosts: Json[];
const login = { privileged: '', ordinary: '' };

beforeAll(async () => {
  people = unixPeople();
  hosts = [];
  for (const name of HOSTS) hosts.push(await createHost(admin, { name, protocols: [{ name: 'ssh', port: sshd.port }] }));
  const [first, , third] = hosts as [Json, Json, Json];
  await createAccount(admin, String(third.id), { name: 'deploy', username: 'deploy', secret: 'Former-secret-1' });
  login.privileged = people.add('Keeper-secret-1');
  login.ordinary = people.add('Former-secret-1');
  people.sudoer(login.privileged, false);
  const onFirst = (username: string, given: Json) => createAccount(admin, String(first.id), { name: username, username, ...given });
  await onFirst(login.privileged, { secret: 'Keeper-secret-1', privileged: true });
  await onFirst(login.ordinary, { secret: 'Former-secret-1' });
  page = person.page;
});

afterAll(async () => {
  people?.removeAll();
});

test('one login on three assets: what one of them refuses is left out, the others get it', async () => {
  await visit(page, '/ui/console/accounts/accounts');
  await page.getByRole('button', { name: 'Add account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add account' });
  for (const name of HOSTS) await choose(page, dialog, 'Assets', name);
  await dialog.getByRole('textbox', { name: 'Name' }).first().fill('deploy');
  await dialog.getByLabel('Secret', { exact: true }).fill('Fresh-secret-1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const results = page.getByRole('dialog', { name: 'Results' });
  await results.getByText('1 asset refuses the account. Nothing was stored.').waitFor();
  await shoot(page, 'accounts-refused');
  await results.getByRole('button', { name: 'Leave this asset out' }).click();
  await results.waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await results.getByText('2 assets: 2 created.').waitFor();
  await shoot(page, 'accounts-created');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  const accounts = await admin.get<Json[]>('accounts/accounts/?username=deploy');
  expect(accounts.body.map((account) => account.asset.name).sort()).toEqual(HOSTS);
  // A refusal is an answer of 400, which the browser notes.
  expect(await elseThan(person, 400)).toEqual([]);
});

test('a template becomes accounts, and its new secret reaches them', async () => {
  await visit(page, '/ui/console/accounts/account-template/create');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Release');
  await page.getByRole('textbox', { name: 'Username' }).fill('release');
  await page.getByLabel('Secret', { exact: true }).fill('Shared-secret-1');
  await save(page);
  await page.getByRole('link', { name: 'Release' }).first().click();
  await page.getByRole('button', { name: 'Put on assets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add from a template' });
  for (const name of HOSTS) await choose(page, dialog, 'Assets', name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('3 assets: 3 created.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('tab', { name: 'Accounts' }).click();
  await rowOf(page, 'pier-2').waitFor();
  await page.getByRole('button', { name: 'Update', exact: true }).last().click();
  const renew = page.getByRole('dialog', { name: 'New secret' });
  await renew.getByLabel('Password', { exact: true }).fill('Shared-secret-2');
  await shoot(page, 'template-new-secret');
  await renew.getByRole('button', { name: 'Save' }).click();
  await renew.waitFor({ state: 'hidden' });
  const accounts = await admin.get<Json[]>('accounts/accounts/?username=release');
  expect(accounts.body.map((account) => account.version)).toEqual([2, 2, 2]);
  expect(person.troubles()).toEqual([]);
});

test('a plan changes the password of a user on a machine, and says so', async () => {
  const before = people.shadow(login.ordinary);
  await visit(page, '/ui/console/accounts/account-change-secret/create');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Harbour rotation');
  await choose(page, page, 'Assets', 'pier-1');
  await page.getByRole('combobox', { name: 'Accounts' }).fill(login.ordinary);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Random' }).check();
  await page.getByRole('spinbutton', { name: 'Length of passwords' }).fill('24');
  await page.getByRole('switch', { name: 'Run periodically' }).click();
  await shoot(page, 'plan-create');
  await save(page);
  const [log] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Run', exact: true }).click()]);
  await log.getByText('The task has ended.').first().waitFor({ state: 'attached' });
  await shoot(log, 'plan-log');
  await log.close();
  await page.getByRole('tab', { name: 'Runs' }).click();
  await until('the run has succeeded', 30_000, async () => rowOf(page, 'Harbour rotation').getByText('Succeeded').isVisible());
  await shoot(page, 'plan-runs');
  await rowOf(page, 'Harbour rotation').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Records' }).click();
  await rowOf(page, 'pier-1').getByText('Succeeded').waitFor();
  await shoot(page, 'plan-records');
  expect(people.shadow(login.ordinary)).not.toBe(before);
  expect(person.troubles()).toEqual([]);
});
