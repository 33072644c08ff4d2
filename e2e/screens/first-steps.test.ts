import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newPerson } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// An empty system says what to do next, and sees by itself that it was done: on a real machine.

const { postern, browser, api } = productOfFile();
const sshd = forThisFile(
  () => startSshd(),
  (it) => it.stop(),
);

const DASHBOARD = '/ui/console/dashboard';

async function dashboardSays(page: Page, words: string): Promise<void> {
  await visit(page, DASHBOARD);
  await page.getByText(words, { exact: true }).waitFor();
}

test('what is done ticks itself off; put away, the list comes back from the menu', async () => {
  const { page, troubles } = await newPerson(browser, { origin: postern.origin });
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await dashboardSays(page, '0 of 4 done');
  await page.getByRole('link', { name: 'Add a machine' }).click();
  await page.getByLabel('Address', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(sshd.port));
  await page.getByLabel('Username', { exact: true }).fill(sshd.user);
  await page.getByText('SSH key', { exact: true }).click();
  await page.getByLabel('Secret', { exact: true }).fill(sshd.privateKey);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const connect = page.getByRole('button', { name: 'Connect to 127.0.0.1' });
  await connect.waitFor();
  expect(await bothLooks(page, 'machine-added')).toEqual([]);

  const [terminal] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  await atPrompt(terminal);
  // Whoever adds a machine lets themselves in, which is nobody else.
  await dashboardSays(page, '2 of 4 done');
  expect(await page.getByRole('link', { name: 'Let someone in' }).count()).toBe(1);
  expect(await bothLooks(page, 'first-steps')).toEqual([]);
  await terminal.close();

  const other = await createUser(api);
  const [host] = (await api.get<Json[]>('assets/hosts/')).body;
  await api.post('perms/asset-permissions/', {
    name: 'theirs',
    users: [other.id],
    assets: [host?.id],
    accounts: ['@ALL'],
    actions: ['connect'],
  });
  await dashboardSays(page, '3 of 4 done');
  const session = (await api.get<Json[]>('terminal/sessions/')).body[0]?.id;
  await until(
    'its recording is there to be watched',
    60_000,
    async () => (await api.get(`terminal/sessions/${session}/replay/`)).status === 200,
  );
  await dashboardSays(page, '4 of 4 done');

  await page.getByRole('button', { name: 'Put the first steps away' }).click();
  await page.getByText('First steps', { exact: true }).waitFor({ state: 'detached' });
  await visit(page, DASHBOARD);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Show the first steps' }).click();
  await page.getByText('4 of 4 done', { exact: true }).waitFor();
  expect(troubles()).toEqual([]);
});
