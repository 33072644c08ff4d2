import type { Api } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { type Browser, newPerson } from './browser.ts';
import { startSession } from './console.ts';
import { ADMIN_PASSWORD } from './postern.ts';
import type { Scene } from './scene.ts';
import { screenHere, visit } from './screen-here.ts';
import { atPrompt, see, shareLinkOf, typeLine } from './terminal.ts';
import { until } from './until.ts';

/** Screens that are there while a session runs, in the order in which they come about. */
export const LIVE_SCREENS = ['terminal-live', 'live-view', 'share-joined', 'file-manager-open'] as const;
export type LiveScreen = (typeof LIVE_SCREENS)[number];

/** Waits until one of them is here in the size that it has now: a terminal of one's own fits itself, and the tree of a window that became narrow goes. */
export async function liveScreenHere(name: LiveScreen, page: Page): Promise<void> {
  const shade = page.locator('.pt-shade');
  if (await shade.isVisible()) await shade.dispatchEvent('click');
  if (name === 'terminal-live')
    await until('the terminal fits its window', 20_000, async () => {
      const drawn = await page.locator('[data-testid="terminal"]:visible .xterm-screen').boundingBox();
      return drawn !== null && drawn.width <= (page.viewportSize()?.width ?? 0);
    });
  await screenHere(page);
}

/** What the dialog of an asset comes up with is taken: in every language its main button has the focus. */
async function takeChoices(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
}

/**
 * Works on a machine as somebody does, watched and in company, in one language.
 *
 * @param admin the administrator's API
 * @param look is called with each page once its screen is there
 */
export async function liveScreens(
  browser: Browser,
  { origin, scene, language, admin }: { origin: string; scene: Scene; language: string; admin: Api },
  look: (name: LiveScreen, page: Page) => Promise<void>,
): Promise<void> {
  const [mia, other] = await Promise.all(['mia', 'admin'].map(() => newPerson(browser, { origin, locale: language })));
  if (!mia || !other) throw new Error('There are two people');
  await startSession(mia.page, 'mia', TEST_PASSWORD);
  await startSession(other.page, 'admin', ADMIN_PASSWORD);
  const { sessions } = clientOf(admin);
  const running = async () => (await sessions.list({ limit: 1, offset: 0, is_finished: 0 })).results[0]?.id;

  await visit(mia.page, `/luna/connect?login_to=${scene.ids.host}&type=asset`);
  await takeChoices(mia.page);
  await atPrompt(mia.page);
  for (const line of ['uname -s', 'df -h /', 'ls --color /']) await typeLine(mia.page, line);
  await typeLine(mia.page, 'echo drawn-$((40+2))');
  await see(mia.page, 'drawn-42');
  await look('terminal-live', mia.page);

  const session = await until('the session is listed', 20_000, running);
  await visit(other.page, `/luna/monitor/${session}`);
  await see(other.page, 'drawn-42');
  await look('live-view', other.page);

  await mia.page.locator('.pt-status-files').first().click();
  const dialog = mia.page.getByRole('dialog');
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByTestId('share-code').waitFor();
  const { path, code } = await shareLinkOf(mia.page);
  await visit(other.page, path);
  await other.page.getByRole('textbox').fill(code);
  await other.page.keyboard.press('Enter');
  await see(other.page, 'drawn-42');
  await look('share-joined', other.page);
  await other.close();
  await mia.page.keyboard.press('Escape');
  await typeLine(mia.page, 'exit');
  await until('the session is over', 20_000, async () => (await running()) === undefined);

  await visit(mia.page, '/luna/sftp');
  await mia.page.getByRole('textbox').first().fill('berlin-web-1');
  await mia.page.getByRole('treeitem', { name: 'berlin-web-1' }).click();
  await takeChoices(mia.page);
  await mia.page.getByRole('grid').first().waitFor();
  await look('file-manager-open', mia.page);
  await mia.close();
}
