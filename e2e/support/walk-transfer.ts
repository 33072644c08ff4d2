import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { readCsv, writeCsv } from './csv.ts';
import { until } from './until.ts';
import { tick } from './walk-list.ts';
import { named, needed, type Walker } from './walk-spec.ts';

/** The comment of rows that come from a file. */
const IMPORTED = 'From a file';

/** The ticked rows as a file; and files that change one of them and make another. @returns the name of the new one */
export async function transfer(walker: Walker, names: readonly [string, string]): Promise<string | undefined> {
  const { page, spec } = walker;
  if (!spec.transfer) return undefined;
  await tick(walker, names);
  await page.getByRole('button', { name: `Export ${spec.many}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Selected (2)' }).check();
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export', exact: true }).click()]);
  const [head = [], ...rows] = readCsv(await readFile(await file.path(), 'utf8'));
  const found = rows.map((row) => row[head.indexOf('Name')]).sort();
  if (JSON.stringify(found) !== JSON.stringify([...names].sort())) throw new Error(`the file has the rows ${found}`);

  const [first] = names;
  const third = `${first}-from-a-file`;
  const template = await templateOf(walker, first);
  await importRow(walker, first, template, { Comment: IMPORTED }, 'Update existing');
  if ((await needed(walker, first)).comment !== IMPORTED) throw new Error(`the file did not change ${first}`);
  const own = Object.fromEntries(Object.entries(spec.own ?? {}).map(([column, value]) => [column, named(value, 'file')]));
  await importRow(walker, first, template, { ...own, Name: third, Comment: IMPORTED }, 'Create');
  await needed(walker, third);
  return third;
}

const importDialog = async (walker: Walker, name: string): Promise<Locator> => {
  const { page, spec } = walker;
  await tick(walker, [name]);
  await page.getByRole('button', { name: `Import ${spec.many}` }).click();
  return page.getByRole('dialog');
};

/** The template of one row that is there, to be changed. */
async function templateOf(walker: Walker, name: string): Promise<string[][]> {
  const dialog = await importDialog(walker, name);
  await dialog.getByRole('radio', { name: /^Update existing/ }).check();
  const [file] = await Promise.all([
    walker.page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  return readCsv(await readFile(await file.path(), 'utf8'));
}

async function importRow(
  walker: Walker,
  name: string,
  [head = [], row = []]: string[][],
  values: Readonly<Record<string, string>>,
  mode: 'Create' | 'Update existing',
): Promise<void> {
  const columns = head.map((title) => title.replace(/^\*/, ''));
  const kept = columns.map((title, at) => (title in values ? (values[title] ?? '') : (row[at] ?? '')));
  const from = mode === 'Create' ? 1 : 0;
  const dialog = await importDialog(walker, name);
  await dialog.getByRole('radio', { name: new RegExp(`^${mode}`) }).check();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(writeCsv([head.slice(from), kept.slice(from)])) });
  const problem = dialog.getByRole('button', { name: /^Row 1: / });
  const go = dialog.getByRole('button', { name: 'Import 1 row', exact: true });
  const done = dialog.getByRole('button', { name: 'Finished' });
  await until(
    'the row is checked',
    15_000,
    async () => (await go.isEnabled({ timeout: 500 }).catch(() => false)) || (await problem.count()) > 0,
  );
  if (await problem.count()) throw new Error(`${mode}: ${await problem.getAttribute('aria-label')}`);
  await go.click();
  await done.or(problem).waitFor();
  if (await problem.count()) throw new Error(`${mode}: ${await problem.getAttribute('aria-label')}`);
  await done.click();
  await dialog.waitFor({ state: 'detached' });
}
