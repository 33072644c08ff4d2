import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { apiOf } from './actors.ts';
import { ARTEFACTS, type Browser, newPerson } from './browser.ts';
import { startSession } from './console.ts';
import { fillScene } from './filled.ts';
import { LIVE_SCREENS, liveScreenHere, liveScreens } from './live-screens.ts';
import { asWebp, takePicture, wholePage } from './picture.ts';
import { PEOPLE, type Place } from './places.ts';
import { ADMIN_PASSWORD } from './postern.ts';
import { startScene } from './scene.ts';
import { goTo, screenHere, visit } from './screen-here.ts';

// Every screen in three languages, both themes and two widths, as sheets to look at: `npm run pictures`, once the apps are built, or
// `npm run pictures -- users permissions` for screens whose names begin so. A screen that does not come, or a picture of nothing, is
// named at the end and fails the run. The sheets of a whole run are kept in docs/pictures; single pictures lie among the artefacts. Some
// screens are kept for the manual, too.

const LANGUAGES = ['en-GB', 'zh-CN', 'ja-JP'] as const;
const LOOKS = [
  { name: 'light-1440', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark-1440', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'dark-390', colorScheme: 'dark', width: 390, height: 844 },
  { name: 'light-390', colorScheme: 'light', width: 390, height: 844 },
] as const;
/** Width of a picture of each width on a sheet. */
const THUMB = { 1440: 208, 390: 68 } as const;
/** Rows of one sheet: Chromium draws no more than 16,384 pixels at once. */
const ROWS = 40;

/** The screens that pages of the manual show (docs/manual/<language>/<page>.webp). */
const IN_MANUAL: Readonly<Record<string, string>> = {
  'my-assets': 'my-assets',
  assets: 'assets',
  accounts: 'accounts',
  'permission-detail': 'permissions',
  'command-filters': 'rules',
  users: 'people',
  replay: 'terminal',
  'sessions-past': 'sessions',
  'operate-logs': 'logs',
  'job-create': 'jobs',
  'my-tickets': 'tickets',
  dashboard: 'dashboard',
  'settings-security': 'settings',
  'profile-settings': 'profile',
};
/** Small enough to be read at the width of a drawer. */
const MANUAL_SIZE = { width: 1120, height: 700 };
const manual = fileURLToPath(new URL('../../docs/manual/', import.meta.url));

const singles = join(ARTEFACTS, 'sheets');
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.some((start) => name.startsWith(start));
const picture = (name: string, language: string, look: string) => join(singles, `${name}-${language.slice(0, 2)}-${look}.png`);

const LOGIN: Place = ['login', '/core/auth/login/'];

/** The view that a screen stands in: one sheet, or a row of them, for each. */
function viewOf([, address]: Place): string {
  const [, app, view] = address.split(/[/?]/);
  if (app !== 'ui') return app === 'luna' ? 'terminal' : 'login';
  return view === 'profile' || view === 'tickets' ? 'workbench' : (view ?? '');
}

async function allLooks(page: Page, name: string, language: string, here: (page: Page) => Promise<void> = screenHere): Promise<void> {
  for (const { name: look, colorScheme, width, height } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await here(page);
    await takePicture(page, picture(name, language, look));
  }
  await page.emulateMedia({ colorScheme: LOOKS[0].colorScheme });
  await page.setViewportSize({ width: LOOKS[0].width, height: LOOKS[0].height });
}

/** The screen of a page of the manual, as it is then: wide and light. */
async function forManual(page: Page, about: string, language: string): Promise<void> {
  await page.setViewportSize(MANUAL_SIZE);
  await screenHere(page);
  writeFileSync(join(manual, language.slice(0, 2), `${about}.webp`), await asWebp(page));
  await page.setViewportSize({ width: LOOKS[0].width, height: LOOKS[0].height });
}

type Username = keyof typeof PEOPLE;
type PlacesOf = Readonly<Record<Username, readonly Place[]>>;

/** All screens in one language. Answers what went wrong, in words. */
async function walk(browser: Browser, origin: string, placesOf: PlacesOf, language: string): Promise<string[]> {
  const problems: string[] = [];
  const looked = async (page: Page, [name, address]: Place, go: typeof goTo): Promise<void> => {
    try {
      await go(page, address);
      if ((await page.locator('html').getAttribute('lang'))?.slice(0, 2) !== language.slice(0, 2)) throw new Error('another language');
      await allLooks(page, name, language);
      const about = IN_MANUAL[name];
      if (about) await forManual(page, about, language);
    } catch (error) {
      problems.push(`${name} in ${language}: ${(error as Error).message.split('\n')[0]}`);
    }
  };
  if (isWanted(LOGIN[0])) {
    const guest = await newPerson(browser, { origin, locale: language });
    await looked(guest.page, LOGIN, visit);
    await guest.close();
  }
  for (const username of Object.keys(PEOPLE) as Username[]) {
    const some = placesOf[username].filter(([name]) => isWanted(name));
    if (some.length === 0) continue;
    const person = await newPerson(browser, { origin, locale: language });
    await startSession(person.page, username, PEOPLE[username].password);
    for (const place of some) await looked(person.page, place, goTo);
    await person.close();
    process.stdout.write(`${language}: ${some.length} screens of ${username}\n`);
  }
  return problems;
}

/** Screens of sessions that run, in one language after the other: each is found as the only one. Answers what went wrong, in words. */
async function walkLive(browser: Browser, on: Omit<Parameters<typeof liveScreens>[1], 'language'>): Promise<string[]> {
  const problems: string[] = [];
  for (const language of LANGUAGES) {
    const left = new Set<string>(LIVE_SCREENS.filter(isWanted));
    await liveScreens(browser, { ...on, language }, async (name, page) => {
      if (left.has(name)) await allLooks(page, name, language, (at) => liveScreenHere(name, at));
      left.delete(name);
    }).catch((error: Error) => problems.push(...[...left].map((name) => `${name} in ${language}: ${error.message.split('\n')[0]}`)));
  }
  return problems;
}

function sheetOf(title: string, names: readonly string[]): string {
  const cell = (name: string, language: string, { name: look, width }: (typeof LOOKS)[number]): string => {
    const data = readFileSync(picture(name, language, look)).toString('base64');
    return `<img width="${THUMB[width]}" src="data:image/png;base64,${data}" alt="">`;
  };
  const row = (name: string) =>
    `<tr><th>${name}</th>${LANGUAGES.map((language) => `<td>${LOOKS.map((look) => cell(name, language, look)).join(' ')}</td>`).join('')}</tr>`;
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>
    body { margin: 8px; font: 11px sans-serif; background: #888; width: max-content }
    th { text-align: left; max-width: 90px; overflow-wrap: anywhere; vertical-align: top; padding: 4px }
    td { padding: 4px } img { vertical-align: top; margin-right: 2px }
  </style><table>${names.map(row).join('')}</table>`;
}

async function drawSheets(browser: Browser, views: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1900, height: 900 } });
  const page = await context.newPage();
  for (const [view, names] of views)
    for (let at = 0; at < names.length; at += ROWS) {
      const name = `sheet-${view}${names.length > ROWS ? `-${at / ROWS + 1}` : ''}`;
      await page.setContent(sheetOf(name, names.slice(at, at + ROWS)), { waitUntil: 'load' });
      const path = join(wanted.length === 0 ? folder : singles, `${name}.jpg`);
      writeFileSync(path, await wholePage(page, 55));
      process.stdout.write(`${path}: ${statSync(path).size} bytes\n`);
    }
  await context.close();
}

mkdirSync(singles, { recursive: true });
const { postern, browser, scene, stop } = await startScene();
const problems: string[] = [];
try {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const filled = await fillScene(postern.origin, scene, admin);
  const placesOf = Object.fromEntries(
    (Object.keys(PEOPLE) as Username[]).map((username) => [username, [...PEOPLE[username].places(scene), ...filled[username]]]),
  ) as Record<Username, Place[]>;
  const live = LIVE_SCREENS.map((name): Place => [name, '/luna/']);
  const places = [LOGIN, ...Object.values(placesOf).flat(), ...live].filter(([name]) => isWanted(name));
  const found = await Promise.all(LANGUAGES.map((language) => walk(browser, postern.origin, placesOf, language)));
  problems.push(...found.flat());
  if (LIVE_SCREENS.some(isWanted)) problems.push(...(await walkLive(browser, { origin: postern.origin, scene, admin })));
  const lacking = new Set(problems.map((problem) => problem.split(' ')[0]));
  const views = new Map<string, string[]>();
  for (const place of places) if (!lacking.has(place[0])) views.set(viewOf(place), [...(views.get(viewOf(place)) ?? []), place[0]]);
  await drawSheets(browser, views);
  process.stdout.write(
    `${places.length} screens, ${places.length * LANGUAGES.length * LOOKS.length} pictures, ${problems.length} problems\n`,
  );
  for (const problem of problems) process.stdout.write(`${problem}\n`);
} finally {
  await stop();
}
// The browser ends with this process.
process.exit(problems.length === 0 ? 0 : 1);
