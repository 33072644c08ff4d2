import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';

/** Passwords that open one login within five minutes, at each door, and everything that must not make them more than that. */

let component: { id: string; secret: string };
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  component = (await registerComponent(server)).key;
});
const switchTo = (on: boolean) => admin.patch('settings/setting/?category=auth', { AUTH_TEMP_TOKEN: on });
beforeEach(async () => {
  expect((await switchTo(true)).status).toBe(200);
});

const URL = 'authentication/temp-tokens/';
const LOGIN = '/core/auth/login/';
interface Made {
  id: string;
  secret: string;
}

async function person(more: Json = {}) {
  const user = await createUser(admin, more);
  const api = await server.as(String(user.username));
  const make = async (): Promise<Made> => {
    const { status, body } = await api.post(URL);
    expect(status, JSON.stringify(body)).toBe(201);
    return body as unknown as Made;
  };
  return { id: String(user.id), username: String(user.username), api, make };
}
const stranger = () => createApi({ origin: server.url, cookies: createCookieJar() });
/** What each door says of a name and a password: the code of its refusal, or that it is open. */
async function atPage(username: string, password: string): Promise<string> {
  const browser = stranger();
  await browser.get(LOGIN);
  const { status, body } = await browser.post(LOGIN, { username, password });
  return String(body.error ?? (status === 200 ? 'open' : status));
}
async function atApi(username: string, password: string): Promise<string> {
  const { status, body } = await stranger().post('authentication/auth/', { username, password });
  return String(body.error ?? (status === 201 ? 'open' : status));
}
let second = 0;
async function atSsh(username: string, password: string): Promise<string> {
  const door = createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' },
    sign: (method, path) => {
      second += 1;
      return signedHeaders(component, method, path, new Date(Date.now() - 200_000 + second * 1_000).toUTCString());
    },
  });
  const asked = { username, password, public_key: '', remote_addr: '198.51.100.9', login_type: 'T' };
  const { status, body } = await door.post('authentication/tokens/', asked);
  return String(body.error ?? (status === 201 ? 'open' : status));
}
const row = async (api: Api, id: string): Promise<Json> => (await api.get<Json>(`${URL}${id}/`)).body;

describe('a temporary password', () => {
  test.each([
    ['page', atPage],
    ['API', atApi],
    ['SSH', atSsh],
  ] as const)('opens the %s door once, for its owner alone', async (_door, at) => {
    const [one, other] = [await person(), await person()];
    const { id, secret } = await one.make();
    expect(secret).toMatch(/^[A-Za-z0-9]{36}$/);
    expect(await at(other.username, secret)).toBe('password_failed');
    expect(await row(one.api, id)).toMatchObject({ is_valid: true, verified: false, date_verified: null, username: one.username });
    expect(await at(one.username, secret)).toBe('open');
    expect(await row(one.api, id)).toMatchObject({ is_valid: false, verified: true, date_verified: expect.any(String) });
    expect(await at(one.username, secret)).toBe('password_failed');
    // The real one is what it was.
    expect(await at(one.username, TEST_PASSWORD)).toBe('open');
    const { rows } = await sql<{
      backend: string;
    }>`select backend from login_logs where user_id = ${one.id} and status order by seq limit 1`.execute(server.db);
    expect(rows[0]?.backend).toBe('Temporary token');
  });

  test('opens one of many logins at the same moment', async () => {
    const one = await person();
    const { secret } = await one.make();
    const tries = await Promise.all(Array.from({ length: 6 }, () => atApi(one.username, secret)));
    expect(tries.filter((answer) => answer === 'open')).toHaveLength(1);
  });

  test('opens nothing when it is over, was ended, or when the setting is off', async () => {
    const one = await person();
    const late = await one.make();
    await sql`update temp_tokens set date_expired = now() - interval '1 second' where id = ${late.id}`.execute(server.db);
    expect(await atPage(one.username, late.secret)).toBe('password_failed');
    const ended = await one.make();
    expect((await one.api.patch(`${URL}${ended.id}/expire/`)).status).toBe(204);
    expect(await atPage(one.username, ended.secret)).toBe('password_failed');
    const off = await one.make();
    await switchTo(false);
    expect(await atPage(one.username, off.secret)).toBe('password_failed');
    const refused = await one.api.post(URL);
    expect([refused.status, refused.body.code]).toEqual([400, 'temp_tokens_off']);
    await switchTo(true);
    expect(await atPage(one.username, off.secret)).toBe('open');
  });

  test('is good for five minutes', async () => {
    const one = await person();
    const { id } = await one.make();
    const { rows } = await sql<{
      s: number;
    }>`select extract(epoch from date_expired - date_created)::int as s from temp_tokens where id = ${id}`.execute(server.db);
    expect(rows[0]?.s).toBe(300);
  });

  test('is a password and nothing more: the second factor and login rules are asked as ever', async () => {
    const forced = await person({ mfa_level: 2 });
    expect(await atPage(forced.username, (await forced.make()).secret)).toBe('mfa_unset');
    const barred = await person();
    const rule = {
      name: uniqueName('rule'),
      priority: 9,
      action: 'reject',
      users: { type: 'ids', ids: [barred.id] },
      rules: { ip_group: ['*'], time_period: [] },
    };
    const made = await admin.post('acls/login-acls/', rule);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await atPage(barred.username, (await barred.make()).secret)).toBe('acl_not_allow');
  });

  test('that is wrong counts like any wrong password: the name pauses, and then a right one opens nothing', async () => {
    const one = await person();
    await admin.patch('settings/setting/?category=security', { SECURITY_LOGIN_LIMIT_COUNT: 3 });
    const { id, secret } = await one.make();
    const wrong = `${secret.slice(0, 35)}${secret.endsWith('a') ? 'b' : 'a'}`;
    const tries = [];
    for (let n = 0; n < 4; n += 1) tries.push(await atApi(one.username, wrong));
    expect(tries).toContain('block_login');
    expect(await atApi(one.username, secret)).toBe('block_login');
    expect(await row(one.api, id)).toMatchObject({ is_valid: true });
    await admin.patch('settings/setting/?category=security', { SECURITY_LOGIN_LIMIT_COUNT: 7 });
  });

  test('ends with the password of its owner, and with the owner', async () => {
    const one = await person();
    const { secret } = await one.make();
    expect((await admin.put(`users/users/${one.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    expect(await atPage(one.username, secret)).toBe('password_failed');
  });
});

describe('the secret', () => {
  test('is told when it is made, and never again; at rest it is a hash', async () => {
    const one = await person();
    const { id, secret } = await one.make();
    const answers = [
      await one.api.get(URL),
      await one.api.get(`${URL}${id}/`),
      await one.api.options(URL),
      await admin.get('audits/operate-logs/'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain(secret);
    const { rows } = await sql`select 1 from temp_tokens where to_jsonb(temp_tokens)::text like ${`%${secret}%`}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  test('is given to a browser only after it was confirmed who sits there', async () => {
    const user = await createUser(admin);
    const browser = await server.browser(String(user.username));
    const refused = await browser.post(URL);
    expect([refused.status, refused.body.type]).toEqual([412, 'user_confirm_required']);
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    expect((await browser.post(URL)).status).toBe(201);
  });

  test("nobody sees or ends another's, administrators included, and their number stays bounded", async () => {
    const [one, other] = [await person(), await person()];
    const { id } = await one.make();
    for (const api of [other.api, admin]) {
      expect((await api.get<Json[]>(URL)).body).toEqual([]);
      expect((await api.get(`${URL}${id}/`)).status).toBe(404);
      expect((await api.patch(`${URL}${id}/expire/`)).status).toBe(404);
    }
    expect((await server.anyone.post(URL)).status).toBe(401);
    expect(await row(one.api, id)).toMatchObject({ is_valid: true });
    for (let n = 0; n < 52; n += 1) await one.make();
    expect((await one.api.get<Json[]>(URL)).body).toHaveLength(50);
  });
});
