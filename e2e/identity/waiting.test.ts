import type { Api } from '@postern/testkit/api';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import { type SmtpTarget, settingsOf, startSmtp } from '@postern/testkit/smtp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { completeProfile, firstLoginOf, rowOf, startSession } from '../support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Somebody whom a real provider vouches for waits until an administrator lets them in, each in a browser of their own.

let postern: Postern;
let browser: Browser;
let admin: Api;
let openid: OpenidProvider;
let smtp: SmtpTarget;

beforeAll(async () => {
  [postern, browser, smtp] = await Promise.all([
    startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }),
    startBrowser(),
    startSmtp({ plain: true }),
  ]);
  openid = await startOpenidProvider(postern.origin);
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await set('basic', { SITE_URL: postern.origin });
  await set('email', settingsOf(smtp));
  await set('auth', { SECURITY_NEW_PEOPLE_APPROVAL: true });
  await set('oidc', {
    AUTH_OPENID: true,
    AUTH_OPENID_PROVIDER_ENDPOINT: openid.issuer,
    AUTH_OPENID_CLIENT_ID: openid.clientId,
    AUTH_OPENID_CLIENT_SECRET: openid.clientSecret,
  });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), openid?.close(), smtp?.stop()]);
});

async function set(category: string, values: object): Promise<void> {
  const { status, body } = await admin.patch(`settings/setting/?category=${category}`, values);
  if (status !== 200) throw new Error(JSON.stringify(body));
}
const somebody = async (): Promise<Page> => (await newPerson(browser, { origin: postern.origin })).page;
/** Comes back from the provider as somebody, in a browser that it does not know yet. */
async function signIn(name: string): Promise<Page> {
  const page = await somebody();
  await visit(page, '/ui/');
  await page.getByRole('link', { name: 'OpenID Connect' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
  return page;
}
const reads = async (page: Page, words: string): Promise<void> => page.getByText(words).waitFor();
const mailed = (to: string, words: string) =>
  until(`${to} is told: ${words}`, 60_000, () => smtp.mails.find((mail) => mail.to.includes(to) && mail.text.includes(words)));

test('the first login waits, an administrator whom a message leads there lets one in and refuses another, and each hears of it', async () => {
  for (const name of ['rosa', 'ivan'])
    openid.people.set(name, { name: name === 'rosa' ? 'Rosa Lindt' : 'Ivan Petrov', email: `${name}@corp.example` });
  for (const name of ['rosa', 'ivan']) await reads(await signIn(name), 'Your account waits for approval.');

  const page = await somebody();
  await startSession(page, 'admin', ADMIN_PASSWORD);
  await visit(page, '/ui/');
  await completeProfile(page, { name: 'Ada Quay', email: 'ada@harbour.dev' });
  const { body } = await admin.get('notifications/site-messages/?limit=10&offset=0');
  const told = body.results.find((one: { content: { subject: string } }) => one.content.subject === 'Waiting for approval: Rosa Lindt');
  const [, link] = /href="([^"]+)"/.exec(told.content.message) ?? [];
  await visit(page, String(link).replaceAll('&amp;', '&'));
  await rowOf(page, 'rosa').getByText('Waiting', { exact: true }).waitFor();
  expect(await page.getByRole('row').filter({ hasText: 'Ada Quay' }).count()).toBe(0);
  const decide = async (name: string, verb: string): Promise<void> => {
    await rowOf(page, name).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: verb }).click();
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    await rowOf(page, name).waitFor({ state: 'detached' });
  };
  await decide('rosa', 'Let in');
  await decide('ivan', 'Refuse');
  await reads(page, 'Nobody is waiting for approval');

  await mailed('rosa@corp.example', 'You can log in now');
  await mailed('ivan@corp.example', 'Your account was not approved');
  await firstLoginOf(await signIn('rosa')).waitFor();
  await reads(await signIn('ivan'), 'is disabled');
});
