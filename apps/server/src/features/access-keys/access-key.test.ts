import { randomBytes } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { tokenHash } from '../../platform/auth/random.ts';

/** Access keys, and everything else that could outlive the person or the password it was made with. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));

const KEYS = 'authentication/access-keys/';
const PROFILE = '/api/v1/users/profile/';
interface Key {
  id: string;
  secret: string;
}
const made = async (api: Api): Promise<Key> => {
  const answer = await api.post(KEYS, {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Key;
};
const signed = async (key: Key, path = PROFILE, more: Record<string, string> = {}): Promise<number> =>
  (await server.anyone.get(path, { headers: { ...signedHeaders(key, 'GET', path, new Date().toUTCString()), ...more } })).status;

/** A person with one of everything that opens a door. */
async function equipped() {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' });
  const bearer = await server.as(user.username);
  const browser = await server.browser(user.username, 'Strong-Gate-1234!');
  await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: 'Strong-Gate-1234!' });
  const key = await made(browser);
  const plain = randomBytes(20).toString('hex');
  await sql`insert into private_tokens (user_id, token_hash) values (${user.id}, ${tokenHash(plain)})`.execute(server.db);
  const token = createApi({ origin: server.url, headers: { authorization: `Token ${plain}` } });
  const host = await createHost(admin);
  await sql`insert into connection_tokens (id, user_id, asset_id, account, connect_method, org_id, is_reusable, date_expired, sealed_value)
    values (gen_random_uuid(), ${user.id}, ${host.id}, 'root', 'ssh', ${ORG.DEFAULT}, true, now() + interval '30 days', 'x')`.execute(
    server.db,
  );
  const ways = async (): Promise<Record<string, unknown>> => ({
    session: (await browser.get(PROFILE)).status,
    bearer: (await bearer.get(PROFILE)).status,
    key: await signed(key),
    token: (await token.get(PROFILE)).status,
    device: Number(
      (await sql<{ n: number }>`select count(*)::int as n from known_devices where user_id = ${user.id}`.execute(server.db)).rows[0]?.n,
    ),
    connection: Number(
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from connection_tokens where user_id = ${user.id} and date_expired > now()`.execute(server.db)
      ).rows[0]?.n,
    ),
  });
  return { user, browser, bearer, key, ways };
}
const OPEN = { session: 200, bearer: 200, key: 200, token: 200, device: 1, connection: 1 };
const SHUT = { session: 401, bearer: 401, key: 401, token: 401, device: 0, connection: 0 };

describe('the secret of a key', () => {
  it('is told when it is made, and never again', async () => {
    const user = await createUser(admin);
    const mine = await server.as(user.username);
    const key = await made(mine);
    expect(key.secret).toMatch(/^[0-9a-f-]{36}$/);
    expect(await signed(key)).toBe(200);
    const answers = [
      await mine.get(KEYS),
      await mine.get(`${KEYS}${key.id}/`),
      await mine.get(`${KEYS}?fields_size=small`),
      await mine.get(`${KEYS}?format=csv`),
      await mine.patch(`${KEYS}${key.id}/`, { is_active: true }),
      await mine.put(`${KEYS}${key.id}/`, { is_active: true }),
      await mine.options(KEYS),
      await admin.get('audits/operate-logs/'),
    ];
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain(key.secret);
    const { rows } = await sql`select 1 from access_keys where to_jsonb(access_keys)::text like ${`%${key.secret}%`}`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('is not given to a browser that has not confirmed', async () => {
    const user = await createUser(admin);
    const browser = await server.browser(user.username);
    expect((await browser.post(KEYS, {})).body.code).toBe('password');
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    await made(browser);
  });

  it('is given to a client that knows how to confirm: it is told what to confirm by, and repeats its call', async () => {
    const user = await createUser(admin);
    const browser = await server.browser(user.username);
    const refused = await browser.post(KEYS);
    expect([refused.status, Object.keys(refused.body).sort()]).toEqual([412, ['code', 'detail', 'type']]);
    expect(refused.body).toMatchObject({ type: 'user_confirm_required', code: 'password' });
    const way = (await browser.get('authentication/confirm/', { query: { confirm_type: refused.body.code } })).body;
    expect(way).toEqual({ confirm_type: 'password', content: '' });
    const proof = { confirm_type: way.confirm_type, secret_key: TEST_PASSWORD };
    expect((await browser.post('authentication/confirm/', { ...proof, secret_key: 'wrong' })).status).toBe(400);
    expect((await browser.post(KEYS)).status).toBe(412);
    const confirmed = await browser.post('authentication/confirm/', proof);
    expect([confirmed.status, confirmed.body]).toEqual([200, 'ok']);
    expect((await browser.post(KEYS)).status).toBe(201);
    // Asked for less, the strongest way the person has is told all the same, so that one confirmation does.
    for (const confirm_type of ['relogin', 'password', 'mfa'])
      expect((await browser.get('authentication/confirm/', { query: { confirm_type } })).body.confirm_type).toBe('password');
  });
});

describe('a key', () => {
  it('tells when and from where it was used last', async () => {
    const mine = await server.as((await createUser(admin)).username);
    const key = await made(mine);
    const row = async () => (await mine.get(`${KEYS}${key.id}/`)).body as Json;
    expect(await row()).toMatchObject({ date_last_used: null, last_used_from: '' });
    await signed(key, PROFILE, { 'x-forwarded-for': '198.51.100.7' });
    expect(await row()).toMatchObject({ date_last_used: expect.any(String), last_used_from: '198.51.100.7' });
    // Nobody writes that themselves.
    await mine.patch(`${KEYS}${key.id}/`, { last_used_from: '1.1.1.1', date_last_used: null });
    expect(await row()).toMatchObject({ last_used_from: '198.51.100.7' });
  });

  it('works from the addresses it was given', async () => {
    const mine = await server.as((await createUser(admin)).username);
    const key = await made(mine);
    expect((await mine.patch(`${KEYS}${key.id}/`, { ip_group: ['198.51.100.0/24'] })).status).toBe(200);
    expect(await signed(key, PROFILE, { 'x-forwarded-for': '198.51.100.7' })).toBe(200);
    expect(await signed(key, PROFILE, { 'x-forwarded-for': '203.0.113.7' })).toBe(401);
    expect((await mine.patch(`${KEYS}${key.id}/`, { ip_group: ['somewhere'] })).body).toHaveProperty('ip_group');
  });

  it('loses what its owner loses with a membership, at once', async () => {
    const org = await createOrganisation(admin);
    const user = await createUser(admin.inOrg(org.id), { org_roles: [ROLE.ORG_ADMIN], password: 'Strong-Gate-1234!' });
    const key = await made(await server.as(user.username));
    const list = () => signed(key, '/api/v1/users/groups/', { 'x-jms-org': org.id });
    expect(await list()).toBe(200);
    expect((await admin.inOrg(org.id).post(`users/users/${user.id}/remove/`)).status).toBe(204);
    expect(await list()).toBe(403);
  });
});

describe('nothing outlives', () => {
  it('a password that an administrator sets', async () => {
    const { user, ways } = await equipped();
    expect(await ways()).toEqual(OPEN);
    expect((await admin.put(`users/users/${user.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    expect(await ways()).toEqual(SHUT);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from operate_logs where resource_type = 'accesskey' and action = 'delete'`.execute(server.db);
    expect(rows[0]?.n).toBe(1);
  });

  it('a password that people change themselves, but the browser they do it in', async () => {
    const { browser, ways } = await equipped();
    const change = { old_password: 'Strong-Gate-1234!', new_password: 'Fresh-Gate-7788!', new_password_again: 'Fresh-Gate-7788!' };
    expect((await browser.put('users/profile/password/', change)).status).toBe(200);
    expect(await ways()).toEqual({ ...SHUT, session: 200, device: 1 });
  });

  it('a password in the form of the user', async () => {
    const { user, ways } = await equipped();
    expect((await admin.patch(`users/users/${user.id}/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    expect(await ways()).toEqual(SHUT);
  });

  it.each([
    ['a switch', { is_active: false }, { is_active: true }],
    ['a date', { date_expired: '2001-01-01T00:00:00Z' }, { date_expired: '2099-01-01T00:00:00Z' }],
  ])('its owner, ended by %s, and does not come back with them', async (_how, end, again) => {
    const { user, ways } = await equipped();
    expect((await admin.patch(`users/users/${user.id}/`, end)).status).toBe(200);
    expect(await ways()).toEqual(SHUT);
    expect((await admin.patch(`users/users/${user.id}/`, again)).status).toBe(200);
    expect(await ways()).toEqual(SHUT);
  });

  it('its owner, when they are deleted', async () => {
    const { user, ways } = await equipped();
    expect((await admin.delete(`users/users/${user.id}/`)).status).toBe(204);
    expect(await ways()).toEqual(SHUT);
  });

  it('a day on which its owner expired', async () => {
    const { user, key } = await equipped();
    await sql`update users set date_expired = now() - interval '1 second' where id = ${user.id}`.execute(server.db);
    expect(await signed(key)).toBe(401);
  });

  it('a new password, not even a login that had shown the old one', async () => {
    const user = await createUser(admin, { mfa_level: 2 });
    const thief = createApi({ origin: server.url, cookies: createCookieJar() });
    await thief.get('/core/auth/login/');
    expect((await thief.post('/core/auth/login/', { username: user.username, password: TEST_PASSWORD })).body.error).toBe('mfa_unset');
    expect((await admin.put(`users/users/${user.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    const start = await thief.post('/core/auth/login/otp/start/', {});
    expect(start.status).toBeGreaterThanOrEqual(400);
  });
});
