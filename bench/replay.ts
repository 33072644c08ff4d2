import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { clientOf } from '@postern/testkit/client';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { adminCookies, type Cookies, FLAGS, newContext } from './console-page.ts';
import { type Product, startProduct } from './product.ts';
import type { Row, Section } from './report.ts';
import type { Measure } from './section.ts';

/** A recording of a day in the player: how soon it shows something, how soon it is elsewhere, and what it holds in memory. */

const DAY_S = 24 * 3600;
const MEGABYTES = 100;
const EVENT = 1_000;
const DAY = '2026-01-02';
const SEEKS = 24;
const BUDGET = { open: 2_000, seek: 300, growth: 1.5 };

function* day(): Generator<string> {
  yield '{"version":2,"width":120,"height":40,"timestamp":1767312000}\n';
  const events = Math.floor((MEGABYTES * 1_000_000) / EVENT);
  for (let n = 0; n < events; n += 1) {
    const line = `step ${n} ${'of a long day '.repeat(5)}${n * 7919}`;
    const data = Array.from({ length: 9 }, (_, at) => `\x1b[3${(n + at) % 8}m${line}\x1b[0m\r\n`).join('');
    yield `${JSON.stringify([Number(((n * DAY_S) / events).toFixed(6)), 'o', data])}\n`;
  }
}

/** A finished session with that recording, as it lies after its upload. @returns its id */
async function record(product: Product): Promise<string> {
  const id = randomUUID();
  const folder = join(product.dataDir, 'replays', DAY);
  await mkdir(folder, { recursive: true });
  await pipeline(Readable.from(day()), createGzip({ level: 6 }), createWriteStream(join(folder, `${id}.cast.gz`)));
  const db = new pg.Client({ connectionString: await product.databaseUrl() });
  await db.connect();
  try {
    await db.query(
      `insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, has_replay, date_start,
         date_end, replay_path)
       values ($1, '00000000-0000-0000-0000-000000000002', 'Ada(ada)', '', 'web-01(192.0.2.1)', '', 'root', '', 'ssh', true, true,
         $2::timestamptz, $2::timestamptz + interval '1 day', $3)`,
      [id, `${DAY}T00:00:00Z`, `${DAY}/${id}.cast.gz`],
    );
  } finally {
    await db.end();
  }
  return id;
}

/** Milliseconds until a condition on the page holds. */
async function until(page: Page, holds: () => Promise<boolean>, limit = 120_000): Promise<number> {
  const start = performance.now();
  while (!(await holds())) {
    if (performance.now() - start > limit) throw new Error('The player did not come that far');
    await page.waitForTimeout(5);
  }
  return performance.now() - start;
}

interface Played {
  openMs: number;
  seeksMs: number[];
  heapAfterOpen: number;
  heapInTheEnd: number;
}

const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
};

async function play(browser: Browser, product: Product, cookies: Cookies, id: string, seeks: number): Promise<Played> {
  const context = await newContext(browser, product, cookies);
  try {
    const page = await context.newPage();
    const text = async () => ((await page.locator('.xterm-rows').textContent({ timeout: 120_000 })) ?? '').replaceAll('\u00a0', ' ');
    const start = performance.now();
    await page.goto(`/luna/replay/${id}`);
    await until(page, async () => (await text()).includes('step 0'));
    const openMs = performance.now() - start;
    await page.getByRole('button', { name: 'Pause' }).click();
    const heapAfterOpen = await heapOf(page);
    const bar = await page.locator('.pt-player-seek').boundingBox();
    if (!bar) throw new Error('There is no seek bar');
    const seeksMs: number[] = [];
    for (let n = 1; n <= seeks; n += 1) {
      // To and fro, over all of the day.
      const share = ((n * 7) % seeks) / seeks;
      const before = await text();
      const from = performance.now();
      await page.mouse.click(bar.x + 6 + share * (bar.width - 12), bar.y + bar.height / 2);
      await until(page, async () => (await page.locator('.pt-player-wait').count()) === 0 && (await text()) !== before);
      seeksMs.push(performance.now() - from);
    }
    return { openMs, seeksMs, heapAfterOpen, heapInTheEnd: await heapOf(page) };
  } finally {
    await context.close();
  }
}

const highest = (values: readonly number[]): number => Math.max(...values);
const ms = (value: number): string => `${Math.round(value)} ms`;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const measureReplay: Measure = async ({ say }) => {
  // Of its own: what 100,000 assets cost is measured elsewhere.
  const product = await startProduct();
  try {
    return await measured(product, say);
  } finally {
    await product.stop();
  }
};

async function measured(product: Product, say: (line: string) => void): Promise<Omit<Section, 'name'>> {
  say('Recording a day');
  const id = await record(product);
  const { sessions } = clientOf(await product.admin());
  const started = performance.now();
  for (;;) {
    if ((await sessions.replayIndex(id)).status === 'pieces') break;
    if (performance.now() - started > 600_000) throw new Error('No worker has prepared it');
    await wait(500);
  }
  const prepared = performance.now() - started;
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS, '--disable-3d-apis'] });
  try {
    const cookies = await adminCookies(product);
    say('Playing it in pieces');
    const pieces = await play(browser, product, cookies, id, SEEKS);
    // The same one as a whole, which is how all were played before.
    await writeFile(
      join(product.dataDir, 'replays', DAY, `${id}.index`),
      JSON.stringify({ cols: 120, rows: 40, start: 0, duration: 0, truncated: false, pieces: [] }),
    );
    say('Playing it as a whole');
    const whole = await play(browser, product, cookies, id, 3);
    const seek = [...pieces.seeksMs].sort((one, other) => one - other)[Math.floor(SEEKS * 0.95)] ?? 0;
    const growth = pieces.heapInTheEnd / pieces.heapAfterOpen;
    const rows: Row[] = [
      {
        what: `a day of ${MEGABYTES} MB opens, to its first screen`,
        budget: `≤ ${BUDGET.open} ms`,
        measured: ms(pieces.openMs),
        baseline: `${ms(whole.openMs)} as a whole`,
        ratio: (pieces.openMs / whole.openMs).toFixed(2),
        pass: pieces.openMs <= BUDGET.open,
      },
      {
        what: `jump to any moment of it, p95 of ${SEEKS}`,
        budget: `≤ ${BUDGET.seek} ms`,
        measured: ms(seek),
        baseline: `${ms(highest(whole.seeksMs))} as a whole`,
        ratio: (seek / highest(whole.seeksMs)).toFixed(2),
        pass: seek <= BUDGET.seek,
      },
      {
        what: 'memory of the page after these jumps',
        budget: `≤ ${BUDGET.growth}× of that after opening`,
        measured: mb(pieces.heapInTheEnd),
        baseline: `${mb(pieces.heapAfterOpen)} after opening, ${mb(whole.heapInTheEnd)} as a whole`,
        ratio: growth.toFixed(2),
        pass: growth <= BUDGET.growth,
      },
      { what: 'time a worker takes to prepare it', budget: '–', measured: ms(prepared), baseline: '–', ratio: '–', pass: undefined },
    ];
    const notes = [
      'Times are taken outside the browser, so each holds a few milliseconds of asking. Drawn without WebGL, so that the screen can be read.',
    ];
    return { rows, notes };
  } finally {
    await browser.close();
  }
}
