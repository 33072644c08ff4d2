import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { expect, test } from 'vitest';
import { bindApp } from '../support/authenticator.ts';
import { logIn } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, pickAsset, see, typeLine } from '../support/terminal.ts';

// A rule asks for a second factor before a machine: in the web terminal, by a person with an authenticator app.

const { postern, pages, api } = productOfFile();
const sshd = forThisFile(
  () => startSshd(['SetEnv HISTFILE=/dev/null']),
  (it) => it.stop(),
);

test('the web terminal asks for the code, says what is wrong with it, and opens nothing without', async () => {
  const ruth = await createUser(api, { username: 'ruth', name: 'Ruth Asked' });
  await confirmTerms(postern.origin, 'ruth', TEST_PASSWORD);
  const host = await createHost(api, { name: 'vault-01', protocols: [{ name: 'ssh', port: sshd.port }] });
  await createAccount(api, host.id, { name: sshd.user, username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });
  await createPermission(api, { name: 'Onto the vault', users: [ruth.id], assets: [host.id] });
  await clientOf(api).loginAssetAcls.create({
    ...{ name: 'The vault asks', action: 'mfa', users: { type: 'ids', ids: [ruth.id] }, assets: { type: 'all' }, accounts: ['@ALL'] },
    rules: { ip_group: ['*'], time_period: [] },
  });
  const next = await bindApp(postern.origin, 'ruth');
  const page = await pages.newPage();
  await logIn(page, 'ruth', TEST_PASSWORD);
  await page.getByLabel('Code', { exact: true }).fill(await next());
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ui\/(?!.*login)/);
  await visit(page, '/luna/');
  const open = async () => {
    const dialog = await pickAsset(page, 'vault-01');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    return page.getByRole('dialog', { name: 'Confirm that it is you' });
  };
  const sessions = async () => (await clientOf(api).sessions.list({ limit: 1, offset: 0 })).count;

  const first = await open();
  await first.getByLabel('Code', { exact: true }).waitFor();
  expect(await bothLooks(page, 'connect-factor')).toEqual([]);
  await page.keyboard.press('Escape');
  await first.waitFor({ state: 'hidden' });
  expect(await sessions()).toBe(0);

  const asked = await open();
  await asked.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await asked.locator('.ant-alert-error').waitFor();
  await asked.getByLabel('Code', { exact: true }).fill(await next());
  await page.keyboard.press('Enter');
  await asked.waitFor({ state: 'hidden' });
  await atPrompt(page);
  await typeLine(page, 'echo in-the-$((40 + 2))');
  await see(page, 'in-the-42');
  expect(await sessions()).toBe(1);
});
