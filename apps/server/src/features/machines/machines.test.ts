import { createServer, type Socket } from 'node:net';
import { ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { startSshd } from '@postern/testkit/sshd';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

let admin: Api;
let org: string;
const server = serverOfFile();
const sshd = forThisFile(startSshd, (it) => it.stop());
const root = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  org = String((await createOrganisation(root)).id);
  admin = root.inOrg(org);
});

const TRY = 'assets/hosts/try-login/';
const ADD = 'assets/hosts/guided/';
const login = (given: Json = {}): Json => ({
  address: '127.0.0.1',
  port: sshd.port,
  username: sshd.user,
  secret_type: 'ssh_key',
  secret: sshd.privateKey,
  ...given,
});
const machine = (given: Json = {}): Json => ({ name: uniqueName('machine'), platform: 1, ...login(), ...given });
const tried = async (given: Json = {}) => (await admin.post<Json>(TRY, login(given))).body;
const count = async (table: 'assets' | 'accounts' | 'asset_permissions') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)} where org_id = ${org}`.execute(server.db)).rows[0]?.n);

describe('a login is tried before anything is stored', () => {
  test('it works, says the host key, and keeps nothing', async () => {
    const before = await count('assets');
    expect(await tried()).toMatchObject({ ok: true, reason: '', host_key: sshd.hostKey.fingerprint });
    expect(await count('assets')).toBe(before);
  });

  test.each<[string, () => Json | Promise<Json>]>([
    ['key_refused', () => ({ secret: newSshKey('ed25519').private })],
    ['wrong_password', () => ({ secret_type: 'password', secret: 'no such password 1' })],
    ['closed_port', async () => ({ port: await freePort() })],
    ['no_such_name', () => ({ address: 'no-such-machine.invalid' })],
  ])('%s is the reason', async (reason, given) => {
    expect(await tried(await given())).toMatchObject({ ok: false, reason });
  });

  test('something else than SSH is told apart', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const at = other.address();
    const answer = await tried({ port: typeof at === 'object' && at ? at.port : 0 });
    other.close();
    expect(answer).toMatchObject({ ok: false, reason: 'no_ssh' });
  });

  test('a key that cannot be read is told at its field', async () => {
    const { status, body } = await admin.post<Json>(TRY, login({ secret: 'not a key' }));
    expect([status, Object.keys(body)]).toEqual([400, ['secret']]);
  });

  test('a person has one test at a time', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const at = silent.address();
    const port = typeof at === 'object' && at ? at.port : 0;
    const arrived = new Promise<Socket>((done) => silent.once('connection', done));
    const first = admin.post<Json>(TRY, login({ port }));
    const socket = await arrived;
    expect((await admin.post(TRY, login())).status).toBe(429);
    socket.destroy();
    silent.close();
    expect((await first).body).toMatchObject({ ok: false, reason: 'no_ssh' });
    expect(await tried()).toMatchObject({ ok: true });
  });

  test('who tried to log in where is in the log, and the secret is not', async () => {
    await tried({ secret_type: 'password', secret: 'no such password 2', username: 'guessed' });
    const { rows } = await sql<{ line: string }>`
      select row_to_json(l)::text as line from operate_logs l where action = 'connect' and resource like 'guessed@127.0.0.1:%'`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('no such password');
  });

  test('only who may add machines and test them', async () => {
    const plain = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
    const them = (await server.as(String(plain.username))).inOrg(org);
    expect((await them.post(TRY, login())).status).toBe(403);
  });
});

describe('a machine is added with its login and who may use it', () => {
  test('all at once, each with an audit event, and the key it showed is pinned', async () => {
    const user = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
    const body = machine({ users: [user.id], host_key_type: 'ssh-ed25519', host_key: sshd.hostKey.fingerprint });
    const made = await admin.post<Json>(ADD, body);
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect((await admin.get<Json>(`assets/hosts/${id}/`)).body).toMatchObject({
      address: '127.0.0.1',
      protocols: [{ name: 'ssh', port: sshd.port }],
    });
    const them = (await server.as(String(user.username))).inOrg(org);
    const accounts = (await them.get<Json[]>(`perms/users/self/assets/${id}/accounts/`)).body;
    expect(accounts.map(({ username }) => username)).toContain(sshd.user);
    const events = await sql<{ resource_type: string }>`
      select resource_type from operate_logs where action = 'create' and resource like ${`${String(body.name)}%`} or resource_id in
      (select id::text from accounts where asset_id = ${id})`.execute(server.db);
    expect(new Set(events.rows.map((row) => row.resource_type)).size).toBe(3);
    // Whoever comes in between from now on is told apart.
    const keys = await sql<{ fingerprint: string }>`select fingerprint from host_keys where asset_id = ${id}`.execute(server.db);
    expect(keys.rows).toEqual([{ fingerprint: sshd.hostKey.fingerprint }]);
    await sql`update host_keys set fingerprint = 'SHA256:another' where asset_id = ${id}`.execute(server.db);
    expect(await tried()).toMatchObject({ ok: false, reason: 'host_key' });
    await sql`delete from host_keys where asset_id = ${id}`.execute(server.db);
  });

  test.each<[string, Json]>([
    ['secret', { secret: 'not a key' }],
    ['host_key', { host_key: 'another', host_key_type: 'ssh-ed25519' }],
    ['users', { users: ['5c7b2c53-6c4e-4b53-9f0a-3b5f0c0f3a11'] }],
  ])('what is wrong with %s leaves nothing behind', async (field, given) => {
    const before = [await count('assets'), await count('accounts'), await count('asset_permissions')];
    const { status, body } = await admin.post<Json>(ADD, machine(given));
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
    expect([await count('assets'), await count('accounts'), await count('asset_permissions')]).toEqual(before);
  });

  test('who may make no permissions lets nobody in, and adds nothing by trying', async () => {
    const permissions = ['assets.add_asset', 'assets.view_asset', 'accounts.add_account', 'users.view_user'].map(
      (code) => permissionByCode(code)?.id,
    );
    const role = await root.post<Json>('rbac/org-roles/', { scope: 'org', name: uniqueName('adders'), permissions });
    const adder = await createUser(admin, { org_roles: [role.body.id] });
    const them = (await server.as(String(adder.username))).inOrg(org);
    const before = await count('assets');
    expect((await them.post(ADD, machine({ users: [adder.id] }))).status).toBe(403);
    expect(await count('assets')).toBe(before);
    expect((await them.post(ADD, machine())).status).toBe(201);
  });

  test('people of another organisation are nobody', async () => {
    const elsewhere = root.inOrg((await createOrganisation(root)).id);
    const stranger = await createUser(elsewhere, { org_roles: [ROLE.ORG_USER] });
    const { status, body } = await admin.post<Json>(ADD, machine({ users: [stranger.id] }));
    expect([status, Object.keys(body)]).toEqual([400, ['users']]);
  });

  test('nobody is named: no permission is made', async () => {
    const before = await count('asset_permissions');
    expect((await admin.post(ADD, machine())).status).toBe(201);
    expect(await count('asset_permissions')).toBe(before);
  });
});
