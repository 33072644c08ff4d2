import { type Sshd, startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { screenHere, visit } from '../support/screen-here.ts';
import { atPrompt } from '../support/terminal.ts';

// From an address and a key to a machine that one can connect to, on one page, with a real machine.

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  ['light-1440', 'light', WIDE],
  ['dark-390', 'dark', PHONE],
] as const;

let postern: Postern;
let browser: Browser;
let sshd: Sshd;
let admin: Person;

beforeAll(async () => {
  [postern, browser, sshd] = await Promise.all([startPostern(), startBrowser(), startSshd()]);
  const api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await api.patch('users/profile/', { terms: true, is_first_login: false });
  admin = await newPerson(browser, { origin: postern.origin });
  await startSession(admin.page, 'admin', ADMIN_PASSWORD);
});

afterAll(async () => {
  await browser?.close();
  await postern?.stop();
  await sshd?.stop();
});

async function looks(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [label, colorScheme, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await screenHere(page);
    await shoot(page, `${name}-${label}`);
    problems.push(...[...(await overflow(page)), ...(await accessibility(page))].map((problem) => `${label}: ${problem}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return problems;
}

test('a machine is tried, told apart from a closed port, added, and opens', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/assets/assets');
  await page.getByRole('button', { name: 'Add machine' }).click();
  await page.getByLabel('Address', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill('1');
  await page.getByLabel('Username', { exact: true }).fill(sshd.user);
  await page.getByText('SSH key', { exact: true }).click();
  await page.getByLabel('Secret', { exact: true }).fill(sshd.privateKey);
  const tried = page.getByRole('button', { name: 'Test connection' });
  await tried.click();
  await page.getByRole('alert').getByText('Nothing answers at 127.0.0.1:1').waitFor();
  expect(await looks(page, 'add-machine')).toEqual([]);
  await page.getByLabel('Port', { exact: true }).fill(String(sshd.port));
  await tried.click();
  await page.getByRole('status').getByText(sshd.hostKey.fingerprint).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const connect = page.getByRole('button', { name: 'Connect to 127.0.0.1' });
  await connect.waitFor();
  expect(await looks(page, 'add-machine-done')).toEqual([]);
  const [terminal] = await Promise.all([page.context().waitForEvent('page'), connect.click()]);
  await atPrompt(terminal);
  await shoot(terminal, 'add-machine-session-light-1440', true);
  expect(admin.troubles()).toEqual([]);
});
