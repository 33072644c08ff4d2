import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { recordingOf } from '../support/recording.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { connectTo, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// A recording of a real session as an auditor meets it, on a phone and by keys alone.

const ASSET = 'quay';

let scene: NativeScene;
let browser: Browser;
let person: Person;
let page: Page;

beforeAll(async () => {
  [scene, browser] = await Promise.all([setNativeScene(ASSET), startBrowser()]);
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
  await typeLine(page, 'exit');
  await page
    .getByRole('button', { name: /Reconnect/ })
    .first()
    .waitFor();
  const id = await until('the session', 30_000, async () => {
    const { body } = await scene.api.get<{ results: { id: string }[] }>('/api/v1/terminal/sessions/?limit=1&offset=0&is_finished=1');
    return body.results[0]?.id;
  });
  await recordingOf(scene.api, id);
  await page.goto('about:blank');
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/luna/replay/${id}`);
});
afterAll(async () => {
  await browser.close();
  await scene.stop();
});

const shown = async (): Promise<string> => ((await page.getByTestId('replay').textContent()) ?? '').replaceAll('\u00a0', ' ');
const position = () => page.getByRole('slider', { name: 'Position' });
const at = async (): Promise<number> => Number(await position().getAttribute('aria-valuenow'));
const waiting = () => page.getByRole('button', { name: 'Watch from the start' });

test('shows its last screen and no more than the phone is wide', async () => {
  await waiting().waitFor();
  await until('the last screen', 30_000, async () => (await shown()).includes('lantern-43'));
  expect(await at()).toBe(0);
  await until('marks on the bar', 30_000, async () => (await page.locator('.pt-marks [title*="harbour"]').count()) === 1);
  expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
  await shoot(page, 'replay-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
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
