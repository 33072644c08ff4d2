import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { adminCookies, FLAGS } from './console-page.ts';
import { collect, type Product, residentBytes, startProduct } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';
import { startTarget } from './target.ts';

/** `UPLOAD_MB=10240 npm run bench -- upload` is the full size. */
const MIB = 2 ** 20;
const BYTES = Number(process.env.UPLOAD_MB ?? 512) * MIB;
/** What page, server and gateway may take more at the most than before, whatever the size. */
const FLAT_BYTES = 128 * MIB;
const LIMIT_MS = 3_600_000;
const ROLES = ['server', 'gateway'] as const;

async function heap(page: Page): Promise<number> {
  const line = await page.context().newCDPSession(page);
  const { usedSize, backingStorageSize = 0 } = (await line.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  await line.detach();
  return usedSize + backingStorageSize;
}

/** The most that each holds while something goes on. */
async function most(product: Product, page: Page, work: () => Promise<void>) {
  const pids = await Promise.all(ROLES.map((role) => product.pid(role)));
  const read = async () => [...(await Promise.all(pids.map(residentBytes))), await heap(page)];
  for (const pid of pids) await collect(pid);
  const before = await read();
  const peak = [...before];
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const [at, now] of (await read()).entries()) peak[at] = Math.max(peak[at] ?? 0, now);
      await wait(500);
    }
  })();
  const started = performance.now();
  await work().finally(() => {
    over = true;
  });
  const took = performance.now() - started;
  await watching;
  return { before, peak, took };
}

/** Opens the file manager on the asset, and in it the folder. */
async function openFolder(page: Page, asset: string, name: string): Promise<void> {
  await page.goto('/luna/sftp');
  await page
    .getByRole('textbox', { name: /^Search/ })
    .first()
    .fill(asset);
  await page.getByRole('treeitem', { name: asset }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Connect', exact: true }).click();
  const machine = page.getByRole('region', { name: `On ${asset}` });
  const list = machine.getByRole('grid');
  await list.waitFor();
  await list.focus();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  for (const key of ['Enter', 'Home', 'Enter']) await page.keyboard.press(key);
  await machine.getByRole('button', { name, exact: true }).and(page.locator('[aria-current="location"]')).waitFor();
}

/** One very large file by the file manager: what is held of it on its way. */
export const measureUpload: Measure = async ({ say }) => {
  const product = await startProduct({ collectable: true });
  const target = await startTarget(product);
  const dir = await mkdtemp(join(tmpdir(), 'postern-bench-upload-'));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  try {
    const file = join(dir, 'large.bin');
    // Without blocks of its own: what is read of it are zeros, and the disk is the target's alone.
    await writeFile(file, '');
    await truncate(file, BYTES);
    // File managers begin in the machine's /tmp, as the platform says.
    const there = await mkdtemp(join(tmpdir(), 'postern-bench-there-'));
    const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
    await context.addCookies((await adminCookies(product)).map((cookie) => ({ ...cookie, url: product.origin })));
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await openFolder(page, target.asset, basename(there));
    const { before, peak, took } = await most(product, page, async () => {
      await page
        .getByRole('region', { name: `On ${target.asset}` })
        .getByRole('button', { name: 'Upload', exact: true })
        .click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('menuitem', { name: 'Upload files' }).click();
      await (await chooser).setFiles([file]);
      await page.getByRole('region', { name: 'Transfers' }).locator('[data-state="done"]').waitFor({ timeout: LIMIT_MS });
    });
    const { size } = await stat(join(there, 'large.bin'));
    await rm(there, { recursive: true, force: true });
    if (size !== BYTES) throw new Error(`${size} of ${BYTES} bytes arrived`);
    say(`${BYTES / MIB} MiB in ${(took / 1000).toFixed(0)} s`);
    const mib = (bytes: number) => `${(bytes / MIB).toFixed(0)} MiB`;
    const held = [...ROLES, 'page'].map((what, at): Row => {
      const [from = 0, to = 0] = [before[at], peak[at]];
      return {
        what: `memory of the ${what} meanwhile`,
        budget: `+ ${FLAT_BYTES / MIB} MiB at most`,
        measured: `${mib(from)} → ${mib(to)}`,
        baseline: '–',
        ratio: '–',
        pass: to - from <= FLAT_BYTES,
      };
    });
    return {
      rows: [
        {
          what: `upload of ${mib(BYTES)} by the file manager`,
          budget: 'every byte',
          measured: `${(took / 1000).toFixed(0)} s, ${(BYTES / MIB / (took / 1000)).toFixed(0)} MiB/s`,
          baseline: '–',
          ratio: '–',
          pass: true,
        },
        ...held,
      ],
      notes: [
        'Chromium, server, gateway and target share the cores. The file has no blocks of its own; it is hashed and counted as any other. Memory is looked at twice a second: resident of the processes, heap and buffers of the page.',
      ],
    };
  } finally {
    await browser.close();
    await target.stop();
    await product.stop();
    await rm(dir, { recursive: true, force: true });
  }
};
