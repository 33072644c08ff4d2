import { ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
let root: Api;
let admin: Api;
let org: string;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.as('admin');
  org = (await createOrganisation(root)).id;
  admin = root.inOrg(org);
});
afterAll(() => server?.close());

const READ = 'assets/hosts/read-list/';
const LINUX = { id: 1, name: 'Linux' };
const read = async (text: string, file_name = '', api = admin): Promise<Json> => {
  const { status, body } = await api.post<Json>(READ, { text, file_name });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test('lines give machines, tell those that are there already, and say of the others why not', async () => {
  await createHost(admin, { address: '10.9.8.7' });
  const elsewhere = root.inOrg((await createOrganisation(root)).id);
  await createHost(elsewhere, { address: '10.9.8.6' });
  const answer = await read('root@10.9.8.7:2222\nweb-1\n10.9.8.6\nrdp://10.9.8.5\nops@:22\nhost:99999');
  expect(answer.format).toBe('lines');
  expect(answer.machines).toEqual([
    { line: 1, name: '10.9.8.7', address: '10.9.8.7', port: 2222, username: 'root', platform: LINUX, known: true },
    { line: 2, name: 'web-1', address: 'web-1', port: 22, username: '', platform: LINUX, known: false },
    // What another organisation has nobody here hears of.
    { line: 3, name: '10.9.8.6', address: '10.9.8.6', port: 22, username: '', platform: LINUX, known: false },
  ]);
  expect(answer.unread).toEqual([
    { line: 4, text: '10.9.8.5', reason: 'protocol' },
    { line: 5, text: 'ops@:22', reason: 'syntax' },
    { line: 6, text: 'host:99999', reason: 'port' },
  ]);
});

test('the platform is guessed of what the list says, and a port of Windows is none of SSH', async () => {
  const answer = await read('mac-mini-3\nfreebsd14.lan\nroot@10.0.0.9 # AIX, 7.3\nmacon-1\n10.0.0.8:3389');
  expect(answer.machines.map((one: Json) => one.platform)).toEqual([
    { id: 3, name: 'macOS' },
    { id: 4, name: 'BSD' },
    { id: 10, name: 'AIX' },
    LINUX,
  ]);
  expect(answer.unread).toEqual([{ line: 5, text: '10.0.0.8', reason: 'protocol' }]);
});

test('a long list is told in part, and the rest is counted', async () => {
  const answer = await read(Array.from({ length: 1200 }, (_, at) => `host-${at}`).join('\n'));
  expect([answer.machines.length, answer.unread.length, answer.more]).toEqual([500, 200, 500]);
  expect(answer.unread[0]).toMatchObject({ line: 501, reason: 'too_many' });
  expect((await admin.post(READ, { text: 'x'.repeat(1_048_577) })).status).toBe(400);
  expect((await admin.post(READ, { text: 'x'.repeat(5_000_000) })).status).toBe(413);
});

test('ranges that make thousands of names from one line make no more than are looked through', async () => {
  const many = Array.from({ length: 200 }, (_, at) => `a${at}${'[1:2]'.repeat(12)}`).join('\n');
  for (const text of [`[web]\n${many}`, `all:\n  hosts:\n${many.replaceAll('\n', ':\n').replaceAll(/^/gm, '    ')}:`]) {
    const answer = await read(text);
    expect(answer.format).toBe('ansible');
    expect([answer.machines.length, answer.unread.length + answer.more]).toEqual([500, 4096 - 500 + 199]);
  }
});

test('only who may add machines has lists read', async () => {
  const permissions = ['assets.view_asset', 'assets.change_asset'].map((code) => permissionByCode(code)?.id);
  const changers = await root.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('changers'), permissions });
  for (const role of [ROLE.ORG_USER, changers.body.id]) {
    const person = await createUser(admin, { org_roles: [role] });
    expect((await (await server.as(String(person.username))).inOrg(org).post(READ, { text: 'x' })).status).toBe(403);
  }
});

test('a key that was made goes to several machines, and is gone after the last', async () => {
  const { made_key } = (await admin.post<Json>('assets/hosts/made-keys/')).body;
  const add = (more: Json) =>
    admin.post<Json>('assets/hosts/guided/', {
      ...{ name: uniqueName('many'), platform: 1, address: '10.1.1.1', username: 'root', secret_type: 'ssh_key', made_key },
      ...more,
    });
  const answers = [await add({ keep_key: true }), await add({ keep_key: true }), await add({}), await add({})];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 400]);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from made_keys`.execute(server.db);
  expect(rows[0]?.n).toBe(0);
});
