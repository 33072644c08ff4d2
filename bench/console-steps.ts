import { addressOf } from '@postern/client/api';
import { API } from '@postern/client/http';
import { ORG } from '@postern/contract/ids';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Cookies, EMPTY, GROUPS, newContext, ROW, ROWS, USERS, untilShown } from './console-page.ts';
import { median } from './measure.ts';
import type { Product } from './product.ts';

/** Steps of each sort. */
export const STEPS = 8;

/** Milliseconds of steps within the console, each beside the same request bare; bytes of the heap. */
interface Steps {
  next: number;
  search: number;
  bareSearch: number;
  choices: number;
  bareChoices: number;
  screen: number;
  heap: number;
  emptyHeap: number;
  bareNext: number;
  bareScreen: number;
}

/** Clicks, and answers the milliseconds until the watched element, by default the first row, reads differently and is painted. */
async function clickUntilNew(page: Page, selector: string, watched = ROW): Promise<number> {
  return page.evaluate(
    ([click, row]) =>
      new Promise<number>((resolve, reject) => {
        interface Found {
          click(): void;
          textContent: string;
        }
        const { document, requestAnimationFrame } = globalThis as unknown as {
          document: { querySelector(name: string): Found | null };
          requestAnimationFrame(work: () => void): void;
        };
        const read = () => document.querySelector(row)?.textContent ?? '';
        const before = read();
        const start = performance.now();
        const target = document.querySelector(click);
        if (!target) return reject(new Error(`There is no ${click}`));
        target.click();
        const look = (): void => {
          const now = read();
          if (now !== '' && now !== before) requestAnimationFrame(() => resolve(performance.now() - start));
          else if (performance.now() - start > 15_000) reject(new Error('Nothing new was shown'));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [selector, watched] as const,
  );
}

/** Replaces the search words, and answers the milliseconds from Enter until the rows are others and painted. */
async function searchUntilNew(page: Page, word: string): Promise<number> {
  const rows = (): Promise<string> => page.locator(ROW).first().textContent().then(String);
  if (await page.locator('.s-search-clear').count()) {
    const before = await rows();
    await page.click('.s-search-clear');
    for (let tries = 0; tries < 200 && (await rows()) === before; tries += 1) await page.waitForTimeout(20);
  }
  await page.fill('.s-search input', word);
  return page.evaluate(
    ([input, row]) =>
      new Promise<number>((resolve, reject) => {
        const { document, requestAnimationFrame, KeyboardEvent } = globalThis as unknown as {
          document: { querySelector(name: string): { textContent: string; dispatchEvent(event: unknown): void } | null };
          requestAnimationFrame(work: () => void): void;
          KeyboardEvent: new (type: string, init: object) => unknown;
        };
        const read = () => document.querySelector(row)?.textContent ?? '';
        const before = read();
        const start = performance.now();
        document.querySelector(input)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        const look = (): void => {
          if (read() !== before) requestAnimationFrame(() => resolve(performance.now() - start));
          else if (performance.now() - start > 15_000) reject(new Error('The search changed nothing'));
          else requestAnimationFrame(look);
        };
        look();
      }),
    ['.s-search input', ROW] as const,
  );
}

async function heapOf(context: BrowserContext, page: Page): Promise<number> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize;
}

/** Medians of steps within the console. */
export async function steps(browser: Browser, product: Product, cookies: Cookies): Promise<Steps> {
  const context = await newContext(browser, product, cookies);
  try {
    const page = await context.newPage();
    await page.goto(EMPTY);
    const emptyHeap = await heapOf(context, page);
    await page.goto(USERS);
    await untilShown(page);
    await page.waitForLoadState('networkidle');
    const heap = await heapOf(context, page);
    const bare = async (path: string): Promise<number> => {
      const start = performance.now();
      const answer = await context.request.get(API + path, { headers: { 'x-jms-org': ORG.DEFAULT } });
      await answer.body();
      return performance.now() - start;
    };
    const [next, bareNext, screen, bareScreen]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let turn = 0; turn < STEPS; turn += 1) {
      next.push(await clickUntilNew(page, '[data-pager=next]'));
      await page.waitForTimeout(150);
      bareNext.push(await bare(addressOf('users', 'list', { limit: ROWS, offset: (turn + 1) * ROWS })));
    }
    for (let turn = 0; turn < STEPS; turn += 1) {
      const there = turn % 2 === 0 ? GROUPS : USERS;
      screen.push(await clickUntilNew(page, `a[href="${there}"]`));
      await page.waitForLoadState('networkidle');
      bareScreen.push(await bare(addressOf(there === GROUPS ? 'groups' : 'users', 'list', { limit: ROWS })));
    }
    await page.goto(USERS);
    await untilShown(page);
    const [search, bareSearch, choices, bareChoices]: [number[], number[], number[], number[]] = [[], [], [], []];
    for (let turn = 0; turn < STEPS; turn += 1) {
      // A word that the first row of the list so far does not have.
      search.push(await searchUntilNew(page, turn % 2 === 0 ? '7' : '5'));
      await page.waitForLoadState('networkidle');
      bareSearch.push(await bare(addressOf('users', 'list', { limit: ROWS, offset: 0, search: turn % 2 === 0 ? '7' : '5' })));
    }
    for (let turn = 0; turn < STEPS; turn += 1) {
      await page.goto(USERS);
      await untilShown(page);
      await page.waitForLoadState('networkidle');
      await page.click('.s-search-funnel');
      await page.locator('.s-filter-item', { hasText: 'User groups' }).waitFor();
      const at = await page.locator('.s-filter-item').allTextContents();
      const item = `.s-filter-item:nth-child(${at.indexOf('User groups') + 1})`;
      choices.push(await clickUntilNew(page, item, '.s-filter > .s-filter-item'));
      bareChoices.push(await bare(addressOf('groups', 'list', { limit: 20, offset: 0 })));
    }
    const more = { search: median(search), bareSearch: median(bareSearch), choices: median(choices), bareChoices: median(bareChoices) };
    return {
      ...more,
      next: median(next),
      bareNext: median(bareNext),
      screen: median(screen),
      bareScreen: median(bareScreen),
      heap,
      emptyHeap,
    };
  } finally {
    await context.close();
  }
}
