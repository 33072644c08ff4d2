import type { Browser } from 'playwright-core';
import { ASSETS, type Cookies, EMPTY, LOGIN, newContext, noticed, USERS, untilShown } from './console-page.ts';
import { median } from './measure.ts';
import type { Product } from './product.ts';

/** Loads of each page. */
export const LOADS = 5;

interface Load {
  /** Milliseconds from the start of the navigation until the rows are painted. */
  shown: number;
  /** Milliseconds of tasks longer than 50, whole and beyond the 50. */
  long: number;
  beyond: number;
  scripts: string[];
  /** Milliseconds until anything at all is painted: the frame. */
  painted: number;
}

async function load(browser: Browser, product: Product, cookies: Cookies, path: string): Promise<Load> {
  const context = await newContext(browser, product, cookies);
  try {
    const page = await context.newPage();
    const scripts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url());
    });
    await page.goto(path, { waitUntil: 'load' });
    const loaded = await page.evaluate(
      () => performance.getEntries().find((entry) => String(entry.entryType) === 'navigation')?.duration ?? 0,
    );
    if (path === USERS) await untilShown(page);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(300);
    const noted = await noticed(page);
    const painted = await page.evaluate(() => performance.getEntries().find(({ name }) => name === 'first-paint')?.startTime ?? Number.NaN);
    return { shown: noted.shown ?? loaded, long: noted.long, beyond: noted.beyond, scripts: [...new Set(scripts)], painted };
  } finally {
    await context.close();
  }
}

const PAGES = { list: USERS, assets: ASSETS, login: LOGIN, empty: EMPTY } as const;
type Loads = Record<keyof typeof PAGES, Load>;

/** Medians of cold loads of two lists, the login page and an empty page, in turns. */
export async function loads(browser: Browser, product: Product, cookies: Cookies): Promise<Loads> {
  const names = Object.keys(PAGES) as (keyof Loads)[];
  const taken = Object.fromEntries(names.map((name) => [name, [] as Load[]])) as Record<keyof Loads, Load[]>;
  for (let turn = 0; turn < LOADS; turn += 1) {
    for (const name of names)
      taken[name].push(await load(browser, product, name === 'list' || name === 'assets' ? cookies : [], PAGES[name]));
  }
  const middle = (all: readonly Load[]): Load => {
    const of = (figure: 'shown' | 'long' | 'beyond' | 'painted'): number => median(all.map((one) => one[figure]));
    return { shown: of('shown'), long: of('long'), beyond: of('beyond'), painted: of('painted'), scripts: all[0]?.scripts ?? [] };
  };
  return Object.fromEntries(names.map((name) => [name, middle(taken[name])])) as Loads;
}

/** Bytes of these scripts as they come over the wire. @throws Error when one is not compressed */
export async function gzipped(product: Product, scripts: readonly string[]): Promise<number> {
  if (scripts.length === 0) throw new Error('No script was loaded');
  let total = 0;
  for (const url of scripts) {
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' }, method: 'HEAD' });
    const length = Number(response.headers.get('content-length'));
    if (!url.startsWith(product.origin) || response.headers.get('content-encoding') !== 'gzip' || !length)
      throw new Error(`${url} does not come in gzip with a length`);
    total += length;
  }
  return total;
}
