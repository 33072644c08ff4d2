import type { Page } from 'playwright-core';
import { shoot } from './browser.ts';
import { accessibility, overflow } from './inspect.ts';

/**
 * The page as it stands, on a phone in the dark and on a wide screen in the light, each kept as a picture.
 *
 * @param here takes the pictures: of another origin, or of a page that moves
 * @returns what is wrong with it, by all rules of accessibility, and what is too wide
 */
export async function bothLooks(page: Page, name: string, here: typeof shoot = shoot): Promise<string[]> {
  const problems: string[] = [];
  for (const [colorScheme, width, height] of [
    ['dark', 390, 844],
    ['light', 1440, 900],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await here(page, `${name}-${colorScheme}-${width}`);
    problems.push(...(await overflow(page)), ...(await accessibility(page, 'all')));
  }
  return problems;
}
