import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** Settings about who gets in: each is changed as an administrator does it, and what follows is seen as by whoever logs in. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
// One more reading after the rows are gone: what was set is forgotten, save what keeps work from browsers of the tests (prepare-postgres.ts).
afterEach(async () => {
  await sql`delete from settings where name ~ '^(SECURITY|USER|OLD|OTP|TERMINAL)_' and name <> 'SECURITY_LOGIN_CAPTCHA_ENABLED'
    and not encrypted`.execute(server.db);
  await sql`delete from login_counters`.execute(server.db);
  await server.platform.systemSettings.start();
});

async function set(values: Json, category = 'security'): Promise<void> {
  const answer = await admin.patch(`settings/setting/?category=${category}`, values);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining(values)]);
}

const LOGIN = '/core/auth/login/';
async function browserAt(address = '198.51.100.1'): Promise<Api> {
  const api = createApi({ origin: server.url, cookies: createCookieJar(), headers: { 'x-forwarded-for': address } });
  await api.get(LOGIN);
  return api;
}
const tryAt = async (browser: Api, username: string, password = 'wrong'): Promise<Json> =>
  (await browser.post<Json>(LOGIN, { username, password })).body;
const errorAt = async (address: string, username: string, password?: string): Promise<string | undefined> =>
  (await tryAt(await browserAt(address), username, password)).error;

describe('passwords', () => {
  test.each([
    ['SECURITY_PASSWORD_MIN_LENGTH', 14, 'Abcdefgh-123', 'Abcdefgh-12345'],
    ['SECURITY_PASSWORD_UPPER_CASE', true, 'abcdefgh-123', 'Abcdefgh-123'],
    ['SECURITY_PASSWORD_LOWER_CASE', true, 'ABCDEFGH-123', 'ABCDEFGh-123'],
    ['SECURITY_PASSWORD_NUMBER', true, 'Abcdefgh-xyz', 'Abcdefgh-xy1'],
    ['SECURITY_PASSWORD_SPECIAL_CHAR', true, 'Abcdefgh1234', 'Abcdefgh-123'],
  ])('%s is asked of new ones, and told to whoever types one', async (key, value, bad, good) => {
    const user = await createUser(admin);
    const change = (password: string) => admin.patch<Json>(`users/users/${user.id}/password/`, { password });
    expect((await change(bad)).status).toBe(200);
    await set({ [key]: value });
    expect((await change(bad)).status).toBe(400);
    expect((await change(good)).status).toBe(200);
    expect((await admin.get<Json>('settings/public/')).body.PASSWORD_RULE[key]).toBe(value);
  });

  test('administrators have a minimum length of their own', async () => {
    const boss = await createUser(admin, { system_roles: ['00000000-0000-0000-0000-000000000001'] });
    const change = async (password: string) => (await admin.patch(`users/users/${boss.id}/password/`, { password })).status;
    await set({ SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 20 });
    expect(await change('Abcdefgh-12345')).toBe(400);
    await set({ SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: 14 });
    expect(await change('Abcdefgh-12345')).toBe(200);
  });

  test('as many former ones as the setting says may not come back', async () => {
    const user = await createUser(admin);
    const own = await server.browser(user.username);
    let old = TEST_PASSWORD;
    const change = async (next: string) => {
      const { status } = await own.put('users/profile/password/', { old_password: old, new_password: next, new_password_again: next });
      if (status === 200) old = next;
      return status;
    };
    expect(await change('Fresh-Gate-77!')).toBe(200);
    expect(await change(TEST_PASSWORD)).toBe(400);
    await set({ OLD_PASSWORD_HISTORY_LIMIT_COUNT: 0 });
    expect(await change(TEST_PASSWORD)).toBe(200);
  });

  test('expire after the days of the setting', async () => {
    const user = await createUser(admin);
    await sql`update users set date_password_last_updated = now() - interval '40 days' where id = ${user.id}`.execute(server.db);
    await set({ SECURITY_PASSWORD_EXPIRATION_TIME: 41 });
    expect(await errorAt('198.51.100.1', user.username, TEST_PASSWORD)).toBeUndefined();
    await set({ SECURITY_PASSWORD_EXPIRATION_TIME: 39 });
    expect(await errorAt('198.51.100.1', user.username, TEST_PASSWORD)).toBe('passwd_has_expired');
  });
});

describe('wrong passwords', () => {
  test('lock a name after so many, for so long', async () => {
    await set({ SECURITY_LOGIN_LIMIT_COUNT: 3, SECURITY_LOGIN_LIMIT_TIME: 17 });
    const { username } = await createUser(admin);
    const browser = await browserAt();
    const first = await tryAt(browser, username);
    expect([first.error, first.msg]).toEqual(['password_failed', expect.stringMatching(/2 tries .* 17 minutes/)]);
    expect((await tryAt(browser, username)).error).toBe('password_failed');
    expect((await tryAt(browser, username)).error).toBe('block_login');
    expect((await tryAt(browser, username, TEST_PASSWORD)).error).toBe('block_login');
  });

  test('lock an address after so many, for so long, unless it is on the white list', async () => {
    await set({ SECURITY_LOGIN_IP_LIMIT_COUNT: 3, SECURITY_LOGIN_IP_LIMIT_TIME: 19 });
    const { username } = await createUser(admin);
    const address = '203.0.113.50';
    for (let n = 0; n < 3; n += 1) await errorAt(address, uniqueName('nobody'));
    const shut = await tryAt(await browserAt(address), username, TEST_PASSWORD);
    expect([shut.error, shut.msg]).toEqual(['block_global_ip_login', expect.stringContaining('19 minutes')]);
    await set({ SECURITY_LOGIN_IP_WHITE_LIST: ['203.0.113.0/24'] });
    expect(await errorAt(address, username, TEST_PASSWORD)).toBeUndefined();
  });
});

test('nobody logs in from an address of the black list', async () => {
  const { username } = await createUser(admin);
  await set({ SECURITY_LOGIN_IP_BLACK_LIST: ['203.0.113.7'] });
  expect(await errorAt('203.0.113.7', username, TEST_PASSWORD)).toBe('block_global_ip_login');
  expect(await errorAt('203.0.113.8', username, TEST_PASSWORD)).toBeUndefined();
});

test('a new login ends the others where one login is allowed', async () => {
  const { username } = await createUser(admin);
  const first = await server.browser(username);
  const second = await server.browser(username);
  expect((await first.get('users/profile/')).status).toBe(200);
  await set({ USER_LOGIN_SINGLE_MACHINE_ENABLED: true });
  const third = await server.browser(username);
  expect([(await first.get('users/profile/')).status, (await second.get('users/profile/')).status]).toEqual([401, 401]);
  expect((await third.get('users/profile/')).status).toBe(200);
});

describe('second factors', () => {
  test('are wanted of nobody, of administrators or of everybody', async () => {
    const user = await createUser(admin);
    const boss = await createUser(admin, { system_roles: ['00000000-0000-0000-0000-000000000001'] });
    const asked = async () => [
      await errorAt('198.51.100.1', user.username, TEST_PASSWORD),
      await errorAt('198.51.100.1', boss.username, TEST_PASSWORD),
    ];
    expect(await asked()).toEqual([undefined, undefined]);
    await set({ SECURITY_MFA_AUTH: 2 });
    expect(await asked()).toEqual([undefined, 'mfa_unset']);
    await set({ SECURITY_MFA_AUTH: 1 });
    expect(await asked()).toEqual(['mfa_unset', 'mfa_unset']);
  });

  const confirmed = async () => {
    const user = await createUser(admin);
    const browser = await server.browser(user.username);
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    return { user, browser };
  };
  const code = (uri: string, steps: number) =>
    new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') }).generate({
      timestamp: Date.now() + steps * 30_000,
    });

  test('carry the name of the setting, and codes of so many steps around now are taken', async () => {
    await set({ OTP_ISSUER_NAME: 'Lantern', OTP_VALID_WINDOW: 1 }, 'other');
    const { browser } = await confirmed();
    const { uri } = (await browser.post<Json>('users/profile/otp/start/')).body;
    expect(new URL(uri).searchParams.get('issuer')).toBe('Lantern');
    expect((await browser.post('users/profile/otp/', { code: code(uri, 4) })).status).toBe(400);
    await set({ OTP_VALID_WINDOW: 6 }, 'other');
    expect((await browser.post('users/profile/otp/', { code: code(uri, 4) })).status).toBe(201);
  });

  test('a confirmation by one stays good for the time of the setting', async () => {
    const { user, browser } = await confirmed();
    const { uri } = (await browser.post<Json>('users/profile/otp/start/')).body;
    expect((await browser.post('users/profile/otp/', { code: code(uri, -1) })).status).toBe(201);
    const shown = { confirm_type: 'mfa', mfa_type: 'otp', secret_key: code(uri, 0) };
    expect((await browser.post('authentication/confirm/', shown)).status).toBe(200);
    await sql`update login_sessions set data = jsonb_set(data, '{confirm,at}', to_jsonb((data #>> '{confirm,at}')::bigint - 1000000))
      where user_id = ${user.id} and data ? 'confirm'`.execute(server.db);
    const ask = async () => (await browser.post('authentication/access-keys/', {})).status;
    expect(await ask()).toBe(201);
    await set({ SECURITY_MFA_VERIFY_TTL: 900 });
    expect(await ask()).toBe(412);
  });
});
