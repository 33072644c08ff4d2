import { workOut } from '@postern/client/work';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** What the login page has beside name and password (docs/wire/settings.md#the-login-page). */
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
beforeEach(async () => {
  await sql`delete from login_counters`.execute(server.db);
  await set({
    SECURITY_LOGIN_CAPTCHA_ENABLED: false,
    SECURITY_LOGIN_CHALLENGE_ENABLED: false,
    SECURITY_MFA_IN_LOGIN_PAGE: false,
    SECURITY_MFA_AUTH: 0,
    SECURITY_LOGIN_IP_WHITE_LIST: [],
  });
});

const LOGIN = '/core/auth/login/';
async function page(): Promise<Api> {
  const api = createApi({ origin: server.url, cookies: createCookieJar() });
  await api.get(LOGIN);
  return api;
}
const logIn = (browser: Api, user: Json, more: Json = {}) =>
  browser.post<Json>(LOGIN, { username: user.username, password: TEST_PASSWORD, ...more });
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const code = () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate();
async function withApp(): Promise<Json> {
  const user = await createUser(admin);
  await sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)}, mfa_level = 1 where id = ${user.id}`.execute(
    server.db,
  );
  return user;
}

test('one of the three holds at most, whatever is stored, and codes only where everybody needs a second factor', async () => {
  const KEYS = ['SECURITY_LOGIN_CHALLENGE_ENABLED', 'SECURITY_MFA_IN_LOGIN_PAGE', 'SECURITY_LOGIN_CAPTCHA_ENABLED'] as const;
  const path = 'settings/setting/?category=security';
  const shown = ({ body }: { body: Json }) => KEYS.map((key) => body[key]);
  const all = { SECURITY_LOGIN_CHALLENGE_ENABLED: true, SECURITY_MFA_IN_LOGIN_PAGE: true, SECURITY_LOGIN_CAPTCHA_ENABLED: true };
  expect(shown(await admin.patch(path, all))).toEqual([true, false, false]);
  expect(shown(await admin.get(path))).toEqual([true, false, false]);
  expect(shown(await admin.get('settings/setting/?category=all'))).toEqual([true, false, false]);
  const open = async () => (await server.anyone.get('settings/public/open/')).body;
  expect(await open()).toMatchObject({ SECURITY_LOGIN_CHALLENGE_ENABLED: true, SECURITY_MFA_IN_LOGIN_PAGE: false });
  expect(shown(await admin.patch(path, { SECURITY_LOGIN_CHALLENGE_ENABLED: false }))).toEqual([false, false, true]);
  expect(shown(await admin.patch(path, { SECURITY_MFA_AUTH: 1 }))).toEqual([false, true, false]);
  expect(await open()).toMatchObject({ SECURITY_LOGIN_CHALLENGE_ENABLED: false, SECURITY_MFA_IN_LOGIN_PAGE: true });
  expect(shown(await admin.patch(path, { SECURITY_MFA_AUTH: 2 }))).toEqual([false, false, true]);
});

describe('the login page', () => {
  test('asks for the code beside the password: a wrong one ends the login, and counts', async () => {
    await set({ SECURITY_MFA_AUTH: 1, SECURITY_MFA_IN_LOGIN_PAGE: true });
    const user = await withApp();
    const browser = await page();
    const wrong = await logIn(browser, user, { code: '000000', mfa_type: 'otp' });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'mfa_failed']);
    expect((await browser.post(`${LOGIN}mfa/`, { mfa_type: 'otp', code: code() })).body.error).toBe('session_empty');
    // Left out, it is asked for as always; right, one step is enough.
    expect((await logIn(await page(), user)).body.error).toBe('mfa_required');
    expect((await logIn(browser, user, { code: code(), mfa_type: 'otp' })).body).toEqual({});
  });

  test('whoever has the password cannot guess codes beside it, from however many addresses', async () => {
    const user = await withApp();
    for (let at = 0; at < 7; at += 1) {
      // Each from a place of its own, as far as tries ahead of the password are counted.
      await sql`delete from login_counters where kind = 'ahead'`.execute(server.db);
      await logIn(await page(), user, { code: '000000', mfa_type: 'otp' });
    }
    await sql`delete from login_counters where kind = 'ahead'`.execute(server.db);
    const late = await logIn(await page(), user, { code: code(), mfa_type: 'otp' });
    expect([late.status, late.body.error]).toEqual([400, 'block_mfa']);
  });

  test('a one-time code is that of the second factor, for people of ours', async () => {
    const user = await withApp();
    expect((await logIn(await page(), user, { challenge: code() })).body.error).toBe('mfa_required');
    await set({ SECURITY_LOGIN_CHALLENGE_ENABLED: true });
    expect((await logIn(await page(), user, { challenge: code() })).body).toEqual({});
    // Nothing of it is part of a password of ours.
    const other = await createUser(admin);
    const split = { password: TEST_PASSWORD.slice(0, -4), challenge: TEST_PASSWORD.slice(-4) };
    expect((await logIn(await page(), other, split)).body.error).toBe('password_failed');
  });

  test('has browsers of an address that failed work something out, once for each try', async () => {
    await set({ SECURITY_LOGIN_CAPTCHA_ENABLED: true });
    const [user, other] = [await createUser(admin), await createUser(admin)];
    const browser = await page();
    // Nobody failed: nothing is asked.
    expect((await logIn(await page(), other)).body).toEqual({});
    expect((await logIn(browser, user, { password: 'wrong' })).body.error).toBe('password_failed');
    const asked = await logIn(browser, user);
    expect([asked.status, asked.body.error]).toEqual([400, 'captcha_required']);
    expect(asked.body.data).toMatchObject({ bits: 14, value: expect.stringMatching(/^[\w-]{32}$/) });
    // Guessed, it is neither looked at nor counted, and another one is asked.
    const counted = async () => (await sql`select 1 from login_counters where kind = 'login'`.execute(server.db)).rows.length;
    const before = await counted();
    expect((await logIn(browser, user, { captcha: 'zzzz' })).body.error).toBe('captcha_required');
    expect(await counted()).toBe(before);
    const { data } = (await logIn(browser, user)).body;
    const captcha = await workOut(data);
    // It is the work of this browser, and of nobody else.
    expect((await logIn(await page(), user, { captcha })).body.error).toBe('captcha_required');
    expect((await logIn(browser, user, { captcha, password: 'wrong' })).body.error).toBe('password_failed');
    // It was good for one try; the next costs more.
    const again = await logIn(browser, user, { captcha });
    expect(again.body).toMatchObject({ error: 'captcha_required', data: { bits: 15 } });
    expect((await logIn(browser, user, { captcha: await workOut(again.body.data) })).body).toEqual({});
  });

  test('has work done once, also for tries at the same time', async () => {
    await set({ SECURITY_LOGIN_CAPTCHA_ENABLED: true });
    const user = await createUser(admin);
    const browser = await page();
    await logIn(browser, user, { password: 'wrong' });
    const captcha = await workOut((await logIn(browser, user)).body.data);
    const tries = await Promise.all(Array.from({ length: 6 }, () => logIn(browser, user, { captcha, password: 'wrong' })));
    expect(tries.filter(({ body }) => body.error !== 'captcha_required')).toHaveLength(1);
  });

  test('is spared where somebody has logged in before, at addresses of the white list, and where the setting is off', async () => {
    const user = await createUser(admin);
    const own = await page();
    expect((await logIn(own, user)).body).toEqual({});
    await set({ SECURITY_LOGIN_CAPTCHA_ENABLED: true });
    await logIn(await page(), user, { password: 'wrong' });
    await own.get('/core/auth/logout/');
    await own.get(LOGIN);
    expect((await logIn(own, user)).body).toEqual({});
    expect((await logIn(await page(), user)).body.error).toBe('captcha_required');
    await set({ SECURITY_LOGIN_IP_WHITE_LIST: ['127.0.0.1', '::1', '::ffff:127.0.0.1'] });
    expect((await logIn(await page(), user)).body).toEqual({});
    await set({ SECURITY_LOGIN_IP_WHITE_LIST: [], SECURITY_LOGIN_CAPTCHA_ENABLED: false });
    expect((await logIn(await page(), user)).body).toEqual({});
  });
});
