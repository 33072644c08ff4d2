import type { BrowserContext, Page, Request } from 'playwright-core';
import { PATIENCE } from './patience.ts';
import { answered, until } from './until.ts';

// One way to say "this screen is here", for whatever looks, clicks, reads or keeps a picture. That nothing is going on proves nothing:
// on a busy machine a page that is still blank is as quiet as one that is ready. So the screen has to show what makes it one.

// The part of the browser's world that is needed in the page.
interface Part {
  className: string;
  textContent: string | null;
  getAttribute: (name: string) => string | null;
  querySelectorAll: (selector: string) => Iterable<Part>;
  checkVisibility: (options: { visibilityProperty: boolean }) => boolean;
  getBoundingClientRect: () => { width: number; height: number };
}
declare const document: Part & { readyState: string; fonts: { status: string }; documentElement: { lang: string } };
declare const requestAnimationFrame: (then: () => void) => void;
declare const location: { pathname: string };
declare const history: { pushState: (state: unknown, unused: string, path: string) => void };
declare const dispatchEvent: (event: unknown) => void;
declare const PopStateEvent: new (type: string, init: { state: unknown }) => unknown;

/** What a page shows while it waits: skeletons, spinners, bars without an end, and parts that say so themselves. */
const WAITING = [
  '[aria-busy="true"]',
  '[role="progressbar"]:not([aria-valuenow])',
  '.p-skeleton',
  '.pt-blank',
  '.pt-spin',
  '.ant-skeleton',
  '.ant-spin-spinning',
];

/** Milliseconds after which a frame is asked for anew; a quiet machine draws sixty a second. */
const FRAME_MS = 5_000;

/**
 * Waits until the screen of a page is here: its heading, its data or what it says when there are none, no sign of waiting, words in a
 * language, fonts, and no request on its way; and still so after it has been drawn.
 *
 * @param mayWait true for a screen whose subject is waiting: a session that needs an approval, a dialog at work
 */
export const screenHere = (page: Page, mayWait = false): Promise<void> => stays(page, 3, mayWait);

/** @param looks how often in a row, each after the page has been drawn, it has to be so */
async function stays(page: Page, looks: number, mayWait = false): Promise<void> {
  let lacks: string[] = [];
  await until('the screen is here', PATIENCE.screen, async () => {
    for (let look = 0; look < looks; look += 1) {
      if (look > 0) await drawn(page);
      lacks = await lacksOf(page, mayWait);
      if (lacks.length > 0) return false;
    }
    return true;
  }).catch((error: Error) => {
    throw new Error(`${page.url()} is not here: ${lacks.join('; ') || error.message}`);
  });
}

/** Waits until the page has been drawn with all that has happened to it so far. */
export async function drawn(page: Page): Promise<void> {
  await until('the page is drawn', PATIENCE.step, async () => {
    if (await answered(FRAME_MS, () => page.evaluate(twoFrames))) return true;
    // Now and then Chromium has no frame for a page without a window, and none comes by itself. A page brought to the front is drawn anew.
    await page.bringToFront();
    return false;
  });
}

/** Runs in the page. */
const twoFrames = (): Promise<true> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));

/** What the screen of a page lacks at this moment, in words; none when it is here. */
export async function lacksOf(page: Page, mayWait = false): Promise<string[]> {
  return [...(await page.evaluate(lookFor, mayWait ? [] : WAITING)), ...requestsOf(page)];
}

/** Runs in the page. */
function lookFor(waiting: readonly string[]): string[] {
  const seen = (part: Part): boolean => {
    const { width, height } = part.getBoundingClientRect();
    return width > 0 && height > 0 && part.checkVisibility({ visibilityProperty: true });
  };
  const shown = (within: Part, selector: string): Part[] => [...within.querySelectorAll(selector)].filter(seen);
  const lacks: string[] = [];
  if (document.readyState !== 'complete') lacks.push('the document is loading');
  if (document.fonts.status !== 'loaded') lacks.push('fonts are loading');
  if (document.documentElement.lang === '') lacks.push('it has no language');
  for (const selector of waiting) for (const part of shown(document, selector)) lacks.push(`${selector} is waiting (${part.className})`);
  const [main] = shown(document, 'main');
  if (!main) return [...lacks, 'it has no main part'];
  const drawnFor = main.getAttribute('data-address');
  if (drawnFor !== null && drawnFor !== location.pathname) lacks.push(`it is still that of ${drawnFor}`);
  const heading = shown(main, 'h1, .p-empty__title, [role="tab"]').find((part) => part.textContent?.trim());
  if (!heading) lacks.push('it has no heading');
  const rest = (main.textContent ?? '').replace(heading?.textContent ?? '', '').trim();
  if (rest === '' && shown(main, 'input, textarea, button, canvas, img, .xterm, .p-empty').length === 0)
    lacks.push('it has nothing but a heading');
  for (const list of shown(main, '.s-list'))
    if (shown(list, '[data-row-key], .s-card, .p-empty, .ant-empty').length === 0) lacks.push('a list has neither rows nor an empty state');
  return lacks;
}

const onTheirWay = new WeakMap<Page, Set<Request>>();
/** Requests that bring what a screen is made of. Downloads and pages are navigations; messages that are sent off are answered to nobody. */
const BRINGS = new Set(['fetch', 'xhr', 'script', 'stylesheet', 'font', 'image']);

/** Knows from now on what the pages of a context have asked for; a look that begins later would not see what is already on its way. */
export function followRequests(context: BrowserContext): void {
  const follow = (page: Page): void => {
    const open = new Set<Request>();
    onTheirWay.set(page, open);
    page.on('request', (request) => {
      // What the document before has asked for is answered to nobody.
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
      if (BRINGS.has(request.resourceType())) open.add(request);
    });
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
  };
  context.on('page', follow);
  for (const page of context.pages()) follow(page);
}

function requestsOf(page: Page): string[] {
  const open = onTheirWay.get(page);
  if (!open) throw new Error('a page that is looked at belongs to a person (newPerson)');
  return [...open].map((request) => `${request.method()} ${request.url()} is on its way`);
}

/** Opens an address and waits until its screen is here, be it the login page. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await screenHere(page);
}

/**
 * Goes to an address as a link of the page does, without loading the page again, and waits until its screen is here. For walks over many
 * screens of one person; what is asked of the server once at the start stays as it was. From another page, or to where it is, it loads.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const app = (url: URL) => `${url.origin}/${url.pathname.split('/')[1]}`;
  const here = () => new URL(page.url());
  const to = page.url() === 'about:blank' ? undefined : new URL(address, page.url());
  if (!to || app(here()) !== app(to)) return visit(page, address);
  // Of a page that is still starting nobody could click a link; it would go where it was going. That it stays as it is matters to nobody who leaves.
  await stays(page, 1);
  if (here().pathname === to.pathname) return visit(page, address);
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, to.pathname + to.search);
  await screenHere(page);
}

/** Loads the page again and waits until its screen is here. */
export async function visitAgain(page: Page): Promise<void> {
  await page.reload();
  await screenHere(page);
}
