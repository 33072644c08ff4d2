import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newPerson, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

// A file of another program, from the place where it is dropped to hosts in the list: what was understood of it is shown on the way.

const { postern, browser, administrator } = productOfFile();
const admin = administrator();

const corpus = (name: string): string => fileURLToPath(new URL(`../../apps/server/test/import-corpus/${name}`, import.meta.url));

test('an inventory becomes hosts, by keyboard from its columns on', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/assets/assets?activeTab=host');
  await page.getByRole('button', { name: 'Import assets' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(corpus('14-ansible.ini'));
  const next = dialog.getByRole('button', { name: 'Check the rows' });
  await next.waitFor();
  await dialog.getByText('1 line gave no row').click();
  await dialog.getByText('Not a protocol for hosts.').waitFor();
  expect(await bothLooks(page, 'import-columns')).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Field of accounts' }).focus();
  await page.keyboard.press('Enter');
  await shootNow(page, 'import-columns-choice-light-1440');
  await page.keyboard.press('Escape');
  await next.focus();
  await page.keyboard.press('Enter');
  const run = dialog.getByRole('button', { name: 'Import 3 rows' });
  await run.waitFor();
  expect(await bothLooks(page, 'import-rows')).toEqual([]);
  await run.click();
  await dialog.getByText('3 rows imported.').waitFor();
  await dialog.getByRole('button', { name: 'Finished' }).click();
  await page.getByText('web1.example.com').first().waitFor();
  expect(admin.troubles()).toEqual([]);
});

test('in Chinese, with a column that nobody knows', async () => {
  const person = await newPerson(browser, { origin: postern.origin, locale: 'zh-CN' });
  const { page } = person;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, '/ui/console/assets/assets?activeTab=host');
  await page.getByRole('button', { name: '导入资产' }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(corpus('02-chinese-gb18030.csv'));
  await page.getByRole('button', { name: '检查各行' }).waitFor();
  expect(await bothLooks(page, 'import-columns-zh')).toEqual([]);
  await person.close();
});
