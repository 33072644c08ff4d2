import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ADMIN_PASSWORD, type Product } from './product.ts';

/** Rows of the list that is loaded and paged. */
export const ROWS = 15;
/** A row of it. */
export const ROW = 'tr[data-row-key]';

/** Pages that are loaded: three lists, the login page, and one without any script. */
export const USERS = '/ui/console/users/users';
export const ASSETS = '/ui/console/assets/assets';
export const GROUPS = '/ui/console/users/groups';
export const LOGIN = '/core/auth/login/';
export const EMPTY = '/ui/favicon.svg';

/** As `e2e` starts it, with the rendering that people have left on. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--enable-precise-memory-info',
];

/** Cookies of somebody who has logged in. */
export type Cookies = { name: string; value: string }[];

/** A browser's cookies after the administrator's first login. */
export async function adminCookies(product: Product): Promise<Cookies> {
  const jar = createCookieJar();
  const api = createApi({ origin: product.origin, cookies: jar });
  await api.get(LOGIN);
  const answer = await api.post<Json>(LOGIN, new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD }));
  if (answer.status !== 200) throw new Error(`No login: ${answer.status} ${JSON.stringify(answer.body)}`);
  // What the page of a first login does.
  const confirmed = { terms: true, is_first_login: false };
  await clientOf(api).profile.partialUpdate(confirmed);
  return jar
    .text()
    .split('; ')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }));
}

/** A browser without a cache, whose pages are watched. */
export async function newContext(browser: Browser, product: Product, cookies: Cookies): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.origin })));
  await context.addInitScript(watch, ROWS);
  return context;
}

interface Watched {
  shown?: number;
  long: number;
  beyond: number;
}

/** Runs in the page before its own scripts (Node's types do not know browsers' long tasks): notes when the rows are painted, and every long task. */
function watch(rows: number): void {
  const noted: Watched = { long: 0, beyond: 0 };
  (globalThis as unknown as { bench: Watched }).bench = noted;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      noted.long += entry.duration;
      noted.beyond += entry.duration - 50;
    }
  }).observe({ type: 'longtask' as 'measure', buffered: true });
  const page = globalThis as unknown as {
    document: { querySelectorAll(selector: string): { length: number } };
    requestAnimationFrame(work: () => void): void;
  };
  const look = (): void => {
    if (page.document.querySelectorAll('tr[data-row-key]').length < rows) page.requestAnimationFrame(look);
    else
      page.requestAnimationFrame(() => {
        noted.shown = performance.now();
      });
  };
  page.requestAnimationFrame(look);
}

/** What `watch` noted so far. A function, because the pages do not let text be run as code. */
export const noticed = (page: Page): Promise<Watched> => page.evaluate(() => (globalThis as unknown as { bench: Watched }).bench);

/** Resolves once the rows are painted. @throws Error when they are not within 30 s */
export async function untilShown(page: Page): Promise<void> {
  const start = performance.now();
  // The pages do not let a waiting script be evaluated later on, so it is asked again from here.
  while ((await noticed(page)).shown === undefined) {
    if (performance.now() - start > 30_000) throw new Error(`The ${ROWS} rows were not shown`);
    await page.waitForTimeout(20);
  }
}
