import { randomUUID } from 'node:crypto';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { LOGIN_ENDED } from '../src/platform/auth/live-logins.ts';
import { serverOfFile } from './harness.ts';
import { registerComponent } from './matrix/actors.ts';
import { wireComponent } from './wire-component.ts';

/** When a login ends by itself (docs/wire/conventions.md#cookies). Rows are dated back: nobody waits for a day. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
const PROFILE = 'users/profile/';
const SOCKET = '/ws/notifications/site-msg/';

afterEach(async () => {
  await sql`delete from settings where name like 'SECURITY_LOGIN_%' and name <> 'SECURITY_LOGIN_CAPTCHA_ENABLED'`.execute(server.db);
  await server.platform.systemSettings.start();
});

const set = async (values: Json): Promise<void> => {
  const { status, body } = await admin.patch<Json>('settings/setting/?category=security', values);
  expect([status, body]).toEqual([200, expect.objectContaining(values)]);
};

/** Somebody logged in with a browser, and how to date that login back, in minutes. */
async function loggedIn() {
  const user: Json = await createUser(admin);
  const browser = await server.browser(String(user.username));
  const dated = async (since: number, seen: number): Promise<void> => {
    await sql`update login_sessions set date_created = now() - make_interval(mins => ${since}), date_seen = now() - make_interval(mins => ${seen})
      where user_id = ${user.id}`.execute(server.db);
  };
  const left = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ left: number }>`select (extract(epoch from expires_at - now()) / 60)::int as left from login_sessions
      where user_id = ${user.id}`.execute(server.db);
    return rows[0]?.left;
  };
  return { user, browser, dated, left };
}

const answered = async (api: Api): Promise<number> => (await api.get(PROFILE)).status;
const HOUR = 60;
const DAY = 24 * HOUR;

describe('a login with a browser', () => {
  test('that nobody used for the time of the setting is refused, and its end moves with every use', async () => {
    const { browser, dated, left } = await loggedIn();
    await dated(2 * DAY, DAY - 1);
    expect(await answered(browser)).toBe(200);
    expect(await left()).toBe(DAY);
    await dated(2 * DAY, DAY + 1);
    const { status, body } = await browser.get<Json>(PROFILE);
    expect([status, body.code]).toEqual([401, 'not_authenticated']);
  });

  test('ends so long after it was made, however much it is used', async () => {
    const { browser, dated, left } = await loggedIn();
    await dated(7 * DAY - HOUR, 2);
    expect(await answered(browser)).toBe(200);
    // The use moved its end no further than this.
    expect(await left()).toBe(HOUR);
    await dated(7 * DAY + 1, 0);
    expect(await answered(browser)).toBe(401);
  });

  test('is held to a shorter setting that was made after it, from the next request on', async () => {
    const [idle, old, young] = [await loggedIn(), await loggedIn(), await loggedIn()];
    await idle.dated(20, 20);
    await old.dated(3 * HOUR, 0);
    await young.dated(30, 2);
    await set({ SECURITY_LOGIN_IDLE_MINUTES: 15, SECURITY_LOGIN_MAX_HOURS: 2 });
    expect([await answered(idle.browser), await answered(old.browser), await answered(young.browser)]).toEqual([401, 401, 200]);
    expect(await young.left()).toBe(15);
  });

  test('that a node moved by the setting of before is refused all the same', async () => {
    const { user, browser, dated } = await loggedIn();
    await set({ SECURITY_LOGIN_MAX_HOURS: 2 });
    await dated(3 * HOUR, 0);
    await sql`update login_sessions set expires_at = now() + interval '1 day' where user_id = ${user.id}`.execute(server.db);
    expect(await answered(browser)).toBe(401);
  });

  test('is not used by what a page asks for by itself while nobody touches it', async () => {
    const { user, browser, dated, left } = await loggedIn();
    await dated(2 * DAY, DAY - 1);
    await sql`update login_sessions set expires_at = now() + interval '1 minute' where user_id = ${user.id}`.execute(server.db);
    expect((await browser.get(PROFILE, { headers: { 'x-postern-unattended': '1' } })).status).toBe(200);
    expect(await left()).toBe(1);
    expect(await answered(browser)).toBe(200);
    expect(await left()).toBe(DAY);
  });

  test('says how long is left without being used by it, and stays where that is asked for, whatever the page says of who sits there', async () => {
    const { user, browser, dated, left } = await loggedIn();
    const END = 'authentication/login-end/';
    const unattended = { headers: { 'x-postern-unattended': '1' } };
    const asked = async () => (await browser.get<{ unused_seconds: number; seconds: number }>(END)).body;
    await dated(2 * DAY, DAY - 2);
    await sql`update login_sessions set expires_at = now() + interval '2 minutes' where user_id = ${user.id}`.execute(server.db);
    for (let n = 0; n < 2; n += 1) {
      const { unused_seconds: unused, seconds } = await asked();
      expect(unused).toBeGreaterThan(100);
      expect(unused).toBeLessThanOrEqual(120);
      expect(Math.abs(seconds - 5 * DAY * 60)).toBeLessThan(30);
    }
    expect(await left()).toBe(2);
    expect((await browser.post(END, undefined, unattended)).status).toBe(200);
    expect((await asked()).unused_seconds).toBeGreaterThan(DAY * 60 - 60);
    expect(await left()).toBe(DAY);
    // No further than it may last in all.
    await dated(7 * DAY - 3, DAY - 2);
    await browser.post(END, undefined, unattended);
    const end = await asked();
    expect(end.seconds).toBeLessThanOrEqual(180);
    expect(await left()).toBe(3);
    await dated(7 * DAY + 1, 0);
    expect((await browser.post(END)).status).toBe(401);
    expect((await browser.get(END)).status).toBe(401);
  });

  test('of a program has no such ends to tell', async () => {
    const { username }: Json = await createUser(admin);
    const program = await server.as(String(username));
    expect((await program.get('authentication/login-end/')).body).toEqual({ unused_seconds: null, seconds: null });
    expect((await server.anyone.get('authentication/login-end/')).status).toBe(401);
  });

  test('takes its sockets along', async () => {
    const { browser, dated } = await loggedIn();
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${SOCKET}`, { headers: { cookie: browser.cookies.text() } });
    let closed: number | undefined;
    socket.on('close', (code) => {
      closed = code;
    });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    await dated(3 * HOUR, 0);
    await set({ SECURITY_LOGIN_MAX_HOURS: 2 });
    await until('the socket is closed', 20_000, async () => closed !== undefined);
    expect(closed).toBe(1008);
  });

  test('that outlives the browser has cookies until it ends at the latest', async () => {
    await set({ SECURITY_LOGIN_MAX_HOURS: 48 });
    const { username }: Json = await createUser(admin);
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    await api.get('/core/auth/login/');
    const { headers } = await api.post('/core/auth/login/', { username, password: TEST_PASSWORD, auto_login: true });
    const lines = headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('jms_sessionid='))).toMatch(/Max-Age=17(2800|279\d)/);
    expect(lines.find((line) => line.startsWith('jms_session_expire='))).toMatch(/=age;.*Max-Age=17(2800|279\d)/);
  });
});

describe('a login of a program', () => {
  test('ends so long after it was made; not being used does not end it', async () => {
    const user: Json = await createUser(admin);
    const { body } = await server.anyone.post<Json>('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    const asks = async () => (await server.anyone.get(PROFILE, { headers: { authorization: `Bearer ${body.token}` } })).status;
    await sql`update bearer_tokens set date_created = now() - interval '3 hours', date_seen = now() - interval '3 hours' where user_id = ${user.id}`.execute(
      server.db,
    );
    await set({ SECURITY_LOGIN_IDLE_MINUTES: 15 });
    expect(await asks()).toBe(200);
    await set({ SECURITY_LOGIN_MAX_HOURS: 2 });
    expect(await asks()).toBe(401);
  });

  test('is good for no longer than the setting', async () => {
    await set({ SECURITY_LOGIN_MAX_HOURS: 1 });
    const user: Json = await createUser(admin);
    expect((await server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD })).status).toBe(201);
    const { rows } = await sql<{ left: number }>`select (extract(epoch from expires_at - now()) / 60)::int as left from bearer_tokens
      where user_id = ${user.id}`.execute(server.db);
    expect(rows[0]?.left).toBe(HOUR);
  });
});

test('a login at the door of a component does not outlive its end by being in use', async () => {
  const user: Json = await createUser(admin);
  const { key } = await registerComponent(server);
  const door = wireComponent(server.url, key, { 'x-forwarded-for': '203.0.113.1' });
  const given = { username: user.username, password: TEST_PASSWORD, public_key: '', remote_addr: '198.51.100.9' };
  const { body } = await door.post('authentication/tokens/', given);
  const login = String(body.login);
  const stands = async () =>
    Object.values(
      (await door.post('authentication/terminal-logins/standing/', { logins: [login, randomUUID()].map((id) => ({ id })) })).body,
    );
  await sql`update bearer_tokens set date_created = now() - interval '7 days' + interval '5 minutes' where id = ${login}`.execute(
    server.db,
  );
  await sql`update bearer_tokens set expires_at = now() + interval '1 minute' where id = ${login}`.execute(server.db);
  expect(await stands()).toEqual([true, false]);
  const { rows } = await sql<{ left: number }>`select (extract(epoch from expires_at - now()) / 60)::int as left from bearer_tokens
    where id = ${login}`.execute(server.db);
  expect(rows[0]?.left).toBe(5);
  await sql`update bearer_tokens set date_created = now() - interval '7 days' where id = ${login}`.execute(server.db);
  expect(await stands()).toEqual([false, false]);
});

test('components are told of whom a setting ended a login, so that sessions which it opened end, too', async () => {
  const [ended, stays] = [await loggedIn(), await loggedIn()];
  const told: string[] = [];
  const deaf = server.platform.events.subscribe(LOGIN_ENDED, ({ user }) => void told.push(String(user)));
  await ended.dated(3 * HOUR, 0);
  await set({ SECURITY_LOGIN_MAX_HOURS: 2 });
  await until('it is told', 20_000, async () => told.includes(String(ended.user.id)));
  expect(told).not.toContain(stays.user.id);
  deaf();
});

test.each([{ SECURITY_LOGIN_IDLE_MINUTES: 0 }, { SECURITY_LOGIN_IDLE_MINUTES: 4 }, { SECURITY_LOGIN_MAX_HOURS: 0 }])(
  'no end at all, and one that nobody can work with, is refused: %o',
  async (values) => {
    const { status, body } = await admin.patch<Json>('settings/setting/?category=security', values);
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining(Object.keys(values))]);
  },
);
