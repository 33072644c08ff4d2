import { createSocket } from 'node:dgram';
import { ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type FreeRadius, RADIUS_SECRET, startFreeRadius } from '@postern/testkit/freeradius';
import { freePort } from '@postern/testkit/ports';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';

// People of a real FreeRADIUS log in by its passwords and codes; what a hostile place on the way answers opens nothing.

const PASSWORD = 'a-word-of-radius';
const CODE = '246810';
/** As this server says who and where it is. */
const HERE = '&NAS-IP-Address == 127.0.0.1 && &NAS-Identifier == "postern" && &NAS-Port-Type == Virtual';
let radius: FreeRadius;
let bare: FreeRadius;
let server: TestServer;
let admin: Api;
beforeAll(async () => {
  const people = {
    near: { password: PASSWORD, only: `&Calling-Station-Id == "127.0.0.1" && ${HERE}` },
    far: { password: PASSWORD, only: `&Calling-Station-Id == "198.51.100.20" && ${HERE}` },
    olga: { password: PASSWORD, filterId: 'auditors' },
    ...Object.fromEntries(['pat', 'kim', 'lee', 'robin', 'ada', 'nora'].map((name) => [name, { password: PASSWORD }])),
    ...Object.fromEntries(['token-jo', 'token-sam', 'token-max'].map((name) => [name, { password: PASSWORD, code: CODE }])),
  };
  [server, radius, bare] = await Promise.all([
    startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } }),
    startFreeRadius(people),
    startFreeRadius(people, { signed: false }),
  ]);
  admin = await server.as('admin');
});
afterAll(async () => void (await Promise.all([server?.close(), radius?.stop(), bare?.stop()])));

const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
beforeEach(async () => {
  await set({
    AUTH_RADIUS: true,
    RADIUS_SERVER: '127.0.0.1',
    RADIUS_PORT: radius.port,
    RADIUS_SECRET,
    RADIUS_PROTOCOL: 'pap',
    RADIUS_TIMEOUT: 1,
    RADIUS_RETRIES: 0,
    OTP_IN_RADIUS: false,
    ONLY_ALLOW_AUTH_FROM_SOURCE: true,
    SECURITY_MFA_AUTH: 0,
  });
  await sql`delete from login_counters`.execute(server.db);
});

const LOGIN = '/core/auth/login/';
const browser = (): Api => createApi({ origin: server.url, cookies: createCookieJar() });
async function onPage(username: string, password = PASSWORD): Promise<{ page: Api; body: Json }> {
  const page = browser();
  await page.get(LOGIN);
  return { page, body: (await page.post<Json>(LOGIN, { username, password })).body };
}
const byApi = async (username: string, password = PASSWORD) =>
  (await browser().post<Json>('authentication/tokens/', { username, password })).body;
const lastLogin = async (username: string): Promise<Json> => {
  const { rows } = await sql<Json>`
    select reason, backend, status, mfa from login_logs where username = ${username} order by datetime desc, id desc limit 1`.execute(
    server.db,
  );
  return rows[0] ?? {};
};

describe('a password of the server', () => {
  test.each(['pap', 'chap', 'mschapv2'])('by %s lets people in, with an account of their own', async (RADIUS_PROTOCOL) => {
    await set({ RADIUS_PROTOCOL });
    expect((await onPage('pat')).body).toEqual({});
    expect(await byApi('pat')).toMatchObject({ keyword: 'Bearer', user: { username: 'pat', source: { value: 'radius' } } });
    expect(await lastLogin('pat')).toMatchObject({ status: true, backend: 'Radius' });
    for (const [name, password] of [
      ['pat', 'another word'],
      ['pat', ''],
      ['nobody', PASSWORD],
      ['x'.repeat(128), 'y'.repeat(300)],
    ])
      expect((await byApi(name ?? '', password)).error).toBe('password_failed');
  });

  test('brings what rules of admission give whoever the server says this of', async () => {
    const rule = { name: 'Auditors', source: 'radius', attribute: 'Filter-Id', match: 'exact', values: ['auditors'] };
    const made = await admin.post('settings/admission-rules/', { ...rule, system_role: ROLE.SYSTEM_AUDITOR });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    for (const name of ['olga', 'pat']) expect((await onPage(name)).body).toEqual({});
    const { rows } = await sql<Json>`
      select u.username from role_bindings b join users u on u.id = b.user_id where b.role_id = ${ROLE.SYSTEM_AUDITOR}`.execute(server.db);
    expect(rows).toEqual([{ username: 'olga' }]);
  });

  test('opens nothing while it is switched off, or the secret is missing', async () => {
    await set({ AUTH_RADIUS: false });
    expect((await byApi('kim')).error).toBe('password_failed');
    await set({ AUTH_RADIUS: true, RADIUS_SECRET: '' });
    expect((await byApi('kim')).error).toBe('external_unreachable');
  });

  test('comes from the next server when one says nothing, and from none when all are silent', async () => {
    const deaf = await freePort();
    await set({ RADIUS_SERVER: `127.0.0.1:${deaf} | 127.0.0.1:${radius.port}` });
    expect((await onPage('kim')).body).toEqual({});
    await set({ RADIUS_SERVER: `127.0.0.1:${deaf}` });
    expect((await byApi('kim')).error).toBe('external_unreachable');
    expect(await lastLogin('kim')).toMatchObject({ status: false, reason: 'external_unreachable' });
  });
});

test('servers are told where the person is, at the door of a component as well, and who asks', async () => {
  expect((await onPage('near')).body).toEqual({});
  expect((await byApi('near')).user.username).toBe('near');
  expect((await byApi('far')).error).toBe('password_failed');
  // Through the SSH server of a component, which says where somebody is.
  const { key } = await registerComponent(server);
  const door = createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-forwarded-for': '198.51.100.20', 'x-jms-login-type': 'T' },
    sign: (method: string, path: string) => signedHeaders(key, method, path, new Date().toUTCString()),
  });
  const given = { username: 'far', password: PASSWORD, public_key: '', remote_addr: '198.51.100.20', login_type: 'T' };
  expect((await door.post<Json>('authentication/tokens/', given)).body.user?.username).toBe('far');
});

test('a one-time code of the login page goes behind the password, where the setting says so, and nowhere else', async () => {
  const [word, code] = [PASSWORD.slice(0, -6), PASSWORD.slice(-6)];
  const given = { username: 'lee', password: word, challenge: code };
  const page = browser();
  await page.get(LOGIN);
  expect((await page.post<Json>(LOGIN, given)).body.error).toBe('password_failed');
  await set({ SECURITY_LOGIN_CHALLENGE_ENABLED: true });
  expect((await page.post<Json>(LOGIN, { ...given, challenge: 'xx' })).body.error).toBe('password_failed');
  expect((await page.post<Json>(LOGIN, given)).body).toEqual({});
  expect((await page.get<Json>('users/profile/')).body.username).toBe('lee');
  // Programs type one text.
  expect((await browser().post<Json>('authentication/tokens/', given)).body.error).toBe('password_failed');
  await set({ SECURITY_LOGIN_CHALLENGE_ENABLED: false });
});

/** What stands on the way: sees every request, and answers as it is told. */
async function hostile(forge: (request: Buffer, honest: Buffer) => Buffer[]): Promise<{ port: number; seen: () => number; close(): void }> {
  let seen = 0;
  const front = createSocket('udp4');
  await new Promise<void>((done) => front.bind(0, '127.0.0.1', done));
  front.on('message', (request, from) => {
    seen += 1;
    const back = createSocket('udp4');
    back.on('message', (honest) => {
      for (const answer of forge(request, honest)) front.send(answer, from.port, from.address);
      back.close();
    });
    back.send(request, radius.port, '127.0.0.1');
  });
  return { port: front.address().port, seen: () => seen, close: () => front.close() };
}

describe('a place on the way', () => {
  const accepted = (honest: Buffer): Buffer => Buffer.from(honest).fill(2, 0, 1);
  test.each<[string, string, (request: Buffer, honest: Buffer) => Buffer[]]>([
    ['turns a refusal into an acceptance', 'another word', (_, honest) => [accepted(honest)]],
    [
      'answers itself, with nothing',
      'another word',
      (request) => [Buffer.concat([Buffer.from([2, request[1] ?? 0, 0, 20]), Buffer.alloc(16)])],
    ],
    ['gives another number', PASSWORD, (_, honest) => [Buffer.from(honest).fill(((honest[1] ?? 0) + 1) % 256, 1, 2)]],
    ['cuts the answer', PASSWORD, (_, honest) => [honest.subarray(0, -1)]],
  ])('that %s opens nothing', async (_, password, forge) => {
    const way = await hostile(forge);
    await set({ RADIUS_PORT: way.port });
    expect((await byApi('lee', password)).error).toBe('external_unreachable');
    expect(way.seen()).toBe(1);
    way.close();
  });

  test('that floods with forged refusals keeps nobody out: the true answer is waited for', async () => {
    const way = await hostile((_, honest) => [...Array.from({ length: 20 }, () => Buffer.from(honest).fill(3, 0, 1)), honest]);
    await set({ RADIUS_PORT: way.port });
    expect((await onPage('lee')).body).toEqual({});
    way.close();
  });

  test('a server that does not sign its answers opens nothing, and its test says why', async () => {
    await set({ RADIUS_PORT: bare.port });
    expect((await byApi('lee')).error).toBe('external_unreachable');
    const { body } = await admin.post<Json>('settings/radius/testing/', {});
    expect([body.ok, body.steps.at(-1).detail]).toEqual([false, expect.stringContaining('Message-Authenticator')]);
  });

  test('a server that accepts without knowing the password is not believed by MS-CHAPv2', async () => {
    // It knows the shared secret and lets everybody in: what it signs holds, and proves nothing about the password.
    const { createHash, createHmac } = await import('node:crypto');
    const liar = createSocket('udp4');
    await new Promise<void>((done) => liar.bind(0, '127.0.0.1', done));
    liar.on('message', (request, from) => {
      const body = Buffer.concat([Buffer.from([80, 18]), Buffer.alloc(16)]);
      const head = Buffer.from([2, request[1] ?? 0, 0, 38]);
      createHmac('md5', RADIUS_SECRET)
        .update(Buffer.concat([head, request.subarray(4, 20), body]))
        .digest()
        .copy(body, 2);
      const proof = createHash('md5')
        .update(Buffer.concat([head, request.subarray(4, 20), body, Buffer.from(RADIUS_SECRET)]))
        .digest();
      liar.send(Buffer.concat([head, proof, body]), from.port, from.address);
    });
    await set({ RADIUS_PORT: liar.address().port });
    expect((await onPage('robin', 'whatever')).body).toEqual({});
    await set({ RADIUS_PROTOCOL: 'mschapv2' });
    expect((await byApi('robin', 'whatever')).error).toBe('external_unreachable');
    liar.close();
  });
});

describe('a server that asks for more', () => {
  const answer = (page: Api, code: string) => page.post<Json>(`${LOGIN}mfa/`, { mfa_type: 'otp_radius', code });
  test('is answered as the next step of the page, in its words; a wrong answer ends the login, and nothing is known of it afterwards', async () => {
    const { page, body } = await onPage('token-jo');
    expect(body).toMatchObject({ error: 'mfa_required', msg: 'Code of your token?', data: { choices: ['otp_radius'] } });
    expect((await answer(page, '000000')).body.error).toBe('mfa_failed');
    expect((await answer(page, CODE)).body.error).toBe('session_empty');
    const again = await onPage('token-jo');
    expect((await answer(again.page, CODE)).body).toEqual({});
    expect((await again.page.get<Json>('users/profile/')).body).toMatchObject({ username: 'token-jo' });
  });

  test('is answered by API: the same call is repeated, and nobody gets in between', async () => {
    const client = browser();
    const typed = { username: 'token-sam', password: PASSWORD };
    const login = () => client.post<Json>('authentication/tokens/', typed);
    for (let i = 0; i < 2; i += 1) expect((await login()).body).toMatchObject({ error: 'mfa_required', data: { choices: ['otp_radius'] } });
    expect((await client.post<Json>('authentication/mfa/select/', { type: 'otp_radius', username: 'token-sam' })).status).toBe(201);
    expect((await client.post<Json>('authentication/mfa/challenge/', { type: 'otp_radius', code: CODE })).body).toEqual({ msg: 'ok' });
    expect((await login()).body).toMatchObject({ keyword: 'Bearer', user: { username: 'token-sam' } });
  });

  test('is given the answer, and no other server', async () => {
    const way = await hostile((_, honest) => [honest]);
    const { page } = await onPage('token-jo');
    await set({ RADIUS_SERVER: `127.0.0.1:${way.port}, 127.0.0.1:${radius.port}` });
    expect((await answer(page, CODE)).body).toEqual({});
    const gone = await onPage('token-jo');
    await set({ RADIUS_SERVER: `127.0.0.1:${radius.port}` });
    const seen = way.seen();
    expect((await answer(gone.page, CODE)).body.error).toBe('mfa_failed');
    expect(way.seen()).toBe(seen);
    way.close();
  });

  test('guessing is bounded for the name', async () => {
    const errors: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      const { page } = await onPage('token-max');
      errors.push((await answer(page, `00000${i}`)).body.error);
    }
    expect(errors.at(0)).toBe('mfa_failed');
    expect(errors.at(-1)).toBe('block_mfa');
  });
});

describe('a code of the server as second factor', () => {
  test('is asked of people with a password of ours, and not of those whom the server lets in by the same', async () => {
    await set({ OTP_IN_RADIUS: true, SECURITY_MFA_AUTH: 1 });
    expect((await onPage('pat')).body.error).toBe('mfa_unset');
    // The server knows their name as well: what it takes for its password is the code.
    await createUser(admin, { username: 'ada' });
    const { page, body } = await onPage('ada', TEST_PASSWORD);
    expect(body).toMatchObject({ error: 'mfa_required', data: { choices: ['otp_radius'] } });
    const show = (code: string) => page.post<Json>(`${LOGIN}mfa/`, { mfa_type: 'otp_radius', code });
    expect((await show('wrong')).body.error).toBe('mfa_failed');
    await set({ RADIUS_PORT: await freePort() });
    expect((await show(PASSWORD)).body.error).toBe('external_unreachable');
    await set({ RADIUS_PORT: radius.port });
    expect((await show(PASSWORD)).body).toEqual({});
    expect((await page.get<Json>('users/profile/')).body).toMatchObject({ username: 'ada' });
  });
});

test('its test asks each server about nobody, or about a person whom it does not log in', async () => {
  const run = async (body: Json = {}) => (await admin.post<Json>('settings/radius/testing/', body)).body;
  expect(await run()).toMatchObject({ ok: true, steps: [{ ok: true }, { ok: true, detail: 'Refused' }] });
  expect(await run({ username: 'nora', password: PASSWORD })).toMatchObject({ ok: true, steps: [{}, { detail: 'Accepted' }] });
  expect(await run({ username: 'token-jo', password: PASSWORD })).toMatchObject({
    ok: true,
    steps: [{}, { detail: expect.stringContaining('token?') }],
  });
  expect((await run({ username: 'nora', password: 'no' })).ok).toBe(false);
  await set({ RADIUS_SECRET: 'another' });
  expect((await run()).ok).toBe(false);
  expect((await admin.get<Json[]>('users/users/', { query: { username: 'nora', oid: 'ROOT' } })).body).toEqual([]);
});

test('the secret is for the servers it was given for', async () => {
  expect((await admin.patch<Json>('settings/setting/?category=radius', { RADIUS_SERVER: 'elsewhere.example' })).status).toBe(200);
  expect(server.platform.systemSettings.get('RADIUS_SECRET')).toBe('');
});
