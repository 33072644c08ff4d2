import type { Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';

/** What a person does on the pages of jobs, by the words they see. */

/** Ticks machines in the tree of targets, which shows them beside or below their node. @param word by which all of them are found */
export async function tickTargets(page: Page, word: string, names: readonly string[]): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Search nodes' });
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Search nodes' }).click();
  await search.fill(word);
  for (const name of names) {
    const box = page.getByRole('checkbox', { name, exact: true });
    await box.waitFor();
    await box.check();
  }
}

/** Puts a command into the editor in place of what is there. */
export async function typeCommand(page: Page, command: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Command' }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(command);
}

/** The run of the page is over, so many of its machines having ended. @param limit in ms: a playbook takes longer than a command */
export const runOver = (page: Page, count: number, limit: number = PATIENCE.screen): Promise<void> =>
  page.getByText(`${count} of ${count} assets`).waitFor({ timeout: limit });

/** Starts a job from its row in the list, and goes to its run. */
export async function startJob(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Run' }).click();
}
