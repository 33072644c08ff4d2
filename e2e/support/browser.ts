import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, type Browser as Chromium, chromium, type Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';
import { takePicture } from './picture.ts';
import { followRequests, screenHere } from './screen-here.ts';
import { until } from './until.ts';

export const ARTEFACTS = fileURLToPath(new URL('../artefacts/', import.meta.url));

/** Makes people, each with cookies of their own, and sends all of them away. */
export interface Browser {
  newContext: (options: BrowserContextOptions) => Promise<BrowserContext>;
  close: () => Promise<void>;
}

let running: Promise<Chromium> | undefined;

/** The browser of this worker, for a file: who is still in it is sent away at its end, and the next file finds nobody. */
export async function startBrowser(): Promise<Browser> {
  running ??= launch();
  const browser = await running;
  if (!browser.isConnected()) {
    running = undefined;
    return startBrowser();
  }
  return {
    newContext: (options) => browser.newContext(options),
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
}

/**
 * Debian's Chromium without a window around its pages, which nobody would see and which takes a fifth of all that the whole browser does. Kept from
 * calling home; without WebGL, so that terminals are drawn as text that can be read. It ends with this process.
 */
const launch = (): Promise<Chromium> =>
  chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    // It reads names of files in the encoding of its locale, and a bare machine has none.
    env: { ...process.env, LANG: 'C.UTF-8' },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-3d-apis',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--no-default-browser-check',
      '--no-first-run',
      '--no-pings',
    ],
  });

/** One person's browser: cookies of its own, and everything that went wrong on its pages. */
export interface Person {
  page: Page;
  /** Errors of the console and of scripts on all its pages so far; calling it forgets them. */
  troubles: () => string[];
  close: () => Promise<void>;
}

export interface PersonOptions extends BrowserContextOptions {
  origin: string;
  /** Sees what is shown in a browser that has never been here. */
  firstVisit?: boolean;
}

const contexts = new Set<BrowserContext>();

/** Pages of all people that are about. */
export const openPages = (): Page[] => [...contexts].flatMap((context) => context.pages());

export async function newPerson(browser: Browser, { origin, firstVisit = false, ...options }: PersonOptions): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    ...options,
  });
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  context.setDefaultTimeout(PATIENCE.step);
  context.setDefaultNavigationTimeout(PATIENCE.screen);
  followRequests(context);
  // The hint of a first visit lies over the page and would be on every picture.
  // Empty frames have no storage.
  if (!firstVisit) await context.addInitScript('try { localStorage.setItem("viewSwitcherTip", "true") } catch {}');
  let seen: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console at ${message.page()?.url() ?? '?'}: ${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => seen.push(`page: ${error.error().message}`));
  return {
    page: await context.newPage(),
    troubles: () => {
      const found = seen;
      seen = [];
      return found;
    },
    close: () => context.close(),
  };
}

/** Waits until a browser has noted an answer of a status, which it does in its own time. @returns what else went wrong by then */
export async function elseThan(person: Person, status: number): Promise<string[]> {
  const noted: string[] = [];
  const isIt = (line: string): boolean => line.includes(`status of ${status}`);
  await until(`the browser notes a ${status}`, PATIENCE.step, () => {
    noted.push(...person.troubles());
    return noted.some(isIt);
  });
  return noted.filter((line) => !isIt(line));
}

/**
 * Keeps a picture of the page among the artefacts, once its screen is here.
 *
 * @param mayWait true where the picture is of waiting
 */
export async function shoot(page: Page, name: string, mayWait = false): Promise<void> {
  await screenHere(page, mayWait);
  await takePicture(page, artefact(name));
}

/** As `shoot`, of a page that was seen to be here just now (`visit`, `goTo`). */
export const shootNow = (page: Page, name: string): Promise<void> => takePicture(page, artefact(name));

/** Keeps what the page of a failed test looks like, blank or not. Has no failure of its own: the test has one. */
export async function shootFailure(page: Page, name: string): Promise<void> {
  await takePicture(page, artefact(`failed-${name.slice(0, 60).replaceAll(/\W+/g, '-')}`), { timeout: 10_000 }).catch(() => undefined);
}

const artefact = (name: string): string => join(ARTEFACTS, `${name}.png`);

/** Keeps a text among the artefacts. */
export function keepText(name: string, text: string): void {
  mkdirSync(ARTEFACTS, { recursive: true });
  writeFileSync(join(ARTEFACTS, name), text);
}
