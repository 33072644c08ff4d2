import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { forgetMadeKeys } from './made-keys.ts';

/** Keys that are made for a machine before it is added, and the ways to somebody else's. */

let server: TestServer;
let sshd: Sshd;
let root: Api;
let admin: Api;
let org: string;
const folder = mkdtempSync(join(tmpdir(), 'postern-made-'));
const authorized = join(folder, 'authorized');
beforeAll(async () => {
  writeFileSync(authorized, '', { mode: 0o600 });
  [server, sshd] = await Promise.all([startTestServer(), startSshd([], [`AuthorizedKeysFile ${authorized}`])]);
  root = await server.as('admin');
  org = (await createOrganisation(root)).id;
  admin = root.inOrg(org);
});
afterAll(async () => {
  await server?.close();
  await sshd?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const MAKE = 'assets/hosts/made-keys/';
const TRY = 'assets/hosts/try-login/';
const ADD = 'assets/hosts/guided/';
const login = (made_key: string): Json => ({
  address: '127.0.0.1',
  port: sshd.port,
  username: sshd.user,
  secret_type: 'ssh_key',
  made_key,
});
const machine = (made_key: string): Json => ({ name: uniqueName('machine'), platform: 1, ...login(made_key) });
async function made(api = admin): Promise<{ made_key: string; public_key: string }> {
  const { status, body } = await api.post<Json>(MAKE);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { made_key: string; public_key: string };
}
const kept = async (): Promise<number> =>
  Number((await sql<{ n: string }>`select count(*) as n from made_keys`.execute(server.db)).rows[0]?.n);
const gone = { status: 400, body: { made_key: expect.anything() } };

test('its line on the machine makes the test work, saving moves it to the account, and it is nowhere in the clear', async () => {
  const { made_key, public_key } = await made();
  expect(public_key).toMatch(/^ssh-ed25519 [\w+/]{68} postern$/);
  expect((await admin.post(TRY, login(made_key))).body).toMatchObject({ ok: false, reason: 'key_refused' });
  writeFileSync(authorized, `${public_key}\n`);
  expect((await admin.post(TRY, login(made_key))).body).toMatchObject({ ok: true });
  const stored = await sql<{ row: string; key: string }>`select row_to_json(k)::text as row, private_key as key from made_keys k`.execute(
    server.db,
  );
  expect(stored.rows[0]?.row).not.toMatch(/PRIVATE KEY/);
  expect(stored.rows[0]?.row).not.toContain(made_key);
  const pem = await server.platform.asSystem('test', async (ctx) => ctx.secrets.decrypt(String(stored.rows[0]?.key)));
  const added = await admin.post<Json>(ADD, machine(made_key));
  expect([added.status, await kept()]).toEqual([201, 0]);
  const account = await sql<{ secret: string }>`select secret from accounts where asset_id = ${added.body.id}`.execute(server.db);
  expect(await server.platform.asSystem('test', async (ctx) => ctx.secrets.decrypt(String(account.rows[0]?.secret)))).toBe(pem);
  // Moved, not copied.
  expect(await admin.post(ADD, machine(made_key))).toMatchObject(gone);
  expect(await admin.post(TRY, login(made_key))).toMatchObject(gone);
  const logs = await sql<{ line: string }>`select row_to_json(l)::text as line from operate_logs l`.execute(server.db);
  const body = pem.split('\n').slice(1, -2);
  for (const line of [...logs.rows.map((row) => row.line), JSON.stringify(added.body)])
    for (const part of [made_key, ...body]) expect(line).not.toContain(part);
});

test('a machine that is refused leaves the key for the next try', async () => {
  const { made_key } = await made();
  expect((await admin.post(ADD, { ...machine(made_key), users: ['5c7b2c53-6c4e-4b53-9f0a-3b5f0c0f3a11'] })).status).toBe(400);
  expect((await admin.post(ADD, { ...machine(made_key), name: '' })).status).toBe(400);
  expect((await admin.post(ADD, machine(made_key))).status).toBe(201);
});

describe('somebody else’s key is one that there is not', () => {
  test.each<[string, () => Promise<{ api: Api; made_key: string }>]>([
    [
      'of another person of the organisation',
      async () => {
        const other = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
        return { api: (await server.as(String(other.username))).inOrg(org), made_key: (await made()).made_key };
      },
    ],
    [
      'of the same person elsewhere',
      async () => ({ api: root.inOrg((await createOrganisation(root)).id), made_key: (await made()).made_key }),
    ],
    ['that never was', async () => ({ api: admin, made_key: 'a'.repeat(43) })],
  ])('%s', async (_whose, given) => {
    const { api, made_key } = await given();
    const answers = [await api.post<Json>(ADD, machine(made_key)), await api.post<Json>(TRY, login(made_key))];
    const never = await api.post<Json>(ADD, machine('b'.repeat(43)));
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([never.status, never.body]);
    expect(never).toMatchObject(gone);
  });

  test('and takes the right to add machines', async () => {
    const plain = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
    expect((await (await server.as(String(plain.username))).inOrg(org).post(MAKE)).status).toBe(403);
  });
});

test('it waits for an hour, and a person has five at most', async () => {
  await sql`delete from made_keys`.execute(server.db);
  const first = await made();
  const { rows } = await sql<{ left: number }>`select extract(epoch from expires_at - now())::int as left from made_keys`.execute(
    server.db,
  );
  expect(Math.abs(Number(rows[0]?.left) - 3600)).toBeLessThan(120);
  await Promise.all(Array.from({ length: 8 }, () => made()));
  expect(await kept()).toBe(5);
  expect(await admin.post(TRY, login(first.made_key))).toMatchObject(gone);
  const last = await made();
  await sql`update made_keys set expires_at = now() - interval '1 second'`.execute(server.db);
  expect(await admin.post(TRY, login(last.made_key))).toMatchObject(gone);
  expect(await admin.post(ADD, machine(last.made_key))).toMatchObject(gone);
  await server.platform.asSystem('test', forgetMadeKeys);
  expect(await kept()).toBe(0);
});

test('with neither a secret nor a key that was made there is nothing to log in with', async () => {
  for (const path of [TRY, ADD])
    expect(await admin.post(path, machine(''))).toMatchObject({ status: 400, body: { secret: expect.anything() } });
});
