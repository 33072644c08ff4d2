import { createApi, createCookieJar } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();

const page = async () => {
  const cookies = createCookieJar();
  const api = createApi({ origin: server.url, cookies });
  await api.get('/core/auth/login/');
  return { ...api, cookies };
};
const LOGIN = '/core/auth/login/';
const person = async (given: Record<string, unknown> = {}) => createUser(await server.as('admin'), given);
const loginRows = async (username: string) =>
  (
    await sql<{
      status: boolean;
      reason: string;
      type: string;
    }>`select status, reason, type from login_logs where username = ${username} order by seq`.execute(server.db)
  ).rows;

describe('login page', () => {
  it('logs in, changes session key and CSRF token, and schedules the keep-alive cookie', async () => {
    const user = await person();
    const { cookies, post, get } = await page();
    const before = { session: cookies.get('jms_sessionid'), csrf: cookies.get('jms_csrftoken') };
    const answer = await post(`${LOGIN}?next=/ui/console`, { username: user.username, password: TEST_PASSWORD, auto_login: false });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ next: '/ui/console' });
    expect(cookies.get('jms_session_expire')).toBe('close');
    expect(cookies.get('jms_sessionid')).not.toBe(before.session);
    expect(cookies.get('jms_csrftoken')).not.toBe(before.csrf);
    expect((await get('users/profile/')).body.username).toBe(user.username);

    const planted = createCookieJar();
    planted.set('jms_sessionid', before.session ?? '');
    expect((await createApi({ origin: server.url, cookies: planted }).get('users/profile/')).status).toBe(401);
  });

  it('never sends the browser to another site', async () => {
    const user = await person();
    for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/%2f%2fevil.example']) {
      const { post } = await page();
      const answer = await post(`${LOGIN}?next=${encodeURIComponent(next)}`, { username: user.username, password: TEST_PASSWORD });
      expect(answer.body.next, next).toMatch(/^\/(?![/\\])/);
    }
    const { get } = await page();
    expect((await get('/core/auth/logout/?next=//evil.example')).headers.get('location')).toBe(LOGIN);
  });

  it('asks for the CSRF token', async () => {
    const { cookies } = await page();
    const other = createCookieJar();
    other.set('jms_sessionid', cookies.get('jms_sessionid') ?? '');
    const answer = await createApi({ origin: server.url, cookies: other }).post(LOGIN, { username: 'admin', password: ADMIN_PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.body.detail).toMatch(/^CSRF/);
  });

  it('takes passwords of up to 4,096 characters, as their encryption makes them longer', async () => {
    const user = await person();
    const { post } = await page();
    const most = await post(LOGIN, { username: user.username, password: 'x'.repeat(4096) });
    expect(most.body.error).toBe('password_failed');
    const more = await post(LOGIN, { username: user.username, password: 'x'.repeat(4097) });
    expect([more.status, Object.keys(more.body)]).toEqual([400, ['password']]);
  });

  it('says the same of an unknown name and of a wrong password, and logs both', async () => {
    const user = await person();
    const [known, unknown] = [await page(), await page()];
    const wrong = await known.post(LOGIN, { username: user.username, password: 'not it' });
    const nobody = await unknown.post(LOGIN, { username: `nobody-${user.username}`, password: 'not it' });
    expect(wrong.status).toBe(400);
    expect(nobody.status).toBe(400);
    expect(nobody.body).toEqual(wrong.body);
    expect(await loginRows(user.username)).toEqual([{ status: false, reason: 'password_failed', type: 'W' }]);
    expect(await loginRows(`nobody-${user.username}`)).toHaveLength(1);
  });

  it('locks a name after seven failures, also against the right password, until an administrator unblocks it', async () => {
    const user = await person();
    const admin = await server.as('admin');
    const { post } = await page();
    for (let at = 1; at <= 6; at += 1)
      expect((await post(LOGIN, { username: user.username, password: 'no' })).body.error).toBe('password_failed');
    expect((await post(LOGIN, { username: user.username, password: 'no' })).body.error).toBe('block_login');
    expect((await post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('block_login');
    expect((await admin.get(`users/users/${user.id}/`)).body.login_blocked).toBe(true);
    const unblocked = await admin.patch(`users/users/${user.id}/unblock/`, {});
    expect(unblocked.status).toBe(200);
    expect(unblocked.body.login_blocked).toBe(false);
    expect((await post(LOGIN, { username: user.username, password: TEST_PASSWORD })).status).toBe(200);
  });

  it('locks an unknown name just the same', async () => {
    const { post } = await page();
    for (let at = 1; at <= 6; at += 1) await post(LOGIN, { username: 'ghost', password: 'no' });
    expect((await post(LOGIN, { username: 'ghost', password: 'no' })).body.error).toBe('block_login');
  });

  it('tells a disabled person so only after the right password', async () => {
    const user = await person();
    await (await server.as('admin')).patch(`users/users/${user.id}/`, { is_active: false });
    const { post } = await page();
    expect((await post(LOGIN, { username: user.username, password: 'no' })).body.error).toBe('password_failed');
    expect((await post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('user_inactive');
  });

  it('lets a due password be replaced on the way in, and only then', async () => {
    const user = await person({ need_update_password: true });
    const { post, cookies } = await page();
    const change = (password: string) => post(`${LOGIN}password/`, { new_password: password, new_password_again: password });
    expect((await change('Another-Gate-43!')).body.error).toBe('session_empty');
    expect((await post(LOGIN, { username: user.username, password: TEST_PASSWORD })).body.error).toBe('passwd_need_update');
    expect(cookies.get('jms_session_expire')).toBeUndefined();
    expect((await change('short')).body).toHaveProperty('new_password');
    expect((await change(TEST_PASSWORD)).body).toHaveProperty('new_password');
    expect((await change('Another-Gate-43!')).status).toBe(200);
    expect(cookies.get('jms_session_expire')).toBe('close');
    const again = await page();
    expect((await again.post(LOGIN, { username: user.username, password: 'Another-Gate-43!' })).status).toBe(200);
  });

  it('refuses broken input without a 500', async () => {
    const { post } = await page();
    for (const body of [
      {},
      { username: 5, password: 'x' },
      { username: 'x'.repeat(200), password: 'x' },
      [],
      { username: 'a', password: { $ne: 1 } },
    ]) {
      expect((await post(LOGIN, body)).status).toBe(400);
    }
  });
});

describe('second factor', () => {
  const bind = async (userId: string) => {
    const secret = new Secret({ size: 20 }).base32;
    await sql`update users set otp_secret = ${server.platform.secrets.encrypt(secret)} where id = ${userId}`.execute(server.db);
    return () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  };

  it('is asked for when bound, counts failures, and takes each code once', async () => {
    const user = await person();
    const code = await bind(user.id);
    const first = await page();
    const asked = await first.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
    expect(asked.status).toBe(200);
    expect(asked.body).toMatchObject({ error: 'mfa_required', data: { choices: ['otp'] } });
    expect((await first.get('users/profile/')).status).toBe(401);
    expect((await first.post(`${LOGIN}mfa/`, { mfa_type: 'otp', code: '000000' })).body.error).toBe('mfa_failed');
    const used = code();
    expect((await first.post(`${LOGIN}mfa/`, { mfa_type: 'otp', code: used })).status).toBe(200);
    expect((await first.get('users/profile/')).status).toBe(200);

    const second = await page();
    await second.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
    expect((await second.post(`${LOGIN}mfa/`, { mfa_type: 'otp', code: used })).body.error).toBe('mfa_failed');
  });

  it('cannot be reached without the password step', async () => {
    const { post } = await page();
    expect((await post(`${LOGIN}mfa/`, { mfa_type: 'otp', code: '123456' })).body.error).toBe('session_empty');
    expect((await server.anyone.post('authentication/mfa/verify/', { type: 'otp', code: '123456' })).body.error).toBe('session_empty');
  });

  it('works in the API by repeating the login in the same cookies', async () => {
    const user = await person();
    const code = await bind(user.id);
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    const given = { username: user.username, password: TEST_PASSWORD };
    expect((await api.post('authentication/auth/', given)).body.error).toBe('mfa_required');
    expect((await api.post('authentication/mfa/challenge/', { type: 'otp', code: code() })).body).toEqual({ msg: 'ok' });
    expect((await api.post('authentication/auth/', { ...given, username: 'admin' })).status).toBe(400);
    const done = await api.post('authentication/auth/', given);
    expect(done.status).toBe(201);
    expect(done.body.token).toMatch(/^[A-Za-z0-9]{36}$/);
  });
});

describe('API login', () => {
  it('answers a Bearer token with the profile', async () => {
    const user = await person();
    const answer = await server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ keyword: 'Bearer', user: { username: user.username } });
    expect(answer.body.date_expired).toMatch(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d [+-]\d{4}$/);
    const profile = await server.anyone.get('users/profile/', { headers: { authorization: `Bearer ${answer.body.token}` } });
    expect(profile.body.id).toBe(user.id);
  });

  it('takes no public key from strangers (CVE-2023-43652)', async () => {
    const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFVUPfpgMCAzARckPjGdgCDzTUPrhpDGC2i2Ocr4jU3s me';
    const user = await person({ public_key: key });
    const answer = await server.anyone.post('authentication/auth/', { username: user.username, public_key: key });
    expect(answer.body.error).toBe('password_failed');
  });

  it('believes no stranger about the address', async () => {
    const user = await person();
    await server.anyone.post('authentication/auth/', { username: user.username, password: 'no', remote_addr: '9.9.9.9' });
    const { rows } = await sql<{ ip: string }>`select ip from login_logs where username = ${user.username}`.execute(server.db);
    expect(rows[0]?.ip).not.toBe('9.9.9.9');
  });

  it('ends Bearer tokens and sessions when an administrator sets a password', async () => {
    const user = await person();
    const own = await server.as(user.username);
    const browser = await server.browser(user.username);
    expect((await (await server.as('admin')).put(`users/users/${user.id}/password/`, { password: 'Fresh-Gate-99!' })).body).toEqual({});
    expect((await own.get('users/profile/')).status).toBe(401);
    expect((await browser.get('users/profile/')).status).toBe(401);
  });
});

describe('confirmation', () => {
  it('offers the password to people without a second factor, and counts wrong ones', async () => {
    const user = await person();
    const browser = await server.browser(user.username);
    expect((await browser.get('authentication/confirm/?confirm_type=mfa')).body).toEqual({ confirm_type: 'password', content: '' });
    expect((await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: 'no' })).status).toBe(400);
    expect((await browser.post('authentication/confirm/', { confirm_type: 'mfa', secret_key: '123456' })).status).toBe(400);
    expect((await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD })).body).toBe('ok');
    for (let at = 0; at < 7; at += 1) await browser.post('authentication/password/verify/', { password: 'no' });
    expect((await browser.post('authentication/password/verify/', { password: TEST_PASSWORD })).body.code).toBe('passwd_invalid');
  });
});

describe('access keys', () => {
  it('belong to their owner alone', async () => {
    const [one, two] = [await person(), await person()];
    const [mine, theirs] = [await server.as(one.username), await server.as(two.username)];
    const made = await mine.post('authentication/access-keys/');
    expect(made.status).toBe(201);
    const key = made.body as { id: string; secret: string };
    expect(key?.secret).toMatch(/^[0-9a-f-]{36}$/);
    expect((await theirs.get('authentication/access-keys/')).body).toEqual([]);
    expect((await theirs.get(`authentication/access-keys/${key?.id}/`)).status).toBe(404);
    expect((await theirs.delete(`authentication/access-keys/${key?.id}/`)).status).toBe(404);
    const { rows } = await sql`select 1 from access_keys where sealed_secret like ${`%${key?.secret}%`}`.execute(server.db);
    expect(rows).toEqual([]);
  });
});
