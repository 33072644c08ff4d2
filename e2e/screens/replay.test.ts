import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ARTEFACTS, type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { openOffline, pageOf, replayed } from '../support/bundle.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { takePicture } from '../support/picture.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { recordingOf } from '../support/recording.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { connectTo, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// A recording of a real session as an auditor meets it, on a phone and by keys alone.

const ASSET = 'quay';
/** What runs if it ever becomes a part of a page. */
const OWNED = 'document.title=`owned`';
const HOSTILE = `</script><script>${OWNED}</script><img src=x onerror=${OWNED}>`;

// Functions below run in the page.
declare const document: { title: string; fullscreenElement: { className: string } | null };

let folder: string;
let session: string;
let scene: NativeScene;
let browser: Browser;
let person: Person;
let page: Page;

beforeAll(async () => {
  [scene, browser, folder] = await Promise.all([setNativeScene(ASSET), startBrowser(), mkdtemp(join(tmpdir(), 'postern-replay-'))]);
  const { origin } = scene.postern;
  await confirmTerms(origin, 'admin', ADMIN_PASSWORD);
  person = await newPerson(browser, { origin });
  page = person.page;
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, '/luna/');
  await connectTo(page, ASSET);
  await typeLine(page, 'echo harbour-$((40+2))');
  await see(page, /^harbour-42/m);
  await typeLine(page, 'sleep 7; echo lantern-$((40+3))');
  await see(page, /^lantern-43/m);
  // A link to a script, and markup, on the screen and in the list of commands.
  await typeLine(page, `printf '\\033]8;;javascript:${OWNED}\\007lure\\033]8;;\\007 ${HOSTILE} %s\\n' $((40+4))`);
  await see(page, / 44$/m);
  await typeLine(page, 'exit');
  await page
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .waitFor();
  session = await until('the session', 30_000, async () => {
    const { body } = await scene.api.get<{ results: { id: string }[] }>('/api/v1/terminal/sessions/?limit=1&offset=0&is_finished=1');
    return body.results[0]?.id;
  });
  await recordingOf(scene.api, session);
  await page.goto('about:blank');
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/luna/replay/${session}`);
});
afterAll(async () => {
  await browser.close();
  await scene.stop();
  await rm(folder, { recursive: true, force: true });
});

const shown = () => replayed(page);
const at = async (of = page): Promise<number> => Number(await of.getByRole('slider').getAttribute('aria-valuenow'));
const waiting = () => page.getByRole('button', { name: 'Watch from the start' });

test('shows its last screen and no more than the phone is wide', async () => {
  await waiting().waitFor();
  await until('the last screen', 30_000, async () => (await shown()).includes('lantern-43'));
  expect(await at()).toBe(0);
  // Nothing is typed into a recording, so Tab does not stop where one would.
  expect(await page.getByTestId('replay').locator('textarea').getAttribute('tabindex')).toBe('-1');
  await until('marks on the bar', 30_000, async () => (await page.locator('.pt-marks [title*="harbour"]').count()) === 1);
  expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
  await shoot(page, 'replay-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
  await until('all of it in view', 30_000, () => fits(page));
  await shoot(page, 'replay-dark-1440');
});

test('a search by keys goes to where the text was shown', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('HARBOUR-42');
  await until('the place of it', 30_000, async () => (await shown()).includes('harbour-42'));
  await until('what came later is not there', 30_000, async () => !(await shown()).includes('lantern-43'));
  await page.getByText('1/1').waitFor();
  expect(await overflow(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('keys go on to the next command and to the end, and play from there anew', async () => {
  await page.keyboard.press('End');
  await until('the end', 30_000, async () => (await shown()).includes('lantern-43'));
  const end = await at();
  await page.keyboard.press('p');
  await until('a command before', 30_000, async () => (await at()) < end - 4);
  await page.keyboard.press('Home');
  await until('the start', 30_000, async () => (await at()) === 0);
  for (let faster = 0; faster < 4; faster += 1) await page.keyboard.press('>');
  await page.getByText('16×').waitFor();
  await page.keyboard.press('Space');
  await until('all of it', 60_000, async () => (await shown()).includes('lantern-43'));
  expect(person.troubles()).toEqual([]);
});

test('a key fills the screen with the player, and leaves it', async () => {
  const full = () => page.evaluate(() => document.fullscreenElement?.className ?? '');
  await page.getByRole('region', { name: 'Recording' }).focus();
  await page.keyboard.press('f');
  await until('the whole screen', 30_000, async () => (await full()) === 'pt-player');
  await page.keyboard.press('f');
  await until('the page', 30_000, async () => (await full()) === '');
  expect(person.troubles()).toEqual([]);
});

/** Whether the whole width and height of the recorded terminal is in view. */
const fits = (of: Page): Promise<boolean> =>
  of.getByTestId('replay').evaluate((box) => {
    const screen = box.querySelector('.xterm-screen') as { offsetWidth: number; offsetHeight: number } | null;
    return screen !== null && screen.offsetWidth <= box.clientWidth && screen.offsetHeight <= box.clientHeight;
  });

/** The page of the session's bundle, as somebody takes it away. */
async function takenAway(): Promise<string> {
  await page.getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Signed bundle/ }).click()]);
  const bundle = join(folder, file.suggestedFilename());
  await file.saveAs(bundle);
  return pageOf(bundle, session);
}

test('where there is no network the same player plays it: poster, marks, search, keys, on a phone, in the language of the reader', async () => {
  const file = await takenAway();
  await openOffline(
    browser,
    file,
    async (away) => {
      await away.getByRole('button', { name: '最初から見る' }).waitFor();
      await until('the last screen', 30_000, async () => (await replayed(away)).includes('lantern-43'));
      expect([await at(away), await away.locator('.pt-marks [title*="harbour"]').count()]).toEqual([0, 1]);
      expect([...(await overflow(away)), ...(await accessibility(away))]).toEqual([]);
      await until('all of it in view', 30_000, () => fits(away));
      await takePicture(away, `${ARTEFACTS}replay-offline-ja-1440.png`);
      await away.setViewportSize({ width: 390, height: 844 });
      await away.emulateMedia({ colorScheme: 'dark' });
      expect([...(await overflow(away)), ...(await accessibility(away))]).toEqual([]);
      await away.keyboard.press('/');
      await away.keyboard.type('HARBOUR-42');
      await away.getByText('1/1').waitFor();
      await until('what came later is not there', 30_000, async () => !(await replayed(away)).includes('lantern-43'));
      await away.keyboard.press('Escape');
      for (let faster = 0; faster < 4; faster += 1) await away.keyboard.press('>');
      await away.getByText('16×').waitFor();
      await takePicture(away, `${ARTEFACTS}replay-offline-ja-dark-390.png`);
      await away.keyboard.press('Home');
      await away.keyboard.press('Space');
      await until('all of it', 60_000, async () => (await replayed(away)).includes('lantern-43'));
    },
    'ja-JP',
  );
});

test('nothing that stands in a recording runs in the page that plays it', async () => {
  const file = await takenAway();
  await openOffline(browser, file, async (away) => {
    await until('the last screen', 30_000, async () => (await replayed(away)).includes(HOSTILE.slice(-20)));
    await away.getByRole('complementary', { name: 'Commands' }).getByText('</script><script>').waitFor();
    expect(await away.locator('img, a[href]').count()).toBe(0);
    await takePicture(away, `${ARTEFACTS}replay-offline-1440.png`);
  });
  // Nor does what somebody writes into the page itself: its policy knows one script.
  const changed = join(folder, 'changed.html');
  const whole = await readFile(file, 'utf8');
  await writeFile(
    changed,
    whole.replace('<body>', () => `<body>${HOSTILE.replace('</script>', '')}`),
  );
  const context = await browser.newContext({ offline: true });
  const refused: string[] = [];
  context.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  const away = await context.newPage();
  await away.goto(`file://${changed}`);
  await away.getByTestId('replay').waitFor();
  await until('both are refused', 30_000, () => Promise.resolve(refused.filter((one) => /inline/.test(one)).length >= 2));
  expect(await away.title()).toMatch(new RegExp(`· ${ASSET}`));
  await context.close();
});
