import type { Json } from '@postern/testkit/api';
import { createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { logIn, rowOf } from '../support/console.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, pickAsset, see, typeLine } from '../support/terminal.ts';

// Rules that ask somebody first: one person waits at a door, another decides on the screens, real sessions obey.

const ASSET = 'vault';
const anywhere = { ip_group: ['*'], time_period: [] };

const { scene, browser } = machineOfFile(ASSET);
let asker: Person;
let reviewer: Person;
let ada: Json;
let rob: Json;

const made = async (path: string, body: object): Promise<Json> => {
  const answer = await scene.api.post<Json>(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const only = (id: string) => ({ type: 'ids', ids: [id] });

beforeAll(async () => {
  const { api, host, postern } = scene;
  ada = await createUser(api, { username: 'ada', name: 'Ada Asker' });
  rob = await createUser(api, { username: 'rob', name: 'Rob Reviewer' });
  await createPermission(api, { name: 'Ada onto the vault', users: [ada.id], assets: [host.id] });
  await made('acls/login-asset-acls/', {
    name: 'Ask Rob first',
    users: only(ada.id),
    assets: only(host.id),
    accounts: ['@ALL'],
    action: 'review',
    reviewers: [rob.id],
    rules: anywhere,
  });
  const group = await made('acls/command-groups/', { name: 'Delicate', type: 'command', content: 'echo delicate' });
  await made('acls/command-filter-acls/', {
    name: 'Ask Rob about it',
    users: only(ada.id),
    assets: only(host.id),
    accounts: ['@ALL'],
    command_groups: [group.id],
    action: 'review',
    reviewers: [rob.id],
  });
  for (const username of ['ada', 'rob']) await confirmTerms(postern.origin, username, TEST_PASSWORD);
  [asker, reviewer] = await Promise.all([newPerson(browser, { origin: postern.origin }), newPerson(browser, { origin: postern.origin })]);
  await logIn(asker.page, 'ada', TEST_PASSWORD);
  await asker.page.waitForURL('**/workbench/**');
  await logIn(reviewer.page, 'rob', TEST_PASSWORD);
  await reviewer.page.waitForURL('**/workbench/**');
});

afterAll(async () => {
  await asker?.close();
  await reviewer?.close();
});

/** Asks for the connection and agrees to wait for its review. */
async function askForIt(page: Page): Promise<void> {
  await visit(page, '/luna/');
  const dialog = await pickAsset(page, ASSET);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Ask for review' }).click();
  await page.getByText(/Rob Reviewer/).waitFor();
}

/** Opens the newest ticket that waits for the reviewer, from the list. */
async function openWaiting(page: Page, text: string): Promise<void> {
  await visit(page, '/ui/tickets/assigned-tickets');
  await rowOf(page, text).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'What is asked' }).waitFor();
}

describe('a connection that a rule wants reviewed', () => {
  test('is refused with words when the reviewer rejects it', async () => {
    await askForIt(asker.page);
    await shoot(asker.page, 'tickets-terminal-waiting', true);
    await openWaiting(reviewer.page, ASSET);
    await reviewer.page.getByRole('textbox', { name: 'Say something about it' }).fill('Not today, the **backup** runs.');
    await reviewer.page.getByRole('button', { name: 'Reject', exact: true }).click();
    await reviewer.page.getByText('This ticket is finished').waitFor();
    await shoot(reviewer.page, 'tickets-rejected');
    await asker.page
      .getByText(/declined|refused|not approved/i)
      .first()
      .waitFor();
    await shoot(asker.page, 'tickets-terminal-rejected');
  });

  test('opens once the reviewer, led there by a message, approves it', async () => {
    await askForIt(asker.page);
    const { page } = reviewer;
    await visit(page, '/ui/workbench/home');
    await page.getByRole('link', { name: '1 ticket waits for you' }).waitFor();
    await page.getByRole('button', { name: /unread/ }).click();
    await page
      .getByText(/Approve: Ada Asker/)
      .first()
      .click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open the ticket' }).click();
    const ticket = await opened;
    await ticket.getByRole('heading', { name: 'What is asked' }).waitFor();
    await shoot(ticket, 'tickets-asset');
    await ticket.getByRole('button', { name: 'Approve', exact: true }).click();
    await ticket.getByText('This ticket is finished').waitFor();
    await atPrompt(asker.page);
    await shoot(asker.page, 'tickets-terminal-open');
    await ticket.getByText('Running').waitFor();
    await shoot(ticket, 'tickets-session');
    await ticket.close();
  });
});

describe('a command that a rule wants reviewed', () => {
  test('runs once approved; until then nothing reaches the machine, afterwards it asks again', async () => {
    const { page } = asker;
    await typeLine(page, 'echo delicate-$((40+2))');
    await see(page, '[Y/n]');
    await page.keyboard.press('y');
    await see(page, /Rob Reviewer/);
    await page.keyboard.type('echo smuggled-$((40+2))\n');
    await openWaiting(reviewer.page, 'delicate');
    await shoot(reviewer.page, 'tickets-command');
    expect(await see(page, /Rob Reviewer/)).not.toMatch(/delicate-42|smuggled-42/);
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await reviewer.page.getByText('This ticket is finished').waitFor();
    await see(page, 'delicate-42');
    await shoot(page, 'tickets-terminal-command', true);

    await typeLine(page, 'echo delicate-$((50+5))');
    await see(page, /\[Y\/n\][\s\S]*\[Y\/n\]/);
    await page.keyboard.press('y');
    await see(page, /Rob Reviewer[\s\S]*Rob Reviewer/);
    await openWaiting(reviewer.page, '50+5');
    await reviewer.page.getByRole('button', { name: 'Reject', exact: true }).click();
    await reviewer.page.getByText('This ticket is finished').waitFor();
    await atPrompt(page);
    await typeLine(page, 'echo still-$((1+1))');
    expect(await see(page, 'still-2')).not.toMatch(/delicate-55|smuggled-42/);
  });
});

describe('a login that a rule wants reviewed', () => {
  test('waits on the login page and goes on by itself', async () => {
    await made('acls/login-acls/', {
      name: 'Ask Rob at the door',
      users: only(ada.id),
      action: 'review',
      reviewers: [rob.id],
      rules: anywhere,
    });
    const fresh = await newPerson(browser, { origin: scene.postern.origin });
    await logIn(fresh.page, 'ada', TEST_PASSWORD);
    await fresh.page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
    await shoot(fresh.page, 'tickets-login-waiting', true);
    await openWaiting(reviewer.page, 'Login review');
    await shoot(reviewer.page, 'tickets-login');
    await reviewer.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await fresh.page.waitForURL('**/workbench/**');
    await visit(reviewer.page, '/ui/tickets/assigned-tickets?state=approved');
    await rowOf(reviewer.page, 'Login review').waitFor();
    await shoot(reviewer.page, 'tickets-list');
    await fresh.close();
  });
});

describe('access that somebody asks for', () => {
  test('is decided on a phone in two taps, and is there', async () => {
    asker.troubles();
    const { api, postern, sshd } = scene;
    const attic = await createHost(api, { name: 'attic', protocols: [{ name: 'ssh', port: sshd.port }] });
    const [flow] = (await api.get<Json[]>('tickets/flows/')).body;
    const own = await api.put<Json>(`tickets/flows/${flow?.id}/`, {
      type: 'apply_asset',
      approval_level: 1,
      rules: [{ strategy: 'custom_user', assignees: [rob.id] }],
    });
    expect(own.status, JSON.stringify(own.body)).toBe(200);

    const { page } = asker;
    await visit(page, '/ui/tickets/my-tickets');
    await page.getByRole('link', { name: 'Ask for access' }).first().click();
    await page.getByText(/Level 1 is decided by Rob Reviewer/).waitFor();
    await page.getByRole('textbox', { name: 'Title' }).fill('The attic for a day');
    const assets = page.getByRole('combobox', { name: 'Assets' });
    await assets.click();
    await assets.fill('atti');
    await page.getByTitle('attic', { exact: true }).click();
    await assets.press('Escape');
    await shoot(page, 'request-filled');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/ui/tickets/my-tickets');
    await rowOf(page, 'The attic for a day').waitFor();

    const phone = await newPerson(browser, { origin: postern.origin, viewport: { width: 390, height: 844 }, hasTouch: true });
    await logIn(phone.page, 'rob', TEST_PASSWORD);
    await phone.page.waitForURL('**/workbench/**');
    await visit(phone.page, '/ui/tickets/assigned-tickets');
    await phone.page.getByRole('link', { name: 'The attic for a day' }).tap();
    await phone.page.getByText('Ada Asker(ada) asks for access.').waitFor();
    await shoot(phone.page, 'request-phone-390');
    await phone.page.getByRole('button', { name: 'Approve', exact: true }).tap();
    await phone.page.getByText('Ada Asker(ada) was given access.').waitFor();
    await phone.close();

    const given = await api.get<Json[]>('perms/asset-permissions/?name=&from_ticket=true');
    expect(given.body.map((one) => [one.users.length, one.assets.map((row: Json) => row.name)])).toEqual([[1, ['attic']]]);
    await visit(page, '/ui/workbench/assets');
    await rowOf(page, attic.name).waitFor();
    await visit(page, '/ui/tickets/my-tickets?state=approved');
    await rowOf(page, 'The attic for a day').getByRole('link').first().click();
    await page.getByRole('link', { name: 'Ask for this again' }).click();
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The attic for a day');
    await page.getByText('attic', { exact: true }).waitFor();
    expect([...asker.troubles(), ...phone.troubles()]).toEqual([]);
  });

  test('is given in part by whoever is asked, and the rest is not there', async () => {
    const { api, postern, sshd } = scene;
    const [loft, cellar] = [await createHost(api, { name: 'loft' }), await createHost(api, { name: 'cellar' })];
    // Nobody reviews logins of this one.
    await createUser(api, { username: 'ivo', name: 'Ivo Ask' });
    const own = await apiOf(postern.origin, 'ivo', TEST_PASSWORD);
    const now = Date.now();
    const asked = await own.post<Json>('tickets/apply-asset-tickets/open/', {
      ...{ title: 'Loft and cellar', org_id: loft.org_id, apply_assets: [loft.id, cellar.id], apply_accounts: [sshd.user] },
      ...{ apply_date_start: new Date(now).toISOString(), apply_date_expired: new Date(now + 86_400_000).toISOString() },
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    const { page } = reviewer;
    await visit(page, `/ui/tickets/tickets/request-host-perm/${asked.body.id}`);
    await page.getByRole('button', { name: 'Approve something else' }).click();
    const form = page.locator('form');
    await form.locator('.ant-select-selection-item[title="cellar"] .ant-select-selection-item-remove').click();
    await shoot(page, 'request-else');
    await form.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Ivo Ask(ivo) was given access.').waitFor();
    const given = await api.get<Json[]>('perms/asset-permissions/', { query: { id: asked.body.id } });
    expect(given.body.map(({ assets, accounts }) => [assets.map((row: Json) => row.name), accounts])).toEqual([[['loft'], [sshd.user]]]);
  });
});
