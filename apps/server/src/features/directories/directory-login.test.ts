import { createServer } from 'node:net';
import { signedHeaders } from '@postern/contract/signature';
import { type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { ownCertificate } from '@postern/testkit/own-certificate';
import { freePort } from '@postern/testkit/ports';
import { type Person, personOf, READER, type Slapd, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';
import { directoryConfig } from './config.ts';
import { openSession } from './connection.ts';

// People of a real OpenLDAP server log in by its passwords: on the page, by API and through the SSH server of a component.

const certificate = ownCertificate();
const PASSWORD = 'a-word-of-the-directory';
const person = (uid: string, given: Partial<Person> = {}): Person => personOf(uid, { password: PASSWORD, ...given });

let slapd: Slapd;
/** A place that the directory refers to; whoever calls there is counted. */
let elsewhere: { port: number; calls: () => number; close(): void };

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  let calls = 0;
  const trap = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  const port = await freePort();
  await new Promise<void>((done) => trap.listen(port, '127.0.0.1', done));
  elsewhere = { port, calls: () => calls, close: () => trap.close() };
  slapd = await startSlapd({
    certificate,
    people: [
      ...['pat', 'kim', 'lee', 'robin', 'sam', 'jo', 'alex', 'max', 'kit'].map((uid) => person(uid)),
      person('ada', { ou: 'staff', guid: '0102030405060708090a0b0c0d0e0f10' }),
      person('off', { control: 514 }),
      person('on', { control: 512 }),
      person('twin'),
      person('twin', { ou: 'staff' }),
    ],
    extra: `dn: ou=far,ou=people,${SUFFIX}\nobjectClass: referral\nobjectClass: extensibleObject\nou: far\nref: ldap://127.0.0.1:${port}/ou=far,${SUFFIX}\n`,
  });
});
afterAll(async () => {
  elsewhere?.close();
  await slapd?.stop();
});

const set = (values: Json): Promise<void> => server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
const USUAL = {
  AUTH_LDAP: true,
  AUTH_LDAP_START_TLS: true,
  AUTH_LDAP_CA: certificate.cert,
  AUTH_LDAP_BIND_DN: READER.dn,
  AUTH_LDAP_BIND_PASSWORD: READER.password,
  AUTH_LDAP_SEARCH_OU: `ou=people,${SUFFIX}|ou=staff,${SUFFIX}`,
  AUTH_LDAP_SEARCH_FILTER: '(uid=%(user)s)',
  AUTH_LDAP_USER_ATTR_MAP: { username: 'uid', name: 'cn', email: 'mail' },
  AUTH_LDAP_CONNECT_TIMEOUT: 5,
  AUTH_LDAP_SEARCH_PAGED_SIZE: 1000,
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: true,
};
beforeEach(async () => {
  await set({ ...USUAL, AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}` });
  await sql`delete from login_counters`.execute(server.db);
});

const LOGIN = '/core/auth/login/';
const browser = (): Api => createApi({ origin: server.url, cookies: createCookieJar() });
async function onPage(username: string, password = PASSWORD): Promise<Json> {
  const page = browser();
  await page.get(LOGIN);
  return (await page.post<Json>(LOGIN, { username, password })).body;
}
const byApi = async (username: string, password = PASSWORD) =>
  (await browser().post<Json>('authentication/tokens/', { username, password })).body;
const lastLogin = async (username: string): Promise<Json> => {
  const { rows } = await sql<Json>`
    select reason, backend, status from login_logs where username = ${username} order by datetime desc, id desc limit 1`.execute(server.db);
  return rows[0] ?? {};
};

describe('a password of the directory', () => {
  test('lets people in on the page, by API and at the SSH server of a component, with an account of their own', async () => {
    expect(await onPage('pat')).toEqual({});
    const { body } = await admin.get<Json[]>('users/users/', { query: { username: 'pat', oid: 'ROOT' } });
    expect(body).toEqual([expect.objectContaining({ name: 'pat of the directory', email: 'pat@corp.example' })]);
    expect(body[0]?.source).toMatchObject({ value: 'ldap' });
    expect(await byApi('pat')).toMatchObject({ keyword: 'Bearer', user: { id: body[0]?.id } });
    const { key } = await registerComponent(server);
    const component = createApi({
      origin: server.url,
      cookies: createCookieJar(),
      sign: (method: string, path: string) => signedHeaders(key, method, path, new Date().toUTCString()),
    });
    const typed = { username: 'pat', password: PASSWORD, public_key: '', remote_addr: '198.51.100.9', login_type: 'T' };
    expect((await component.post<Json>('authentication/tokens/', typed)).body).toMatchObject({ user: { id: body[0]?.id } });
  });

  test.each<[string, string, string]>([
    ['that is wrong', 'kim', 'another word'],
    ['that is empty', 'kim', ''],
    ['of a name that nobody has', 'nobody', PASSWORD],
    ['with a name that would be syntax', '*)(uid=*', PASSWORD],
    ['with a name that would be any name', '*', PASSWORD],
    ['with a name that would be somebody’s in other letters', '\\6bim', PASSWORD],
    ['of a name that two have', 'twin', PASSWORD],
    ['of somebody who is switched off there', 'off', PASSWORD],
  ])('%s opens nothing', async (_, username, password) => {
    const { error } = await byApi(username, password);
    expect(error).toBe('password_failed');
    expect(await lastLogin(username)).toMatchObject({ reason: 'password_failed', status: false });
    expect((await admin.get<Json[]>('users/users/', { query: { search: '', oid: 'ROOT', username } })).body).toEqual([]);
  });

  test('of an account that Active Directory calls usual opens', async () => {
    expect(await byApi('on')).toMatchObject({ keyword: 'Bearer' });
  });

  test('does not open the account of a person of ours, whatever the directory calls somebody', async () => {
    await createUser(admin, { username: 'lee' });
    expect(await byApi('lee')).toMatchObject({ error: 'password_failed' });
    expect(await byApi('lee', TEST_PASSWORD)).toMatchObject({ keyword: 'Bearer' });
    expect(await byApi('LEE')).toMatchObject({ error: 'external_taken' });
  });

  test('is found below every entry that the settings name, and people stay who they are by the identifier of the directory', async () => {
    expect(await byApi('ada')).toMatchObject({ keyword: 'Bearer' });
    const { rows } = await sql<Json>`select subject from external_identities e join users u on u.id = e.user_id
      where u.username in ('ada', 'pat') order by u.username`.execute(server.db);
    expect(rows.map(({ subject }) => subject)).toEqual([
      'guid:0102030405060708090a0b0c0d0e0f10',
      expect.stringMatching(/^uuid:[0-9a-f-]{36}$/),
    ]);
    await set({ AUTH_LDAP_SEARCH_OU: `ou=people,${SUFFIX}` });
    expect(await byApi('ada')).toMatchObject({ error: 'password_failed' });
  });

  test('is asked for by the filter of the settings, and read by their map of attributes', async () => {
    await set({
      AUTH_LDAP_SEARCH_FILTER: '(&(objectClass=inetOrgPerson)(mail=%(user)s@corp.example))',
      AUTH_LDAP_USER_ATTR_MAP: { username: 'mail', name: 'sn', email: 'mail' },
    });
    expect(await byApi('robin')).toMatchObject({ user: { username: 'robin@corp.example', name: 'robin of the directory' } });
    await set({ AUTH_LDAP_SEARCH_FILTER: '(&(uid=%(user)s)(objectClass=organizationalUnit))' });
    expect(await byApi('robin')).toMatchObject({ error: 'password_failed' });
  });

  test('is nothing while the directory is switched off', async () => {
    await set({ AUTH_LDAP: false });
    expect(await byApi('sam')).toMatchObject({ error: 'password_failed' });
  });

  test('a reference to another directory is not followed', async () => {
    expect(await byApi('kit')).toMatchObject({ keyword: 'Bearer' });
    expect(elsewhere.calls()).toBe(0);
  });
});

describe('the way to the directory', () => {
  test('where it does not answer nobody is told that a password is wrong, and people of ours get in', async () => {
    const local = await createUser(admin);
    await set({ AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${await freePort()}` });
    expect(await byApi('jo')).toMatchObject({ error: 'external_unreachable' });
    expect(await lastLogin('jo')).toMatchObject({ reason: 'external_unreachable' });
    expect(await byApi(local.username as string, TEST_PASSWORD)).toMatchObject({ keyword: 'Bearer' });
  });

  test('one that takes the connection and says nothing is given up after the time of the settings', async () => {
    const mute = createServer(() => undefined);
    const port = await freePort();
    await new Promise<void>((done) => mute.listen(port, '127.0.0.1', done));
    await set({ AUTH_LDAP_CONNECT_TIMEOUT: 1, AUTH_LDAP_SERVER_URI: `ldaps://127.0.0.1:${port}` });
    const begun = performance.now();
    expect(await byApi('jo')).toMatchObject({ error: 'external_unreachable' });
    expect(performance.now() - begun).toBeLessThan(9_000);
    mute.close();
  });

  test('the next server is asked when one does not answer', async () => {
    await set({ AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${await freePort()}, ldaps://127.0.0.1:${slapd.securePort}` });
    expect(await byApi('jo')).toMatchObject({ keyword: 'Bearer' });
  });

  test.each([
    ['ldap', 'StartTLS'],
    ['ldaps', 'LDAPS'],
  ])('%s:// is encrypted, and a certificate of an authority that is not known refused', async (scheme) => {
    const port = scheme === 'ldap' ? slapd.port : slapd.securePort;
    await set({ AUTH_LDAP_SERVER_URI: `${scheme}://127.0.0.1:${port}` });
    expect(await byApi('alex')).toMatchObject({ keyword: 'Bearer' });
    await set({ AUTH_LDAP_CA: '' });
    expect(await byApi('alex')).toMatchObject({ error: 'external_unreachable' });
    await set({ AUTH_LDAP_CA: ownCertificate().cert });
    expect(await byApi('alex')).toMatchObject({ error: 'external_unreachable' });
  });

  test('a server that cannot be spoken to encrypted is told no password, unless StartTLS is off', async () => {
    const plain = await startSlapd({ people: [person('max')] });
    try {
      await set({ AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${plain.port}` });
      expect(await byApi('max')).toMatchObject({ error: 'external_unreachable' });
      await set({ AUTH_LDAP_START_TLS: false });
      expect(await byApi('max')).toMatchObject({ keyword: 'Bearer' });
    } finally {
      await plain.stop();
    }
  });

  test('a connection that was cut is not made again, plain and as nobody, to send the password over it', async () => {
    const proxy = await startBreakableProxy(slapd.port);
    try {
      const config = directoryConfig(server.platform.systemSettings, {
        AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${proxy.port}`,
        AUTH_LDAP_START_TLS: false,
      });
      const [first] = config.servers;
      if (!first) throw new Error('no server');
      const session = await openSession(config, first, ['127.0.0.1']);
      proxy.cut();
      await until('the cut is noticed', 5_000, () => !session.client.isConnected);
      proxy.restore();
      await expect(session.client.bind(`uid=pat,ou=people,${SUFFIX}`, PASSWORD)).rejects.toThrow();
      session.close();
    } finally {
      proxy.close();
    }
  });

  test('the account that looks people up is the one of the settings', async () => {
    expect(await byApi('jo')).toMatchObject({ keyword: 'Bearer' });
    await set({ AUTH_LDAP_BIND_PASSWORD: 'another word' });
    expect(await byApi('jo')).toMatchObject({ error: 'external_unreachable' });
    // Without a password it would be nobody, whom this directory lets read.
    await set({ AUTH_LDAP_BIND_PASSWORD: '' });
    expect(await byApi('jo')).toMatchObject({ error: 'external_unreachable' });
    await set({ AUTH_LDAP_BIND_DN: '' });
    expect(await byApi('jo')).toMatchObject({ keyword: 'Bearer' });
  });

  test('loopback is no place for a directory unless the operator allows it', async () => {
    const config = directoryConfig(server.platform.systemSettings);
    const [first] = config.servers;
    if (!first) throw new Error('no server');
    await expect(openSession(config, first, [])).rejects.toMatchObject({ why: 'blocked' });
  });
});

test('the second factor of ours is asked for all the same, unless the other place is enough by the settings', async () => {
  const page = browser();
  await page.get(LOGIN);
  await page.post(LOGIN, { username: 'sam', password: PASSWORD });
  // Whoever sits there shows that it is they by the same password.
  const shown = async (secret_key: string) => (await page.post('authentication/confirm/', { confirm_type: 'password', secret_key })).status;
  expect(await shown('another word')).toBe(400);
  expect(await shown(PASSWORD)).toBe(200);
  const started = await page.post<Json>('users/profile/otp/start/');
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const code = new TOTP({ secret: Secret.fromBase32(started.body.secret) }).generate({ timestamp: Date.now() - 30_000 });
  expect((await page.post('users/profile/otp/', { code })).status).toBe(201);
  expect(await byApi('sam')).toMatchObject({ error: 'mfa_required' });
  await set({ SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY: false });
  expect(await byApi('sam')).toMatchObject({ keyword: 'Bearer' });
});
