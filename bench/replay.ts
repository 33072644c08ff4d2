import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { addressOf } from '@postern/client/api';
import { ORG } from '@postern/contract/ids';
import { type Browser, chromium, type Page } from 'playwright-core';
import { adminCookies, type Cookies, FLAGS } from './console-page.ts';
import { interleaved, median, ms, patient, percentile, timed, times } from './measure.ts';
import { adminCaller } from './pages.ts';
import { collect, openDatabase, type Product, residentBytes } from './product.ts';
import type { Row } from './report.ts';
import type { Measure } from './section.ts';

/** Length of the recording, and how much a target showed in it: `REPLAY_HOURS=24 REPLAY_MB=64`. */
const HOURS = Number(process.env.REPLAY_HOURS ?? 24);
const MB = Number(process.env.REPLAY_MB ?? 64);
const SHORT_HOURS = 1 / 60;
const OPEN_MS = 2_000;
const SEEK_MS = 300;
const SEEKS = 40;
const LOADS = 5;
/** The page and the server may hold this much more after all the jumps than before them. */
const FLAT_BYTES = 16 * 2 ** 20;
/** Seconds between two lines of the recording. */
const STEP = 0.5;
const PREPARE_MS = 600_000;

const WAIT_MS = 10_000;

/** A line of output twice a second, each with its second, in colours and of a size that makes the whole as large as is wanted. */
function* cast(hours: number, bytes: number): Generator<string> {
  const lines = Math.floor((hours * 3600) / STEP);
  const filler = randomBytes(64 * 1024).toString('base64');
  const size = Math.max(8, Math.floor(bytes / lines) - 60);
  yield `{"version":2,"width":120,"height":40,"timestamp":1700000000}\n`;
  for (let n = 0; n < lines; n += 1) {
    const from = (n * 977) % (filler.length - size);
    yield `[${(n * STEP).toFixed(1)},"o","\\u001b[3${n % 8}m@${Math.floor(n * STEP)};\\u001b[0m ${filler.slice(from, from + size)}\\r\\n"]\n`;
  }
}

/** Puts a recording where the component's upload would, and waits until a worker has prepared it. @returns id of its session */
async function recorded(product: Product, name: string, hours: number, bytes: number): Promise<string> {
  const id = `be0000fa-0000-4000-8000-${name.padStart(12, '0')}`;
  const path = `2026-01-02/${id}.cast.gz`;
  const file = join(product.dataDir, 'replays', path);
  await mkdir(dirname(file), { recursive: true });
  await pipeline(cast(hours, bytes), createGzip({ level: 1 }), createWriteStream(file));
  const client = await openDatabase(product);
  try {
    await client.query(
      `insert into sessions (id, org_id, "user", asset, account, account_id, protocol, is_finished, has_replay, replay_path, date_start, date_end)
        values ($1, $2, 'Person 1(person-1)', 'web-1(10.1.0.1)', 'root(root)', '@INPUT', 'ssh', true, true, $3, now() - make_interval(hours => 30), now())`,
      [id, ORG.DEFAULT, path],
    );
  } finally {
    await client.end();
  }
  const caller = await adminCaller(product);
  try {
    for (const started = performance.now(); performance.now() - started < PREPARE_MS; await wait(500)) {
      const { status } = await caller.json<{ status: string }>(addressOf('sessions', 'replayIndex', id));
      if (status !== 'running') return id;
    }
  } finally {
    caller.close();
  }
  throw new Error('The recording was never prepared');
}

/** Runs in the page before its own scripts: notes when somebody presses something. */
function watchPresses(): void {
  const page = globalThis as unknown as { pressed: number; addEventListener(type: string, work: () => void, capture: boolean): void };
  page.addEventListener(
    'pointerdown',
    () => {
      page.pressed = performance.now();
    },
    true,
  );
}

/** Runs in the page: waits until the screen shows the moment at which the seek bar stands; before anything is played it shows the last one. @returns when, and since the last press */
function untilDrawn(limit: number): Promise<{ at: number; since: number; position: number }> {
  interface Element {
    textContent: string | null;
    getAttribute(name: string): string | null;
  }
  const page = globalThis as unknown as {
    pressed?: number;
    document: { querySelector(selector: string): Element | null };
    requestAnimationFrame(work: () => void): void;
  };
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const now = performance.now();
      const seconds = [...(page.document.querySelector('.xterm-rows')?.textContent ?? '').matchAll(/@(\d+);/g)].map((one) =>
        Number(one[1]),
      );
      const bar = page.document.querySelector('[role="slider"]');
      const at = (name: string): number => Number(bar?.getAttribute(`aria-value${name}`) ?? Number.NaN);
      const position = page.pressed === undefined ? at('max') : at('now');
      const drawn = seconds.length > 0 && Math.abs(Math.max(...seconds) - position) <= 3;
      if (drawn) resolve({ at: now, since: now - (page.pressed ?? 0), position });
      else if (now - (page.pressed ?? 0) > limit) reject(new Error(`The screen shows ${Math.max(...seconds)}, not ${position}`));
      else page.requestAnimationFrame(look);
    };
    page.requestAnimationFrame(look);
  });
}

async function open(browser: Browser, product: Product, cookies: Cookies, id: string): Promise<{ page: Page; opened: number }> {
  const context = await browser.newContext({ baseURL: product.origin, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.origin })));
  await context.addInitScript(watchPresses);
  const page = await context.newPage();
  await page.goto(`/luna/replay/${id}`, { waitUntil: 'commit' });
  const { at } = await page.evaluate(untilDrawn, WAIT_MS);
  return { page, opened: at };
}

async function heap(page: Page): Promise<number> {
  const line = await page.context().newCDPSession(page);
  await line.send('HeapProfiler.collectGarbage');
  const { usedSize } = await line.send('Runtime.getHeapUsage');
  await line.detach();
  return usedSize;
}

/** Presses the seek bar here and there; the golden ratio visits all of it. @returns milliseconds from each press until its moment is drawn */
async function jumps(page: Page): Promise<number[]> {
  const bar = await page.locator('.pt-player-seek').boundingBox();
  if (!bar) throw new Error('There is no seek bar');
  const took: number[] = [];
  for (let jump = 1; jump <= SEEKS; jump += 1) {
    const share = (jump * 0.618_034) % 1;
    await page.mouse.click(bar.x + 8 + (bar.width - 16) * share, bar.y + bar.height / 2);
    took.push((await page.evaluate(untilDrawn, WAIT_MS)).since);
  }
  return took;
}

/** A day's recording in the player: how long until it plays, how long a jump takes, and what it holds. */
export const measureReplay: Measure = async ({ product, say }) => {
  const running = await product();
  const started = performance.now();
  const short = await recorded(running, '1', SHORT_HOURS, 32 * 1024);
  const long = await recorded(running, '2', HOURS, MB * 2 ** 20);
  say(`prepared after ${((performance.now() - started) / 1000).toFixed(0)} s`);
  // Without WebGL the screen is drawn as text, which can be read, and costs more.
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS, '--disable-3d-apis'] });
  const caller = await adminCaller(running);
  try {
    const cookies = await adminCookies(running);
    const load = async (id: string): Promise<number> => {
      const { page, opened } = await open(browser, running, cookies, id);
      await page.context().close();
      return opened;
    };
    await load(short);
    const loads = await patient(
      () => interleaved({ long: () => load(long), short: () => load(short) }, { rounds: LOADS, each: 1 }),
      (one) => percentile(one.long, 0.95) <= OPEN_MS,
    );
    say(`opened after ${ms(median(loads.long))}, a short one after ${ms(median(loads.short))}`);
    const { page } = await open(browser, running, cookies, long);
    await jumps(page);
    const server = await running.pid('server');
    const held = async () => {
      await collect(server);
      return { page: await heap(page), server: await residentBytes(server) };
    };
    const before = await held();
    const drawn = await patient(
      () => jumps(page),
      (took) => percentile(took, 0.95) <= SEEK_MS,
    );
    const after = await held();
    const { times: begins } = await caller.json<{ times: number[] }>(addressOf('sessions', 'replayIndex', long));
    let piece = 0;
    const bare: number[] = [];
    for (let run = 0; run < SEEKS; run += 1) {
      piece = (piece + 617) % begins.length;
      bare.push(await timed(() => caller.time(addressOf('sessions', 'replayPiece', long, piece))));
    }
    const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
    const grown = (what: 'page' | 'server'): Row => ({
      what: `memory of the ${what} after ${SEEKS} jumps through all of it`,
      budget: `+ ${FLAT_BYTES / 2 ** 20} MiB at most`,
      measured: `${mib(before[what])} → ${mib(after[what])}`,
      baseline: '–',
      ratio: '–',
      pass: after[what] - before[what] <= FLAT_BYTES,
    });
    return {
      rows: [
        {
          what: `a recording of ${HOURS} h, from the start of the navigation until it is drawn`,
          budget: `p95 ≤ ${OPEN_MS / 1000} s`,
          measured: `p50 ${ms(median(loads.long))}, p95 ${ms(percentile(loads.long, 0.95))}`,
          baseline: `a recording of a minute: ${ms(median(loads.short))}`,
          ratio: times(median(loads.long) / median(loads.short)),
          pass: percentile(loads.long, 0.95) <= OPEN_MS,
        },
        {
          what: 'a jump in it, from the press on the seek bar until its moment is drawn',
          budget: `p95 ≤ ${SEEK_MS} ms`,
          measured: `p50 ${ms(median(drawn))}, p95 ${ms(percentile(drawn, 0.95))}`,
          baseline: `its piece, asked for bare: p50 ${ms(median(bare))}, p95 ${ms(percentile(bare, 0.95))}`,
          ratio: times(median(drawn) / median(bare)),
          pass: percentile(drawn, 0.95) <= SEEK_MS,
        },
        grown('page'),
        grown('server'),
      ],
      notes: [
        `${MB} MiB of output, a line twice a second, in ${begins.length} pieces. Medians of ${LOADS} cold loads, each in a new browser context, in turns with the short one; ${SEEKS} jumps all over the bar. The page shares the cores with server and database.`,
        "The page's memory is its heap after garbage collection, the server's its resident memory; the same jumps were made once before the first reading.",
      ],
    };
  } finally {
    caller.close();
    await browser.close();
  }
};
