import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { bothLooks } from '../support/looks.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt } from '../support/terminal.ts';

// From an address and a key to a machine that one can connect to, on one page, with a real machine.

const { administrator } = productOfFile();
const sshd = forThisFile(
  () => startSshd(),
  (it) => it.stop(),
);
const admin = administrator();

test('a machine is tried, told apart from a closed port, added, and opens', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/assets/assets');
  await page.getByRole('button', { name: 'Add machine', exact: true }).click();
  await page.getByLabel('Address', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill('1');
  await page.getByLabel('Username', { exact: true }).fill(sshd.user);
  await page.getByText('SSH key', { exact: true }).click();
  await page.getByLabel('Secret', { exact: true }).fill(sshd.privateKey);
  const tried = page.getByRole('button', { name: 'Test connection' });
  await tried.click();
  await page.getByRole('alert').getByText('Nothing answers at 127.0.0.1:1').waitFor();
  expect(await bothLooks(page, 'add-machine')).toEqual([]);
  await page.getByLabel('Port', { exact: true }).fill(String(sshd.port));
  await tried.click();
  await page.getByRole('status').getByText(sshd.hostKey.fingerprint).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const connect = page.getByRole('button', { name: 'Connect to 127.0.0.1' });
  await connect.waitFor();
  expect(await bothLooks(page, 'add-machine-done')).toEqual([]);
  const [terminal] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  await atPrompt(terminal);
  await shoot(terminal, 'add-machine-session-light-1440', true);
  expect(admin.troubles()).toEqual([]);
});

test('a key that is made here goes to the machine by the shown command, and then opens it', async () => {
  const { page } = admin;
  const folder = mkdtempSync(join(tmpdir(), 'postern-made-key-'));
  const authorized = join(folder, 'authorized_keys');
  writeFileSync(authorized, '# nobody yet', { mode: 0o600 });
  const bare = await startSshd([], [`AuthorizedKeysFile ${authorized}`]);
  try {
    await visit(page, '/ui/console/assets/assets');
    await page.getByRole('button', { name: 'Add machine', exact: true }).click();
    await page.getByLabel('Address', { exact: true }).fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(bare.port));
    await page.getByLabel('Name', { exact: true }).fill('bare');
    await page.getByLabel('Username', { exact: true }).fill(bare.user);
    await page.getByText('SSH key', { exact: true }).click();
    await page.getByRole('button', { name: 'Create a key for me' }).click();
    const shown = (await page.getByText('mkdir -p ~/.ssh').textContent()) ?? '';
    const tried = page.getByRole('button', { name: 'Test connection' });
    await tried.click();
    await page.getByRole('alert').getByText('refuses this username and key').waitFor();
    expect(await bothLooks(page, 'add-machine-made-key')).toEqual([]);
    // What is shown is run as it stands, in a home of its own.
    execFileSync('/bin/sh', ['-c', shown], { env: { HOME: folder, PATH: process.env.PATH } });
    copyFileSync(join(folder, '.ssh', 'authorized_keys'), authorized);
    expect(statSync(join(folder, '.ssh', 'authorized_keys')).mode & 0o777).toBe(0o600);
    await tried.click();
    await page.getByRole('status').getByText(bare.hostKey.fingerprint).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const connect = page.getByRole('button', { name: 'Connect to bare' });
    await connect.waitFor();
    const [terminal] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
    await atPrompt(terminal);
    expect(admin.troubles()).toEqual([]);
  } finally {
    await bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('lines are pasted, looked through, and added with one key; one that cannot be read says so', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/assets/hosts/add');
  await page.getByText('Many machines', { exact: true }).click();
  await page
    .getByLabel('Machines', { exact: true })
    .fill(`${sshd.user}@localhost:${sshd.port}\n192.0.2.7\nops@:22\n192.0.2.8:2200 the old one`);
  await page.getByRole('button', { name: 'Read the list' }).click();
  await page.getByLabel('Name of line 1', { exact: true }).fill('listed-1');
  await page.getByText('Read as plain lines. Machines: 3, lines left out: 1').waitFor();
  await page.getByLabel('Add of line 4', { exact: true }).uncheck();
  await page.getByLabel('Name of line 2', { exact: true }).fill('listed-1');
  await page.getByLabel('Username', { exact: true }).fill('root');
  await page.getByText('SSH key', { exact: true }).click();
  await page.getByLabel('Secret', { exact: true }).fill(sshd.privateKey);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The second has the name of the first: it stays, says why, and goes again alone.
  await page.getByRole('alert').getByText('name').waitFor();
  expect(await bothLooks(page, 'add-machines')).toEqual([]);
  await page.getByLabel('Name of line 2', { exact: true }).fill('listed-2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Machines added: 2').waitFor();
  await page.getByRole('button', { name: 'Open the assets' }).click();
  for (const name of ['listed-1', 'listed-2']) await page.getByRole('link', { name, exact: true }).waitFor();
});
