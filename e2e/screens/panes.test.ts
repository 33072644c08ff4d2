import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { logIn } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { PATIENCE } from '../support/patience.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { connectTo } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// Several sessions shown together, by keys alone, on a real sshd: who gets what is typed, and that no session begins anew for it.

const ASSET = 'quay';

const { scene, browser } = machineOfFile(ASSET);
let mia: Person;

beforeAll(async () => {
  const { api, host, postern } = scene;
  const user = await createUser(api, { username: 'mia', name: 'Mia' });
  await createPermission(api, { name: 'Mia onto the quay', users: [user.id], assets: [host.id] });
  await confirmTerms(postern.origin, 'mia', TEST_PASSWORD);
  mia = await newPerson(browser, { origin: postern.origin });
  await logIn(mia.page, 'mia', TEST_PASSWORD);
  await mia.page.waitForURL('**/workbench/**');
  await visit(mia.page, '/luna/');
  await connectTo(mia.page, ASSET);
});

interface Box {
  key: string;
  x: number;
  y: number;
  width: number;
}

/** Panes in view, in the order of their places. */
async function panes(page: Page): Promise<Box[]> {
  const found = await page.locator('[data-pane]:visible').all();
  const boxes = await Promise.all(
    found.map(async (pane) => ({ key: (await pane.getAttribute('data-pane')) as string, box: await pane.boundingBox() })),
  );
  return boxes
    .map(({ key, box }) => ({ key, x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0 }))
    .sort((a, b) => a.y - b.y || a.x - b.x);
}
const pane = (page: Page, key: string): Locator => page.locator(`[data-pane="${key}"]`);
async function textOf(page: Page, key: string): Promise<string> {
  const rows = await pane(page, key).locator('.xterm-rows > div').allTextContents();
  return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd()).join('\n');
}
const shows = (page: Page, key: string, what: RegExp): Promise<string> =>
  until(`${what} in a pane`, PATIENCE.step, async () => {
    const text = await textOf(page, key);
    return what.test(text) ? text : false;
  });
const atPrompt = (page: Page, key: string): Promise<string> => shows(page, key, /[#$%>]\s*$/);
const press = (page: Page, key: string): Promise<void> => page.keyboard.press(`Alt+Shift+${key}`);
/** So many panes are in view and take keys. */
const several = (page: Page, count: number): Promise<Box[]> =>
  until(`${count} panes`, PATIENCE.step, async () => {
    const now = await panes(page);
    if (now.length !== count) return false;
    for (const { key } of now) if (!/[#$%>]\s*$/.test(await textOf(page, key))) return false;
    return now;
  });
async function line(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
/** Chooses from the menu of the split, by arrows. */
async function choose(page: Page, name: string): Promise<void> {
  await press(page, 'S');
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  await until(`${name} is marked`, PATIENCE.step, async () => {
    if ((await item.and(page.locator(':focus, .ant-dropdown-menu-item-active')).count()) > 0) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  });
  await page.keyboard.press('Enter');
  await item.waitFor({ state: 'hidden' });
}
const shell = async (page: Page, key: string, mark: string): Promise<string | undefined> => {
  await line(page, `echo ${mark}-$$-`);
  return new RegExp(`^${mark}-(\\d+)-`, 'm').exec(await shows(page, key, new RegExp(`^${mark}-\\d+-`, 'm')))?.[1];
};

describe('panes', () => {
  let first = '';
  let process: string | undefined;

  test('a copy of a session opens beside it, and keys go to one of them', async () => {
    const { page } = mia;
    [first] = (await several(page, 1)).map(({ key }) => key) as [string];
    process = await shell(page, first, 'begun');
    await press(page, 'D');
    const [left, right] = (await several(page, 2)) as [Box, Box];
    expect([left.key, right.x > left.x + left.width - 3]).toEqual([first, true]);
    await line(page, 'echo right-$((1+1))');
    await shows(page, right.key, /^right-2/m);
    await press(page, 'ArrowUp');
    await line(page, 'echo left-$((1+1))');
    const text = await shows(page, first, /^left-2/m);
    expect(text).not.toContain('right');
    expect(text).toContain(`begun-${process}-`);
  });

  test('lie in other shapes and sizes, one alone for a while, and their sessions go on', async () => {
    const { page } = mia;
    await choose(page, 'Below each other');
    const [upper, lower] = await several(page, 2);
    expect([upper?.x === lower?.x, (lower?.y ?? 0) > (upper?.y ?? 0)]).toEqual([true, true]);
    await press(page, 'D');
    await several(page, 3);
    await press(page, 'D');
    await several(page, 4);
    await choose(page, 'Two by two');
    const four = await several(page, 4);
    expect(new Set(four.map(({ x }) => x)).size).toBe(2);
    expect(new Set(four.map(({ y }) => y)).size).toBe(2);
    await shoot(page, 'panes-four');
    const active = await page.locator('.pt-slot--active').getAttribute('data-pane');
    const width = (of: typeof four): number => of.find(({ key }) => key === active)?.width ?? 0;
    await press(page, 'Equal');
    await press(page, 'Equal');
    await expect.poll(async () => width(await panes(page))).toBeGreaterThan(width(four) + 60);
    // By the mouse, too.
    const line = page.getByRole('separator', { name: 'Size of the panes' }).first();
    const grip = await line.boundingBox();
    if (!grip) throw new Error('no line between the panes');
    const before = width(await panes(page));
    await page.mouse.move(grip.x + 1, grip.y + 30);
    await page.mouse.down();
    await page.mouse.move(grip.x - 149, grip.y + 30, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs(Math.abs(width(await panes(page)) - before) - 150)).toBeLessThan(4);
    await press(page, 'Z');
    expect((await several(page, 1)).map(({ key }) => key)).toEqual([active]);
    await press(page, 'Z');
    await several(page, 4);
    // Not one of them was connected anew, and what they showed is still there.
    expect(await textOf(page, first)).toContain(`begun-${process}-`);
    const { body } = await scene.api.get<{ count: number }>('terminal/sessions/', { query: { limit: 1, offset: 0 } });
    expect(body.count).toBe(4);
  });

  test('get what is typed all at once, say so, and stop at a key', async () => {
    const { page } = mia;
    const all = (await several(page, 4)).map(({ key }) => key);
    await press(page, 'Y');
    const warnings = page.getByText('What is typed here goes to 4 sessions');
    await expect.poll(() => warnings.count()).toBe(4);
    await shoot(page, 'panes-synchronised');
    await line(page, 'echo all-$((40+2))');
    for (const key of all) await shows(page, key, /^all-42/m);
    await press(page, 'Y');
    await expect.poll(() => warnings.count()).toBe(0);
    await line(page, 'echo one-$((40+3))');
    const active = (await page.locator('.pt-slot--active').getAttribute('data-pane')) as string;
    await shows(page, active, /^one-43/m);
    for (const key of all.filter((one) => one !== active)) expect(await textOf(page, key)).not.toContain('one-');
  });

  test.each(['light', 'dark'] as const)('axe finds nothing serious in %s', async (scheme) => {
    const { page } = mia;
    await page.emulateMedia({ colorScheme: scheme });
    await press(page, 'Y');
    await page.getByText('What is typed here goes to 4 sessions').first().waitFor();
    await shoot(page, `panes-${scheme}`);
    expect(await accessibility(page)).toEqual([]);
    await press(page, 'Y');
  });

  test('are one at a time on a phone, and go on all the same', async () => {
    const { page } = mia;
    await page.setViewportSize({ width: 390, height: 844 });
    await several(page, 1);
    await press(page, 'ArrowDown');
    await several(page, 1);
    await page.getByRole('button', { name: 'Hide assets' }).first().click();
    await shoot(page, 'panes-phone');
    expect(await overflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await several(page, 4);
  });

  test('close one by one, and the last one is the session that was there first', async () => {
    const { page } = mia;
    for (const left of [3, 2, 1]) {
      if ((await page.locator('.pt-slot--active').getAttribute('data-pane')) === first) await press(page, 'ArrowDown');
      await press(page, 'X');
      await page.getByRole('dialog').getByRole('button', { name: 'End session' }).press('Enter');
      await several(page, left);
    }
    await atPrompt(page, first);
    expect(await shell(page, first, 'ended')).toBe(process);
    expect(mia.troubles()).toEqual([]);
  });
});

describe('beside panes', () => {
  test('a command is kept on the server, asked for what is blank in it, and run', async () => {
    const { page } = mia;
    await press(page, 'Q');
    const panel = page.getByRole('complementary', { name: 'Command templates' });
    await panel.getByRole('button', { name: 'New command template' }).last().click();
    const form = page.getByRole('dialog', { name: 'New command template' });
    await form.getByLabel('Name').fill('Sum');
    await form.getByRole('textbox', { name: 'Command' }).fill('echo sum-$(({{one}}+{{other}}))');
    await shoot(page, 'panes-template');
    await form.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: 'Run Sum' }).click();
    await page.getByLabel('one', { exact: true }).fill('40');
    await page.getByLabel('other', { exact: true }).fill('4');
    await page.keyboard.press('Enter');
    const [{ key }] = (await panes(page)) as [Box];
    await shows(page, key, /^sum-44/m);
    await shoot(page, 'panes-templates');
    expect(await accessibility(page)).toEqual([]);
    await press(page, 'Q');
    await panel.waitFor({ state: 'hidden' });
  });

  test('what waits for a transfer of files is told about, and ended', async () => {
    const { page } = mia;
    const [{ key }] = (await panes(page)) as [Box];
    await page.locator('[data-testid="terminal"]:visible textarea').focus();
    // As rz begins; what ends it is read as bytes.
    await line(page, String.raw`stty raw -echo; printf '**\030B0100000023be50\r\n'; head -c 8 | od -An -tx1; stty sane`);
    await page.getByRole('alert').filter({ hasText: 'rz waits for a file.' }).waitFor();
    await page.getByRole('button', { name: 'Upload in the file manager' }).waitFor();
    await shoot(page, 'panes-transfer');
    await page.getByRole('button', { name: 'Stop rz' }).click();
    await shows(page, key, /18( 18){7}/);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('a session moves to a window of its own as it is, with what it shows and runs, and is no longer here', async () => {
    const { page } = mia;
    await press(page, 'D');
    const [, right] = (await several(page, 2)) as [Box, Box];
    const process = await shell(page, right.key, 'moving');
    await line(page, 'seq 100 199');
    await shows(page, right.key, /^199\n/m);
    const order = (): Promise<(string | null)[]> =>
      page.locator('.pt-tab').evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-key')));
    const [one, two] = await order();
    await page.getByRole('tab').nth(1).dragTo(page.getByRole('tab').first());
    await expect.poll(order).toEqual([two, one]);
    await page.getByRole('tab').first().click();
    await press(page, 'L');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: 'Move to a new window…' }).click();
    const popup = page.waitForEvent('popup');
    await page.getByRole('dialog').getByText('The session goes on there as it is').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    const opened = await popup;
    await opened.locator('[data-testid="terminal"]:visible').waitFor();
    const rows = async (): Promise<string> =>
      (await opened.locator('.xterm-rows > div').allTextContents()).join('\n').replaceAll('\u00a0', ' ');
    const says = (what: RegExp) => until(`${what} in the window`, PATIENCE.step, async () => what.test(await rows()));
    await says(/199\s*\n[^\n]*[#$%>]/);
    await opened.locator('[data-testid="terminal"]:visible textarea').focus();
    await line(opened, 'echo still-$$-');
    await says(new RegExp(`still-${process}-`));
    // What had scrolled away is there, too.
    await until('the past in the window', PATIENCE.step, async () => {
      await opened.keyboard.press('Shift+PageUp');
      return (await rows()).includes(`moving-${process}-`);
    });
    expect(new URL(opened.url()).search).toBe('?handover=1');
    expect((await several(page, 1)).map((one) => one.key)).not.toContain(right.key);
    await shoot(opened, 'panes-window');
    await opened.close({ runBeforeUnload: false });
  });
});
