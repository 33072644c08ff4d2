import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { signedHeaders } from '@postern/contract/signature';
import { type Answer, type Api, createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey, type SshKeyPair } from '@postern/testkit/ssh-keys';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { registerComponent } from '../../../test/matrix/actors.ts';

const KEYS = 'authentication/ssh-key/';
const CLIENT = '198.51.100.20';

let component: { id: string; secret: string };
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  component = (await registerComponent(server)).key;
});

const newKey = (comment = 'me@home'): SshKeyPair => newSshKey('ed25519', { comment });
const person = async (given: Json = {}): Promise<{ user: Json; own: Api }> => {
  const user = await createUser(admin, given);
  return { user, own: await server.as(user.username) };
};
const add = (own: Api, public_key: string, name = 'Laptop'): Promise<Answer<Json>> => own.post<Json>(KEYS, { name, public_key });
const added = async (own: Api, line: string, name?: string): Promise<Json> => {
  const answer = await add(own, line, name);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const rowsOf = async (own: Api): Promise<Json[]> => (await own.get<Json[]>(KEYS)).body;
const namesOf = async (own: Api): Promise<unknown[]> => (await rowsOf(own)).map(({ name }) => name).sort();

let signed = 0;
/** One SSH connection through a component. */
const connection = (): Api =>
  createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' },
    sign: (method: string, path: string) => {
      signed += 1;
      return signedHeaders(component, method, path, new Date(Date.now() - 200_000 + signed * 1_000).toUTCString());
    },
  });
const offered = async (user: Json, key: string): Promise<unknown> =>
  (await connection().post<Json>('authentication/public-keys/known/', { username: user.username, public_key: key.split(' ')[1] })).body
    .known;
const login = async (user: Json, key: string): Promise<number> =>
  (
    await connection().post('authentication/tokens/', {
      username: user.username,
      password: '',
      public_key: key.split(' ')[1],
      remote_addr: CLIENT,
    })
  ).status;
const events = async (type: string): Promise<{ action: string; resource: string; diff: string }[]> =>
  (
    await sql<{
      action: string;
      resource: string;
      diff: string;
    }>`select action, resource, diff::text from operate_logs where resource_type = ${type} order by seq`.execute(server.db)
  ).rows;

describe('an SSH key of one’s own', () => {
  test('is added, told by its fingerprint, renamed, switched off and taken away, and each is in the log', async () => {
    const { own } = await person();
    const line = newKey('mia@desk').public;
    const row = await added(own, line);
    expect(row).toMatchObject({
      name: 'Laptop',
      key_type: 'ssh-ed25519',
      fingerprint: expect.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
      public_key_comment: 'mia@desk',
      public_key_hash_md5: expect.stringMatching(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/),
      is_active: true,
      date_last_used: null,
      last_used_from: '',
    });
    expect(String(row.fingerprint)).toBe(execFileSync('ssh-keygen', ['-lf', '-'], { input: line, encoding: 'utf8' }).split(' ')[1]);
    const at = `${KEYS}${row.id}/`;
    expect((await own.patch<Json>(at, { name: 'Desk', is_active: false })).body).toMatchObject({ name: 'Desk', is_active: false });
    expect((await own.delete(at)).status).toBe(204);
    expect(await rowsOf(own)).toEqual([]);
    expect((await events('sshkey')).map(({ action, resource }) => [action, resource])).toEqual([
      ['create', 'Laptop'],
      ['update', 'Desk'],
      ['delete', 'Desk'],
    ]);
    for (const { diff } of await events('sshkey')) expect(diff).not.toContain(line.split(' ')[1]);
  });

  test('is nobody else’s: their rows are not there', async () => {
    const [mine, other] = [await person(), await person()];
    const row = await added(mine.own, newKey().public);
    for (const stranger of [other.own, admin])
      for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'] as const)
        expect(
          (await stranger.send(method, `${KEYS}${row.id}/`, method === 'GET' || method === 'DELETE' ? undefined : { name: 'x' })).status,
        ).toBe(404);
    expect(await rowsOf(other.own)).toEqual([]);
    expect((await server.anyone.get(KEYS)).status).toBe(401);
  });

  test('is there once; what it is stays as it is, and another person may have it too', async () => {
    const [one, two] = [await person(), await person()];
    const line = newKey().public;
    const row = await added(one.own, line);
    expect(await add(one.own, `${line} again`)).toMatchObject({ status: 400, body: { public_key: [expect.any(String)] } });
    await added(two.own, line);
    const kept = await one.own.patch<Json>(`${KEYS}${row.id}/`, {
      public_key: newKey().public,
      fingerprint: 'SHA256:x',
      last_used_from: '1.1.1.1',
    });
    expect(kept.body).toMatchObject({ fingerprint: row.fingerprint, last_used_from: '' });
  });

  test('is one of fifty at most, however they are sent', async () => {
    const { own } = await person();
    const bodies = Array.from({ length: 51 }, (_, at) => ({ name: `k${at}`, public_key: newKey().public }));
    expect((await own.post(KEYS, bodies)).status).toBe(400);
    expect(await rowsOf(own)).toEqual([]);
    expect((await own.post(KEYS, bodies.slice(1))).status).toBe(201);
    expect((await add(own, newKey().public)).body).toEqual({ non_field_errors: [expect.stringContaining('50')] });
    expect((await own.put('users/profile/public-key/', { public_key: newKey().public })).status).toBe(400);
  });

  const rsa = (modulusLength: number): string => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes]);
    const number = (text: string) => part(Buffer.concat([Buffer.from([0]), Buffer.from(text, 'base64url')]));
    return `ssh-rsa ${Buffer.concat([part(Buffer.from('ssh-rsa')), part(Buffer.from(e, 'base64url')), number(n)]).toString('base64')}`;
  };

  test.each<[string, () => string, RegExp]>([
    ['a private key', () => newKey().private, /This is a private key/],
    ['a private key of PuTTY', () => 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none', /This is a private key/],
    ['RSA of 1024 bits', () => rsa(1024), /too weak/],
    ['DSA', () => 'ssh-dss AAAAB3NzaC1kc3MAAACBAP me', /too weak/],
    ['two keys', () => `${newKey().public}\n${newKey().public}`, /cannot be read/],
    ['half a key', () => newKey().public.split(' ').slice(0, 2).join(' ').slice(0, -12), /cannot be read/],
    [
      'a key that lost its first zero',
      () => 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAH4qAjGQZndaTc7KxFPBjRFgIcsQwlThsOXux7w5/4WU= me',
      /cannot be read/,
    ],
    ['a key with options', () => `command="x" ${newKey().public}`, /cannot be read/],
    ['no key', () => 'hello', /cannot be read/],
  ])('is not %s, wherever it is given', async (_, given, why) => {
    const { user, own } = await person();
    const public_key = given();
    for (const answer of [
      await add(own, public_key),
      await own.put<Json>('users/profile/public-key/', { public_key }),
      await own.patch<Json>('users/profile/', { public_key }),
      await admin.patch<Json>(`users/users/${user.id}/`, { public_key }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { public_key: [expect.stringMatching(why)] } });
      expect(JSON.stringify(answer.body)).not.toContain(public_key);
    }
    expect(await rowsOf(own)).toEqual([]);
  });

  test('is RSA of 2048 bits, too', async () => {
    const { own } = await person();
    expect(await added(own, `${rsa(2048)} old@laptop`)).toMatchObject({ key_type: 'ssh-rsa' });
  });

  test('is added, switched on and taken away by a browser only after it was confirmed who sits there', async () => {
    const { user, own } = await person();
    const browser = await server.browser(user.username);
    const row = await added(own, newKey().public);
    const at = `${KEYS}${row.id}/`;
    expect((await browser.patch(at, { name: 'Other', is_active: false })).status).toBe(200);
    const another = newKey().public;
    const delicate = (): Promise<Answer<Json>>[] => [
      add(browser, another, 'Desk'),
      browser.patch<Json>(at, { is_active: true }),
      browser.delete<Json>(at),
      browser.put<Json>('users/profile/public-key/', { public_key: another }),
      browser.patch<Json>('users/profile/', { public_key: another }),
    ];
    for (const answer of await Promise.all(delicate()))
      expect([answer.status, answer.body.type, answer.body.code]).toEqual([412, 'user_confirm_required', 'password']);
    expect(await namesOf(own)).toEqual(['Other']);
    // Whoever sends nonsense is told so, and confirms for nothing no more.
    expect((await add(browser, 'hello')).status).toBe(400);
    await browser.post('authentication/confirm/', { confirm_type: 'password', secret_key: TEST_PASSWORD });
    expect((await browser.patch(at, { is_active: true })).status).toBe(200);
    expect((await browser.delete(at)).status).toBe(204);
    await added(browser, another, 'Desk');
    expect((await browser.put('users/profile/public-key/', { public_key: newKey().public })).status).toBe(200);
  });
});

describe('logging in', () => {
  test('takes any key that is on; only a login is a use, and it is told with its address', async () => {
    const { user, own } = await person();
    const [first, second, off] = [newKey().public, newKey().public, newKey().public];
    await added(own, first, 'first');
    const row = await added(own, second, 'second');
    await own.patch(`${KEYS}${(await added(own, off, 'off')).id}/`, { is_active: false });
    expect([await offered(user, first), await offered(user, second), await offered(user, off)]).toEqual([true, true, false]);
    expect((await rowsOf(own)).map(({ date_last_used }) => date_last_used)).toEqual([null, null, null]);
    expect([await login(user, second), await login(user, off)]).toEqual([201, 400]);
    const used = (await rowsOf(own)).filter(({ date_last_used }) => date_last_used !== null);
    expect(used).toMatchObject([{ id: row.id, last_used_from: CLIENT }]);
    await own.delete(`${KEYS}${row.id}/`);
    expect([await offered(user, second), await login(user, second), await login(user, first)]).toEqual([false, 400, 201]);
    expect((await admin.patch(`users/users/${user.id}/`, { is_active: false })).status).toBe(200);
    expect([await offered(user, first), await login(user, first)]).toEqual([false, 400]);
  });

  test('is none with a key that was taken away before its last step', async () => {
    const rule = { rules: { ip_group: ['*'], time_period: [] }, action: 'review' };
    const { user, own } = await person();
    const reviewers = [(await admin.get<Json>('users/profile/')).body.id];
    await admin.post('acls/login-acls/', { name: `ask ${user.username}`, users: { type: 'ids', ids: [user.id] }, reviewers, ...rule });
    const line = newKey().public;
    const row = await added(own, line);
    const ssh = connection();
    const body = { username: user.username, password: '', public_key: line.split(' ')[1], remote_addr: CLIENT };
    const waiting = (await ssh.post<Json>('authentication/tokens/', body)).body;
    expect(waiting.error).toBe('login_confirm_wait');
    await own.delete(`${KEYS}${row.id}/`);
    await admin.patch(`tickets/tickets/${(waiting.data as Json).ticket_id}/approve/`, {});
    const ended = await ssh.post<Json>('authentication/tokens/', body);
    expect([ended.status, ended.body.error]).toEqual([400, 'session_empty']);
  });
});

describe('`public_key` of a person', () => {
  test('is one of their keys: another takes its place, the rest stay, and one that is there already becomes it', async () => {
    const { user, own } = await person({ public_key: newKey('given@first').public });
    const extra = newKey('extra@desk').public;
    await added(own, extra, 'Extra');
    expect(await namesOf(own)).toEqual(['Extra', 'given@first']);
    const facts = async () => (await own.get<Json>('users/profile/')).body.public_key_comment;
    expect(await facts()).toBe('given@first');
    await own.put('users/profile/public-key/', { public_key: newKey('own@second').public });
    expect([await facts(), await namesOf(own)]).toEqual(['own@second', ['Extra', 'own@second']]);
    await admin.patch(`users/users/${user.id}/`, { public_key: extra });
    expect([await facts(), await namesOf(own)]).toEqual(['extra@desk', ['Extra']]);
    const [{ id } = {} as Json] = await rowsOf(own);
    await own.delete(`${KEYS}${id}/`);
    expect([await facts(), (await own.get<Json>('users/profile/public-key/')).body]).toEqual([
      '',
      { public_key_comment: '', public_key_hash_md5: '' },
    ]);
    const changed = (await events('user')).filter(({ resource, diff }) => resource === user.username && diff.includes('public_key'));
    // Made with one, replaced by their own, replaced by the administrator.
    expect(changed.map(({ diff }) => diff.match(/SHA256:/g)?.length)).toEqual([1, 2, 2]);
  });

  test('reset by an administrator takes all of them away, and says which', async () => {
    const { user, own } = await person({ public_key: newKey().public });
    const line = newKey().public;
    const { fingerprint } = await added(own, line);
    expect((await admin.patch(`users/users/${user.id}/pubkey/reset/`, {})).status).toBe(200);
    expect(await rowsOf(own)).toEqual([]);
    expect(await login(user, line)).toBe(400);
    expect((await events('user')).at(-1)?.diff).toContain(String(fingerprint));
  });

  test('goes with the person', async () => {
    const { user } = await person({ public_key: newKey().public });
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from ssh_keys where user_id = ${user.id}`.execute(server.db)).rows[0]?.n;
    expect(await count()).toBe(1);
    expect((await admin.delete(`users/users/${user.id}/`)).status).toBe(204);
    expect(await count()).toBe(0);
  });
});
