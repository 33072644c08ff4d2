import { randomUUID } from 'node:crypto';
import { LOGINS_TASK } from '@postern/contract/component';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { within } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { serverOfFile, startTestServer } from '../../../test/harness.ts';
import { listenTo } from '../../../test/listen.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { type WireComponent, wireComponent } from '../../../test/wire-component.ts';

/** Where a person is logged in: told to them alone, and ended by them alone, on every node. */

let admin: Api;
const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });
beforeAll(async () => {
  admin = await server.as('admin');
});

const URL = 'authentication/own-logins/';
const PROFILE = 'users/profile/';
interface Login {
  id: string;
  kind: string;
  address: string;
  user_agent: string;
  is_current: boolean;
}
const logins = async (api: Api): Promise<Login[]> => (await api.get<Login[]>(URL)).body;
const person = async () => String((await createUser(admin)).username);
/** Milliseconds within which everything that was opened with a login has ended. */
const SOON = 2_000;
const since = (start: number) => performance.now() - start;

describe('where somebody is logged in', () => {
  test('is their browsers and programs, with address, program and times; this one is marked', async () => {
    const username = await person();
    const browser = await server.browser(username);
    await server.browser(username);
    const login = { headers: { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'nightly/1.2' } };
    const program = createApi({ origin: server.url, cookies: createCookieJar() });
    const token = await program.post('authentication/auth/', { username, password: TEST_PASSWORD }, login);
    expect(token.status).toBe(201);
    const mine = await logins(browser);
    expect(mine.map(({ kind }) => kind).sort()).toEqual(['browser', 'browser', 'program']);
    expect(mine.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(mine.find(({ kind }) => kind === 'program')).toMatchObject({
      address: '198.51.100.7',
      user_agent: 'nightly/1.2',
      is_current: false,
      date_created: expect.any(String),
      date_seen: expect.any(String),
    });
    const bearer = createApi({ origin: server.url, headers: { authorization: `Bearer ${token.body.token}` } });
    expect((await logins(bearer)).filter(({ is_current }) => is_current).map(({ kind }) => kind)).toEqual(['program']);
    // Nothing in it opens anything.
    const { rows } = await sql<{ h: string }>`select key_hash as h from login_sessions union select token_hash from bearer_tokens`.execute(
      server.db,
    );
    const text = JSON.stringify([await logins(browser), token.body.token]);
    for (const { h } of rows) expect(text).not.toContain(h);
    expect(JSON.stringify(mine)).not.toContain(String(token.body.token));
  });

  test('of others is not told, and not ended: their ids are like none', async () => {
    const [one, other] = [await server.browser(await person()), await server.browser(await person())];
    const [theirs] = await logins(one);
    expect(await logins(other)).toHaveLength(1);
    expect((await other.delete(`${URL}${theirs?.id}/`)).status).toBe(404);
    expect((await admin.delete(`${URL}${theirs?.id}/`)).status).toBe(404);
    expect((await admin.post(`${URL}end-others/`)).status).toBe(200);
    expect((await one.get(PROFILE)).status).toBe(200);
    for (const ask of [server.anyone.get(URL), server.anyone.post(`${URL}end-others/`), server.anyone.delete(`${URL}${theirs?.id}/`)])
      expect((await ask).status).toBe(401);
    // The administrator ended a login of theirs just now.
    admin = await server.as('admin');
  });

  test('what was seen last moves with use, once a minute at most', async () => {
    const username = await person();
    const program = await server.as(username);
    const seen = async () =>
      (
        await sql<{
          s: Date;
        }>`select date_seen as s from bearer_tokens b join users u on u.id = b.user_id where u.username = ${username}`.execute(server.db)
      ).rows[0]?.s;
    await sql`update bearer_tokens set date_seen = now() - interval '2 minutes' where user_id = (select id from users where username = ${username})`.execute(
      server.db,
    );
    const before = await seen();
    await program.get(PROFILE);
    const after = await seen();
    expect(after?.getTime()).toBeGreaterThan(Number(before?.getTime()));
    await program.get(PROFILE);
    expect(await seen()).toEqual(after);
  });
});

describe('a login that is ended', () => {
  test('opens nothing any more, on no node, nor does what was opened with it; the others stay', async () => {
    const username = await person();
    const [mine, lost] = [await server.browser(username), await server.browser(username)];
    const node = await startTestServer({ besides: server });
    const path = '/ws/notifications/site-msg/';
    const [here, there, kept] = [
      await listenTo(server.url, path, lost.cookies.headers('GET')),
      await listenTo(node.url, path, lost.cookies.headers('GET')),
      await listenTo(node.url, path, mine.cookies.headers('GET')),
    ];
    const keptOpen = { still: true };
    void kept.closed.then(() => {
      keptOpen.still = false;
    });
    const [other] = (await logins(mine)).filter(({ is_current }) => !is_current);
    const start = performance.now();
    expect((await mine.delete(`${URL}${other?.id}/`)).status).toBe(204);
    expect(await Promise.all([here.closed, there.closed])).toEqual([1008, 1008]);
    expect(since(start)).toBeLessThan(SOON);
    expect((await lost.get(PROFILE)).status).toBe(401);
    const elsewhere = createApi({ origin: node.url, headers: lost.cookies.headers('GET') as Record<string, string> });
    expect((await elsewhere.get(PROFILE)).status).toBe(401);
    expect((await mine.get(PROFILE)).status).toBe(200);
    expect(keptOpen.still).toBe(true);
    // Ended twice it is not there.
    expect((await mine.delete(`${URL}${other?.id}/`)).status).toBe(404);
    kept.close();
    await node.close();
  });

  test('goes with all others at once, this one stays, and the log has one event', async () => {
    const username = await person();
    const [mine, browser, program] = [await server.browser(username), await server.browser(username), await server.as(username)];
    const { body } = await mine.post(`${URL}end-others/`);
    expect(body).toEqual({ ended: 2 });
    expect([(await mine.get(PROFILE)).status, (await browser.get(PROFILE)).status, (await program.get(PROFILE)).status]).toEqual([
      200, 401, 401,
    ]);
    expect(await logins(mine)).toHaveLength(1);
    expect((await mine.post(`${URL}end-others/`)).body).toEqual({ ended: 0 });
    const { rows } = await sql`select 1 from operate_logs where resource_type = 'ownlogin' and user_text like ${`%(${username})`}`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1);
  });

  test('by the program itself leaves that program in, and every browser out', async () => {
    const username = await person();
    const [browser, program] = [await server.browser(username), await server.as(username)];
    expect((await program.post(`${URL}end-others/`)).body).toEqual({ ended: 1 });
    expect([(await browser.get(PROFILE)).status, (await program.get(PROFILE)).status]).toEqual([401, 200]);
  });

  test('is told to components that carry sessions, so that those end, too', async () => {
    const user: Json = await createUser(admin);
    const mine = await server.browser(String(user.username));
    await server.browser(String(user.username));
    const { key } = await registerComponent(server);
    const path = '/ws/terminal-task/';
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${path}`, {
      headers: signedHeaders(key, 'GET', path, new Date().toUTCString()),
    });
    const told: Json[] = [];
    socket.on('message', (data) => told.push(...JSON.parse(String(data))));
    await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
    socket.send(JSON.stringify({ type: 'subscribe', payload: { rules: true } }));
    // Asked again until the component has subscribed.
    const heard = await within(20_000, async () => {
      await server.browser(String(user.username));
      await mine.post(`${URL}end-others/`);
      return told.find(({ name }) => name === LOGINS_TASK);
    });
    expect(heard).toMatchObject({ name: LOGINS_TASK, args: user.id });
    socket.close();
  });
});

describe('a login at the door of a component', () => {
  const STANDING = 'authentication/terminal-logins/standing/';

  test('is asked about by the door that made it: it is in use, and stands until it is ended in whatever way', async () => {
    const user: Json = await createUser(admin);
    const { key } = await registerComponent(server);
    const enter = async (door: WireComponent): Promise<string> => {
      const given = { username: user.username, password: TEST_PASSWORD, public_key: '', remote_addr: '198.51.100.9' };
      const { status, body } = await door.post('authentication/tokens/', given);
      expect(status).toBe(201);
      return String(body.login);
    };
    const [door, other] = ['203.0.113.1', '203.0.113.2'].map((address) => wireComponent(server.url, key, { 'x-forwarded-for': address }));
    if (!door || !other) throw new Error('two doors');
    const stands = async (from: WireComponent, ...ids: string[]) =>
      Object.values((await from.post(STANDING, { logins: ids.map((id) => ({ id })) })).body);
    const login = await enter(door);
    const ends = sql<{ left: number }>`select extract(epoch from expires_at - now())::int as left from bearer_tokens where id = ${login}`;
    await sql`update bearer_tokens set expires_at = now() + interval '1 minute' where id = ${login}`.execute(server.db);
    expect(await stands(door, login, randomUUID())).toEqual([true, false]);
    expect((await ends.execute(server.db)).rows[0]?.left).toBeGreaterThan(500);
    // From another address it is not kept alive, and does not end either: components move.
    await sql`update bearer_tokens set expires_at = now() + interval '1 minute' where id = ${login}`.execute(server.db);
    expect(await stands(other, login)).toEqual([true]);
    expect((await ends.execute(server.db)).rows[0]?.left).toBeLessThan(100);
    // Nobody but a component asks, and a person is told no id with their token.
    expect((await admin.post(STANDING, { logins: [{ id: login }] })).status).toBe(403);
    const program = await server.anyone.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD });
    expect(program.body).not.toHaveProperty('login');
    const mine = await server.browser(String(user.username));
    expect((await logins(mine)).find(({ id }) => id === login)?.kind).toBe('terminal');
    expect((await mine.delete(`${URL}${login}/`)).status).toBe(204);
    expect(await stands(door, login)).toEqual([false]);
    // A person who is switched off is nowhere.
    const next = await enter(door);
    expect(await stands(door, next)).toEqual([true]);
    expect((await admin.patch(`users/users/${user.id}/`, { is_active: false })).status).toBe(200);
    expect(await stands(door, next)).toEqual([false]);
  });
});

test("one's own log of logins has one's own alone", async () => {
  const [username, other] = [await person(), await person()];
  const [mine] = [await server.browser(username), await server.browser(other)];
  const { body } = await mine.get<Json[]>('audits/my-login-logs/');
  expect(body.map((row) => row.username)).toEqual([username]);
});
