import type { Api } from '@postern/testkit/api';
import { type DjangoCas, startDjangoCas } from '@postern/testkit/django-cas';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import { type SamlProvider, samlKey, startSamlProvider } from '@postern/testkit/saml-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, shoot, startBrowser } from '../support/browser.ts';
import { completeProfile, firstLoginOf, logIn } from '../support/console.ts';
import { inAndOut } from '../support/in-and-out.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// Signing on through real providers in a real browser, one of them on another site than ours, as browsers see it.

let postern: Postern;
let browser: Browser;
let admin: Api;
let openid: OpenidProvider;
let saml: SamlProvider;
let cas: DjangoCas;

beforeAll(async () => {
  [postern, browser] = await Promise.all([startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }), startBrowser()]);
  [openid, saml, cas] = await Promise.all([
    startOpenidProvider(postern.origin),
    startSamlProvider('localhost'),
    startDjangoCas({ site: postern.origin, people: ['ivo'] }),
  ]);
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await set('basic', { SITE_URL: postern.origin });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), openid?.close(), saml?.close(), cas?.stop()]);
});

async function set(category: string, values: object): Promise<void> {
  const { status, body } = await admin.patch(`settings/setting/?category=${category}`, values);
  if (status !== 200) throw new Error(JSON.stringify(body));
}
const openidOn = () =>
  set('oidc', {
    AUTH_OPENID: true,
    AUTH_OPENID_PROVIDER_ENDPOINT: openid.issuer,
    AUTH_OPENID_CLIENT_ID: openid.clientId,
    AUTH_OPENID_CLIENT_SECRET: openid.clientSecret,
  });
const samlOn = () => set('saml2', { AUTH_SAML2: true, SAML2_IDP_METADATA_XML: saml.metadata() });

test('somebody signs in at a provider of OpenID Connect and is in the console; out, and the button is there again', async () => {
  await openidOn();
  openid.people.set('rosa', { name: 'Rosa Lindt' });
  const { page } = await newPerson(browser, { origin: postern.origin });
  await visit(page, '/ui/profile/info');
  await page.getByRole('link', { name: 'OpenID Connect' }).click();
  await page.getByLabel('Name').fill('rosa');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await firstLoginOf(page).waitFor();
  expect(new URL(page.url()).origin).toBe(postern.origin);
  await page.goto(`${postern.origin}/core/auth/logout/`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'OpenID Connect' }).waitFor();
  expect(page.url()).toBe(`${postern.origin}/core/auth/login/`);
});

test('an answer of SAML comes by a page of another site, where our cookie does not go, and opens the browser that asked', async () => {
  await samlOn();
  Object.assign(saml, { nameId: 'n-vito', attributes: { uid: 'vito' } });
  const { page } = await newPerson(browser, { origin: postern.origin });
  await visit(page, '/ui/');
  await page.getByRole('link', { name: 'SAML' }).click();
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/core/auth/saml2/callback/');
  await page.getByRole('button', { name: 'Go on' }).click();
  expect((await (await sent).allHeaders()).cookie ?? '').not.toContain('sessionid');
  await firstLoginOf(page).waitFor();
});

test('SAML: who logs out here is out at the provider, and who logs out there is out here', async () => {
  const key = samlKey();
  await set('saml2', { SAML2_SP_KEY_CONTENT: key.key, SAML2_SP_CERT_CONTENT: key.cert, SAML2_LOGOUT_COMPLETELY: true });
  await samlOn();
  Object.assign(saml, { nameId: 'n-vera', attributes: { uid: 'vera' }, over: { sessionIndex: '_vera' } });
  const { page } = await newPerson(browser, { origin: postern.origin });
  const signIn = async (): Promise<void> => {
    await visit(page, '/ui/');
    await page.getByRole('link', { name: 'SAML' }).click();
    await page.getByRole('button', { name: 'Go on' }).click();
  };
  await signIn();
  await completeProfile(page);
  await inAndOut(page, { username: 'vera', name: 'vera', source: 'saml2' }, () => page.waitForURL((url) => url.pathname === '/slo'));
  expect(new URL(page.url()).origin).toBe(saml.url);
  expect(page.url()).toMatch(/[?&]SAMLRequest=[^&]+.*&Signature=/);
  await signIn();
  await page.getByRole('button', { name: /^Account:/ }).waitFor();
  const { url } = await saml.logouts.begin({
    serviceProviderId: `${postern.origin}/core/auth/saml2/metadata/`,
    serviceProviderLogoutURL: `${postern.origin}/core/auth/saml2/logout/`,
    nameId: 'n-vera',
    sessionIndex: '_vera',
    cert: key.cert,
    binding: 'HTTP-Redirect',
  });
  // As its page of log-outs takes the browser around, from another site than ours.
  const there = await page.context().newPage();
  await there.goto(url);
  expect([new URL(there.url()).origin, saml.answers]).toEqual([saml.url, ['']]);
  await visit(page, '/ui/profile/info');
  await page.getByRole('link', { name: 'SAML' }).waitFor();
  expect(page.url()).toContain('/core/auth/login/');
  saml.over = {};
});

test('somebody signs in at a CAS server of others’ making, and is out here when they sign out there', async () => {
  await set('cas', { AUTH_CAS: true, CAS_SERVER_URL: cas.url });
  const { page } = await newPerson(browser, { origin: postern.origin });
  await visit(page, '/ui/profile/info');
  await page.getByRole('link', { name: 'CAS' }).click();
  await page.locator('input[name=username]').fill('ivo');
  await page.locator('input[name=password]').fill(cas.password);
  await page.locator('[type=submit]').click();
  await firstLoginOf(page).waitFor();
  expect(new URL(page.url()).origin).toBe(postern.origin);
  const there = await page.context().newPage();
  await there.goto(`${cas.url}logout`);
  await there.getByText('You have successfully logged out').waitFor();
  await visit(page, '/ui/profile/info');
  await page.getByRole('link', { name: 'CAS' }).waitFor();
  expect(page.url()).toContain('/core/auth/login/');
});

test('whoever is not let in reads why on the login page, in their language, and can go on otherwise', async () => {
  await openidOn();
  await set('auth', { ONLY_ALLOW_EXIST_USER_AUTH: true });
  const { page } = await newPerson(browser, { origin: postern.origin, locale: 'ja' });
  await visit(page, '/ui/');
  await page.getByRole('link', { name: 'OpenID Connect' }).click();
  await page.getByLabel('Name').fill('stranger');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('ここにはあなたのアカウントがありません').waitFor();
  expect(page.url()).not.toContain('go=on');
  await set('auth', { ONLY_ALLOW_EXIST_USER_AUTH: false });
});

test('the login page stands with no other way, one and four, light and dark, wide and narrow, in three languages', async () => {
  const off = async () => {
    for (const [category, key] of [
      ['oidc', 'AUTH_OPENID'],
      ['oauth2', 'AUTH_OAUTH2'],
      ['saml2', 'AUTH_SAML2'],
      ['cas', 'AUTH_CAS'],
    ] as const)
      await set(category, { [key]: false });
  };
  const four = async () => {
    await openidOn();
    await samlOn();
    await set('cas', { AUTH_CAS: true, CAS_SERVER_URL: 'https://cas.example/cas' });
    const at = 'https://forge.example';
    await set('oauth2', {
      AUTH_OAUTH2: true,
      AUTH_OAUTH2_PROVIDER: 'Forge',
      AUTH_OAUTH2_CLIENT_ID: 'postern',
      AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${at}/authorize`,
      AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${at}/token`,
      AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${at}/user`,
    });
  };
  const problems: string[] = [];
  for (const [ways, locale, arrange] of [
    [0, 'zh-CN', off],
    [1, 'en-GB', openidOn],
    [4, 'ja', four],
    [4, 'en-GB', four],
  ] as const) {
    await arrange();
    const { page } = await newPerson(browser, { origin: postern.origin, locale });
    await visit(page, '/ui/');
    if (ways > 0)
      await page
        .locator('.ways__way')
        .nth(ways - 1)
        .waitFor();
    expect(await page.locator('.ways__way').count()).toBe(ways);
    for (const [colorScheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const label = `sign-on-login-${ways}-${locale}-${colorScheme}-${width}`;
      await shoot(page, label);
      problems.push(...(await overflow(page)).map((problem) => `${label}: ${problem}`));
      problems.push(...(await accessibility(page, 'all')).map((problem) => `${label}: ${problem}`));
    }
  }
  expect(problems).toEqual([]);
});

test('the four tabs stand light and dark, and a test says what it has reached', async () => {
  await openidOn();
  const { page } = await newPerson(browser, { origin: postern.origin });
  await logIn(page, 'admin', ADMIN_PASSWORD);
  await completeProfile(page, { name: 'Ada Quay', email: 'ada@harbour.dev' });
  const problems: string[] = [];
  for (const tab of ['OIDC', 'OAuth2', 'SAML2', 'CAS']) {
    await visit(page, `/ui/settings/auth?activeTab=${tab}`);
    await page.getByRole('button', { name: 'Test', exact: true }).waitFor();
    if (tab === 'OIDC') {
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('Everything was reached.').waitFor();
    }
    for (const [colorScheme, width, height] of [
      ['light', 1440, 900],
      ['dark', 390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const label = `sign-on-${tab}-${colorScheme}-${width}`;
      await shoot(page, label);
      if (width < 500) problems.push(...(await overflow(page)).map((problem) => `${label}: ${problem}`));
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  expect(problems).toEqual([]);
});
