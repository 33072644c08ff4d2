import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Links by which another system sends a person in: what they open, once, and everything that they do not. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await admin.patch('settings/setting/?category=basic', { SITE_URL: server.url });
});
const set = (values: Json) => admin.patch('settings/setting/?category=sso', values);
beforeEach(async () => {
  expect((await set({ AUTH_SSO: true, AUTH_SSO_AUTHKEY_TTL: 900 })).status).toBe(200);
});

const MAKE = 'authentication/sso/login-url/';
const PROFILE = '/api/v1/users/profile/';
const person = async (more: Json = {}) => String((await createUser(admin, more)).username);
async function link(username: string, next?: string): Promise<string> {
  const { status, body } = await admin.post(MAKE, { username, ...(next === undefined ? {} : { next }) });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.login_url);
}
/** A browser that follows a link: where it is sent, and whom it is logged in as then. */
async function follow(url: string, browser = createApi({ origin: server.url, cookies: createCookieJar() })) {
  const { pathname, search } = new URL(url);
  const answer = await browser.get(`${pathname}${search}`, { redirect: 'manual' } as never);
  const me = await browser.get(PROFILE);
  return { status: answer.status, to: answer.headers.get('location'), me: me.status === 200 ? String(me.body.username) : undefined };
}
/** What the login page is told in a browser that arrived there: the step that is missing, or why it was refused. */
async function asked(url: string): Promise<unknown[]> {
  const browser = createApi({ origin: server.url, cookies: createCookieJar() });
  const { me, to } = await follow(url, browser);
  expect(to).toMatch(/^\/core\/auth\/login\/\?go=on/);
  return [me, (await browser.post('/core/auth/login/confirm/', {})).body.error];
}

describe('a log-in link', () => {
  test('logs its person in once, and leads to a page of ours', async () => {
    const username = await person();
    const url = await link(username, '/ui/console?x=1');
    expect(url.startsWith(`${server.url}/api/v1/authentication/sso/login/?authkey=`)).toBe(true);
    expect(await follow(url)).toEqual({ status: 302, to: '/ui/console?x=1', me: username });
    expect(await asked(url)).toEqual([undefined, 'login_link_invalid']);
    const { rows } = await sql<{ backend: string }>`select backend from login_logs where username = ${username} and status`.execute(
      server.db,
    );
    expect(rows).toEqual([{ backend: 'SSO' }]);
  });

  test('logs one of several in who come at once', async () => {
    const url = await link(await person());
    const came = await Promise.all(Array.from({ length: 5 }, () => follow(url)));
    expect(came.filter(({ me }) => me !== undefined)).toHaveLength(1);
  });

  test('is good for as long as the settings say, and for nothing while they say no', async () => {
    await set({ AUTH_SSO_AUTHKEY_TTL: 60 });
    const username = await person();
    await link(username);
    const { rows } = await sql<{ s: number }>`select extract(epoch from l.expires_at - l.date_created)::int as s from login_links l
      join users u on u.id = l.user_id where u.username = ${username}`.execute(server.db);
    expect(rows).toEqual([{ s: 60 }]);
    const late = await link(username);
    await sql`update login_links set expires_at = now() - interval '1 second'`.execute(server.db);
    expect((await follow(late)).me).toBeUndefined();
    const off = await link(username);
    await set({ AUTH_SSO: false });
    expect((await follow(off)).me).toBeUndefined();
    const refused = await admin.post(MAKE, { username });
    expect([refused.status, refused.body.code]).toEqual([400, 'sso_auth_closed']);
    await set({ AUTH_SSO: true });
    expect((await follow(off)).me).toBe(username);
  });

  test('takes the place of an older one, and ends with the password of its person', async () => {
    const username = await person();
    const [first, second] = [await link(username), await link(username)];
    expect((await follow(first)).me).toBeUndefined();
    const { body } = await admin.get<Json[]>('users/users/', { query: { username } });
    expect((await admin.put(`users/users/${body[0]?.id}/password/`, { password: 'Fresh-Gate-7788!' })).status).toBe(200);
    expect((await follow(second)).me).toBeUndefined();
  });

  test.each(['//elsewhere.example', 'https://elsewhere.example', '/\\elsewhere.example', 'javascript:alert(1)', '/%2felsewhere.example'])(
    'leads to no other place: %s',
    async (next) => {
      const url = new URL(await link(await person(), next));
      expect(url.searchParams.get('next')).toBe('/');
      url.searchParams.set('next', next);
      expect((await follow(url.href)).to).toBe('/');
    },
  );

  test('is no way past a second factor, a login rule or a review: the login page asks for what is missing', async () => {
    const forced = await person({ mfa_level: 2 });
    const url = await link(forced, '/ui/');
    expect(await asked(url)).toEqual([undefined, 'mfa_unset']);
    const rule = (action: string, id: unknown, more: Json = {}) =>
      admin.post('acls/login-acls/', {
        name: uniqueName('rule'),
        priority: 9,
        action,
        users: { type: 'ids', ids: [id] },
        rules: { ip_group: ['*'], time_period: [] },
        ...more,
      });
    const barred = await createUser(admin);
    expect((await rule('reject', barred.id)).status).toBe(201);
    expect(await asked(await link(String(barred.username)))).toEqual([undefined, 'acl_not_allow']);
    const reviewed = await createUser(admin);
    const reviewer = await createUser(admin);
    const made = await rule('review', reviewed.id, { reviewers: [reviewer.id] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(await asked(await link(String(reviewed.username)))).toEqual([undefined, 'login_confirm_wait']);
    expect((await sql`select 1 from tickets where applicant_id = ${reviewed.id}`.execute(server.db)).rows).toHaveLength(1);
  });

  test('of somebody who was switched off since opens nothing', async () => {
    const user = await createUser(admin);
    const url = await link(String(user.username));
    await sql`update users set is_active = false where id = ${user.id}`.execute(server.db);
    expect((await follow(url)).me).toBeUndefined();
  });

  test('changes nothing in a browser in which somebody is logged in, and is not spent there', async () => {
    const [mine, other] = [await person(), await person()];
    const browser = await server.browser(mine);
    const url = await link(other, '/ui/');
    expect(await follow(url, browser)).toEqual({ status: 302, to: '/ui/', me: mine });
    expect((await follow(url)).me).toBe(other);
  });
});

describe('links are made', () => {
  test('by system administrators alone, for people who may log in', async () => {
    const username = await person();
    const clerk = await server.as(await person());
    expect((await clerk.post(MAKE, { username })).status).toBe(403);
    expect((await server.anyone.post(MAKE, { username })).status).toBe(401);
    expect((await admin.post(MAKE, { username: 'nobody-of-that-name' })).status).toBe(404);
    expect((await admin.post(MAKE, {})).status).toBe(400);
  });

  test('in a browser only after it was confirmed who sits there', async () => {
    const browser = await server.browser('admin');
    const refused = await browser.post(MAKE, { username: await person() });
    expect([refused.status, refused.body.type]).toEqual([412, 'user_confirm_required']);
  });

  test('with a key that is kept as a hash, and an event that says for whom', async () => {
    const username = await person();
    const key = new URL(await link(username)).searchParams.get('authkey') ?? '';
    expect(key).toHaveLength(43);
    const { rows } = await sql`select 1 from login_links where to_jsonb(login_links)::text like ${`%${key}%`}`.execute(server.db);
    expect(rows).toEqual([]);
    const events = await sql<{
      resource: string;
    }>`select resource from operate_logs where resource_type = 'loginlink' order by seq desc limit 1`.execute(server.db);
    expect(events.rows[0]?.resource).toContain(`(${username})`);
    expect(JSON.stringify(events.rows)).not.toContain(key);
  });
});
