import { encryptSecret, sessionPublicKey } from '@postern/client/transport';
import { createApi, createCookieJar } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countTry, pausedBy, type Try, unlockAddress, unlockUser } from '../src/platform/auth/lockout.ts';
import { removeExpired } from '../src/platform/auth/session-store.ts';
import { ADMIN_PASSWORD, serverOfFile } from './harness.ts';

const server = serverOfFile();

const LOGIN = '/core/auth/login/';
const PROFILE = '/api/v1/users/profile/';

/** A browser that has opened the login page. */
async function visitor() {
  const cookies = createCookieJar();
  const api = createApi({ origin: server.url, cookies });
  await api.get(LOGIN);
  return { api, cookies };
}

describe('cookies', () => {
  test('the login page brings prefix, session, CSRF token and public key', async () => {
    const answer = await server.anyone.get(LOGIN);
    const cookies = Object.fromEntries(answer.headers.getSetCookie().map((line) => [line.split('=')[0], line]));
    expect(cookies.SESSION_COOKIE_NAME_PREFIX).toMatch(/=jms_;/);
    expect(cookies.jms_sessionid).toMatch(/HttpOnly/);
    expect(cookies.jms_sessionid).not.toMatch(/Max-Age/);
    expect(cookies.jms_csrftoken).toMatch(/Max-Age=31449600/);
    expect(cookies.jms_csrftoken).not.toMatch(/HttpOnly/);
    expect(cookies.jms_public_key).not.toMatch(/HttpOnly/);
    const pem = sessionPublicKey(
      answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    );
    expect(pem).toContain('BEGIN PUBLIC KEY');
  });

  test('a login changes session key and CSRF token, and says how long it lasts', async () => {
    const { api, cookies } = await visitor();
    const before = { session: cookies.get('jms_sessionid'), csrf: cookies.get('jms_csrftoken'), key: cookies.get('jms_public_key') };
    const answer = await api.post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD });
    expect(answer.status).toBe(200);
    expect(cookies.get('jms_session_expire')).toBe('close');
    expect(cookies.get('jms_sessionid')).not.toBe(before.session);
    expect(cookies.get('jms_csrftoken')).not.toBe(before.csrf);
    expect(cookies.get('jms_public_key')).toBe(before.key);
    expect((await api.get(PROFILE)).status).toBe(200);
    // Whoever knew the key before the login has nothing.
    const planted = await server.anyone.get(PROFILE, { headers: { cookie: `jms_sessionid=${before.session}` } });
    expect(planted.status).toBe(401);
  });

  test('auto login keeps the cookie beyond the browser', async () => {
    const { api } = await visitor();
    const answer = await api.post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD, auto_login: true });
    const lines = answer.headers.getSetCookie();
    expect(lines.find((line) => line.startsWith('jms_sessionid='))).toMatch(/Max-Age=604800/);
    expect(lines.find((line) => line.startsWith('jms_session_expire='))).toMatch(/=age;.*Max-Age=604800/);
  });

  test('a page makes a session key available to a browser that is logged in and has lost it', async () => {
    const admin = await server.browser('admin');
    const key = admin.cookies.get('jms_public_key');
    admin.cookies.set('jms_public_key', 'something else');
    const api = await admin.get(PROFILE);
    expect(api.headers.getSetCookie().some((line) => line.startsWith('jms_public_key='))).toBe(false);
    await admin.get('/ui/');
    expect(admin.cookies.get('jms_public_key')).toBe(key);
  });

  test('logging out ends the session on the server too', async () => {
    const admin = await server.browser('admin');
    const key = admin.cookies.get('jms_sessionid');
    const answer = await admin.get('/core/auth/logout/?next=//evil.example/');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, LOGIN]);
    expect((await server.anyone.get(PROFILE, { headers: { cookie: `jms_sessionid=${key}` } })).status).toBe(401);
  });
});

describe('CSRF', () => {
  test('a session writes only with its own token', async () => {
    const admin = await server.browser('admin');
    const body = { name: uniqueName('group') };
    const refused = async (headers: Record<string, string>) => (await admin.post('users/groups/', body, { headers })).status;
    expect(await refused({ 'x-csrftoken': '' })).toBe(403);
    expect(await refused({ 'x-csrftoken': 'a'.repeat(43) })).toBe(403);
    const other = await server.browser('admin');
    expect(await refused({ 'x-csrftoken': other.cookies.get('jms_csrftoken') ?? '' })).toBe(403);
    expect(await refused({ origin: 'https://evil.example' })).toBe(403);
    const answer = await admin.post('users/groups/', body, { headers: { 'x-csrftoken': 'wrong' } });
    expect(answer.body).toMatchObject({ code: 'permission_denied', detail: expect.stringMatching(/^CSRF Failed/) });
    expect((await admin.post('users/groups/', body)).status).toBe(201);
  });

  test('a login needs the token of its page; tokens in headers need none', async () => {
    const form = new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD });
    expect((await server.anyone.post(LOGIN, form)).status).toBe(403);
    const api = await server.as('admin');
    expect((await api.post('users/groups/', { name: uniqueName('group') })).status).toBe(201);
  });
});

describe('transport encryption of passwords', () => {
  const attempt = async (keyOf: (own: string | undefined) => string | undefined, password = ADMIN_PASSWORD): Promise<number> => {
    const { api, cookies } = await visitor();
    const encrypted = await encryptSecret(password, keyOf(sessionPublicKey(cookies.text())));
    return (await api.post(LOGIN, { username: 'admin', password: encrypted })).status;
  };

  test('the browser form is understood, and plain text as well', async () => {
    expect(await attempt((own) => own)).toBe(200);
    expect(await attempt(() => undefined)).toBe(200);
  });

  test('a password encrypted for another session is refused like a wrong one, and never ends in an error', async () => {
    const stranger = await visitor();
    const stale = sessionPublicKey(stranger.cookies.text());
    expect(await attempt(() => stale)).toBe(400);
    expect(await attempt((own) => own)).toBe(200);
  });

  test('a password that looks like the form is taken as it is', async () => {
    const admin = await server.as('admin');
    const password = 'Abc12345:Def67890!';
    const user = await createUser(admin, { password });
    const { api } = await visitor();
    expect((await api.post(LOGIN, { username: user.username, password })).status).toBe(200);
  });
});

describe('lockout', () => {
  const LIMITS = { count: 3, minutes: 30, ipCount: 30, ipMinutes: 30 };
  const guess = (username: string, ip: string): Try => ({ kind: 'login', username, ip });
  const open = { locked: undefined, minutes: 0, over: false };

  test('counts per name and address, whatever the case of the name', async () => {
    const { db } = server;
    expect(await countTry(db, guess('Zoe', '10.0.0.1'), LIMITS)).toEqual({ remaining: 2, ...open });
    expect(await countTry(db, guess('zoe', '10.0.0.2'), LIMITS)).toEqual({ remaining: 2, ...open });
    await countTry(db, guess('zoe', '10.0.0.1'), LIMITS);
    expect(await countTry(db, guess('ZOE', '10.0.0.1'), LIMITS)).toEqual({ remaining: 0, locked: 'user', minutes: 30, over: false });
    expect(await pausedBy(db, guess('zoe', '10.0.0.1'))).toEqual({ by: 'user', minutes: 30 });
    expect(await pausedBy(db, guess('zoe', '10.9.9.9'))).toBeUndefined();
    expect(await unlockUser(db, 'zoe')).toBe(3);
    expect(await pausedBy(db, guess('zoe', '10.0.0.1'))).toBeUndefined();
    expect(await countTry(db, guess('zoe', '10.0.0.1'), LIMITS)).toEqual({ remaining: 2, ...open });
  });

  test('failures at the same moment are all counted, and only as many are looked at as the limit', async () => {
    const { db } = server;
    const codes: Try = { kind: 'mfa', username: 'yann', ip: '10.0.0.3' };
    const results = await Promise.all(Array.from({ length: 6 }, () => countTry(db, codes, { ...LIMITS, count: 99 })));
    expect(results.map((result) => result.remaining).sort((a, b) => a - b)).toEqual([93, 94, 95, 96, 97, 98]);
    const guesses = await Promise.all(Array.from({ length: 9 }, () => countTry(db, guess('yves', '10.0.0.3'), LIMITS)));
    expect(guesses.filter((result) => !result.over)).toHaveLength(3);
  });

  test('an address is locked over all names, an IPv6 network as one', async () => {
    const { db } = server;
    for (let n = 0; n < 30; n += 1) await countTry(db, guess(`a${n}`, `2001:db8::${n}`), LIMITS);
    expect(await pausedBy(db, guess('somebody', '2001:db8::ffff'))).toEqual({ by: 'ip', minutes: 30 });
    expect(await pausedBy(db, guess('somebody', '2001:db8:0:1::'))).toBeUndefined();
    expect(await unlockAddress(db, '2001:db8::1')).toBe(31);
    expect(await pausedBy(db, guess('somebody', '2001:db8::ffff'))).toBeUndefined();
  });

  test('a locked name stays locked with the right password', async () => {
    const admin = await server.as('admin');
    const user = await createUser(admin);
    for (let tries = 0; tries < 7; tries += 1) {
      const { api } = await visitor();
      expect((await api.post(LOGIN, { username: user.username, password: 'wrong' })).status).toBe(400);
    }
    const { api } = await visitor();
    const answer = await api.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
    expect([answer.status, answer.body.error]).toEqual([400, 'block_login']);
  });
});

test('what has expired is removed', async () => {
  const { db } = server;
  await visitor();
  await sql`update login_sessions set expires_at = now() - interval '1 second'`.execute(db);
  await removeExpired(db);
  const { rows } = await sql<{ n: number }>`select count(*) as n from login_sessions`.execute(db);
  expect(rows[0]?.n).toBe(0);
});
