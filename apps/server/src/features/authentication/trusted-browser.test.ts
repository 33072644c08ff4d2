import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { networkOf } from '../../platform/auth/known-devices.ts';

/** Browsers in which the second factor is left out for a while, and login rules that ask for it all the same (docs/decisions/0126). */
const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeEach(() => set({ SECURITY_MFA_TRUST_DAYS: 30 }));

const LOGIN = '/core/auth/login/';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const code = () => new TOTP({ secret: Secret.fromBase32(SECRET) }).generate();
type Page = Api & { cookies: ReturnType<typeof createCookieJar> };
async function page(): Promise<Page> {
  const cookies = createCookieJar();
  const api = createApi({ origin: server.url, cookies });
  await api.get(LOGIN);
  return { ...api, cookies };
}
async function person(given: Json = {}): Promise<Json> {
  const user = await createUser(admin, given);
  await sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)}, mfa_level = greatest(mfa_level, 1) where id = ${user.id}`.execute(
    server.db,
  );
  return user;
}
/** The code of one step opens once; here the same one opens every login. */
const unspent = (user: Json) => sql`update users set otp_last_step = 0 where id = ${user.id}`.execute(server.db);
const logIn = async (browser: Api, user: Json, password = TEST_PASSWORD) => {
  await browser.get('/core/auth/logout/');
  await browser.get(LOGIN);
  return (await browser.post<Json>(LOGIN, { username: user.username, password })).body;
};
async function showFactor(browser: Api, user: Json, more: Json = {}) {
  await unspent(user);
  return (await browser.post<Json>(`${LOGIN}mfa/`, { mfa_type: 'otp', code: code(), ...more })).body;
}
/** Somebody whose browser is trusted. */
async function trusting(given: Json = {}): Promise<{ user: Json; browser: Page }> {
  const user = await person(given);
  const browser = await page();
  await logIn(browser, user);
  expect(await showFactor(browser, user, { trust: true })).toEqual({});
  return { user, browser };
}
const asked = async (browser: Api, user: Json, password?: string) => (await logIn(browser, user, password)).error;
const rule = (user: Json, more: Json = {}) =>
  admin.post<Json>('acls/login-acls/', {
    name: uniqueName('factor'),
    users: { type: 'ids', ids: [user.id] },
    action: 'mfa',
    rules: { ip_group: ['*'], time_period: [] },
    ...more,
  });

describe('a trusted browser', () => {
  it('is trusted no more once an administrator says so, who has to have the right', async () => {
    const { user, browser } = await trusting();
    expect(await logIn(browser, user)).toEqual({});
    const at = `users/users/${user.id}/trusted-devices/end/`;
    expect((await (await server.as((await createUser(admin)).username)).patch(at, {})).status).toBe(403);
    expect(await logIn(browser, user)).toEqual({});
    expect((await admin.patch(at, {})).status).toBe(200);
    expect(await asked(browser, user)).toBe('mfa_required');
    const { results } = (await admin.get<Json>('audits/operate-logs/', { query: { resource: user.username, limit: 20, offset: 0 } })).body;
    const logged = await Promise.all(
      results.map(async ({ id }: Json) => JSON.stringify((await admin.get(`audits/operate-logs/${id}/?type=action_detail`)).body)),
    );
    expect(logged.join()).toContain('"field":"Browsers without a second factor","before":"1","after":"0"');
  });

  it('is asked for no second factor, for as long as the setting says', async () => {
    const user = await person();
    const browser = await page();
    expect(await logIn(browser, user)).toMatchObject({ error: 'mfa_required', data: { trust_days: 30 } });
    await showFactor(browser, user, { trust: true });
    expect(await logIn(browser, user)).toEqual({});
    await sql`update known_devices set date_trusted = now() - interval '29 days' where user_id = ${user.id}`.execute(server.db);
    expect(await logIn(browser, user)).toEqual({});
    await set({ SECURITY_MFA_TRUST_DAYS: 28 });
    expect(await asked(browser, user)).toBe('mfa_required');
    await set({ SECURITY_MFA_TRUST_DAYS: 0 });
    const off = await logIn(browser, user);
    expect(off.data).not.toHaveProperty('trust_days');
    // Said all the same, it is not heard.
    await showFactor(browser, user, { trust: true });
    await set({ SECURITY_MFA_TRUST_DAYS: 90 });
    await sql`update known_devices set date_trusted = null where user_id = ${user.id} and date_trusted < now() - interval '1 day'`.execute(
      server.db,
    );
    expect(await asked(browser, user)).toBe('mfa_required');
  });

  it('is trusted only when somebody says so, for that person, and by its cookie', async () => {
    const user = await person();
    const browser = await page();
    await logIn(browser, user);
    await showFactor(browser, user);
    expect(await asked(browser, user)).toBe('mfa_required');
    await showFactor(browser, user, { trust: true });
    expect(await logIn(browser, user)).toEqual({});
    expect(await asked(await page(), user)).toBe('mfa_required');
    const other = await person();
    expect(await asked(browser, other)).toBe('mfa_required');
    await showFactor(browser, other);
    // Somebody else was in it in between: it goes on being trusted for the first, under the new cookie.
    expect(await logIn(browser, user)).toEqual({});
    // What the cookie holds is not what is stored.
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from known_devices where token_hash = ${browser.cookies.get('jms_device')}`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });

  it('is trusted in its network alone', async () => {
    const { user, browser } = await trusting();
    await sql`update known_devices set trusted_network = '198.51.100.0/24' where user_id = ${user.id}`.execute(server.db);
    expect(await asked(browser, user)).toBe('mfa_required');
    await sql`update known_devices set trusted_network = '127.0.0.0/24' where user_id = ${user.id}`.execute(server.db);
    expect(await logIn(browser, user)).toEqual({});
  });

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
  ])('%s is of %s', (ip, network) => expect(networkOf(ip)).toBe(network));

  const ENDS: Readonly<Record<string, (user: Json, browser: Api) => Promise<unknown>>> = {
    'a new password of their own': (_user, browser) =>
      browser.put('users/profile/password/', {
        old_password: TEST_PASSWORD,
        new_password: 'Another-Gate-43!',
        new_password_again: 'Another-Gate-43!',
      }),
    'a new password by an administrator': (user) => admin.patch(`users/users/${user.id}/`, { password: 'Another-Gate-43!' }),
    'a reset of the second factor, whatever is set up then': async (user) => {
      await admin.get(`users/users/${user.id}/mfa/reset/`);
      await sql`update users set otp_secret = ${server.platform.secrets.encrypt(SECRET)}, mfa_level = 1 where id = ${user.id}`.execute(
        server.db,
      );
    },
    'being switched off, also when they are on again': async (user) => {
      await admin.patch(`users/users/${user.id}/`, { is_active: false });
      await admin.patch(`users/users/${user.id}/`, { is_active: true });
    },
    'their own word': async (_user, browser) => {
      const [row] = (await browser.get<Json[]>('authentication/trusted-devices/')).body;
      expect((await browser.delete(`authentication/trusted-devices/${row?.id}/`)).status).toBe(204);
    },
  };
  it.each(Object.keys(ENDS))('ends with %s', async (name) => {
    const { user, browser } = await trusting();
    await ENDS[name]?.(user, browser);
    const password = name.startsWith('a new password') ? 'Another-Gate-43!' : TEST_PASSWORD;
    const step = await asked(browser, user, password);
    // An administrator's new password has to be replaced, after the factor.
    expect(step).toBe('mfa_required');
  });

  it('is listed to its person alone, and both beginning and end are in the log of operations', async () => {
    const { user, browser } = await trusting();
    const list = (await browser.get<Json[]>('authentication/trusted-devices/')).body;
    expect(list).toMatchObject([{ network: '127.0.0.0/24', is_current: true }]);
    const other = await trusting();
    expect((await other.browser.delete(`authentication/trusted-devices/${list[0]?.id}/`)).status).toBe(404);
    expect(await logIn(browser, user)).toEqual({});
    await browser.delete(`authentication/trusted-devices/${list[0]?.id}/`);
    expect((await browser.get<Json[]>('authentication/trusted-devices/')).body).toEqual([]);
    const { rows } = await sql<{ action: string }>`
      select action from operate_logs where resource_type = 'trusteddevice' and resource_id = ${list[0]?.id} order by seq`.execute(
      server.db,
    );
    expect(rows.map((row) => row.action)).toEqual(['create', 'delete']);
  });
});

describe('a login rule that asks for a second factor', () => {
  it('asks whoever it is about, where and when it applies, and no browser is trusted against it', async () => {
    const { user, browser } = await trusting();
    const made = (await rule(user)).body;
    const step = await logIn(browser, user);
    expect(step.error).toBe('mfa_required');
    expect(step.data).not.toHaveProperty('trust_days');
    expect(await showFactor(browser, user, { trust: true })).toEqual({});
    expect(await asked(browser, user)).toBe('mfa_required');
    const at = `acls/login-acls/${made.id}/`;
    await admin.patch(at, { rules: { ip_group: ['10.0.0.0/8'], time_period: [] } });
    expect(await logIn(browser, user)).toEqual({});
    const today = new Date().getDay();
    const never = [0, 1, 2, 3, 4, 5, 6].filter((day) => (today + 1) % 7 !== day && today !== day && (today + 6) % 7 !== day);
    await admin.patch(at, { rules: { ip_group: ['*'], time_period: never.map((id) => ({ id, value: '00:00~24:00' })) } });
    expect(await logIn(browser, user)).toEqual({});
    await admin.patch(at, { rules: { ip_group: ['*'], time_period: [] }, is_active: false });
    expect(await logIn(browser, user)).toEqual({});
  });

  it('asks people by their role, who need none otherwise, and has them set one up who have none', async () => {
    const auditors = { type: 'attrs', attrs: [{ name: 'system_roles', match: 'm2m', value: ['00000000-0000-0000-0000-000000000002'] }] };
    const auditor = await createUser(admin, { system_roles: ['00000000-0000-0000-0000-000000000002'] });
    const other = await createUser(admin);
    const made = await rule(auditor, { users: auditors });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const browser = await page();
    expect(await logIn(browser, other)).toEqual({});
    expect(await asked(browser, auditor)).toBe('mfa_unset');
    expect((await browser.get('users/profile/')).status).toBe(401);
    const { secret } = (await browser.post<Json>(`${LOGIN}otp/start/`)).body;
    const first = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await browser.post<Json>(`${LOGIN}otp/`, { code: first })).body.error).toBeUndefined();
    expect((await browser.get('users/profile/')).body.username).toBe(auditor.username);
    // A program cannot set one up, and is told.
    const plain = await createUser(admin, { system_roles: ['00000000-0000-0000-0000-000000000002'] });
    const answer = await server.anyone.post<Json>('authentication/tokens/', { username: plain.username, password: TEST_PASSWORD });
    expect([answer.status, answer.body.error]).toEqual([400, 'mfa_unset']);
    await admin.delete(`acls/login-acls/${made.body.id}/`);
  });

  it('holds in the API as well, and the log says that it was shown', async () => {
    const user = await person();
    await sql`update users set mfa_level = 0 where id = ${user.id}`.execute(server.db);
    await rule(user);
    const api = createApi({ origin: server.url, cookies: createCookieJar() });
    const given = { username: user.username, password: TEST_PASSWORD };
    expect((await api.post<Json>('authentication/tokens/', given)).body.error).toBe('mfa_required');
    await unspent(user);
    expect((await api.post('authentication/mfa/challenge/', { type: 'otp', code: code() })).status).toBe(200);
    expect((await api.post<Json>('authentication/tokens/', given)).status).toBe(201);
    const [row] = (await admin.get('audits/login-logs/', { query: { username: String(user.username) } })).body as unknown as Json[];
    expect(row).toMatchObject({ mfa: { value: 1 }, status: { value: true } });
  });

  it('is explained as what it is, and stands below rules that refuse and above those that let in, of one priority', async () => {
    const { user, browser } = await trusting();
    await rule(user);
    const free = await rule(user, { action: 'accept', name: `a rule that lets in ${user.username}` });
    expect(free.status).toBe(201);
    expect(await asked(browser, user)).toBe('mfa_required');
    const reject = await rule(user, { action: 'reject' });
    expect(await asked(browser, user)).toBe('acl_not_allow');
    await admin.delete(`acls/login-acls/${reject.body.id}/`);
    await rule(user, { action: 'accept', priority: 99 });
    expect(await logIn(browser, user)).toEqual({});
  });

  it('is no action of rules about commands', async () => {
    const { user } = await trusting();
    const group = await admin.post<Json>('acls/command-groups/', { name: 'halts', content: 'halt' });
    const filter = { name: 'x', users: { type: 'ids', ids: [user.id] }, assets: { type: 'all' }, accounts: ['@ALL'], action: 'mfa' };
    const refused = await admin.post<Json>('acls/command-filter-acls/', { ...filter, command_groups: [group.body.id] });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['action']]);
  });
});
