import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { logIn, startSession } from '../support/console.ts';
import { runOver, startJob, tickTargets, typeCommand } from '../support/job-pages.ts';
import { latin } from '../support/latin.ts';
import { bothLooks } from '../support/looks.ts';
import { PATIENCE } from '../support/patience.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { letOnto } from '../support/target.ts';

// Somebody with the workbench alone runs commands on two machines, each a real sshd: at once, again where it failed, and as a job that asks
// for a parameter.

let scene: NativeScene;
let second: Sshd;
let browser: Browser;
let mia: Person;

beforeAll(async () => {
  [scene, second, browser] = await Promise.all([setNativeScene('quay-1'), startSshd(['SetEnv HISTFILE=/dev/null']), startBrowser()]);
  const { api, host, postern } = scene;
  const other = await letOnto(api, second, 'quay-2');
  const user = await createUser(api, { username: 'mia', name: 'Mia' });
  await createPermission(api, { name: 'Mia onto the quays', users: [user.id], assets: [host.id, other.id] });
  await confirmTerms(postern.origin, 'mia', TEST_PASSWORD);
  mia = await newPerson(browser, { origin: postern.origin });
  await logIn(mia.page, 'mia', TEST_PASSWORD);
  await mia.page.waitForURL('**/workbench/**');
});
afterAll(async () => {
  await browser?.close();
  await second?.stop();
  await scene?.stop();
});

/** The page as it stands, kept as pictures; answers what is wrong with it. */
const looks = (page: Page, name: string) => bothLooks(page, `jobs-${name}`);

const tickBoth = (page: Page): Promise<void> => tickTargets(page, 'quay', ['quay-1', 'quay-2']);

test('what is missing is said, with what to do', async () => {
  const { page } = mia;
  await visit(page, '/ui/workbench/ops/quick-job');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Tick at least one asset or node on the left.').waitFor();
  await tickBoth(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Type the command that is to be run.').waitFor();
  await typeCommand(page, 'uptime');
  await page.getByRole('combobox', { name: 'Run as' }).fill(' ');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('which account is to run it').waitFor();
  await page.getByRole('combobox', { name: 'Run as' }).fill(scene.sshd.user);
  expect(await looks(page, 'quick')).toEqual([]);
});

test('a dry run says which account runs what where', async () => {
  const { page } = mia;
  await typeCommand(page, 'echo from {{ jms_asset.name }}');
  await page.getByRole('button', { name: 'Dry run' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText("echo from 'quay-2'").waitFor();
  expect(await looks(page, 'preview')).toEqual([]);
  await drawer.getByRole('button', { name: 'Close' }).click();
});

test('Ctrl+Enter runs it on both, which said the same; a reload brings all back', async () => {
  const { page } = mia;
  await typeCommand(page, 'echo same-$((20+22))');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**taskId=**');
  await runOver(page, 2);
  await page.getByRole('tab', { name: 'By output' }).click();
  await page.getByRole('heading', { name: '2 assets with the same output' }).waitFor();
  await page.getByText('same-42', { exact: true }).waitFor();
  expect(await looks(page, 'groups')).toEqual([]);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByText('same-42').first().waitFor();
  await page.reload();
  await runOver(page, 2);
  await page.getByRole('textbox', { name: 'Command' }).getByText('echo same-$((20+22))').waitFor();
  await page.getByText('2 assets, 0 nodes chosen').waitFor();
});

test('what it asks for is answered by the keyboard before a dry run and before it runs, each of its kind; a reload keeps it', async () => {
  const { page } = mia;
  await typeCommand(page, 'echo hail {{ who }} {{ times }}');
  const dialog = page.getByRole('dialog');
  const row = (number: number) => page.getByRole('group', { name: `Parameter ${number}` });
  await page.getByRole('button', { name: 'Add a parameter' }).press('Enter');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('Keys begin with a letter or _').waitFor();
  await row(1).getByRole('textbox', { name: 'Key' }).fill('who');
  await row(1).getByRole('textbox', { name: 'Label' }).fill('Whom to hail');
  await row(1).getByRole('checkbox', { name: 'Required' }).check();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  await row(2).getByRole('textbox', { name: 'Key' }).fill('times');
  await row(2).getByRole('combobox', { name: 'Type' }).click();
  await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: 'Number' }).click();
  await row(2).getByRole('textbox', { name: 'Default' }).fill('2');
  expect(await looks(page, 'quick-parameters')).toEqual([]);
  await page.getByRole('button', { name: 'Dry run' }).click();
  // The first box has the focus.
  await dialog.getByLabel('Whom to hail').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('Needed.').waitFor();
  await page.keyboard.insertText("the ship's cat");
  await page.keyboard.press('Enter');
  await dialog.getByText("echo hail 'the ship'\\''s cat' '2'").first().waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const before = page.url();
  await page.getByRole('textbox', { name: 'Command' }).click();
  await page.keyboard.press('Control+Enter');
  // What was answered the last time stands there.
  expect(await dialog.getByLabel('Whom to hail').inputValue()).toBe("the ship's cat");
  await dialog.getByLabel('times').fill('thrice');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is no number.').waitFor();
  await dialog.getByLabel('times').fill('3');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await runOver(page, 2);
  await page.getByRole('tab', { name: 'By output' }).click();
  await page.getByText("hail the ship's cat 3", { exact: true }).waitFor();
  await page.reload();
  await row(1).waitFor();
  expect(await row(1).getByRole('textbox', { name: 'Label' }).inputValue()).toBe('Whom to hail');
  await page.getByRole('button', { name: 'Dry run' }).click();
  expect(await dialog.getByLabel('times').inputValue()).toBe('3');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove parameter 1' }).click();
  await page.getByRole('button', { name: 'Remove parameter 1' }).click();
  await row(1).waitFor({ state: 'hidden' });
});

test('where it failed it is repeated, there alone; and outputs are compared', async () => {
  const { page } = mia;
  await typeCommand(page, 'echo all; test {{ jms_asset.name }} = quay-1 && echo one');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Repeat the failed ones (1)' }).waitFor({ timeout: PATIENCE.screen });
  await page.getByRole('button', { name: /quay-2/ }).click();
  await page.getByRole('region', { name: 'Output of quay-2' }).getByText('all').waitFor();
  expect(await looks(page, 'hosts')).toEqual([]);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByRole('region', { name: 'Differences' }).getByText('one').waitFor();
  expect(await looks(page, 'compare')).toEqual([]);
  const before = page.url();
  await page.getByRole('button', { name: 'Repeat the failed ones (1)' }).click();
  await page.waitForURL((url) => url.href !== before);
  await runOver(page, 1);
});

test('what runs on is stopped, after a question', async () => {
  const { page } = mia;
  await typeCommand(page, 'echo begun; sleep 300');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText('0 of 2 assets').waitFor();
  // What a machine has said so far stands beside it while it is at it.
  await page.getByRole('button', { name: /quay-1 Running/ }).click();
  await page.getByRole('region', { name: 'Output of quay-1' }).getByText('begun', { exact: true }).waitFor();
  await page.getByText('0 of 2 assets').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await runOver(page, 2);
  await page.getByRole('button', { name: /quay-1 Stopped/ }).waitFor();
});

test('a command is kept, and taken again with its language', async () => {
  const { page } = mia;
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('How long');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await visit(page, '/ui/workbench/ops/templates');
  await page.getByText('How long').waitFor();
  expect(await looks(page, 'templates')).toEqual([]);
  await visit(page, '/ui/workbench/ops/quick-job');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('button', { name: 'Use: How long' }).click();
  await page.getByRole('textbox', { name: 'Command' }).getByText('echo begun').waitFor();
});

test('a job asks for its parameter, runs, and is in the history', async () => {
  const { page } = mia;
  await visit(page, '/ui/workbench/ops/job/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Greeting');
  await typeCommand(page, 'echo hello {{ who }}');
  await page.getByRole('button', { name: 'Variables' }).click();
  await page.getByRole('dialog').getByText('Address of the asset').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await tickBoth(page);
  await page.getByRole('textbox', { name: 'Run as' }).fill(scene.sshd.user);
  await page.getByRole('switch', { name: 'Ask for parameters' }).click();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  const parameter = page.getByRole('group', { name: 'Parameter 1' });
  await parameter.getByRole('textbox', { name: 'Key' }).fill('who');
  await parameter.getByRole('textbox', { name: 'Label' }).fill('Whom to greet');
  await parameter.getByRole('checkbox', { name: 'Required' }).check();
  expect(await looks(page, 'form')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/workbench/ops/job');
  const row = page.getByRole('row').filter({ hasText: 'Greeting' });
  await row.waitFor();
  expect(await looks(page, 'list')).toEqual([]);
  await page.getByRole('link', { name: 'Greeting' }).first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('This job has not run yet.').waitFor();
  await page.goBack();
  await startJob(page, 'Greeting');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Run' }).click();
  await dialog.getByText('Needed.').waitFor();
  await dialog.getByLabel('Whom to greet').fill("the harbour's cat");
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.waitForURL('**/workbench/ops/executions/**');
  await runOver(page, 2);
  await page.getByRole('tab', { name: 'By output' }).click();
  await page.getByText("hello the harbour's cat", { exact: true }).waitFor();
  expect(await looks(page, 'run')).toEqual([]);
  await visit(page, '/ui/workbench/ops/executions');
  await page.getByText('echo hello {{ who }}').first().waitFor();
  expect(await looks(page, 'history')).toEqual([]);
  expect(mia.troubles()).toEqual([]);
});

test.each([
  ['zh', 'zh-CN'],
  ['ja', 'ja'],
])('in %s nothing English is left on the pages of a run and a job', async (language, locale) => {
  const run = mia.page.url();
  const person = await newPerson(browser, { origin: scene.postern.origin, locale });
  await startSession(person.page, 'mia', TEST_PASSWORD);
  const { page } = person;
  const problems: string[] = [];
  for (const [name, address] of [
    ['history', run],
    ['quick', '/ui/workbench/ops/quick-job'],
    ['form', '/ui/workbench/ops/job/create'],
    ['template', '/ui/workbench/ops/adhoc/create'],
  ] as const) {
    await visit(page, address);
    if (name === 'history') {
      await page.getByRole('link', { name: 'echo hello' }).first().click();
      await page.waitForURL('**/executions/*');
      await page.getByRole('tablist').waitFor();
    }
    await shoot(page, `jobs-${name}-${language}`);
    problems.push(...(await latin(page, ['quay', 'Greeting', 'Mia', 'root', 'who', 'hello', 'echo', scene.sshd.user])));
  }
  expect(problems).toEqual([]);
  await person.close();
});

test('whoever audits sees what was run, by whom, and what each machine answered', async () => {
  const person = await newPerson(browser, { origin: scene.postern.origin });
  const { page } = person;
  await confirmTerms(scene.postern.origin, 'admin', ADMIN_PASSWORD);
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, '/ui/audit/audits/job-execution-log');
  const row = page.getByRole('row').filter({ hasText: 'Mia(mia)' }).filter({ hasText: 'echo hello' }).first();
  await row.waitFor();
  expect(await looks(page, 'log')).toEqual([]);
  await row.getByRole('button', { name: /Output/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('2 of 2 assets').waitFor();
  await drawer.getByRole('tab', { name: 'By output' }).click();
  await drawer.getByText("hello the harbour's cat", { exact: true }).waitFor();
  // It is hers: nothing is done with it from here.
  expect(await drawer.getByRole('button', { name: /Stop|Repeat/ }).count()).toBe(0);
  expect(await looks(page, 'log-output')).toEqual([]);
  expect(person.troubles()).toEqual([]);
  await person.close();
});
