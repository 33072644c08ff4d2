import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/harness.ts';
import { isFrequent } from './frequent.ts';
import { hashInFile } from './hash-file.ts';

/** New passwords that others know already. */

let folder: string;
let file: string;
let server: TestServer;
let admin: Api;
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
const LISTED = 'Leaked-Gate-4711!';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'known-passwords-'));
  file = join(folder, 'list.txt');
  await writeFile(file, `${[sha1(LISTED), sha1('a'), sha1('b')].sort().join(':3\r\n')}:1\r\n`);
  server = await startTestServer({ settings: { knownPasswords: file } });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test.each([
  ['\n', ''],
  ['\r\n', ':7'],
])('a hash is found in a sorted file wherever it stands, and no other (end of line %j, count %j)', async (end, count) => {
  const hashes = Array.from({ length: 300 }, (_, at) => sha1(`listed ${at}`)).sort();
  for (const last of ['', end]) {
    const path = join(folder, 'sorted.txt');
    await writeFile(path, hashes.map((hash, at) => `${hash}${count && `${count}${'9'.repeat(at % 6)}`}`).join(end) + last);
    for (const hash of hashes) expect(await hashInFile(path, hash), hash).toBe(true);
    for (let at = 0; at < 100; at += 1) expect(await hashInFile(path, sha1(`other ${at}`))).toBe(false);
    for (const outside of ['0'.repeat(40), 'F'.repeat(40)]) expect(await hashInFile(path, outside)).toBe(false);
  }
});

test('an empty file holds none, and a file of something else is told', async () => {
  const path = join(folder, 'else.txt');
  await writeFile(path, '');
  expect(await hashInFile(path, sha1('a'))).toBe(false);
  await writeFile(path, 'a list of groceries\n'.repeat(10));
  await expect(hashInFile(path, sha1('a'))).rejects.toThrow('no hash');
  await writeFile(path, 'x'.repeat(5_000));
  await expect(hashInFile(path, sha1('a'))).rejects.toThrow();
});

test('frequent ones are known in any letters and with a sign behind them', () => {
  for (const known of ['Password1', 'QWERTY123!', 'Summer2026!!', '12345678']) expect(isFrequent(known), known).toBe(true);
  for (const own of [TEST_PASSWORD, 'Password-of-my-own', '']) expect(isFrequent(own), own).toBe(false);
});

describe('a password that others know', () => {
  const words = [expect.stringContaining('list of known passwords')];
  const set = (values: Readonly<Record<string, unknown>>) =>
    server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values));
  /** Every place at which one is set, by what it answers under the field. */
  async function tried(password: string) {
    const user = await createUser(admin);
    const own = await server.browser(user.username);
    const at = `users/users/${user.id}/`;
    const form = { name: 'New', username: `new-${user.username}`, email: `new-${user.email}`, password_strategy: 'custom', password };
    const created = await admin.post('users/users/', form);
    const self = { old_password: TEST_PASSWORD, new_password: password, new_password_again: password };
    return {
      created: created.body.password,
      mine: (await own.put('users/profile/password/', self)).body.new_password,
      changed: (await admin.patch(at, { password })).body.password,
      set: (await admin.put(`${at}password/`, { password })).body.password,
    };
  }

  test('is refused wherever a password is set, unless the setting says otherwise', async () => {
    for (const password of ['Password123!', LISTED])
      expect(await tried(password)).toEqual({ created: words, mine: words, changed: words, set: words });
    await set({ SECURITY_PASSWORD_REFUSE_KNOWN: false });
    expect(await tried(LISTED)).toEqual({ created: undefined, mine: undefined, changed: undefined, set: undefined });
    await set({ SECURITY_PASSWORD_REFUSE_KNOWN: true });
  });

  test('is not set while the list cannot be read, and neither is another one', async () => {
    const user = await createUser(admin);
    await writeFile(file, 'torn to pieces');
    const answer = await admin.put(`users/users/${user.id}/password/`, { password: 'Strong-Gate-1234!' });
    expect([answer.status, answer.body.code]).toEqual([503, 'password_list_unreadable']);
    await writeFile(file, `${sha1(LISTED)}\n`);
    expect((await admin.put(`users/users/${user.id}/password/`, { password: 'Strong-Gate-1234!' })).status).toBe(200);
  });
});
