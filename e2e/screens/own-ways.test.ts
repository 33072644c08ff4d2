import { expect, test } from 'vitest';
import { newPerson, type Person, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { colourOf, overflow } from '../support/inspect.ts';
import { PEOPLE, type Place } from '../support/places.ts';
import { sceneOfFile } from '../support/product-of-file.ts';
import { drawn, goTo } from '../support/screen-here.ts';
import { isSeen, unseenFocus } from '../support/seen.ts';

// People who see in their own way: colours that the system chose, a page enlarged twice (WCAG 2.2, 1.4.10), less motion. One screen of each sort.

// Of the browser's world this is what runs in the page needs.
interface Motion {
  effect: { getComputedTiming: () => { duration?: number | string } } | null;
}
declare const document: { getAnimations: () => Iterable<Motion> };
declare const getComputedStyle: (element: unknown) => { borderTopColor: string };
declare const window: { longestMotion: number };
declare const requestAnimationFrame: (then: () => void) => void;

const { postern, browser, scene } = sceneOfFile();

const SORTS = [
  'dashboard',
  'users',
  'asset-detail',
  'permission-create',
  'explain-access',
  'machine-add',
  'role-detail',
  'settings-security',
  'tasks',
];
const places = (): Place[] => PEOPLE.admin.places(scene).filter(([name]) => SORTS.includes(name));

async function enter(options: Partial<Parameters<typeof newPerson>[1]>): Promise<Person> {
  const person = await newPerson(browser, { origin: postern.origin, ...options });
  await startSession(person.page, 'admin', PEOPLE.admin.password);
  return person;
}

/** What is nothing but colours: without them nobody would see that it is there. */
const COLOURED = ['.ant-switch', '.ant-tabs-ink-bar', '.p-shares span'];
test('in colours that the system chose, switches, tabs and parts of charts are seen, and what has the focus', async () => {
  const { page, close } = await enter({ forcedColors: 'active', colorScheme: 'dark' });
  const problems: string[] = [];
  const looked = new Set<string>();
  for (const [name, address] of places()) {
    await goTo(page, address);
    problems.push(...(await unseenFocus(page)).map((part) => `${name}: the focus on ${part} is not seen`));
    await shootNow(page, `forced-colours-${name}`);
    for (const selector of COLOURED) {
      const part = page.locator(`main ${selector}:visible`).first();
      if ((await part.count()) === 0) continue;
      looked.add(selector);
      await part.scrollIntoViewIfNeeded();
      if (!(await isSeen(part))) problems.push(`${name}: ${selector} is not seen`);
    }
  }
  await close();
  expect(problems).toEqual([]);
  expect([...looked]).toEqual(expect.arrayContaining(COLOURED));
});

test('who wants more contrast has lines as dark as text, and no quiet text', async () => {
  const look = async (contrast: 'more' | 'no-preference') => {
    const { page, close } = await enter({ contrast });
    await goTo(page, '/ui/console/users/users');
    const columns = page.getByRole('button', { name: 'Columns', exact: true });
    await drawn(page);
    const [text, line, quiet] = await Promise.all([
      colourOf(page.getByRole('heading', { level: 1 })),
      columns.evaluate((element) => getComputedStyle(element).borderTopColor),
      colourOf(page.getByRole('columnheader').nth(1)),
    ]);
    await shootNow(page, `contrast-${contrast}`);
    await close();
    return { line: line === text, quiet: quiet === text };
  };
  expect(await look('more')).toEqual({ line: true, quiet: true });
  expect(await look('no-preference')).toEqual({ line: false, quiet: false });
});

test('enlarged twice, nothing is wider than the window, and what is below can be reached', async () => {
  const { page, close } = await enter({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  const problems: string[] = [];
  for (const [name, address] of places()) {
    await goTo(page, address);
    problems.push(...(await overflow(page)).map((problem) => `${name}: ${problem}`));
    const last = page.locator('main').locator('button:visible, a:visible, input:visible').last();
    await last.focus();
    const box = await last.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > 450) problems.push(`${name}: the focus is out of sight at ${box?.y}`);
    await shootNow(page, `enlarged-${name}`);
  }
  await close();
  expect(problems).toEqual([]);
});

/** Runs in the page: keeps how long the longest of all motions takes, from now on. */
function remember(): void {
  window.longestMotion = 0;
  const look = (): void => {
    for (const { effect } of document.getAnimations())
      window.longestMotion = Math.max(window.longestMotion, Number(effect?.getComputedTiming().duration) || 0);
    requestAnimationFrame(look);
  };
  look();
}

test('nothing moves for who wants less motion, and drawers do for others', async () => {
  /** Longest time that anything takes to move, in milliseconds, right after a menu and the manual have been opened. */
  const longest = async (reducedMotion: 'reduce' | 'no-preference'): Promise<number> => {
    const { page, close } = await enter({ reducedMotion });
    await goTo(page, '/ui/console/users/users');
    await page.evaluate(remember);
    await page.getByRole('button', { name: 'Create user' }).hover();
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Help with this page' }).click();
    await page.getByRole('dialog', { name: 'Users, groups and roles' }).waitFor();
    const took = await page.evaluate('window.longestMotion');
    await close();
    return Number(took);
  };
  expect(await longest('reduce')).toBeLessThan(1);
  expect(await longest('no-preference')).toBeGreaterThan(50);
});
