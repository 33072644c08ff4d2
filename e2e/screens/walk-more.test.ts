import { createServer, type Server } from 'node:net';
import type { Json } from '@postern/testkit/api';
import { openEncrypted } from '@postern/testkit/encrypted-archive';
import { createAccount, createHost } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { attachmentOf, type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { elseThan, shoot } from '../support/browser.ts';
import { rowOf as rowWith } from '../support/console.ts';
import { screenHere } from '../support/screen-here.ts';
import { until } from '../support/until.ts';
import { act, clone, create, needed, open, remove, rowOf, update, type Walker, walkThrough } from '../support/walk.ts';
import { walking } from '../support/walkers.ts';
import { BACKUP, cloudAccount, gatewaysOf, PLANS, SYNC_TASK } from '../support/walks.ts';

// Lists whose objects do something besides being kept: cloud accounts and tasks, backup plans, plans of accounts, gateways.

const scene = walking({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.0/8' } });
/** Two machines of a network that the operator of this installation allows. */
const MACHINES = ['127.10.30.1', '127.10.30.2'] as const;
const KEY = 'File key of the walk 1';
const SECRET = 'Walked-canary-7120';
const up = new Map<string, Server>();
let port: number;
let mail: SmtpTarget;

const stop = (address: string): Promise<void> =>
  new Promise((done) => {
    const listener = up.get(address);
    if (!listener) return done();
    up.delete(address);
    listener.close(() => done());
  });

beforeAll(async () => {
  mail = await startSmtp({ plain: true });
  port = await freePort();
  for (const address of MACHINES) {
    const listener = createServer((socket) => socket.destroy());
    await new Promise<void>((done, fail) => listener.once('error', fail).listen(port, address, done));
    up.set(address, listener);
  }
});
afterAll(async () => {
  for (const address of [...up.keys()]) await stop(address);
  await mail?.stop();
});

/** Starts it from its row, follows the log that opens to its end, and closes that. */
async function run(walker: Walker, name: string): Promise<void> {
  await open(walker);
  const [log] = await Promise.all([walker.page.waitForEvent('popup'), act(walker, name, 'Run')]);
  await log.getByText('The task has ended.').first().waitFor({ state: 'attached' });
  await log.close();
}

/** The page of an object, at one of its tabs. */
async function tabOf(walker: Walker, name: string, tab: string): Promise<void> {
  const { page } = walker;
  await open(walker);
  await rowOf(page, name).getByRole('link', { name, exact: true }).first().click();
  // The list may have a tab of the same name.
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await screenHere(page);
}

/** A deletion the server refuses: it says why, and what it is about stays. */
async function refuseDeletion(walker: Walker, name: string): Promise<void> {
  const { page } = walker;
  await open(walker);
  await act(walker, name, 'Delete');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'DELETE'),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click(),
  ]);
  expect(answer.status()).toBe(400);
  await needed(walker, name);
}

const inState = (page: Page, address: string, state: string): Promise<void> => rowWith(page, address).getByText(state).waitFor();

test('a cloud account and its sync task: made, tested, run, what is gone deleted, and they themselves', async () => {
  const { api, person } = scene();
  const { page } = person;
  const account: Walker = { page, api, spec: cloudAccount('127.10.30.0/30', port) };
  const login = 'walk-cloud-account';
  await create(account, login);
  await update(account, login);
  await open(account);
  await act(account, login, 'Test connection');
  await page.getByText('The connection works').waitFor();
  expect(await needed(account, login)).toMatchObject({ validity: true, attrs: { ip_group: ['127.10.30.0/30'], test_port: port } });

  const task: Walker = { page, api, spec: SYNC_TASK };
  const sync = 'walk-sync-task';
  await create(task, sync);
  await update(task, sync);
  await run(task, sync);
  await tabOf(task, sync, 'Instances');
  for (const address of MACHINES) await inState(page, address, 'New');
  await shoot(page, 'walk-sync-instances');
  const [kept, gone] = MACHINES;
  await stop(gone);
  await run(task, sync);
  await tabOf(task, sync, 'Runs');
  await until('both runs have succeeded', 20_000, async () => (await page.getByRole('row').getByText('Succeeded').count()) === 2);
  await shoot(page, 'walk-sync-runs');
  await page.getByRole('tab', { name: 'Instances', exact: true }).click();
  await inState(page, kept, 'Synced');
  await inState(page, gone, 'Released');

  const hosts = async (): Promise<string[]> =>
    (await api.get<Json[]>('assets/hosts/', { query: { search: '127.10.30.' } })).body.map((host) => String(host.address)).sort();
  const question = page.getByRole('dialog');
  const clear = page.getByRole('button', { name: 'Delete released assets' });
  await clear.click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await hosts()).toEqual(MACHINES);
  await clear.click();
  await question.getByRole('button', { name: 'Delete released assets' }).click();
  await page.getByText('Released assets deleted').waitFor();
  expect(await hosts()).toEqual([kept]);
  await rowWith(page, gone).waitFor({ state: 'detached' });
  expect(person.troubles()).toEqual([]);

  await refuseDeletion(account, login);
  // The browser notes the refusal.
  expect(await elseThan(person, 400)).toEqual([]);
  await remove(task, [sync]);
  await remove(account, [login]);
  expect(await hosts()).toEqual([kept]);
  expect(person.troubles()).toEqual([]);
});

test('a backup plan: made, run, its mail opened, changed, copied, deleted', async () => {
  const { api, person } = scene();
  const { page } = person;
  const host = await createHost(api, { name: 'vault-1' });
  await createAccount(api, String(host.id), { name: 'deploy', username: 'deploy', secret: SECRET });
  const values = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(mail.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  expect((await api.patch('settings/setting/?category=email', values)).status).toBe(200);
  expect((await api.patch('users/profile/secret-key/', { new_secret_key: KEY, new_secret_key_again: KEY })).status).toBe(200);

  const walker: Walker = { page, api, spec: BACKUP };
  const name = 'walk-backup-plan';
  await create(walker, name);
  expect(await needed(walker, name)).toMatchObject({ types: ['linux'], recipients: [{ name: 'Administrator' }] });
  await run(walker, name);
  const letter = await until('the mail has come', 20_000, async () => mail.mails.find(({ raw }) => raw.includes('attachment;')));
  expect(letter.text).not.toContain(SECRET);
  expect((await openEncrypted(attachmentOf(letter.raw), KEY)).sheets.join('')).toContain(SECRET);
  await tabOf(walker, name, 'Runs');
  await rowWith(page, name).getByText('Succeeded').waitFor();
  await shoot(page, 'walk-backup-runs');
  await rowWith(page, name).getByRole('link').first().click();
  const [log] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'View', exact: true }).click()]);
  await log.getByText('The task has ended.').first().waitFor({ state: 'attached' });
  await log.close();
  await update(walker, name);
  await remove(walker, [name, await clone(walker, name)]);
  expect(person.troubles()).toEqual([]);
});

test.each(PLANS)('$one: made, changed, copied, switched, deleted', async (spec) => {
  const { api, person } = scene();
  await walkThrough({ page: person.page, api, spec });
  expect(person.troubles()).toEqual([]);
});

test('gateways of a domain: made, changed, copied, several at once, as a file and from one, deleted', async () => {
  const { api, person } = scene();
  const domain = await api.post<Json>('assets/domains/', { name: 'Outer quay' });
  expect(domain.status).toBe(201);
  await walkThrough({ page: person.page, api, spec: gatewaysOf(String(domain.body.id)) });
  expect(person.troubles()).toEqual([]);
});
