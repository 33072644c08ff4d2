import { createAccount, createHost } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startKvServer } from '@postern/testkit/kv-server';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { bothLooks } from '../support/looks.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

const { api, administrator } = productOfFile({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const kv = forThisFile(
  () => startKvServer(),
  (it) => it.close(),
);
const person = administrator();
let page: Page;

beforeAll(async () => {
  const host = await createHost(api, { name: 'vaulted' });
  await createAccount(api, host.id, { name: 'vaulted', username: 'vaulted', secret: 'Moved-by-the-page-1' });
  page = person.page;
});

afterAll(async () => {
  // The product is shared: nothing of it stays in a store that is about to go.
  await api?.patch('settings/setting/?category=vault', { VAULT_ENABLED: false });
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
