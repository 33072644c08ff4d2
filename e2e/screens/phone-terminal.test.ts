import { clientOf } from '@postern/testkit/client';
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, connectTo, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// The web terminal with fingers, on a real sshd: what a phone's keyboard lacks, letters of another size, and what the keyboard leaves of the page.

const ASSET = 'quay';
const PHONE = { width: 390, height: 844 };

const { scene, administrator } = machineOfFile(ASSET);
const phone = administrator({ viewport: PHONE, hasTouch: true, isMobile: true });
const desk = administrator({});
const watcher = administrator({ viewport: PHONE, hasTouch: true, isMobile: true });
let page: Page;
let fingers: CDPSession;

beforeAll(async () => {
  const { origin } = scene.postern;
  await confirmTerms(origin, 'admin', ADMIN_PASSWORD);
  await clientOf(scene.api).labels.create({
    name: 'env',
    value: 'production',
    color: 'red',
    warning: 'Customers work here',
    assets: [scene.host.id],
  });
  page = phone.page;
  await visit(page, '/luna/');
  await connectTo(page, ASSET);
  fingers = await page.context().newCDPSession(page);
});

const tap = (key: string): Promise<void> => page.getByRole('button', { name: key, exact: true }).tap();
const field = () => page.locator('[data-testid="terminal"]:visible textarea');

/** Two fingers, so far apart and then so far. */
async function pinch(from: number, to: number): Promise<void> {
  const at = (apart: number) => [-1, 1].map((side, id) => ({ x: 195 + (side * apart) / 2, y: 300, id }));
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at((from + to) / 2) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(to) });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
const lineHeight = async (): Promise<number> => (await page.locator('.xterm-rows:visible > div').first().boundingBox())?.height ?? 0;

test('Ctrl of the bar and C of the keyboard end a program', async () => {
  // Short enough for lines to fit.
  await typeLine(page, "PS1='$ '");
  await typeLine(page, 'echo begun; sleep 600; echo over-$?');
  await see(page, /^begun/m);
  await tap('Ctrl');
  expect(await page.getByRole('button', { name: 'Ctrl', exact: true }).getAttribute('aria-pressed')).toBe('true');
  expect(await field().evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type('c');
  await see(page, /\^C/);
  await atPrompt(page);
  expect(await page.getByRole('button', { name: 'Ctrl', exact: true }).getAttribute('aria-pressed')).toBe('false');
});

test('arrows recall what was typed, and the signs are typed', async () => {
  await typeLine(page, 'echo once-$((1+1))');
  await see(page, /^once-2/m);
  await tap('Up arrow');
  await see(page, /once-2\n\$ echo once-\$\(\(1\+1\)\)$/m);
  await page.keyboard.type(' ');
  await tap('|');
  await page.keyboard.type(' sed s,once,twice,; echo ');
  await tap('~');
  await tap('/');
  await page.keyboard.press('Enter');
  // A long home takes two lines of a phone.
  await see(page, /^twice-2\n\/[^$]+\/$/m);
});

test('Tab completes, and Esc is heard by an editor', async () => {
  await page.keyboard.type('echo /etc/hostna');
  await see(page, /hostna$/m);
  await tap('Tab');
  await see(page, /\/etc\/hostname/);
  await page.keyboard.press('Enter');
  await atPrompt(page);
  await typeLine(page, 'read -rsn1 k; printf "got-%d-" "\'$k"; echo');
  await tap('Esc');
  await see(page, /got-27-/);
});

test('nothing is wider than the phone, the bar has names, and what marks the machine is written above it', async () => {
  await page.getByRole('note').getByText('env:production').waitFor();
  expect(await page.title()).toMatch(new RegExp(`^${ASSET} · root\\b.* - `));
  await shoot(page, 'phone-terminal-390');
  expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
});

test('two fingers change the letters, and the size is there the next time', async () => {
  const before = await lineHeight();
  await pinch(100, 150);
  const after = await until('larger letters', 20_000, async () => {
    const now = await lineHeight();
    return now > before * 1.3 ? now : false;
  });
  await until('the size is kept', 20_000, async () => {
    const { body } = await scene.api.get<{ font_size: number | null }>('/api/v1/users/preferences/');
    return body.font_size === 21;
  });
  await pinch(150, 100);
  await until('letters as before', 20_000, async () => (await lineHeight()) < after * 0.8);
});

test('the last line and the bar stand above the keyboard, which makes the page smaller or lies over it', async () => {
  const ends = async (): Promise<number> => {
    const box = await page.getByRole('toolbar', { name: 'Terminal keys' }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await typeLine(page, 'clear; for n in $(seq 60); do echo row-$n; done');
  await see(page, /row-60/);
  expect(await ends()).toBe(PHONE.height);
  await page.setViewportSize({ width: 390, height: 430 });
  await expect.poll(ends).toBe(430);
  await see(page, /row-60/);
  await shoot(page, 'phone-terminal-keyboard');
  await page.setViewportSize(PHONE);
  await expect.poll(ends).toBe(PHONE.height);
  // Safari's keyboard lies over the page, of which less is then seen.
  const covered = (height: number): Promise<void> =>
    page.evaluate(
      `Object.defineProperty(visualViewport, 'height', { value: ${height}, configurable: true }); visualViewport.dispatchEvent(new Event('resize'))`,
    );
  await covered(430);
  await expect.poll(ends).toBe(430);
  await see(page, /row-60/);
  await covered(PHONE.height);
  await expect.poll(ends).toBe(PHONE.height);
  expect(phone.troubles()).toEqual([]);
});

test('who watches a wide session on a phone gets to the end of its lines, and reads its name as its owner does', async () => {
  await visit(desk.page, '/luna/');
  await connectTo(desk.page, ASSET);
  await typeLine(desk.page, "printf '%*s\\n' $COLUMNS the-end");
  await see(desk.page, /the-end$/m);
  const owner = desk.page.locator('.pt-status-asset');
  const { results } = await clientOf(scene.api).sessions.list({ limit: 10, offset: 0, is_finished: 0 });
  const newest = results.toSorted((a, b) => String(b.date_start).localeCompare(String(a.date_start)))[0];
  await visit(watcher.page, `/luna/monitor/${newest?.id}`);
  await see(watcher.page, /the-end$/m);
  const screen = watcher.page.locator('.xterm-screen');
  const right = async (): Promise<number> => {
    const box = await screen.boundingBox();
    return box ? box.x + box.width : 0;
  };
  expect(await right()).toBeGreaterThan(PHONE.width);
  expect(await overflow(watcher.page)).toEqual([]);
  await watcher.page.getByTestId('terminal').evaluate((box: { scrollLeft: number; scrollWidth: number }) => {
    box.scrollLeft = box.scrollWidth;
  });
  expect(await right()).toBeLessThanOrEqual(PHONE.width);
  await shoot(watcher.page, 'phone-watches-a-wide-session');
  await expect.poll(() => watcher.page.locator('.pt-status-asset').textContent()).toBe(await owner.textContent());
  await typeLine(desk.page, 'exit');
});
