import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { digestOf, signedHeaders, signingString } from '@postern/contract/signature';
import { momentsOf } from '@postern/contract/signature-date';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serverOfFile } from './harness.ts';

/** A signed request that somebody has overheard: sent again, later, with another body, to another node. */

interface Key {
  id: string;
  secret: string;
}
const server = serverOfFile();
const other = serverOfFile({ besides: server });
const admin = forThisFile(() => server.as('admin'));

const newKey = async (api: Api = admin): Promise<Key> => (await api.post('authentication/access-keys/', {})).body as Key;
const GROUPS = '/api/v1/users/groups/';
const PROFILE = '/api/v1/users/profile/';
const now = (): string => new Date().toUTCString();
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toUTCString();
const group = (): string => JSON.stringify({ name: uniqueName('group') });
const send = (method: string, path: string, headers: Record<string, string>, body?: string, node = server) =>
  node.anyone.send<Json>(method, path, body, {
    headers: { ...headers, 'x-jms-org': 'default', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  });
const codes = async (answers: Promise<{ status: number; body: Json }>[]): Promise<unknown[]> =>
  (await Promise.all(answers)).map(({ status, body }) => (status < 300 ? status : body.code));
/** As existing clients sign: neither body nor nonce. */
const plain = (key: Key, method: string, path: string, date = now()) => signedHeaders(key, method, path, date);

describe('time', () => {
  test('a request of more than five minutes ago, or of later, is refused; not with the 401 that makes components throw their key away', async () => {
    const key = await newKey();
    for (const minutes of [6, 60, 60 * 24 * 30, -6, -60])
      expect(await codes([send('GET', PROFILE, plain(key, 'GET', PROFILE, ago(minutes)))]), `${minutes}`).toEqual(['request_too_old']);
    for (const minutes of [4, -4]) expect((await send('GET', PROFILE, plain(key, 'GET', PROFILE, ago(minutes)))).status).toBe(200);
    expect(await codes([send('GET', PROFILE, plain(key, 'GET', PROFILE, 'yesterday'))])).toEqual(['request_too_old']);
    // Without the secret there is nothing to learn about clocks.
    expect((await send('GET', PROFILE, plain({ ...key, secret: key.id }, 'GET', PROFILE, ago(60)))).status).toBe(401);
  });

  test('dates are read in the zones that Go writes', async () => {
    const at = Date.UTC(2026, 10, 22, 10, 0, 0);
    expect(momentsOf('Sun, 22 Nov 2026 10:00:00 GMT')).toEqual([at]);
    expect(momentsOf('Sun, 22 Nov 2026 18:00:00 CST')).toContain(at);
    expect(momentsOf('Sun, 22 Nov 2026 04:00:00 CST')).toContain(at);
    expect(momentsOf('Sun, 22 Nov 2026 18:00:00 +08')).toEqual([at]);
    expect(momentsOf('Sun, 22 Nov 2026 15:30:00 +0530')).toEqual([at]);
    expect(momentsOf('Sun, 22 Nov 2026 15:45:00 NPT')).toContain(at);
    expect(momentsOf('2026-11-22T18:00:00+08:00')).toEqual([at]);
    for (const bad of ['', 'now', 'Sun, 22 Foo 2026 10:00:00 GMT', '2026-99-99T00:00:00Z']) expect(momentsOf(bad), bad).toEqual([]);
  });
});

describe('writes of clients that sign neither body nor nonce', () => {
  test('two of one second are answered, the same one twice is not, on any node', async () => {
    const key = await newKey();
    const headers = plain(key, 'POST', GROUPS);
    const [one, two] = [group(), group()];
    expect(await codes([send('POST', GROUPS, headers, one), send('POST', GROUPS, headers, two)])).toEqual([201, 201]);
    expect(await codes([send('POST', GROUPS, headers, one), send('POST', GROUPS, headers, one, other)])).toEqual([
      'request_replayed',
      'request_replayed',
    ]);
  });

  test('a signature that was overheard takes no other body a little later', async () => {
    const key = await newKey();
    const headers = plain(key, 'POST', GROUPS);
    expect((await send('POST', GROUPS, headers, group())).status).toBe(201);
    await sql`update used_signatures set date_first = date_first - interval '6 seconds'`.execute(server.db);
    expect(await codes([send('POST', GROUPS, headers, group(), other)])).toEqual(['request_replayed']);
    const form = new FormData();
    form.append('name', uniqueName('group'));
    const answer = await server.anyone.post(GROUPS, form, { headers: { ...headers, 'x-jms-org': 'default' } });
    expect(answer.body.code).toBe('request_replayed');
  });

  test('of many at the same moment one is answered', async () => {
    const key = await newKey();
    const headers = plain(key, 'POST', GROUPS);
    const body = group();
    const answers = await codes(Array.from({ length: 8 }, (_, n) => send('POST', GROUPS, headers, body, n % 2 ? other : server)));
    expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'request_replayed')).toHaveLength(7);
  });
});

describe('writes with a digest', () => {
  test('are their body and no other', async () => {
    const key = await newKey();
    const [body, changed] = [group(), group()];
    const headers = signedHeaders(key, 'POST', GROUPS, now(), { body });
    expect(await codes([send('POST', GROUPS, headers, changed)])).toEqual(['digest_wrong']);
    expect(await codes([send('POST', GROUPS, { ...headers, digest: digestOf(changed) }, changed)])).toEqual(['authentication_failed']);
    expect(await codes([send('POST', GROUPS, headers, body)])).toEqual([201]);
    expect(await codes([send('POST', GROUPS, headers, body, other)])).toEqual(['request_replayed']);
  });

  test('the digest is of the bytes, however they arrive', async () => {
    const key = await newKey();
    const body = JSON.stringify({ name: uniqueName('グループ') });
    const headers = signedHeaders(key, 'POST', GROUPS, now(), { once: true, body });
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const url = new URL(GROUPS, server.url);
      const call = request(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json', 'x-jms-org': 'default' } });
      call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      const bytes = Buffer.from(body);
      call.write(bytes.subarray(0, 12));
      call.end(bytes.subarray(12));
    });
    expect(status).toBe(201);
  });

  test('and with a nonce are for ever what this key has to send', async () => {
    const key = await newKey();
    const body = group();
    expect((await send('POST', GROUPS, plain(key, 'POST', GROUPS), group())).status).toBe(201);
    expect((await send('POST', GROUPS, signedHeaders(key, 'POST', GROUPS, now(), { once: true, body }), body)).status).toBe(201);
    const more = group();
    expect(
      await codes([
        send('POST', GROUPS, plain(key, 'POST', GROUPS), more),
        send('POST', GROUPS, signedHeaders(key, 'POST', GROUPS, now(), { once: true }), more),
        send('POST', GROUPS, signedHeaders(key, 'POST', GROUPS, now(), { body: more }), more),
      ]),
    ).toEqual(['digest_missing', 'digest_missing', 'digest_missing']);
    expect((await send('GET', PROFILE, plain(key, 'GET', PROFILE))).status).toBe(200);
  });
});

describe('a nonce', () => {
  test('makes a read good for once, too', async () => {
    const key = await newKey();
    const headers = signedHeaders(key, 'GET', PROFILE, now(), { once: true });
    expect(await codes([send('GET', PROFILE, headers)])).toEqual([200]);
    expect(await codes([send('GET', PROFILE, headers, undefined, other)])).toEqual(['request_replayed']);
    expect(await codes([send('GET', PROFILE, { ...headers, 'x-nonce': 'another' })])).toEqual(['authentication_failed']);
  });

  test('opens a socket once, and the socket stays', async () => {
    const path = '/ws/notifications/site-msg/';
    const key = await newKey();
    const headers = signedHeaders(key, 'GET', path, now(), { once: true });
    const open = () =>
      new Promise<WebSocket | number>((resolve) => {
        const ws = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
        ws.once('open', () => resolve(ws)).once('unexpected-response', (_request, answer) => resolve(Number(answer.statusCode)));
        ws.on('error', () => undefined);
      });
    const first = await open();
    expect(first).toBeInstanceOf(WebSocket);
    expect(await open()).toBe(403);
    const closed = new Promise((resolve) => (first as WebSocket).once('close', resolve));
    await sql`delete from access_keys where id = ${key.id}`.execute(server.db);
    expect(await closed).toBe(1008);
  });
});

test('what is remembered goes when its date is too old anyway', async () => {
  const key = await newKey();
  await send('POST', GROUPS, plain(key, 'POST', GROUPS), group());
  const { rows } = await sql<{ least: number; most: number }>`
    select min(extract(epoch from expires_at - now()))::float8 as least, max(extract(epoch from expires_at - now()))::float8 as most
    from used_signatures where date_first > now() - interval '1 minute'`.execute(server.db);
  expect(rows[0]?.least).toBeGreaterThan(0);
  expect(rows[0]?.most).toBeLessThanOrEqual(600);
});

test('headers of the documented example still sign', async () => {
  const key = await newKey(await server.as((await createUser(admin)).username));
  const date = now();
  const text = signingString(
    ['(request-target)', 'accept', 'date'],
    'GET',
    PROFILE,
    (name) => ({ accept: 'application/json', date })[name],
  );
  const signature = createHmac('sha256', key.secret).update(String(text)).digest('base64');
  const authorization = `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) accept date",signature="${signature}"`;
  expect((await send('GET', PROFILE, { authorization, date, accept: 'application/json' })).status).toBe(200);
});
