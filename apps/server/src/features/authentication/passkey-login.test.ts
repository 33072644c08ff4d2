import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { createAuthenticator, type SoftAuthenticator } from '../../../test/soft-authenticator.ts';

/** A passkey in place of name and password (docs/decisions/0125). */
/** Browsers know passkeys at domains only, so the tests come by name. */
let origin: string;
const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  origin = server.url.replace('127.0.0.1', 'localhost');
  await set({ AUTH_PASSKEY: true });
});

const LOGIN = '/core/auth/login/';
async function page(): Promise<Api> {
  const api = createApi({ origin, cookies: createCookieJar() });
  await api.get(LOGIN);
  return api;
}

/** Somebody who has a passkey, made in a browser in which they logged in by password. */
async function holder(given: Json = {}): Promise<{ user: Json; device: SoftAuthenticator; browser: Api }> {
  const user = await createUser(admin, given);
  const browser = await page();
  await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
  const device = createAuthenticator();
  const options = (await browser.post('users/profile/passkeys/start/')).body as never;
  const added = await browser.post('users/profile/passkeys/', { name: 'Laptop', response: device.create(options, origin) });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  return { user, device, browser };
}

const options = async (browser: Api): Promise<{ challenge: string; rpId: string }> =>
  (await browser.post(`${LOGIN}passkey/start/`)).body as never;
const show = (browser: Api, credential: object, more: Json = {}) => browser.post(`${LOGIN}passkey/`, { credential, ...more });
/** A whole login in a browser of its own. */
async function signIn(device: SoftAuthenticator, counter?: number) {
  const browser = await page();
  const answer = await show(browser, device.get(await options(browser), origin, counter));
  return { browser, answer };
}
const lastLog = async (username: string): Promise<Json | undefined> =>
  ((await admin.get('audits/login-logs/', { query: { username } })).body as unknown as Json[])[0];
const strangers = async (): Promise<string[]> => {
  const { rows } = await sql<{ reason: string }>`select reason from login_logs where username = '' order by seq`.execute(server.db);
  return rows.map((row) => row.reason);
};

describe('a passkey logs in', () => {
  it('in place of name, password and second factor; the log says by what, and the list when it was last used', async () => {
    const { user, device } = await holder();
    await admin.patch(`users/users/${user.id}/`, { mfa_level: 2 });
    const browser = await page();
    const asked = await options(browser);
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    // Nobody is named: neither keys nor names.
    expect(asked).not.toHaveProperty('allowCredentials');
    expect((await show(browser, device.get(asked, origin, 1, { owner: String(user.id) }))).body).toEqual({});
    expect((await browser.get('users/profile/')).body.username).toBe(user.username);
    expect((await browser.get('users/profile/mfa/')).body.passkeys).toMatchObject([{ name: 'Laptop', date_last_used: expect.any(String) }]);
    expect(await lastLog(String(user.username))).toMatchObject({ status: { value: true }, backend: 'Passkey', mfa: { value: 1 } });
  });

  it('comes back to the page that was asked for, and stays where it is wanted', async () => {
    const { device } = await holder();
    const browser = await page();
    const answer = await browser.post(`${LOGIN}passkey/?next=${encodeURIComponent('/ui/profile')}`, {
      credential: device.get(await options(browser), origin),
      auto_login: true,
    });
    expect(answer.body).toEqual({ next: '/ui/profile' });
    expect(answer.headers.getSetCookie().join()).toMatch(/jms_sessionid=[^,]*Max-Age|jms_sessionid=[^,]*Expires/i);
  });

  it('is obeyed by nothing where the setting is off, and said nowhere', async () => {
    const { device } = await holder();
    const browser = await page();
    const signed = device.get(await options(browser), origin);
    await set({ AUTH_PASSKEY: false });
    expect((await show(browser, signed)).body.error).toBe('passkey_off');
    expect((await browser.post(`${LOGIN}passkey/start/`)).body.error).toBe('passkey_off');
    expect((await server.anyone.get('settings/public/open/')).body.AUTH_PASSKEY).toBe(false);
    await set({ AUTH_PASSKEY: true });
    expect((await server.anyone.get('settings/public/open/')).body.AUTH_PASSKEY).toBe(true);
    expect((await signIn(device)).answer.status).toBe(200);
  });
});

describe('a passkey does not log in', () => {
  /** What is wrong with an answer, each with a device that is right. */
  const WRONG: Readonly<Record<string, (at: { browser: Api; device: SoftAuthenticator; user: Json }) => Promise<object>>> = {
    'from another origin': async ({ browser, device }) => device.get(await options(browser), 'https://postern.example.org'),
    'for another domain': async ({ browser, device }) => device.get({ ...(await options(browser)), rpId: 'example.org' }, origin),
    'to another challenge': async ({ browser, device }) => {
      await options(browser);
      return device.get({ challenge: Buffer.alloc(32, 7).toString('base64url'), rpId: 'localhost' }, origin);
    },
    'without a challenge': async ({ device }) =>
      device.get({ challenge: Buffer.alloc(32, 7).toString('base64url'), rpId: 'localhost' }, origin),
    'to the challenge of another browser': async ({ device }) => device.get(await options(await page()), origin),
    'to a challenge that was made for something else': async ({ browser, device, user }) => {
      await browser.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
      return device.get((await browser.post(`${LOGIN}mfa/passkey/`)).body as never, origin);
    },
    'from a device that has not asked who sits there': async ({ browser, device }) =>
      device.get(await options(browser), origin, undefined, { unverified: true }),
    'that says it is of somebody else': async ({ browser, device }) =>
      device.get(await options(browser), origin, undefined, { owner: '00000000-0000-4000-8000-000000000001' }),
    'signed by another key under its name': async ({ browser, device }) => ({
      ...createAuthenticator().get(await options(browser), origin),
      id: device.id,
      rawId: device.id,
    }),
  };
  it.each(Object.keys(WRONG))('%s', async (name) => {
    const { user, device } = await holder();
    const browser = await page();
    const answer = await show(browser, (await WRONG[name]?.({ browser, device, user })) ?? {});
    expect([answer.status, answer.body.error]).toEqual([400, 'passkey_failed']);
    expect((await browser.get('users/profile/')).status).toBe(401);
    expect(await lastLog(String(user.username))).toMatchObject({ status: { value: false }, reason: 'passkey_failed' });
    // It was not the person's fault: they get in by a right one.
    expect((await signIn(device, 50)).answer.status).toBe(200);
  });

  it('twice by one answer', async () => {
    const { user, device } = await holder();
    const browser = await page();
    const signed = device.get(await options(browser), origin);
    expect((await show(browser, signed)).status).toBe(200);
    const other = await page();
    await options(other);
    expect((await show(other, signed)).body.error).toBe('passkey_failed');
    expect((await other.get('users/profile/')).status).toBe(401);
    expect(await lastLog(String(user.username))).toMatchObject({ reason: 'passkey_failed' });
  });

  it('of two answers to one challenge at the same time more than once', async () => {
    const { device } = await holder();
    const browser = await page();
    const asked = await options(browser);
    const answers = await Promise.all([1, 2, 3, 4].map((count) => show(browser, device.get(asked, origin, count))));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  it('when its count went back: a copy, which is logged and audited', async () => {
    const { user, device } = await holder();
    expect((await signIn(device, 9)).answer.status).toBe(200);
    const { answer, browser } = await signIn(device, 9);
    expect([answer.status, answer.body.error]).toEqual([400, 'passkey_copied']);
    expect((await browser.get('users/profile/')).status).toBe(401);
    expect(await lastLog(String(user.username))).toMatchObject({
      reason: 'passkey_copied',
      reason_display: 'A passkey that may be a copy',
    });
    const { rows } = await sql<{
      diff: unknown;
    }>`select diff from operate_logs where resource_id = ${user.id} order by seq desc limit 1`.execute(server.db);
    expect(rows[0]?.diff).toEqual([{ field: 'passkey_counter', before: 'Laptop: 9', after: 'Laptop: 9' }]);
    expect((await signIn(device, 10)).answer.status).toBe(200);
  });

  it('of nobody, of somebody who was removed, or of somebody whose factors were reset', async () => {
    const gone = await holder();
    const reset = await holder();
    const before = (await strangers()).length;
    expect((await signIn(createAuthenticator())).answer.body.error).toBe('passkey_failed');
    await admin.delete(`users/users/${gone.user.id}/`);
    expect((await signIn(gone.device)).answer.body.error).toBe('passkey_failed');
    await admin.get(`users/users/${reset.user.id}/mfa/reset/`);
    expect((await signIn(reset.device)).answer.body.error).toBe('passkey_failed');
    expect((await strangers()).slice(before)).toEqual(['passkey_failed', 'passkey_failed', 'passkey_failed']);
  });

  it('whoever is disabled, has expired or is kept out by a rule', async () => {
    const { user, device } = await holder();
    const at = `users/users/${user.id}/`;
    const why = async () => (await signIn(device)).answer.body.error;
    await admin.patch(at, { is_active: false });
    expect(await why()).toBe('user_inactive');
    await admin.patch(at, { is_active: true, date_expired: '2020-01-01T00:00:00Z' });
    expect(await why()).toBe('user_expired');
    await admin.patch(at, { date_expired: '2099-01-01T00:00:00Z' });
    const rule = {
      name: `no entry ${user.username}`,
      users: { type: 'ids', ids: [user.id] },
      action: 'reject',
      rules: { ip_group: ['*'], time_period: [] },
    };
    const made = await admin.post('acls/login-acls/', rule);
    expect(await why()).toBe('acl_not_allow');
    await admin.patch(`acls/login-acls/${made.body.id}/`, { action: 'review', reviewers: [user.id] });
    expect(await why()).toBe('review_impossible');
    await admin.delete(`acls/login-acls/${made.body.id}/`);
    await set({ SECURITY_LOGIN_IP_BLACK_LIST: ['127.0.0.1', '::1'] });
    expect(await why()).toBe('block_global_ip_login');
    await set({ SECURITY_LOGIN_IP_BLACK_LIST: [] });
    expect(await why()).toBeUndefined();
  });

  it('people of another place, where they log in there alone', async () => {
    const { user, device } = await holder();
    await sql`update users set source = 'ldap' where id = ${user.id}`.execute(server.db);
    expect((await signIn(device)).answer.body.error).toBe('backend_not_match');
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: false });
    expect((await signIn(device)).answer.status).toBe(200);
    await set({ ONLY_ALLOW_AUTH_FROM_SOURCE: true });
  });

  it('after too many wrong ones from the same place', async () => {
    const { user, device } = await holder();
    await set({ SECURITY_LOGIN_LIMIT_COUNT: 3 });
    for (let at = 0; at < 3; at += 1) {
      const browser = await page();
      await show(browser, device.get(await options(browser), 'https://elsewhere.example.org'));
    }
    expect((await signIn(device)).answer.body.error).toBe('block_login');
    await admin.patch(`users/users/${user.id}/unblock/`, {});
    expect((await signIn(device)).answer.status).toBe(200);
    await set({ SECURITY_LOGIN_LIMIT_COUNT: 7 });
  });

  it('with whatever else is sent in its place', async () => {
    const browser = await page();
    for (const body of [null, 7, 'x', [], {}, { credential: 7 }, { credential: { id: 'x'.repeat(9000) } }, { credential: { id: {} } }]) {
      await options(browser);
      const sent = body === null ? 'null' : body;
      const answer = await browser.send('POST', `${LOGIN}passkey/`, sent, { headers: { 'content-type': 'application/json' } });
      expect(answer.status, JSON.stringify(body)).toBe(400);
    }
  });
});
