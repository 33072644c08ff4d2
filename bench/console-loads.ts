import type { Browser } from 'playwright-core';
import { type Cookies, EMPTY, LOGIN, newContext, noticed, USERS, untilShown } from './console-page.ts';
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
    return { shown: noted.shown ?? loaded, long: noted.long, beyond: noted.beyond, scripts: [...new Set(scripts)] };
  } finally {
    await context.close();
  }
}

/** Medians of cold loads of the list, the login page and an empty page, in turns. */
export async function loads(browser: Browser, product: Product, cookies: Cookies): Promise<{ list: Load; login: Load; empty: Load }> {
  const taken: { list: Load; login: Load; empty: Load }[] = [];
  for (let turn = 0; turn < LOADS; turn += 1) {
    taken.push({
      list: await load(browser, product, cookies, USERS),
      login: await load(browser, product, [], LOGIN),
      empty: await load(browser, product, [], EMPTY),
    });
  }
  const middle = (name: 'list' | 'login' | 'empty'): Load => ({
    shown: median(taken.map((one) => one[name].shown)),
    long: median(taken.map((one) => one[name].long)),
    beyond: median(taken.map((one) => one[name].beyond)),
    scripts: taken[0]?.[name].scripts ?? [],
  });
  return { list: middle('list'), login: middle('login'), empty: middle('empty') };
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
