import type { Locator, Page } from 'playwright-core';
import { goTo } from './screen-here.ts';
import type { Walker } from './walk-spec.ts';

/** A screen that asks the server for nothing. */
export const ELSEWHERE = '/ui/404';

/** The list as it is now, nothing ticked. From itself it is come to by way of another screen, as loading the page anew takes several times as long. */
export async function open({ page, spec }: Walker): Promise<void> {
  if (new URL(page.url()).pathname === new URL(spec.list, page.url()).pathname) await goTo(page, ELSEWHERE);
  await goTo(page, spec.list);
  await page.getByRole('region', { name: spec.many }).waitFor();
}

/** The row of the object of exactly this name; a copy has the name of the original within its own. */
export const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

/** Takes an action of a row, be it a button of the row or an entry of its menu. */
export async function act({ page }: Walker, name: string, action: string): Promise<void> {
  const row = rowOf(page, name);
  const button = row.getByRole('button', { name: action, exact: true });
  if ((await button.count()) > 0) return button.click();
  await row.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens the list and ticks these rows of it. */
export async function tick(walker: Walker, names: readonly string[]): Promise<void> {
  await open(walker);
  for (const name of names) await walker.page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
}

/** Takes an action of the menu for the ticked rows, of which there are `count`. */
export async function bulk({ page }: Walker, count: number, action: string): Promise<void> {
  await page.getByRole('button', { name: `${count} selected` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
