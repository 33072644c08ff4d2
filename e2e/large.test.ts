import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '@postern/testkit/api';
import { AMOUNTS, embeddedDatabaseUrl, fillDataset } from '@postern/testkit/dataset';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepText, shoot } from './support/browser.ts';
import { productOfFile } from './support/product-of-file.ts';
import { goTo, visit } from './support/screen-here.ts';
import { until } from './support/until.ts';

// The console among 100,000 assets, 10,000 nodes and 5,000 permissions: what people do with lists of that size works, and
// the page stays usable meanwhile. How fast it is belongs to the bench.

/** Enough to fill the dialog many times over; how quickly 50,000 go in, and that the server stays usable, is measured by the bench. */
const IMPORTED = 6_000;
/** Rows of the import that nobody could accept. */
const BAD = 8;
/** Longest time in which the page may not answer a key, in milliseconds; the machine may be busy with other things. */
const FROZEN_MS = 1_500;

const { postern, api: admin, administrator } = productOfFile();
const person = administrator();
let page: Page;

beforeAll(async () => {
  const client = new pg.Client({ connectionString: await embeddedDatabaseUrl(postern.dataDir) });
  await client.connect();
  await fillDataset(admin, client);
  await client.end();
  page = person.page;
});

/** Notes how long the page did not answer, from now on; the answer is the longest such time in milliseconds. */
async function watchFreezes(): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const world = globalThis as unknown as { longest: number };
    world.longest = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) world.longest = Math.max(world.longest, entry.duration);
      // Runs in the page; the types at hand are Node's, which has no such entry.
    }).observe({ type: 'longtask' as 'function' });
  });
  return () => page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
}

const total = (): Promise<number> =>
  until('the number of rows', 20_000, async () => {
    const text = await page.getByText(/^Total [\d,]+$/).textContent();
    return Number((text ?? '').replace(/\D/g, '')) || undefined;
  });

describe('a list of 100,000 assets', () => {
  test('is shown, searched and paged', async () => {
    await visit(page, '/ui/console/assets/assets');
    expect(await total()).toBe(AMOUNTS.assets);
    await page.getByRole('combobox', { name: 'Search' }).fill('web-berlin-000100');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: 'web-berlin-000100' }).waitFor();
    expect(await total()).toBe(1);
    await shoot(page, 'large-assets-search');
  });

  test('is exported whole, each row once', async () => {
    await visit(page, '/ui/console/assets/assets');
    const longest = await watchFreezes();
    await page.getByRole('button', { name: /^Export / }).click();
    const dialog = page.getByRole('dialog', { name: /^Export / });
    await dialog.getByRole('radio', { name: 'All (100,000)' }).check();
    await dialog.getByText('That is more than 5,000 rows.').waitFor();
    await shoot(page, 'large-export');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await page.getByText('The file is being made.').waitFor();
    await goTo(page, '/ui/profile/downloads');
    const row = page.locator('tr[data-row-key]', { hasText: 'asset_' });
    await row.getByText('Ready').waitFor({ timeout: 240_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 240_000 }),
      row.getByRole('button', { name: 'Download' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines.length).toBe(AMOUNTS.assets + 1);
    expect(new Set(lines).size).toBe(lines.length);
    expect(await longest()).toBeLessThan(FROZEN_MS);
  });
});

describe(`an import of ${IMPORTED.toLocaleString('en')} hosts with ${BAD} bad rows`, () => {
  const file = join(tmpdir(), `postern-import-${process.pid}.csv`);
  /** The rows that cannot be imported: no address, or a platform that does not exist. */
  const bad = (n: number): boolean => n % 701 === 0 && n / 701 <= BAD;

  test('is checked, imported and continued in the dialog while the page answers', async () => {
    const platform = 'Linux(1)';
    const rows = Array.from({ length: IMPORTED }, (_, at) => {
      const n = at + 1;
      return [`imported-${n}`, bad(n) && n % 2 ? '' : `10.200.${n >> 8}.${n & 255}`, bad(n) && !(n % 2) ? 'Nowhere(99999)' : platform].join(
        ',',
      );
    });
    await writeFile(file, `name,address,platform\r\n${rows.join('\r\n')}\r\n`);
    expect(rows.filter((_, at) => bad(at + 1))).toHaveLength(BAD);

    await visit(page, '/ui/console/assets/assets?activeTab=host');
    const longest = await watchFreezes();
    const began = performance.now();
    await page.getByRole('button', { name: /^Import / }).click();
    const dialog = page.getByRole('dialog', { name: /^Import / });
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText(new RegExp(`${BAD} rows cannot be imported`)).waitFor({ timeout: 300_000 });
    const checkedMs = performance.now() - began;
    const before = await admin.get<Json>('assets/hosts/', { query: { limit: 1, search: 'imported-1' } });
    expect(before.body.count).toBe(0);
    await shoot(page, 'large-import-checked');

    const importing = performance.now();
    await dialog.getByRole('button', { name: `Import ${(IMPORTED - BAD).toLocaleString('en')} rows` }).click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/^Stopped/).waitFor();
    await shoot(page, 'large-import-stopped');
    await dialog.getByRole('button', { name: /^Continue with/ }).click();
    await dialog.getByText(new RegExp(`${BAD} rows failed`)).waitFor({ timeout: 400_000 });
    const importedMs = performance.now() - importing;
    await shoot(page, 'large-import-done');
    keepText(
      'large-import.txt',
      `checked ${IMPORTED} rows in ${Math.round(checkedMs)} ms, imported in ${Math.round(importedMs)} ms, longest freeze ${Math.round(await longest())} ms\n`,
    );
    expect(await longest()).toBeLessThan(FROZEN_MS);

    // Correct one of the bad rows in place; the others stay refused.
    await dialog.getByText(/^Failed /).click();
    await dialog.getByRole('button', { name: /^Address, row 701:/ }).click();
    await page.keyboard.type('10.201.0.1');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Continue with 1 row' }).click();
    await dialog.getByText(`${BAD - 1} rows failed`, { exact: false }).waitFor();
    const after = await admin.get<Json>('assets/hosts/', { query: { limit: 1, search: 'imported-' } });
    expect(after.body.count).toBe(IMPORTED - BAD + 1);
  });
});
