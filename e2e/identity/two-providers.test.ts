import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { firstLoginOf } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// Two providers of OpenID Connect at once, in a real browser: each lets its own people in, and an answer of one is worth nothing as an answer of the other.

let postern: Postern;
let browser: Browser;
let api: Api;
let admin: ReturnType<typeof clientOf>;
let ours: OpenidProvider;
let acme: OpenidProvider;
const ACME = 'Acme & sons';

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }), startBrowser()]);
  [ours, acme] = await Promise.all([startOpenidProvider(postern.origin), startOpenidProvider(postern.origin, 'acme')]);
  api = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  admin = clientOf(api);
  await admin.setting.patch({ SITE_URL: postern.origin }, { query: { category: 'basic' } });
  await api.post('settings/providers/', { name: 'acme', category: 'oidc', label: ACME });
  for (const [provider, query] of [
    [ours, { category: 'oidc' }],
    [acme, { category: 'oidc', provider: 'acme' }],
  ] as const)
    await admin.setting.patch(
      {
        AUTH_OPENID: true,
        AUTH_OPENID_PROVIDER_ENDPOINT: provider.issuer,
        AUTH_OPENID_CLIENT_ID: provider.clientId,
        AUTH_OPENID_CLIENT_SECRET: provider.clientSecret,
      },
      { query },
    );
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), ours?.close(), acme?.close()]);
});

const somebody = async (locale = 'en-GB'): Promise<Page> => {
  const { page } = await newPerson(browser, { origin: postern.origin, locale });
  await visit(page, '/ui/');
  return page;
};

/** Signs in at the provider of a button, as far as its answer takes the browser. */
async function signIn(page: Page, button: string, name: string): Promise<void> {
  await page.getByRole('link', { name: button }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The same, but the browser stays there. @returns the answer: where it was sent */
async function answerOf(page: Page, button: string, name: string): Promise<URL> {
  const isForm = (url: URL) => url.pathname.startsWith('/interaction/');
  const answer = Promise.withResolvers<URL>();
  await page.route(isForm, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    let reply = await route.fetch({ maxRedirects: 0 });
    let url = new URL(reply.headers().location ?? '');
    while (url.origin !== postern.origin) {
      reply = await page.context().request.get(url.href, { maxRedirects: 0 });
      url = new URL(reply.headers().location ?? '', url);
    }
    answer.resolve(url);
    return route.fulfill({ body: 'There.' });
  });
  await signIn(page, button, name);
  const url = await answer.promise;
  await page.unroute(isForm);
  return url;
}

const profileOf = (page: Page) => page.evaluate(async () => (await fetch('/api/v1/users/profile/')).json());
/** Why logins have failed, the last first. Who could not be proved is nobody of an organisation. */
async function refusals(): Promise<{ count: number; last: unknown }> {
  const { body } = await api.get<Json>('audits/login-logs/', { query: { limit: 1, offset: 0, status: false, oid: 'ROOT' } });
  return { count: body.count, last: body.results[0] };
}

test('both buttons stand on the login page, with names and pictures, in three languages', async () => {
  const problems: string[] = [];
  for (const locale of ['en-GB', 'zh-CN', 'ja']) {
    const page = await somebody(locale);
    const ways = page.locator('.ways__way');
    await ways.nth(1).waitFor();
    expect((await ways.allTextContents()).map((name) => name.trim())).toEqual(['OpenID Connect', ACME]);
    expect(await ways.locator('svg').count()).toBe(2);
    problems.push(...(await bothLooks(page, `two-providers-${locale}`)));
    await page.context().close();
  }
  expect(problems).toEqual([]);
});

test.each([
  ['OpenID Connect', 'anna', () => ours],
  [ACME, 'bodo', () => acme],
])('%s lets its own person in, and out', async (button, name, provider) => {
  const page = await somebody();
  await signIn(page, button, name);
  await firstLoginOf(page).waitFor();
  expect(await profileOf(page)).toMatchObject({ username: name, source: { value: 'openid' } });
  await page.goto(`${postern.origin}/core/auth/logout/`);
  expect(new URL(page.url()).origin).toBe(provider().issuer);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: button }).waitFor();
  expect(page.url()).toBe(`${postern.origin}/core/auth/login/`);
  await page.context().close();
});

test('the name of somebody of one of them opens nothing when the other one says it', async () => {
  const owner = await somebody();
  await signIn(owner, 'OpenID Connect', 'clara');
  await firstLoginOf(owner).waitFor();
  await owner.context().close();
  const page = await somebody();
  await signIn(page, ACME, 'clara');
  await page.getByText('An account with your name or mail address exists here').waitFor();
  expect(await profileOf(page)).not.toHaveProperty('username');
  await page.context().close();
});

test('an answer that is opened as it was lets in: what is refused below is refused for what was mixed', async () => {
  const page = await somebody();
  await page.goto((await answerOf(page, ACME, 'olaf')).href);
  await firstLoginOf(page).waitFor();
  expect(await profileOf(page)).toMatchObject({ username: 'olaf' });
  await page.context().close();
});

const at = (url: URL, provider: string): URL => Object.assign(new URL(url), { pathname: `/core/auth/openid/${provider}callback/` });
const withOf = (url: URL, other: URL, names: readonly string[]): URL => {
  const mixed = new URL(url);
  for (const name of names) mixed.searchParams.set(name, String(other.searchParams.get(name)));
  return mixed;
};
const without = (url: URL, name: string): URL => {
  const less = new URL(url);
  less.searchParams.delete(name);
  return less;
};

test.each<[string, (first: URL, second: URL) => URL]>([
  ['at the page of the other', (_, second) => at(second, '')],
  ['at the page of the other, with the state of that', (first, second) => withOf(at(second, ''), first, ['state'])],
  ['the same without a word of who answers', (first, second) => without(withOf(at(second, ''), first, ['state']), 'iss')],
  ['the same, and saying that the other answers', (first, second) => withOf(at(second, ''), first, ['state', 'iss'])],
  ['the other way round', (first, second) => withOf(at(first, 'acme/'), second, ['state', 'iss'])],
])('an answer of one of them is refused %s', async (_, mix) => {
  const page = await somebody();
  const first = await answerOf(page, 'OpenID Connect', 'mara');
  await visit(page, '/ui/');
  const second = await answerOf(page, ACME, 'nino');
  const before = (await refusals()).count;
  await page.goto(mix(first, second).href);
  await page.getByText('The other system did not confirm who you are. Start again.').waitFor();
  expect(await profileOf(page)).not.toHaveProperty('username');
  expect(await refusals()).toEqual({
    count: before + 1,
    last: expect.objectContaining({ reason: 'external_refused', backend: expect.stringContaining('OpenID Connect') }),
  });
  for (const name of ['mara', 'nino']) expect((await admin.users.list({ limit: 10, search: name })).count).toBe(0);
  await page.context().close();
});
