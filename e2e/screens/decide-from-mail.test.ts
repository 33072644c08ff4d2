import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type SmtpTarget, startSmtp } from '@postern/testkit/smtp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, shoot, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// The way from a mail to a decision, on a phone, by a mail server that is one.

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const REQUESTS = 'tickets/apply-asset-tickets/';

let postern: Postern;
let browser: Browser;
let mail: SmtpTarget;
let root: Api;
let harbour: Api;
let harbourId: string;
let ada: Json;

/** Somebody of the first organisation who is in the harbour as well, and has mails sent. */
async function person(username: string, name: string): Promise<Json> {
  const made = await createUser(root.inOrg(ORG.DEFAULT), { username, name });
  const invited = await harbour.post('users/users/invite/', { users: [made.id], org_roles: [ROLE.ORG_USER] });
  expect(invited.status, JSON.stringify(invited.body)).toBe(201);
  await confirmTerms(postern.origin, username, TEST_PASSWORD);
  const own = await apiOf(postern.origin, username, TEST_PASSWORD);
  const ways = await own.patch(`notifications/user-msg-subscription/${made.id}/`, { receive_backends: ['site_msg', 'email'] });
  expect(ways.status, JSON.stringify(ways.body)).toBe(200);
  return made;
}

beforeAll(async () => {
  mail = await startSmtp({ plain: true });
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  root = (await apiOf(postern.origin, 'admin', ADMIN_PASSWORD)).inOrg(ORG.ROOT);
  harbourId = (await createOrganisation(root, { name: 'Harbour' })).id;
  harbour = root.inOrg(harbourId);
  const values = { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(mail.port), EMAIL_HOST_USER: 'postern', EMAIL_FROM: 'door@example.com' };
  expect((await root.patch('settings/setting/?category=email', values)).status).toBe(200);
  expect((await root.patch('settings/setting/?category=basic', { SITE_URL: postern.origin })).status).toBe(200);
  ada = await person('ada', 'Ada Asker');
  const rob = await person('rob', 'Rob Reviewer');
  await person('sam', 'Sam Stranger');
  const [flow] = (await root.get<Json[]>('tickets/flows/')).body;
  const rules = [{ strategy: 'custom_user', assignees: [rob.id] }];
  const own = await harbour.put<Json>(`tickets/flows/${flow?.id}/`, { type: 'apply_asset', approval_level: 1, rules });
  expect(own.status, JSON.stringify(own.body)).toBe(200);
});
afterAll(async () => {
  await browser?.close();
  await postern?.stop();
  await mail?.stop();
});

/** What Rob is asked by mail: the ticket, and the address in it. */
async function asked(title: string): Promise<{ id: string; link: string; api: Api }> {
  const host = await createHost(harbour, { name: `${title} host` });
  const api = (await apiOf(postern.origin, 'ada', TEST_PASSWORD)).inOrg(harbourId);
  const now = Date.now();
  const request = await api.post<Json>(`${REQUESTS}open/`, {
    title,
    org_id: harbourId,
    comment: 'The cranes stand still, and nobody else is here tonight. '.repeat(8),
    apply_assets: [host.id],
    apply_accounts: ['root'],
    apply_date_start: new Date(now).toISOString(),
    apply_date_expired: new Date(now + 86_400_000).toISOString(),
  });
  expect(request.status, JSON.stringify(request.body)).toBe(201);
  const letter = await until('the mail has come', 20_000, async () =>
    mail.mails.find(({ to, text }) => to.includes('rob@example.com') && text.includes(title)),
  );
  const link = /https?:\/\/[^\s"<>]*\/ui\/tickets\/[^\s"<>]*/.exec(letter.text)?.[0].replaceAll('&amp;', '&');
  if (!link) throw new Error(`No link in ${letter.text}`);
  return { id: request.body.id, link, api };
}

test('the link of a mail leads through the login to a page on which one tap decides, in the organisation of the ticket', async () => {
  const { id, link, api } = await asked('Cranes');
  const phone = await newPerson(browser, { origin: postern.origin, ...PHONE });
  const { page } = phone;
  const organisations = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().includes(`${REQUESTS}${id}`)) organisations.add(request.headers()['x-jms-org']);
  });
  await page.goto(link);
  await page.getByLabel('Username').fill('rob');
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await page.getByText('Ada Asker(ada) asks for access.').waitFor();
  for (const name of ['Approve', 'Reject']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= PHONE.viewport.height, `${name} lies at ${box?.y}`).toBe(true);
    expect(box?.height).toBeGreaterThanOrEqual(32);
  }
  expect(await page.evaluate('scrollY')).toBe(0);
  await shoot(page, 'decide-from-mail-390');
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, 'decide-from-mail-dark-390');
  // Opening it has decided nothing.
  expect((await api.get<Json>(`${REQUESTS}${id}/`)).body.state.value).toBe('pending');
  await page.getByRole('button', { name: 'Approve', exact: true }).tap();
  await page.getByText('Ada Asker(ada) was given access.').waitFor();
  expect([...organisations]).toEqual([harbourId]);
  const given = await harbour.get<Json>(`perms/asset-permissions/${id}/`);
  expect(given.body.users.map((one: Json) => one.id)).toEqual([ada.id]);
  expect(phone.troubles()).toEqual([]);
  await phone.close();
});

test('a link that was passed on gives whoever else opens it nothing', async () => {
  const { id, link } = await asked('Cellar');
  const other = await newPerson(browser, { origin: postern.origin, ...PHONE });
  await other.page.goto(link);
  await other.page.getByLabel('Username').fill('sam');
  await other.page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await other.page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await other.page.getByText('This link was sent to Rob Reviewer(rob)').waitFor();
  await other.page.getByText('You are logged in as Sam Stranger(sam)', { exact: false }).waitFor();
  expect(await other.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  expect(await other.page.content()).not.toContain('The cranes stand still');
  await shoot(other.page, 'link-of-another-390');
  // Under another's mark, or under that of another ticket, it names nobody.
  const mark = new URL(link).searchParams.get('for') ?? '';
  const changed = `${mark.slice(0, -2)}${mark.endsWith('AA') ? 'BA' : 'AA'}`;
  for (const forged of [changed, mark.slice(0, 21), 'x'.repeat(43)]) {
    await other.page.goto(link.replace(mark, forged));
    await other.page.getByText('This ticket does not exist, or was deleted').waitFor();
  }
  // Whoever is meant logs in, and decides where the link led.
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Log in as somebody else' }).tap();
  await other.page.getByLabel('Username').fill('rob');
  await other.page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await other.page.getByRole('button', { name: 'Log in', exact: true }).tap();
  await other.page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await other.close();
  const sam = (await apiOf(postern.origin, 'sam', TEST_PASSWORD)).inOrg(harbourId);
  expect((await sam.get(`${REQUESTS}${id}/`)).status).toBe(404);
  expect((await sam.put(`tickets/tickets/${id}/approve/`, {})).status).toBe(404);
  for (const path of [`tickets/tickets/${id}/approve/`, `tickets/tickets/${id}/reject/`])
    expect((await (await apiOf(postern.origin, 'rob', TEST_PASSWORD)).get(path)).status).toBe(405);
});

test('while the reviewer is away, whom they named decides from their own mail, and both names stand', async () => {
  const rob = await newPerson(browser, { origin: postern.origin });
  await startSession(rob.page, 'rob', TEST_PASSWORD);
  await visit(rob.page, '/ui/tickets/assigned-tickets');
  await rob.page.getByRole('button', { name: 'While I am away' }).click();
  const dialog = rob.page.getByRole('dialog');
  const delegate = dialog.getByRole('combobox', { name: 'Decides for me' });
  await delegate.click();
  await delegate.fill('Sam');
  await rob.page.getByTitle('Sam Stranger(sam)', { exact: true }).click();
  await shoot(rob.page, 'away-dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rob.page.getByText('Sam Stranger(sam) decides for Rob Reviewer(rob)').waitFor();
  await shoot(rob.page, 'away');

  const { id, link, api } = await asked('Lantern');
  await until('the delegate has a mail', 20_000, async () =>
    mail.mails.find(({ to, text }) => to.includes('sam@example.com') && text.includes('Lantern')),
  );
  const sam = await newPerson(browser, { origin: postern.origin, ...PHONE });
  await startSession(sam.page, 'sam', TEST_PASSWORD);
  await visit(sam.page, '/ui/tickets/assigned-tickets');
  await shoot(sam.page, 'away-390');
  await visit(sam.page, link);
  const box = sam.page.getByRole('textbox', { name: 'Say something about it' });
  await box.fill('Is it dark there, @ad');
  await sam.page.getByRole('button', { name: 'Ada Asker(ada)' }).click();
  expect(await box.inputValue()).toBe('Is it dark there, @ada ');
  await box.pressSequentially('? @');
  await shoot(sam.page, 'mention-390');
  await box.fill('Is it dark there, @ada ?');
  await sam.page.getByRole('button', { name: 'Approve', exact: true }).tap();
  await sam.page.getByText('Ada Asker(ada) was given access.').waitFor();
  await until('who was named has a mail', 20_000, async () =>
    mail.mails.find(({ to, text }) => to.includes('ada@example.com') && text.includes('Is it dark there')),
  );
  const [step] = (await api.get<Json>(`${REQUESTS}${id}/`)).body.process_map;
  expect(step.processor_display).toBe('Sam Stranger(sam) for Rob Reviewer(rob)');
  const chinese = await newPerson(browser, { origin: postern.origin, locale: 'zh-CN' });
  await startSession(chinese.page, 'ada', TEST_PASSWORD);
  await visit(chinese.page, link);
  await chinese.page.getByText('Sam Stranger(sam)（代 Rob Reviewer(rob)）').first().waitFor();
  await shoot(chinese.page, 'away-decided-zh');
  for (const one of [rob, sam, chinese]) {
    expect(one.troubles()).toEqual([]);
    await one.close();
  }
});
