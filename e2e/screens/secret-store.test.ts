import type { Api } from '@postern/testkit/api';
import { createAccount, createHost } from '@postern/testkit/factories';
import { type KvServer, startKvServer } from '@postern/testkit/kv-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

let postern: Postern;
let browser: Browser;
let person: Person;
let page: Page;
let api: Api;
let kv: KvServer;

beforeAll(async () => {
  [postern, browser, kv] = await Promise.all([
    startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.0/8' } }),
    startBrowser(),
    startKvServer(),
  ]);
  await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
  api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const host = await createHost(api, { name: 'vaulted' });
  await createAccount(api, host.id, { name: 'vaulted', username: 'vaulted', secret: 'Moved-by-the-page-1' });
  person = await newPerson(browser, { origin: postern.origin });
  page = person.page;
  await startSession(page, 'admin', ADMIN_PASSWORD);
});
afterAll(async () => {
  // The product is shared: nothing of it stays in a store that is about to go.
  await api?.patch('settings/setting/?category=vault', { VAULT_ENABLED: false });
  await person?.close();
  await browser?.close();
  await postern?.stop();
  await kv?.close();
});

test('a store is entered, tried and switched on; secrets go there, and come back', async () => {
  await visit(page, '/ui/settings/vault');
  await page.getByLabel('Address').fill(kv.url);
  await page.getByRole('button', { name: 'Token' }).click();
  await page.getByRole('textbox', { name: 'Token' }).fill(kv.token);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Read it back').waitFor();
  await shoot(page, 'secret-store-tested');
  await page.getByRole('switch', { name: 'Keep secrets in the store' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Move all to the store' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move all to the store' }).click();
  const all = page.getByRole('row', { name: /^All/ });
  await all.getByRole('cell', { name: '0', exact: true }).first().waitFor();
  await expect.poll(() => all.textContent(), { timeout: 60_000 }).toMatch(/^All0[1-9]/);
  expect([...kv.entries.values()]).toContainEqual({ secret: 'Moved-by-the-page-1' });
  expect(await bothLooks(page, 'secret-store')).toEqual([]);
  await page.getByRole('switch', { name: 'Keep secrets in the store' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Bring all back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bring all back' }).click();
  await expect.poll(() => all.textContent(), { timeout: 60_000 }).toMatch(/^All[1-9]\d*0$/);
});
