import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { logIn, startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { tickTargets } from '../support/job-pages.ts';
import { latin } from '../support/latin.ts';
import { PATIENCE } from '../support/patience.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';
import { zipOf } from '../support/zip.ts';

// Mia uploads a playbook, mends it in the workspace, and makes a job of it; Otto may look at what she shares.

const { scene, browser } = machineOfFile('quay-1');
let mia: Person;
let api: Api;
let id = '';

const MAIN = '- name: Harbour\n  hosts: all\n  tasks:\n    - name: Lights\n      ansible.builtin.debug:\n        msg: on\n';
const ARCHIVE = zipOf({
  'main.yml': MAIN,
  'vars/quays.yml': 'quays: 3\n',
  'roles/lamp/tasks/main.yml': '- name: Lamp\n  ansible.builtin.debug:\n    msg: lamp\n',
  'lamp.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
});

beforeAll(async () => {
  const { postern, host } = scene;
  for (const [username, name] of [
    ['mia', 'Mia'],
    ['otto', 'Otto'],
  ] as const) {
    const user = await createUser(scene.api, { username, name });
    if (username === 'mia') await createPermission(scene.api, { name: 'Mia onto the quay', users: [user.id], assets: [host.id] });
    await confirmTerms(postern.origin, username, TEST_PASSWORD);
  }
  api = await apiOf(postern.origin, 'mia', TEST_PASSWORD);
  mia = await newPerson(browser, { origin: postern.origin });
  await logIn(mia.page, 'mia', TEST_PASSWORD);
  await mia.page.waitForURL('**/workbench/**');
});

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TEMPLATES = '/ui/workbench/ops/templates?activeTab=Playbook';
const workspace = () => `/ui/workbench/ops/playbook/${id}?activeTab=Workspace`;

/** The page as it stands, kept as pictures; answers what is wrong with it. */
async function looks(page: Page, name: string, sizes: readonly (typeof WIDE)[] = [WIDE, PHONE]): Promise<string[]> {
  const problems: string[] = [];
  for (const size of sizes) {
    await page.emulateMedia({ colorScheme: size === WIDE ? 'light' : 'dark' });
    await page.setViewportSize(size);
    await shoot(page, `playbooks-${name}-${size.width}`);
    if (size === PHONE) problems.push(...(await overflow(page)));
    problems.push(...(await accessibility(page)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return problems;
}

const editor = (page: Page, path: string) => page.getByRole('textbox', { name: path, exact: true });
const openFile = (page: Page, path: string) =>
  page.getByRole('navigation', { name: 'Open files' }).locator('.pb-tab-name', { hasText: path });
const tree = (page: Page) => page.locator('.s-tree');
async function type(page: Page, path: string, text: string): Promise<void> {
  await editor(page, path).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(text);
  await openFile(page, path).getByRole('img', { name: 'Not saved' }).waitFor();
}
/** What the browser complains of, besides the refusals that are looked for here. */
const unexpected = ({ troubles }: Person): string[] => troubles().filter((trouble) => !/status of (400|409)/.test(trouble));
/** All that was typed is saved. */
const saved = (page: Page) => page.getByRole('img', { name: 'Not saved' }).waitFor({ state: 'detached' });
const contentOf = async (key: string): Promise<string> =>
  String((await api.get<Json>(addressOf('playbooks', 'fileRead', id), { query: { key } })).body.content);

test('an archive without main.yml is refused in the dialog; one with it becomes a playbook called after its file', async () => {
  const { page } = mia;
  await visit(page, TEMPLATES);
  await page.getByText('A playbook of Ansible that you write here').waitFor();
  await page.locator('.s-toolbar').getByRole('button', { name: 'Create playbook' }).click();
  await page.getByRole('menuitem', { name: 'Upload a ZIP' }).click();
  const dialog = page.getByRole('dialog');
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/zip', buffer });
  await choose('harbour.zip', zipOf({ 'deep/main.yml': MAIN }));
  await dialog.getByText('harbour.zip').waitFor();
  expect(await looks(page, 'upload')).toEqual([]);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.getByRole('alert').getByText('main.yml').waitFor();
  await choose('harbour.zip', ARCHIVE);
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'harbour', exact: true }).waitFor();
  expect(await looks(page, 'list')).toEqual([]);
  await page.getByRole('link', { name: 'harbour', exact: true }).click();
  await page.getByRole('tab', { name: 'Workspace' }).waitFor();
  id = /playbook\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  await shoot(page, 'playbooks-detail');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toBe('harbour.zip');
});

test('main.yml is open; what is wrong is shown at its line and in a list, until it is mended', async () => {
  const { page } = mia;
  await visit(page, workspace());
  await editor(page, 'main.yml').getByText('hosts').waitFor();
  await type(page, 'main.yml', MAIN.replace('ansible.builtin.debug:', 'ansible.builtin.pipe_it_away:'));
  await page.keyboard.press('ControlOrMeta+S');
  await saved(page);
  const finding = page.getByRole('region', { name: 'Check' }).getByRole('button', { name: /Error.*pipe_it_away.*main\.yml:5/ });
  await finding.waitFor();
  const line = page.locator('.pb-marks .cm-gutterElement').filter({ has: page.locator('.pb-mark.is-error') });
  expect(await line.locator('.pb-mark').getAttribute('title')).toContain('pipe_it_away');
  const number = page.locator('.cm-lineNumbers .cm-gutterElement', { hasText: /^5$/ });
  expect((await line.boundingBox())?.y).toBe((await number.boundingBox())?.y);
  expect(await looks(page, 'finding', [WIDE])).toEqual([]);
  await finding.click();
  await page.locator('.cm-activeLine', { hasText: 'pipe_it_away' }).waitFor();
  await type(page, 'main.yml', MAIN);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  await page.getByRole('region', { name: 'Check' }).getByText('Nothing found').waitFor();
  expect(await contentOf('main.yml')).toBe(MAIN);
});

test('a word is found, and the next one after it', async () => {
  const { page } = mia;
  await editor(page, 'main.yml').click();
  await page.keyboard.press('ControlOrMeta+F');
  await page.getByRole('search').getByRole('textbox', { name: 'Find' }).fill('NAME');
  await page.getByRole('search').getByText('1 of 2').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('search').getByText('2 of 2').waitFor();
  expect(await page.locator('.pb-found').count()).toBe(2);
  expect(await looks(page, 'find', [WIDE])).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.locator('.pb-found').count()).toBe(0);
});

test('what was saved elsewhere meanwhile is not overwritten unasked', async () => {
  const { page } = mia;
  await tree(page).getByText('quays.yml').click();
  await editor(page, 'vars/quays.yml').getByText('quays').waitFor();
  await type(page, 'vars/quays.yml', 'quays: 4\n');
  const theirs = await api.patch(addressOf('playbooks', 'fileUpdate', id), { key: 'vars/quays.yml', content: 'quays: 5\n' });
  expect(theirs.status).toBe(200);
  await page.keyboard.press('ControlOrMeta+S');
  const question = page.getByRole('alert').filter({ hasText: 'saved elsewhere' });
  await question.getByRole('button', { name: 'Compare' }).click();
  await question.getByText('quays: 5').waitFor();
  expect(await looks(page, 'stale', [WIDE])).toEqual([]);
  expect(await contentOf('vars/quays.yml')).toBe('quays: 5\n');
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(page);
  expect(await contentOf('vars/quays.yml')).toBe('quays: 4\n');
});

test('files are made, renamed and deleted by keys and by the menu', async () => {
  const { page } = mia;
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New file' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('piers.yml');
  await page.keyboard.press('Enter');
  await editor(page, 'vars/piers.yml').waitFor();
  await type(page, 'vars/piers.yml', 'piers: 2\n');
  await page.keyboard.press('ControlOrMeta+S');
  await saved(page);
  await tree(page).getByText('piers.yml').click();
  await page.keyboard.press('F2');
  await tree(page).getByRole('textbox', { name: 'Name' }).fill('docks.yml');
  await page.keyboard.press('Enter');
  await openFile(page, 'vars/docks.yml').waitFor();
  expect(await contentOf('vars/docks.yml')).toBe('piers: 2\n');
  await tree(page).getByText('docks.yml').click();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'New folder' }).waitFor();
  await shoot(page, 'playbooks-menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await openFile(page, 'vars/docks.yml').waitFor({ state: 'detached' });
  await tree(page).getByText('docks.yml').waitFor({ state: 'detached' });
  await tree(page).getByText('lamp.png').click();
  await page.getByText('This file is no text').waitFor();
  await openFile(page, 'main.yml').click();
  // The file that everything begins with stays.
  await tree(page).getByText('main.yml').last().click();
  await page.keyboard.press('Delete');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a change is not lost with its tab, nor with the page', async () => {
  const { page } = mia;
  await type(page, 'main.yml', `${MAIN}# half done\n`);
  await openFile(page, 'main.yml').focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Save the changes to main.yml?').waitFor();
  expect(await looks(page, 'close', [WIDE])).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it open' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await editor(page, 'main.yml').getByText('# half done').waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await saved(page);
  expect(unexpected(mia)).toEqual([]);
});

test('on a phone files and editor are two steps', async () => {
  const { page } = mia;
  await page.setViewportSize(PHONE);
  await visit(page, workspace());
  await tree(page).getByText('quays.yml').waitFor();
  await page.setViewportSize(PHONE);
  expect(await looks(page, 'files', [PHONE])).toEqual([]);
  await page.setViewportSize(PHONE);
  await tree(page).getByText('quays.yml').click();
  await editor(page, 'vars/quays.yml').waitFor();
  expect(await tree(page).count()).toBe(0);
  expect(await looks(page, 'editor', [PHONE])).toEqual([]);
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'All files' }).click();
  await tree(page).getByText('quays.yml').waitFor();
  await page.setViewportSize(WIDE);
});

test('a job of the playbook is made, and keeps it from being deleted', async () => {
  const { page } = mia;
  await visit(page, '/ui/workbench/ops/job');
  await page.locator('.s-toolbar').getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('menuitem', { name: 'Playbook job' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Light the harbour');
  expect(await page.getByRole('textbox', { name: 'Command' }).count()).toBe(0);
  await page.getByRole('combobox', { name: 'Playbook' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'harbour' }).click();
  await tickTargets(page, 'quay', ['quay-1']);
  expect(await looks(page, 'job-form')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/workbench/ops/job');
  const row = page.getByRole('row').filter({ hasText: 'Light the harbour' });
  await row.getByText('Playbook', { exact: true }).waitFor();
  expect(await looks(page, 'jobs')).toEqual([]);
  await row.getByRole('link', { name: 'harbour', exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('In use by a job').waitFor();
  expect(await looks(page, 'used', [WIDE])).toEqual([]);
  await page.getByRole('dialog').getByRole('link', { name: 'Light the harbour' }).click();
  await page.getByRole('heading', { name: 'Light the harbour' }).waitFor();
});

test('versions of a job are told, compared, and used again', async () => {
  const { page } = mia;
  const asked = {
    name: 'Tides',
    args: 'echo low',
    assets: [scene.host.id],
    runas: scene.sshd.user,
    is_periodic: false,
    concurrency: 'parallel',
  };
  const { body: job } = await api.post<Json>(addressOf('jobs'), asked);
  const run = async () => {
    const { body } = await api.post<Json>(addressOf('jobExecutions'), { job: job.id });
    await until('the run is over', PATIENCE.screen, async () => {
      const { body: now } = await api.get<Json>(addressOf('jobExecutions', 'retrieve', String(body.task_id)));
      return now.is_finished === true;
    });
  };
  await run();
  await api.patch(addressOf('jobs', 'partialUpdate', String(job.id)), { args: 'echo high\necho tide' });
  await run();
  await visit(page, `/ui/workbench/ops/job/${job.id}?activeTab=Versions`);
  await page.getByText('Version 2').first().waitFor();
  const diff = page.getByRole('region', { name: 'Differences' });
  await diff.getByText('echo low').waitFor();
  expect(await diff.locator('.is-right').allTextContents()).toEqual(['+ right only: echo high', '+ right only: echo tide']);
  expect(await looks(page, 'versions')).toEqual([]);
  await page.getByRole('button', { name: 'Use this text again' }).click();
  await page.getByText('Filled in from version 1').waitFor();
  await page.getByRole('textbox', { name: 'Command' }).getByText('echo low').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/workbench/ops/job');
  const { body: now } = await api.get<Json>(addressOf('jobs', 'retrieve', String(job.id)));
  expect([now.args, now.version]).toEqual(['echo low', 3]);
  expect(unexpected(mia)).toEqual([]);
});

test('a shared playbook is read by others and changed by its owner alone', async () => {
  await api.patch(addressOf('playbooks', 'partialUpdate', id), { is_shared: true });
  const otto = await newPerson(browser, { origin: scene.postern.origin });
  await startSession(otto.page, 'otto', TEST_PASSWORD);
  await visit(otto.page, workspace());
  await otto.page.getByText('Only its owner changes it.').waitFor();
  await editor(otto.page, 'main.yml').getByText('hosts').waitFor();
  expect(await otto.page.getByRole('button', { name: /^(Save|New|Reset)$/ }).count()).toBe(0);
  await otto.page.keyboard.press('F2');
  expect(await looks(otto.page, 'shared', [WIDE])).toEqual([]);
  expect(unexpected(otto)).toEqual([]);
  await otto.close();
});

test.each([
  ['zh', 'zh-CN'],
  ['ja', 'ja'],
])('in %s nothing English is left on the pages of playbooks', async (language, locale) => {
  const person = await newPerson(browser, { origin: scene.postern.origin, locale });
  await startSession(person.page, 'mia', TEST_PASSWORD);
  const { page } = person;
  const problems: string[] = [];
  for (const [name, address] of [
    ['list', TEMPLATES],
    ['new', '/ui/workbench/ops/playbook/create'],
    ['git', '/ui/workbench/ops/playbook/create?from=git'],
    ['detail', `/ui/workbench/ops/playbook/${id}?activeTab=Detail`],
    ['workspace', workspace()],
    ['job', '/ui/workbench/ops/job/create?type=playbook'],
    ['jobs', '/ui/workbench/ops/job'],
  ] as const) {
    await visit(page, address);
    await shoot(page, `playbooks-${name}-${language}`);
    const own = ['harbour', 'Light the harbour', 'Tides', 'echo', 'low', 'quay', 'Mia', scene.sshd.user];
    // Names of files and folders.
    const files = ['main', 'vars', 'quays', 'roles', 'lamp', 'tasks'];
    problems.push(...(await latin(page, [...own, ...files])).map((text) => `${name}: ${text}`));
  }
  expect(problems).toEqual([]);
  await person.close();
});
