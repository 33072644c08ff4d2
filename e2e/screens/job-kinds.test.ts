import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { GIT_TOKEN, startGitServer } from '@postern/testkit/git-server';
import { startMariaTarget } from '@postern/testkit/mariadb';
import { startPostgresTarget } from '@postern/testkit/postgresql';
import { startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newPerson, type Person, shoot, startBrowser } from '../support/browser.ts';
import { logIn, save } from '../support/console.ts';
import { readCsv } from '../support/csv.ts';
import { createDatabase } from '../support/databases.ts';
import { runOver, startJob, tickTargets, typeCommand } from '../support/job-pages.ts';
import { confirmTerms, setNativeScene } from '../support/scene.ts';
import { screenHere, visit } from '../support/screen-here.ts';
import { letOnto } from '../support/target.ts';
import { zipOf } from '../support/zip.ts';

// Jobs of each kind, made and run on the screens by somebody with a mouse, on databases and machines that are there, by real Ansible; what each of them
// answered is read, and exported. Commands are in jobs.test.ts.

const git = forThisFile(startGitServer, (it) => it.close());
const scene = forThisFile(
  () => setNativeScene('mole-1', { env: { NODE_EXTRA_CA_CERTS: git.certFile, POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }),
  (it) => it.stop(),
);
const second = forThisFile(
  () => startSshd(['SetEnv HISTFILE=/dev/null']),
  (it) => it.stop(),
);
const postgres = forThisFile(startPostgresTarget, (it) => it.stop());
const maria = forThisFile(startMariaTarget, (it) => it.stop());
const browser = forThisFile(startBrowser, (it) => it.close());
let mia: Person;

beforeAll(async () => {
  const { api, host, postern } = scene;
  const assets = [
    host,
    await letOnto(api, second, 'mole-2'),
    await createDatabase(api, {
      ...{ name: 'hold-pg', platform: 'PostgreSQL', database: 'postgres' },
      ...{ port: postgres.port, username: postgres.username, password: postgres.password },
    }),
    await createDatabase(api, {
      ...{ name: 'hold-maria', platform: 'MariaDB', database: maria.database },
      ...{ port: maria.port, username: maria.username, password: maria.password },
    }),
  ];
  const user = await createUser(api, { username: 'mia', name: 'Mia' });
  await createPermission(api, { name: 'Mia onto all', users: [user.id], assets: assets.map(({ id }) => id) });
  await confirmTerms(postern.origin, 'mia', TEST_PASSWORD);
  mia = await newPerson(browser, { origin: postern.origin });
  await logIn(mia.page, 'mia', TEST_PASSWORD);
  await mia.page.waitForURL('**/workbench/**');
});

const MACHINES = ['mole-1', 'mole-2'];
const DATABASES = ['hold-maria', 'hold-pg'];
/** A playbook takes its time: an interpreter here and one on each machine, for each of its tasks. */
const LONG_MS = 240_000;

/** What a machine answered, opened in the list of them. */
async function answerOf(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`) }).click();
  return (await page.getByRole('region', { name: `Output of ${name}` }).textContent()) ?? '';
}

/** The results as the file that Export hands out: cells by their heads, in the order of the machines' names. */
async function exported(page: Page): Promise<Record<string, string>[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()]);
  const run = /executions\/([0-9a-f-]{36})/.exec(page.url())?.[1];
  expect(file.suggestedFilename()).toBe(`run-${run}.csv`);
  const [heads = [], ...rows] = readCsv(await readFile(await file.path(), 'utf8'));
  const cells = rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])));
  return cells.sort((a, b) => String(a.Asset).localeCompare(String(b.Asset)));
}

/** Fills in where a new job runs, saves it, and starts it from the list. */
async function runOn(page: Page, name: string, { word, names, runas }: { word: string; names: readonly string[]; runas: string }) {
  await page.getByRole('textbox', { name: /Name$/ }).fill(name);
  await tickTargets(page, word, names);
  await page.getByRole('textbox', { name: 'Run as' }).fill(runas);
  await save(page);
  await startJob(page, name);
  await page.waitForURL('**/workbench/ops/executions/**');
  await runOver(page, names.length, LONG_MS);
}

/** From the page of a playbook to the form of a job of it. */
async function createJobOf(page: Page): Promise<void> {
  await screenHere(page);
  await page.getByRole('button', { name: 'Create job', exact: true }).click();
  await page.waitForURL('**/job/create**');
}

test('statements run on PostgreSQL and on MariaDB; rows and refusals are read, and are in the file', async () => {
  const { page } = mia;
  await visit(page, '/ui/workbench/ops/job');
  await page.locator('.s-toolbar').getByRole('button', { name: 'Create job' }).click();
  await page.getByRole('menuitem', { name: 'Command job' }).click();
  await page.getByRole('radio', { name: 'SQL' }).click();
  await typeCommand(page, "create table crates (id int, label varchar(40));\ninsert into crates values (1, 'it''s, \"so\"')");
  await runOn(page, 'Fill the hold', { word: 'hold', names: DATABASES, runas: 'owner' });

  await visit(page, '/ui/workbench/ops/job/create');
  await page.getByRole('radio', { name: 'SQL' }).click();
  await typeCommand(page, 'select label, {{ jms_asset.name }} as home from crates');
  await runOn(page, 'Look into the hold', { word: 'hold', names: DATABASES, runas: 'owner' });
  expect(await answerOf(page, 'hold-pg')).toMatch(/it's, "so"\thold-pg\nSELECT 1/);
  expect(await answerOf(page, 'hold-maria')).toMatch(/it's, "so"\thold-maria\n1 row/);
  await shoot(page, 'job-kinds-sql');
  expect(await exported(page)).toEqual([
    expect.objectContaining({ Asset: 'hold-maria', Status: 'Succeeded', Account: 'owner', 'Exit code': '0', Reason: '' }),
    expect.objectContaining({ Asset: 'hold-pg', Output: expect.stringContaining('it\'s, "so"') }),
  ]);

  // Another time it cannot be made: both say so, each in its own words.
  await visit(page, '/ui/workbench/ops/job');
  await startJob(page, 'Fill the hold');
  await page.waitForURL('**/workbench/ops/executions/**');
  await runOver(page, 2);
  await page.getByRole('button', { name: 'Repeat the failed ones (2)' }).waitFor();
  expect(await answerOf(page, 'hold-pg')).toContain('relation "crates" already exists');
  expect(await exported(page)).toEqual([
    expect.objectContaining({ Asset: 'hold-maria', Status: 'Failed', 'Exit code': '1', Output: expect.stringContaining("'crates'") }),
    expect.objectContaining({ Asset: 'hold-pg', Status: 'Failed', 'Exit code': '1' }),
  ]);
  expect(mia.troubles()).toEqual([]);
});

/** Writes a file on each machine, and says something there. */
const playOf = (word: string, mark: string): string => `- name: Light
  hosts: all
  gather_facts: false
  tasks:
    - name: Write
      ansible.builtin.template:
        src: lamp.j2
        dest: "${mark}-{{ inventory_hostname }}"
    - name: Say
      ansible.builtin.shell: echo ${word} $(hostname | wc -l) {{ jms_asset.name }}
`;

test('a playbook of an archive is made a job of, runs on each machine, and its results are in the file', { timeout: 600_000 }, async () => {
  const { page } = mia;
  const mark = `${scene.postern.dataDir}/zip`;
  await visit(page, '/ui/workbench/ops/templates?activeTab=Playbook');
  await page.locator('.s-toolbar').getByRole('button', { name: 'Create playbook' }).click();
  await page.getByRole('menuitem', { name: 'Upload a ZIP' }).click();
  const dialog = page.getByRole('dialog');
  const files = { 'main.yml': playOf('lit', mark), 'templates/lamp.j2': 'lamp of {{ jms_asset.name }}\n' };
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByText('Drop a ZIP here').click()]);
  await chooser.setFiles({ name: 'lamps.zip', mimeType: 'application/zip', buffer: zipOf(files) });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('link', { name: 'lamps', exact: true }).click();
  await createJobOf(page);
  await runOn(page, 'Lamps', { word: 'mole', names: MACHINES, runas: scene.sshd.user });
  expect(await answerOf(page, 'mole-1')).toMatch(/TASK Write: changed[\s\S]*TASK Say: changed\n {2}lit 1 mole-1/);
  await shoot(page, 'job-kinds-zip');
  for (const name of MACHINES) expect(readFileSync(`${mark}-${name}`, 'utf8')).toBe(`lamp of ${name}\n`);
  expect(await exported(page)).toEqual(
    MACHINES.map((name) =>
      expect.objectContaining({ Asset: name, Status: 'Succeeded', Output: expect.stringContaining(`lit 1 ${name}`), Reason: '' }),
    ),
  );
  expect(mia.troubles()).toEqual([]);
});

test('a playbook comes from Git by name and token, runs, and runs as the next commit has it once it is fetched again', {
  timeout: 600_000,
}, async () => {
  const { page } = mia;
  const mark = `${scene.postern.dataDir}/git`;
  const lamp = { 'templates/lamp.j2': 'lamp\n' };
  const first = git.commit('private/harbour.git', { 'main.yml': playOf('one', mark), ...lamp });
  await visit(page, '/ui/workbench/ops/templates?activeTab=Playbook');
  await page.locator('.s-toolbar').getByRole('button', { name: 'Create playbook' }).click();
  await page.getByRole('menuitem', { name: 'From Git' }).click();
  await page.getByRole('textbox', { name: /Name$/ }).fill('Harbour');
  await page.getByRole('textbox', { name: 'Git address' }).fill(git.url('private/harbour.git'));
  await page.getByRole('textbox', { name: 'Git username' }).fill('deploy');
  await page.getByLabel('Git token').fill(GIT_TOKEN);
  await save(page);
  // Its files show when they are there, without the page being loaded again.
  await page.locator('.s-tree').getByText('lamp.j2').waitFor();
  await page.getByRole('textbox', { name: 'main.yml', exact: true }).getByText('inventory_hostname').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText(first).waitFor();
  await shoot(page, 'job-kinds-git-detail');
  await createJobOf(page);
  await runOn(page, 'Harbour lights', { word: 'mole', names: MACHINES, runas: scene.sshd.user });
  expect(await answerOf(page, 'mole-2')).toContain('one 1 mole-2');

  const next = git.commit('private/harbour.git', { 'main.yml': playOf('two', mark), ...lamp });
  await visit(page, '/ui/workbench/ops/templates?activeTab=Playbook');
  await page.getByRole('main').getByRole('link', { name: 'Harbour', exact: true }).click();
  await page.getByRole('button', { name: 'Update from Git' }).click();
  const [log] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('dialog').getByRole('button', { name: 'Update from Git' }).click(),
  ]);
  await log.getByText(next).first().waitFor();
  await log.close();
  await page.getByText(next).waitFor();
  await visit(page, '/ui/workbench/ops/job');
  await startJob(page, 'Harbour lights');
  await page.waitForURL('**/workbench/ops/executions/**');
  await runOver(page, 2, LONG_MS);
  await page.getByRole('tab', { name: 'By output' }).click();
  await page.getByText('two 1 mole-1').waitFor();
  expect((await exported(page)).map(({ Asset, Output }) => [Asset, Output?.includes('two 1')])).toEqual(
    MACHINES.map((name) => [name, true]),
  );
  expect(mia.troubles()).toEqual([]);
});
