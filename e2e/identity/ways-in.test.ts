import type { Api } from '@postern/testkit/api';
import { CHAT_APPS, type ChatStandIn, startChatServices } from '@postern/testkit/chat-services';
import { type FreeRadius, RADIUS_SECRET, startFreeRadius } from '@postern/testkit/freeradius';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { personOf, READER, type Slapd, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { type Browser, newPerson, startBrowser } from '../support/browser.ts';
import { completeProfile, logIn } from '../support/console.ts';
import { inAndOut } from '../support/in-and-out.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from '../support/postern.ts';
import { visit } from '../support/screen-here.ts';

// Ways in that have no page of their own, and those of providers that know no OpenID Connect, each by a real browser: in, and out again.

const WORD = 'a-word-of-elsewhere';
const CODE = '246810';

let postern: Postern;
let browser: Browser;
let admin: Api;
let slapd: Slapd;
let radius: FreeRadius;
let chat: ChatStandIn;
let forge: OpenidProvider | undefined;

const certificate = ownCertificate();

beforeAll(async () => {
  chat = await startChatServices();
  [postern, browser, slapd, radius] = await Promise.all([
    startPostern({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1', POSTERN_CHAT_ADDRESSES: `wecom=${chat.origin}` } }),
    startBrowser(),
    startSlapd({ certificate, people: [personOf('lena', { name: 'Lena Falk', password: WORD })] }),
    startFreeRadius({ 'token-rui': { password: WORD, code: CODE } }),
  ]);
  chat.registered.push(`${postern.origin}/core/auth/`);
  admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  await set('basic', { SITE_URL: postern.origin });
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([postern?.stop(), slapd?.stop(), radius?.stop(), chat?.close(), forge?.close()]);
});

async function set(category: string, values: object): Promise<void> {
  const { status, body } = await admin.patch(`settings/setting/?category=${category}`, values);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

async function somebody(): Promise<Page> {
  const { page } = await newPerson(browser, { origin: postern.origin });
  return page;
}
/** The page where everybody begins, after a log-out. */
const atLogin = (page: Page) => async (): Promise<void> => {
  await page.getByLabel('Username').waitFor();
  expect(page.url()).toContain(`${postern.origin}/core/auth/login/`);
};

test('LDAP: a password of the directory, over TLS, and not another one', async () => {
  await set('ldap', {
    AUTH_LDAP: true,
    AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}`,
    AUTH_LDAP_START_TLS: true,
    AUTH_LDAP_CA: certificate.cert,
    AUTH_LDAP_BIND_DN: READER.dn,
    AUTH_LDAP_BIND_PASSWORD: READER.password,
    AUTH_LDAP_SEARCH_OU: `ou=people,${SUFFIX}`,
    AUTH_LDAP_SEARCH_FILTER: '(uid=%(user)s)',
    AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail' },
  });
  const page = await somebody();
  await logIn(page, 'lena', 'another word');
  await page.getByText('The username or password is wrong').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(WORD);
  await page.keyboard.press('Enter');
  await completeProfile(page);
  // What the directory calls her is in her profile; she came by it, so it stays.
  await visit(page, '/ui/profile/info');
  const bound = page.getByRole('listitem').filter({ hasText: 'LDAP' });
  await bound.getByText(/^Bound .* · last used /).waitFor();
  expect(await bound.getByRole('button', { name: 'Unbind LDAP' }).getAttribute('aria-disabled')).toBe('true');
  await inAndOut(page, { username: 'lena', name: 'Lena Falk', source: 'ldap' }, atLogin(page));
});

test('RADIUS: the password, then the code that its server asks for, and not another one', async () => {
  await set('radius', {
    AUTH_RADIUS: true,
    RADIUS_SERVER: '127.0.0.1',
    RADIUS_PORT: radius.port,
    RADIUS_SECRET,
    RADIUS_PROTOCOL: 'pap',
  });
  const page = await somebody();
  const untilCode = async (code: string): Promise<void> => {
    await logIn(page, 'token-rui', WORD);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.keyboard.press('Enter');
  };
  await untilCode('000000');
  await page.getByText('This answer was not accepted').waitFor();
  await untilCode(CODE);
  await completeProfile(page);
  await inAndOut(page, { username: 'token-rui', name: 'token-rui', source: 'radius' }, atLogin(page));
});

test('OAuth2: a provider that others wrote, and out there as well', async () => {
  forge = await startOpenidProvider(postern.origin, '', 'oauth2');
  forge.people.set('noor', { name: 'Noor Aziz' });
  await set('oauth2', {
    AUTH_OAUTH2: true,
    AUTH_OAUTH2_PROVIDER: 'Forge',
    AUTH_OAUTH2_CLIENT_ID: forge.clientId,
    AUTH_OAUTH2_CLIENT_SECRET: forge.clientSecret,
    AUTH_OAUTH2_SCOPE: 'openid profile email',
    AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT: `${forge.issuer}/auth`,
    AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT: `${forge.issuer}/token`,
    AUTH_OAUTH2_ACCESS_TOKEN_METHOD: 'POST',
    AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT: `${forge.issuer}/me`,
    AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT: `${forge.issuer}/session/end`,
    AUTH_OAUTH2_LOGOUT_COMPLETELY: true,
    AUTH_OAUTH2_USER_ATTR_MAP: { name: 'name', username: 'preferred_username', email: 'email' },
  });
  const page = await somebody();
  const away = async (): Promise<void> => {
    await visit(page, '/ui/');
    await page.getByRole('link', { name: 'Forge' }).click();
  };
  await away();
  await page.getByLabel('Name').fill('noor');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await completeProfile(page);
  await inAndOut(page, { username: 'noor', name: 'Noor Aziz', source: 'oauth2' }, async () => {
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await signOut.waitFor();
    expect(new URL(page.url()).origin).toBe(forge?.issuer);
    await signOut.click();
    await atLogin(page)();
  });
  // Whoever sits there next is asked who they are.
  await away();
  await page.getByLabel('Name').waitFor();
  expect(new URL(page.url()).origin).toBe(forge.issuer);
});

test('WeCom (a stand-in of its wire): whoever its page lets through, and not somebody of another company', async () => {
  await set('wecom', { ...CHAT_APPS.wecom });
  const page = await somebody();
  const byChat = async (): Promise<void> => {
    await visit(page, '/ui/');
    await page.getByRole('link', { name: 'WeCom' }).click();
  };
  chat.sits = { id: 'zhao', name: 'Zhao Min', email: 'zhao@corp.example', member: false };
  await byChat();
  await page.getByText('The other system did not confirm who you are').waitFor();
  expect(new URL(page.url()).pathname).toBe('/core/auth/login/');
  chat.sits = { id: 'chen', name: 'Chen Yu', email: 'chen@corp.example' };
  await byChat();
  await completeProfile(page);
  await inAndOut(page, { username: 'chen', name: 'Chen Yu', source: 'wecom' }, atLogin(page));
});
