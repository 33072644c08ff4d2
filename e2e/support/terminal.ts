import type { Locator, Page } from 'playwright-core';
import { PATIENCE } from './patience.ts';
import { until } from './until.ts';

/** The web terminal as a person uses it: keys in, text on the screen out. */

/** Text of the terminal in view, one line per row, without trailing blanks. */
export async function screenText(page: Page): Promise<string> {
  const rows = await page.locator('[data-testid="terminal"]:visible .xterm-rows > div').allTextContents();
  return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
}

/** Waits until the screen matches, and answers its text. */
export async function see(page: Page, what: RegExp | string, limitMs: number = PATIENCE.step): Promise<string> {
  let last = '';
  try {
    return await until(`${what} on the terminal`, limitMs, async () => {
      last = await screenText(page);
      return (typeof what === 'string' ? last.includes(what) : what.test(last)) ? last : false;
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}; the screen shows:\n${last}`);
  }
}

/** Waits for the shell's prompt at the end of the screen. What is typed before is thrown away by many a program that ends. */
export const atPrompt = async (page: Page): Promise<void> => void (await see(page, /[#$%>]\s*$/));

/** Types a line into the terminal in view and sends it. */
export async function typeLine(page: Page, line: string): Promise<void> {
  await page.locator('[data-testid="terminal"]:visible textarea').focus();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
}

/** Picks an asset in the tree of the web terminal. Answers the dialog that asks what to connect with. */
export async function pickAsset(page: Page, asset: string): Promise<Locator> {
  await page
    .getByRole('textbox', { name: /^Search/ })
    .first()
    .fill(asset);
  await page.getByRole('treeitem', { name: asset }).click();
  return page.getByRole('dialog', { name: `Connect to ${asset}` });
}

/** Connects from the tree of the web terminal to an asset, with the choices the dialog comes up with. */
export async function connectTo(page: Page, asset: string): Promise<void> {
  try {
    const dialog = await pickAsset(page, asset);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${await stateOf(page)}`);
  }
  await atPrompt(page);
}

/** Link and code of the dialog that shares a session. */
export async function shareLinkOf(page: Page): Promise<{ path: string; code: string }> {
  const code = (await page.getByTestId('share-code').locator('.p-copyable__text').textContent()) ?? '';
  const link = (await page.getByTestId('share-link').locator('.p-copyable__text').textContent()) ?? '';
  return { path: new URL(link).pathname, code };
}

/** What a page that got stuck shows, and what has its focus. */
const stateOf = (page: Page): Promise<string> =>
  page
    .evaluate<string>(
      `'focus: ' + (document.activeElement?.outerHTML ?? 'none').slice(0, 300) + '; shows: ' + document.body.innerText.slice(0, 1500)`,
    )
    .catch((error: unknown) => `the page does not answer: ${error}`);
