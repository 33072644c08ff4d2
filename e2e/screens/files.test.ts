import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Json } from '@postern/testkit/api';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { rests } from '@postern/testkit/until';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { logIn } from '../support/console.ts';
import { accessibility } from '../support/inspect.ts';
import { PATIENCE } from '../support/patience.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { pickAsset } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// The file manager as people use it, by mouse and keys, on a real sshd: what arrives, what is asked, what auditors see of it.

const ASSET = 'depot';

const { scene, browser } = machineOfFile(ASSET);
let mia: Person;
/** On the machine, which is this one. */
let there: string;
/** The person's. */
let here: string;

beforeAll(async () => {
  // Where the file manager begins on a machine.
  there = mkdtempSync('/tmp/postern-depot-');
  here = mkdtempSync(join(tmpdir(), 'postern-mine-'));
  const { api, host, postern } = scene;
  const user = await createUser(api, { username: 'mia', name: 'Mia' });
  await createPermission(api, { name: 'Mia into the depot', users: [user.id], assets: [host.id] });
  await confirmTerms(postern.origin, 'mia', TEST_PASSWORD);
  mia = await newPerson(browser, { origin: postern.origin });
  // Its dialog is the system's, which nobody can press here. Without it the browser keeps what comes.
  await mia.page.context().addInitScript('window.showSaveFilePicker = undefined');
  await logIn(mia.page, 'mia', TEST_PASSWORD);
  await mia.page.waitForURL('**/workbench/**');
});

afterAll(async () => {
  for (const folder of [there, here]) rmSync(folder, { recursive: true });
});

const sha = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const machine = (page: Page): Locator => page.getByRole('region', { name: `On ${ASSET}` });
const list = (page: Page): Locator => machine(page).getByRole('grid');
const row = (page: Page, name: string): Locator => list(page).getByRole('row').filter({ hasText: name });
const tool = (page: Page, name: string): Locator => machine(page).getByRole('button', { name, exact: true });
const transfers = (page: Page): Locator => page.getByRole('region', { name: 'Transfers' }).getByRole('listitem');
const finished = (page: Page, name: string): Promise<void> =>
  transfers(page).filter({ hasText: name }).and(page.locator('[data-state="done"]')).last().waitFor();
const clear = (page: Page): Promise<void> => page.getByRole('button', { name: 'Clear finished' }).click();

/** Connects from the tree of the file manager, by the address that other consoles have for it. */
async function openFiles(page: Page): Promise<void> {
  await visit(page, '/koko/elfinder/sftp/');
  expect(new URL(page.url()).pathname).toBe('/luna/sftp');
  await shoot(page, 'file-manager-empty');
  const dialog = await pickAsset(page, ASSET);
  expect(await dialog.getByRole('radio').allTextContents()).toEqual([]);
  await shoot(page, 'file-manager-connect');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await list(page).waitFor();
}

/** Goes into a folder of the one that is shown, by keys alone. */
async function enter(page: Page, name: string): Promise<void> {
  await list(page).focus();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await machine(page).getByRole('button', { name, exact: true }).and(page.locator('[aria-current="location"]')).waitFor();
}

async function pickFiles(page: Page, ...paths: string[]): Promise<void> {
  await tool(page, 'Upload').click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles(paths);
}

/** Drags what is on this machine over a part of the page, and lets go. */
async function drop(page: Page, onto: Locator, ...files: string[]): Promise<void> {
  const box = await onto.boundingBox();
  if (!box) throw new Error('nothing to drop onto');
  const cdp = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data: { items: [], files, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await cdp.send('Input.dispatchDragEvent', { type, ...at });
  await cdp.detach();
}

/** Rows of the file transfers of the session that began last. */
async function moved(): Promise<Json[]> {
  const { body } = await scene.api.get<{ results: Json[] }>('audits/ftp-logs/', { query: { limit: 100, offset: 0 } });
  return body.results;
}

describe('files', () => {
  test('are found by keys, and go up whole', async () => {
    const { page } = mia;
    await openFiles(page);
    await enter(page, basename(there));
    await machine(page).getByText('This folder is empty').waitFor();
    const big = join(here, 'big.bin');
    writeFileSync(big, randomBytes(20_000_000));
    writeFileSync(join(here, 'notes.txt'), 'one\ntwo\nthree\n');
    await pickFiles(page, big, join(here, 'notes.txt'));
    await finished(page, 'big.bin');
    await finished(page, 'notes.txt');
    expect(sha(join(there, 'big.bin'))).toBe(sha(big));
    await row(page, 'big.bin').getByText('19 MB').waitFor();
    await shoot(page, 'files-uploaded');
    await clear(page);
    // The auditor has a copy of it, as of everything below the limit of the settings.
    const kept = await until('the copy is there', PATIENCE.step, async () =>
      (await moved()).find(({ filename, has_file }) => filename === `${there}/notes.txt` && has_file),
    );
    expect((await scene.api.get(`audits/ftp-logs/${kept?.id}/file/download/`)).body).toBe('one\ntwo\nthree\n');
  });

  test('that are there already are asked about', async () => {
    const { page } = mia;
    const big = join(here, 'big.bin');
    writeFileSync(join(there, 'big.bin'), readFileSync(big).subarray(0, 7_000_000));
    await pickFiles(page, big, join(here, 'notes.txt'));
    const question = (name: string): Locator => page.getByRole('dialog', { name: `${name} is there already` });
    await shoot(page, 'files-conflict', true);
    await question('big.bin').getByRole('button', { name: 'Go on at 6.7 MB' }).click();
    await question('notes.txt').getByRole('button', { name: 'Keep both' }).click();
    await finished(page, 'notes.txt');
    await finished(page, 'big.bin');
    expect(sha(join(there, 'big.bin'))).toBe(sha(big));
    expect(readdirSync(there).toSorted()).toEqual(['big.bin', 'notes (2).txt', 'notes.txt']);
    // Only what was missing went over the line.
    expect((await until('the rest is told', 10_000, async () => (await moved()).find(({ size }) => size === 13_000_000)))?.filename).toBe(
      `${there}/big.bin`,
    );
    await clear(page);
  });

  test('come down whole', async () => {
    const { page } = mia;
    await row(page, 'big.bin').click();
    const download = page.waitForEvent('download');
    await tool(page, 'Download').click();
    const path = join(here, 'back.bin');
    await (await download).saveAs(path);
    expect(sha(path)).toBe(sha(join(here, 'big.bin')));
    await finished(page, 'big.bin');
    await clear(page);
  });

  test('are made, renamed, changed and removed by keys', async () => {
    const { page } = mia;
    await tool(page, 'New folder').click();
    await page.getByRole('dialog', { name: 'New folder' }).getByRole('textbox', { name: 'Name' }).fill('new');
    await page.keyboard.press('Enter');
    await row(page, 'new').waitFor();
    await row(page, 'notes (2).txt').click();
    await list(page).focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByRole('textbox', { name: 'Name' }).fill('other.txt');
    await page.keyboard.press('Enter');
    await row(page, 'other.txt').click();
    await tool(page, 'Change mode').click();
    const mode = page.getByRole('dialog', { name: 'Change mode' });
    await mode.getByRole('textbox', { name: 'As a number' }).fill('600');
    await mode.getByRole('checkbox', { name: 'Group: Read' }).check();
    await shoot(page, 'files-mode');
    await mode.getByRole('button', { name: 'Apply' }).click();
    await row(page, 'rw-r-----').waitFor();
    expect(statSync(join(there, 'other.txt')).mode & 0o7777).toBe(0o640);
    mkdirSync(join(there, 'new', 'deep', 'er'), { recursive: true });
    writeFileSync(join(there, 'new', 'deep', 'er', 'x'), 'x');
    // From the folder, which is first, down to nothing but itself.
    await list(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Delete');
    const question = page.getByRole('dialog', { name: 'Delete new?' });
    await question.getByText('4 entries with everything in the folders.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await row(page, 'new').waitFor({ state: 'detached' });
    expect(readdirSync(there).toSorted()).toEqual(['big.bin', 'notes.txt', 'other.txt']);
  });

  test('come as folders by a drag, and go as one archive', async () => {
    const { page } = mia;
    const tree = join(here, 'tree');
    mkdirSync(join(tree, 'inside', 'empty'), { recursive: true });
    writeFileSync(join(tree, 'a.txt'), 'a');
    writeFileSync(join(tree, 'inside', 'größe.bin'), randomBytes(300_000));
    await drop(page, list(page), tree);
    await finished(page, 'tree');
    expect(sha(join(there, 'tree', 'inside', 'größe.bin'))).toBe(sha(join(tree, 'inside', 'größe.bin')));
    expect(existsSync(join(there, 'tree', 'inside', 'empty'))).toBe(true);
    await row(page, 'tree').click();
    await row(page, 'notes.txt').click({ modifiers: ['Control'] });
    const download = page.waitForEvent('download');
    await tool(page, 'Download').click();
    const archive = join(here, 'all.zip');
    await (await download).saveAs(archive);
    const out = join(here, 'out');
    execFileSync('python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
      archive,
      out,
    ]);
    expect(sha(join(out, 'tree', 'inside', 'größe.bin'))).toBe(sha(join(tree, 'inside', 'größe.bin')));
    expect(readdirSync(join(out, 'tree', 'inside')).toSorted()).toEqual(['empty', 'größe.bin']);
    await clear(page);
  });

  test('are gone to by the tree of folders, by keys and by the mouse', async () => {
    const { page } = mia;
    const folders = page.getByRole('tree', { name: `Folders on ${ASSET}` });
    // Other folders of this machine may have such names, too.
    const item = (name: string): Locator =>
      folders.getByRole('treeitem', { name, exact: true }).and(page.locator(`[data-key^="${there}"]`));
    await item(basename(there)).and(page.locator('[aria-selected="true"]')).waitFor();
    await folders.focus();
    await page.keyboard.press('ArrowRight');
    await item('tree').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await row(page, 'a.txt').waitFor();
    await item('inside').click();
    await row(page, 'größe.bin').waitFor();
    await item('empty').waitFor();
    await shoot(page, 'files-tree');
    expect(await accessibility(page)).toEqual([]);
    await item(basename(there)).click();
    await row(page, 'notes.txt').waitFor();
  });

  test('are searched below a folder, and small ones edited with a look at what changes', async () => {
    const { page } = mia;
    await tool(page, 'Find below this folder').click();
    await page.getByRole('textbox', { name: 'Part of a name' }).fill('GRÖSSE'.toLowerCase().replace('ss', 'ß'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'tree/inside/größe.bin' }).waitFor();
    await shoot(page, 'files-find');
    await tool(page, 'Back to the folder').click();
    await row(page, 'notes.txt').dblclick();
    const editor = page.getByRole('dialog', { name: 'Edit notes.txt' });
    await editor.getByRole('textbox', { name: 'Contents' }).fill('one\n2\nthree\n');
    await editor.getByRole('button', { name: 'Review changes' }).click();
    await editor.getByText('+', { exact: true }).waitFor();
    await shoot(page, 'files-diff');
    // Somebody else is quicker.
    writeFileSync(join(there, 'notes.txt'), 'theirs, and longer\n');
    await editor.getByRole('button', { name: 'Save changes' }).click();
    await editor.getByText('The file was changed on the asset meanwhile.').waitFor();
    expect(readFileSync(join(there, 'notes.txt'), 'utf8')).toBe('theirs, and longer\n');
    await editor.getByRole('button', { name: 'Save anyway' }).click();
    await editor.waitFor({ state: 'hidden' });
    expect(readFileSync(join(there, 'notes.txt'), 'utf8')).toBe('one\n2\nthree\n');
  });

  test('are held up, gone on with and left off', async () => {
    const { page } = mia;
    const huge = join(here, 'huge.bin');
    writeFileSync(huge, '');
    truncateSync(huge, 700 * 2 ** 20);
    await pickFiles(page, huge);
    const line = transfers(page).filter({ hasText: 'huge.bin' });
    await page.getByRole('button', { name: 'Pause huge.bin' }).click();
    await line.getByText('Paused').waitFor();
    const size = (): number => statSync(join(there, 'huge.bin')).size;
    // What was on its way arrives; then nothing does.
    await rests('what is on its way', size);
    const held = size();
    expect(held).toBeLessThan(700 * 2 ** 20);
    await page.getByRole('button', { name: 'Resume huge.bin' }).click();
    await until('it goes on', 20_000, async () => size() > held);
    await page.getByRole('button', { name: 'Cancel huge.bin' }).click();
    await line.getByText('Cancelled').waitFor();
    await clear(page);
  });
});
