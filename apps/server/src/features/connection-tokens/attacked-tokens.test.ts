import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';

/** Tokens whose words are chosen to break something, and those that come too late, from the wrong place or for the wrong thing. */

let admin: Api;
let orgId: string;
let koko: Component;

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  koko = await registerComponent(server);
});

const TOKENS = 'authentication/connection-token/';
const SUPER = 'authentication/super-connection-token/';
const exchange = (id: string, more: Json = {}, api = koko.api) => api.post<Json>(`${SUPER}secret/`, { id, ...more });
const set = (values: Record<string, unknown>) =>
  server.platform.asSystem('test', (ctx) => server.platform.systemSettings.set(ctx, values as never));

/** A user who may log in on a host of their own. */
async function allowed(account: Json = {}, machine: Json = {}) {
  const user = await createUser(admin);
  const host = await createHost(admin, machine);
  const stored = await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root', ...account });
  await createPermission(admin, { users: [user.id], assets: [host.id], accounts: ['@ALL', '@INPUT', '@USER', '@ANON'] });
  const api = (await server.as(user.username)).inOrg(orgId);
  const ask = (body: Json = {}) =>
    api.post<Json>(TOKENS, { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli', ...body });
  const token = async (body: Json = {}): Promise<Json> => {
    const made = await ask(body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  return { user, host, stored, api, ask, token };
}
const spent = async (id: string): Promise<boolean> =>
  (
    await sql<{
      spent: boolean;
    }>`select date_used is not null or date_expired <= now() as spent from connection_tokens where id = ${id}`.execute(server.db)
  ).rows[0]?.spent === true;

describe('a way of connecting', () => {
  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('that is called %s is one that nobody knows', async (method) => {
    const { token, api } = await allowed();
    const made = await token({ connect_method: method });
    const { status, body } = await exchange(made.id);
    expect([status, body.connect_method]).toEqual([200, { label: method, value: method, type: 'native', component: 'koko' }]);
    const another = await token({ connect_method: method });
    expect((await api.get<Json>(`${TOKENS}${another.id}/client-url/`)).body.error).toMatch(/^Connect method/);
  });

  test('is exchanged by a component that carries it; another one costs the owner nothing', async () => {
    const lion = await registerComponent(server, 'lion');
    const agent = await registerComponent(server, 'tinker');
    const { token } = await allowed(
      {},
      {
        protocols: [
          { name: 'ssh', port: 22 },
          { name: 'vnc', port: 5900 },
        ],
      },
    );
    const [terminal, desktop, unknown] = [
      await token(),
      await token({ connect_method: 'web_gui', protocol: 'vnc' }),
      await token({ connect_method: 'teleport' }),
    ];
    for (const [made, other] of [
      [terminal, lion],
      [terminal, agent],
      [desktop, koko],
      [desktop, agent],
      [unknown, agent],
    ] as const)
      expect(await exchange(made.id, {}, other.api)).toMatchObject({ status: 403 });
    for (const made of [terminal, desktop, unknown]) expect(await spent(made.id)).toBe(false);
    expect((await exchange(terminal.id)).status).toBe(200);
    expect((await exchange(desktop.id, {}, lion.api)).status).toBe(200);
    expect((await exchange(unknown.id)).status).toBe(200);
  });
});

describe('a token that comes too late', () => {
  test.each([
    [
      'its owner has expired',
      async ({ user }: Json) => admin.patch(`users/users/${user.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' }),
    ],
    ['its account was deleted', async ({ stored }: Json) => admin.delete(`accounts/accounts/${stored.id}/`)],
    ['its machine was deleted', async ({ host }: Json) => admin.delete(`assets/hosts/${host.id}/`)],
  ])('opens nothing once %s', async (_what, undo) => {
    const all = await allowed();
    const { id } = await all.token();
    expect((await undo(all)).status).toBeLessThan(300);
    const { status, body } = await exchange(id);
    expect([403, 404]).toContain(status);
    expect(JSON.stringify(body)).not.toContain('canary');
    expect((await exchange(id)).status).toBe(status);
  });

  test('is not renewed, by whatever it is called', async () => {
    const { token, api } = await allowed();
    const [fresh, used, over] = [await token(), await token(), await token()];
    await exchange(used.id);
    await api.patch(`${TOKENS}${over.id}/expire/`);
    const renew = async (id: unknown, client = koko.api) => (await client.patch<Json>(`${SUPER}renewal/`, { id })).status;
    for (const id of [used.id, over.id, randomUUID()]) expect(await renew(id)).toBe(403);
    for (const id of ['x', null]) expect(await renew(id)).toBe(400);
    expect(await renew(fresh.id, api)).toBe(403);
    expect(await renew(fresh.id)).toBe(200);
    for (const id of [used.id, over.id]) expect((await exchange(id)).status).toBe(403);
  });
});

describe('a reusable token', () => {
  const reuse = (api: Api, id: string, is_reusable = true) => api.patch<Json>(`${TOKENS}${id}/reuse/`, { is_reusable });

  test('is made while the setting is on, by its owner, and is one while it stays on', async () => {
    const { token, api, user } = await allowed();
    const made = await token();
    expect((await reuse(api, made.id)).status).toBe(403);
    await set({ CONNECTION_TOKEN_REUSABLE: true });
    try {
      expect((await reuse(admin, made.id)).status).toBe(404);
      expect((await reuse((await server.as((await createUser(admin)).username)).inOrg(orgId), made.id)).status).toBe(404);
      expect(await reuse(api, made.id)).toMatchObject({ status: 200, body: { id: made.id, is_reusable: true } });
      for (let time = 0; time < 2; time += 1) expect((await exchange(made.id, { expire_now: true })).status).toBe(200);
      const { rows } = await sql<{ diff: unknown }>`
        select diff from operate_logs where resource_type = 'connectiontoken' and resource_id = ${made.id} and action = 'update'`.execute(
        server.db,
      );
      expect(JSON.stringify(rows)).toContain('is_reusable');
      expect(await reuse(api, made.id, false)).toMatchObject({ status: 200, body: { is_reusable: false } });
      await reuse(api, made.id);
    } finally {
      await set({ CONNECTION_TOKEN_REUSABLE: null });
    }
    expect((await exchange(made.id)).status).toBe(200);
    expect((await exchange(made.id)).status).toBe(403);
    const later = await token();
    expect((await exchange(later.id, { user: user.id })).status).toBe(200);
    expect((await exchange(later.id)).status).toBe(403);
  });
});

describe('a login', () => {
  test('that is stored with no secret takes what was typed; one with a secret takes its own, whatever was typed', async () => {
    const { token, host } = await allowed();
    await createAccount(admin, host.id, { username: 'bare', name: 'bare', secret: '' });
    const secretOf = async (body: Json) => (await exchange((await token(body)).id)).body.account.secret;
    expect(await secretOf({ account: 'bare', input_secret: 'typed' })).toBe('typed');
    expect(await secretOf({ account: 'bare' })).toBe('');
    expect(await secretOf({ account: 'root', input_secret: 'typed' })).toBe('canary-of-root');
  });

  test('comes with the one it switches from, when the platform does', async () => {
    const { token, host, stored } = await allowed();
    const from = await createAccount(admin, host.id, { username: 'ops', name: 'ops', secret: 'canary-of-ops' });
    expect((await admin.patch(`accounts/accounts/${stored.id}/`, { su_from: from.id })).status).toBe(200);
    const { account } = (await exchange((await token()).id)).body;
    expect(account).toMatchObject({ username: 'root', su_from: { username: 'ops', secret: 'canary-of-ops' } });
    // Whoever has only the switched one may not have the other by itself.
    expect((await token({ account: 'ops' })).account).toBe('ops');
  });

  test('by SFTP goes to the port of SSH', async () => {
    const { token, host } = await allowed();
    await koko.api.post('terminal/host-keys/', { asset: host.id, address: '127.0.0.1', port: 22, type: 'ssh-rsa', fingerprint: 'x' });
    expect((await exchange((await token()).id)).status).toBe(200);
    const seen = { asset: host.id, address: '127.0.0.1', port: 22, type: 'ssh-ed25519', fingerprint: 'SHA256:one', session: '' };
    expect((await koko.api.post<Json>('terminal/host-keys/', seen)).body).toEqual({ pinned: true });
    expect((await exchange((await token({ protocol: 'sftp', connect_method: 'web_sftp' })).id)).body.host_keys).toEqual([
      { type: 'ssh-ed25519', fingerprint: 'SHA256:one' },
    ]);
  });
});

describe('a host key', () => {
  test('is told whole, of a machine the component was given, and within bounds', async () => {
    const { token, host } = await allowed();
    const seen = { asset: host.id, address: '127.0.0.1', port: 22, type: 'ssh-ed25519', fingerprint: 'SHA256:one', session: '' };
    const tell = async (change: Json, path = '') =>
      (await koko.api.post<Json>(`terminal/host-keys/${path}`, { ...seen, ...change })).status;
    // Before any token of the machine was exchanged, and of machines that are none.
    for (const path of ['', 'changed/']) {
      expect(await tell({}, path)).toBe(403);
      for (const asset of [randomUUID(), 'x', null]) expect(await tell({ asset }, path), String(asset)).toBeGreaterThanOrEqual(400);
    }
    expect((await exchange((await token()).id)).status).toBe(200);
    for (const change of [
      { address: '' },
      { type: '' },
      { fingerprint: '' },
      { address: 'a'.repeat(2_000) },
      { type: 't'.repeat(2_000) },
      { fingerprint: 'f'.repeat(2_000) },
      { port: 'x' },
      { port: 70_000 },
    ])
      for (const path of ['', 'changed/']) expect(await tell(change, path), JSON.stringify(change).slice(0, 60)).toBe(400);
    for (const missing of ['asset', 'address', 'port', 'type', 'fingerprint'])
      expect(await tell({ [missing]: undefined }), missing).toBeGreaterThanOrEqual(400);
    expect((await exchange((await token()).id)).body.host_keys).toEqual([]);
    expect(await tell({})).toBe(201);
  });
});

describe('a component at whose door somebody is', () => {
  test('makes tokens for nobody who may not log in', async () => {
    const { user, host } = await allowed();
    const body = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'ssh' };
    const ask = (id: unknown) => koko.api.post<Json>(SUPER, { ...body, user: id });
    expect((await ask(user.id)).status).toBe(201);
    for (const id of [randomUUID(), koko.userId, 'x']) expect((await ask(id)).body).toHaveProperty('user');
    await admin.patch(`users/users/${user.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' });
    expect((await ask(user.id)).body).toHaveProperty('user');
  });
});
