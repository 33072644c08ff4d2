import { text } from '@postern/contract/text';
import { createGroup, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile, startTestServer, type TestServer } from '../../../test/harness.ts';
import { listenTo } from '../../../test/listen.ts';
import { messagingOf } from '../../messaging.ts';
import { unwatched } from '../../platform/feature.ts';
import { cleanHtml } from './clean-html.ts';
import { noticeNewAddress } from './index.ts';
import { passwordNotice } from './password-notice.job.ts';

const server = serverOfFile();

const BOX = 'notifications/site-messages/';
const HELLO = {
  subject: text('Hello', '你好', 'こんにちは'),
  message: text('<p>From {who}</p>', '<p>来自 {who}</p>', '<p>{who} より</p>'),
  params: { who: '<b>nobody</b>' },
};

/** A messenger of its own, as each process has one. */
const messengerOf = ({ platform }: TestServer) => messagingOf(platform).messenger;

async function person() {
  const user = await createUser(await server.as('admin'));
  return { id: String(user.id), username: String(user.username), api: await server.as(String(user.username)) };
}
const sendTo = (...ids: string[]) => server.platform.asSystem('test', (ctx) => messengerOf(server).send(ctx, ids, HELLO));

describe('a message', () => {
  test('is read by its own people only, in their language, and parameters are no HTML', async () => {
    const [one, other] = [await person(), await person()];
    await sendTo(one.id);
    const list = await one.api.get(BOX, { query: { limit: 15, offset: 0, has_read: false }, headers: { 'accept-language': 'ja' } });
    expect(list.body.count).toBe(1);
    const row = list.body.results[0];
    expect(row).toMatchObject({ has_read: false, read_at: null, content: { subject: 'こんにちは', sender: '' } });
    expect(row.content.message).toBe('<p>&lt;b&gt;nobody&lt;/b&gt; より</p>');
    expect((await other.api.get(BOX)).body).toEqual([]);
    expect((await other.api.get(`${BOX}${row.id}/`)).status).toBe(404);
    expect((await other.api.patch(`${BOX}mark-as-read/`, { ids: [row.id] })).body).toEqual({ detail: 'ok' });
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 1 });
    // The administrator has no way into another's box either, in whatever organisation.
    expect((await (await server.as('admin')).inOrg('ROOT').get(`${BOX}${row.id}/`)).status).toBe(404);
  });

  test('is marked as read one by one, or all at once', async () => {
    const one = await person();
    for (let at = 0; at < 3; at += 1) await sendTo(one.id);
    const [first] = (await one.api.get<{ id: string }[]>(BOX)).body;
    await one.api.patch(`${BOX}mark-as-read/`, { ids: [first?.id] });
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 2 });
    expect((await one.api.get(`${BOX}${first?.id}/`)).body).toMatchObject({ has_read: true, read_at: expect.any(String) });
    await one.api.patch(`${BOX}mark-as-read-all/`, {});
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 0 });
    expect((await one.api.get(BOX, { query: { has_read: true } })).body).toHaveLength(3);
  });

  test.each([{ ids: ['no'] }, { ids: 'all' }, { ids: Array.from({ length: 1001 }, () => crypto.randomUUID()) }])(
    'is not marked by what is no list of ids',
    async (body) => {
      const one = await person();
      await sendTo(one.id);
      expect((await one.api.patch(`${BOX}mark-as-read/`, body)).status).toBe(400);
      expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 1 });
    },
  );

  test('is written by a system administrator: to people, groups or everybody, cleaned', async () => {
    const admin = await server.as('admin');
    const [one, other] = [await person(), await person()];
    const group = await createGroup(admin, { users: [other.id] });
    const body = {
      subject: 'Hi',
      message: '<p onclick="x()">a<script>alert(1)</script><a href="javascript:x">b</a></p>',
      user_ids: [one.id],
      group_ids: [group.id],
    };
    expect((await one.api.post(`${BOX}send/`, body)).status).toBe(403);
    expect((await admin.post(`${BOX}send/`, { ...body, user_ids: [], group_ids: [] })).status).toBe(400);
    expect((await admin.post(`${BOX}send/`, { ...body, user_ids: [crypto.randomUUID()], group_ids: [] })).status).toBe(400);
    expect((await admin.post(`${BOX}send/`, body)).body).toEqual({ detail: 'ok' });
    for (const { api } of [one, other]) {
      const [row] = (await api.get<{ content: { message: string; sender: string } }[]>(BOX)).body;
      expect(row?.content.message).toBe('<p>a<a>b</a></p>');
      expect(row?.content.sender).toContain('(admin)');
    }
    await admin.post(`${BOX}send/`, { subject: 'All', message: 'x', is_broadcast: true });
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 2 });
  });

  test.each([
    ['<img src=x onerror=alert(1)>', ''],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<svg><script>1</script></svg>', ''],
    ['<a href="/ui/">a</a>', '<a href="/ui/">a</a>'],
    ['<iframe srcdoc="x"></iframe><style>*{}</style>', ''],
  ])('%s becomes %s', async (dirty, clean) => {
    expect(await cleanHtml(dirty)).toBe(clean);
  });
});

describe('the socket', () => {
  const bearer = async (username: string) => {
    const jar = await server.browser(username);
    return jar.cookies.headers('GET');
  };

  test('tells the count on opening and when a message arrives, on another node too, and to nobody else', async () => {
    const node = await startTestServer({ besides: server });
    const [one, other] = [await person(), await person()];
    await sendTo(one.id);
    const mine = await listenTo(server.url, '/ws/notifications/site-msg/', await bearer(one.username));
    const there = await listenTo(node.url, '/ws/notifications/site-msg/', await bearer(one.username));
    const theirs = await listenTo(server.url, '/ws/notifications/site-msg/', await bearer(other.username));
    await mine.until((frame) => frame.unread_count === 1);
    mine.send({ refresh_every_seconds: 5 });
    mine.send('no json');
    await sendTo(one.id);
    await mine.until((frame) => frame.type === 'unread_count' && frame.unread_count === 2);
    await there.until((frame) => frame.unread_count === 2);
    expect(theirs.frames).toEqual([{ type: 'unread_count', unread_count: 0 }]);
    for (const socket of [mine, there, theirs]) socket.close();
    await node.close();
  });

  test('opens for nobody without a login, and closes when the login ends', async () => {
    await expect(listenTo(server.url, '/ws/notifications/site-msg/', {})).rejects.toThrow('401');
    const one = await person();
    const browser = await server.browser(one.username);
    const socket = await listenTo(server.url, '/ws/notifications/site-msg/', browser.cookies.headers('GET'));
    await browser.get('/core/auth/logout/');
    expect(await socket.closed).toBe(1008);
  });

  test('a message of an undone transaction is never told', async () => {
    const one = await person();
    const socket = await listenTo(server.url, '/ws/notifications/site-msg/', await bearer(one.username));
    await expect(
      server.platform.asSystem('test', async (ctx) => {
        await messengerOf(server).send(ctx, [one.id], HELLO);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await sendTo(one.id);
    await socket.until((frame) => frame.unread_count === 1);
    expect(socket.frames).toHaveLength(2);
    socket.close();
  });
});

describe('subscriptions', () => {
  test("are one's own and know the ways that work", async () => {
    const [one, other] = [await person(), await person()];
    expect((await one.api.get('notifications/backends/')).body).toEqual([{ name: 'site_msg', name_display: 'Site message' }]);
    const url = `notifications/user-msg-subscription/${one.id}/`;
    expect((await one.api.get(url)).body).toEqual({ user_id: one.id, receive_backends: ['site_msg'] });
    expect((await one.api.patch(url, { receive_backends: [] })).body).toEqual({ user_id: one.id, receive_backends: ['site_msg'] });
    expect((await one.api.patch(url, { receive_backends: ['pigeon'] })).status).toBe(400);
    expect((await one.api.patch(url, {})).status).toBe(400);
    expect((await other.api.get(url)).status).toBe(404);
    expect((await other.api.patch(url, { receive_backends: ['site_msg'] })).status).toBe(404);
  });
});

describe('what is sent by itself', () => {
  test('a password that ends within five days, once a day, to its owner', async () => {
    const [soon, later] = [await person(), await person()];
    const { systemSettings, database } = server.platform;
    const limit = systemSettings.get('SECURITY_PASSWORD_EXPIRATION_TIME');
    await sql`update users set date_password_last_updated = now() - make_interval(days => ${limit - 2}, hours => 1) where id = ${soon.id}`.execute(
      database.db,
    );
    const job = passwordNotice(systemSettings, messengerOf(server));
    await server.platform.asSystem('test', (ctx) => job.run(ctx, {}, unwatched()));
    const [row] = (await soon.api.get<{ content: { message: string } }[]>(BOX)).body;
    expect(row?.content.message).toContain('expires in 2 days');
    expect((await later.api.get(BOX)).body).toEqual([]);
  });

  test('a login from an address the log does not know, but not the first one', async () => {
    const one = await person();
    const login = (ip: string) =>
      server.platform.asSystem('test', async (ctx) => {
        await sql`insert into login_logs (id, seq, prev_hash, hash, username, user_id, type, ip, mfa, status, datetime)
          select gen_random_uuid(), 1000000 + coalesce(max(seq), 0), '', '', ${one.username}, ${one.id}, 'W', ${ip}, 0, true, now() from login_logs`.execute(
          ctx.tx,
        );
        const deps = { messenger: messengerOf(server), settings: server.platform.systemSettings };
        await noticeNewAddress(ctx, deps, one.id, { ip, city: null });
      });
    await login('192.0.2.1');
    await login('192.0.2.1');
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 0 });
    await login('192.0.2.9');
    const [row] = (await one.api.get<{ content: { message: string } }[]>(BOX)).body;
    expect(row?.content.message).toContain('192.0.2.9');
    await login('192.0.2.9');
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 1 });
    const admin = await server.as('admin');
    await admin.patch('settings/setting/?category=security', { SECURITY_CHECK_DIFFERENT_CITY_LOGIN: false });
    await login('192.0.2.10');
    expect((await one.api.get(`${BOX}unread-total/`)).body).toEqual({ total: 1 });
  });
});
