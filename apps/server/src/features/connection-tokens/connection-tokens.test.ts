import { generateKeyPairSync } from 'node:crypto';
import { signedRequest } from '@postern/client/component-request';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';

let admin: Api;
let orgId: string;
let component: {
  post(path: string, body: unknown): Promise<{ status: number; body: Json }>;
  patch(path: string, body: unknown): Promise<{ status: number; body: Json }>;
};

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  orgId = (await createOrganisation(root)).id;
  admin = root.inOrg(orgId);
  const made = await server.anyone.post(
    'terminal/terminal-registrations/',
    { name: uniqueName('koko'), type: 'koko', comment: '' },
    { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
  );
  const request = signedRequest(server.url, made.body.service_account.access_key);
  const call = (method: 'POST' | 'PATCH') => async (path: string, body: unknown) =>
    request<Json>({ method, path: `/api/v1/${path}`, body }).then(
      (answer) => ({ status: 200, body: answer }),
      (error: { status: number; code: string; detail: string }) => ({
        status: error.status,
        body: { code: error.code, detail: error.detail },
      }),
    );
  component = { post: call('POST'), patch: call('PATCH') };
});

const SECRET_URL = 'authentication/super-connection-token/secret/';
const TOKEN_URL = 'authentication/connection-token/';

/** A user who may log in as root on a host of their own. */
async function allowed(given: Json = {}) {
  const user = await createUser(admin);
  const host = await createHost(admin);
  const account = await createAccount(admin, host.id, { username: 'root', name: 'root', secret: 'canary-of-root', ...given });
  const permission = await createPermission(admin, {
    users: [user.id],
    assets: [host.id],
    accounts: ['@ALL', '@INPUT', '@USER'],
    actions: ['connect', 'upload'],
  });
  const api = (await server.as(user.username)).inOrg(orgId);
  const ask = (body: Json = {}) =>
    api.post(TOKEN_URL, { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli', ...body });
  return { user, host, account, permission, api, ask };
}

describe('making a token', () => {
  test('its owner gets it with its value, in the form that clients read', async () => {
    const { user, host, api, ask } = await allowed();
    const { status, body } = await ask({ connect_options: { charset: 'utf-8' } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: { id: user.id },
      asset: { id: host.id, name: host.name },
      account: 'root',
      protocol: 'ssh',
      connect_options: { charset: 'utf-8' },
      is_active: true,
      is_expired: false,
      is_reusable: false,
      from_ticket: null,
      from_ticket_info: {},
      org_id: orgId,
      user_display: `${user.username}(${user.username})`,
      asset_display: `${host.name}(127.0.0.1)`,
    });
    expect(body.value).toMatch(/^[A-Za-z0-9]{24}$/);
    expect(body.expire_time).toBeGreaterThan(290);
    expect(body.actions.map((one: Json) => one.value)).toEqual(['connect', 'upload']);
    expect((await api.get<Json[]>(TOKEN_URL)).body.map((one) => one.id)).toEqual([body.id]);
  });

  test('nobody else sees it, administrators included', async () => {
    const { ask, user } = await allowed();
    const { body } = await ask();
    expect((await admin.get<Json[]>(TOKEN_URL)).body.map((one) => one.id)).not.toContain(body.id);
    expect((await admin.get(`${TOKEN_URL}${body.id}/`)).status).toBe(404);
    expect((await admin.post(`${TOKEN_URL}exchange/`, { id: body.id })).status).toBe(404);
    expect((await admin.patch(`${TOKEN_URL}${body.id}/expire/`)).status).toBe(404);
    const { rows } = await sql<Json>`select to_jsonb(t) as row from connection_tokens t where user_id = ${user.id}`.execute(server.db);
    expect(JSON.stringify(rows)).not.toContain(body.value);
  });

  test.each([
    ['an account that is not granted', { account: 'nobody' }, 'perm_account_invalid'],
    ['an asset that is not granted', { asset: 'other' }, 'perm_account_invalid'],
    ['an asset that does not exist', { asset: '00000000-0000-4000-8000-000000000000' }, 'perm_account_invalid'],
  ])('%s is refused', async (_what, change: Json, code) => {
    const { ask } = await allowed();
    const other = await createHost(admin);
    const answer = await ask(change.asset === 'other' ? { asset: other.id } : change);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });

  test('an expired permission, an inactive asset, an anonymous login and a protocol the host has not are refused', async () => {
    const { ask, permission, host } = await allowed();
    expect((await ask({ account: '@ANON' })).body).toHaveProperty('account');
    expect((await ask({ protocol: 'telnet' })).body).toHaveProperty('protocol');
    await admin.patch(`assets/hosts/${host.id}/`, { is_active: false });
    expect((await ask()).body.code).toBe('perm_account_invalid');
    await admin.patch(`assets/hosts/${host.id}/`, { is_active: true });
    await admin.patch(`perms/asset-permissions/${permission.id}/`, { date_expired: '2020-01-01 00:00:00 +0000' });
    expect((await ask()).body.code).toBe('perm_expired');
  });
});

describe('exchanging a token', () => {
  test('a component gets target, credential and policy, once', async () => {
    const { user, host, ask } = await allowed();
    const token = (await ask()).body;
    const first = await component.post(SECRET_URL, { id: token.id });
    expect(first.body).toMatchObject({
      id: token.id,
      value: token.value,
      protocol: 'ssh',
      user: { id: user.id, username: user.username, email: user.email },
      asset: { id: host.id, address: '127.0.0.1', protocols: [{ name: 'ssh', port: 22 }], category: 'host', type: 'linux', org_id: orgId },
      account: { name: 'root', username: 'root', secret: 'canary-of-root', secret_type: { value: 'password' }, su_from: null },
      platform: { id: 1, name: 'Linux', charset: { value: 'utf-8' }, su_method: { value: 'sudo' } },
      command_filter_acls: [],
      domain: null,
      gateway: null,
      connect_method: { value: 'web_cli', component: 'koko' },
      org_id: orgId,
      host_keys: [],
    });
    expect(first.body.platform).not.toHaveProperty('automation');
    expect(first.body.actions.map((one: Json) => one.value)).toEqual(['connect', 'upload']);
    expect(first.body.expire_at).toBeGreaterThan(Date.now() / 1000);
    expect(await component.post(SECRET_URL, { id: token.id })).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
  });

  test('of many at the same moment one wins', async () => {
    const { ask } = await allowed();
    const token = (await ask()).body;
    const answers = await Promise.all(Array.from({ length: 12 }, () => component.post(SECRET_URL, { id: token.id })));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(11);
  });

  test('somebody else’s guess does not cost the owner the token', async () => {
    const { ask, user } = await allowed();
    const stranger = await createUser(admin);
    const token = (await ask()).body;
    const guesses = [
      { value: 'x' },
      { value: '' },
      { value: null },
      { value: `${token.value}x` },
      { user: stranger.id },
      { user: 'x' },
      { user: null },
    ];
    for (const guess of guesses) {
      const answer = await component.post(SECRET_URL, { id: token.id, ...guess });
      expect([answer.status, answer.body.code]).toEqual([403, 'permission_denied']);
      expect(JSON.stringify(answer.body)).not.toContain(token.value);
    }
    expect((await component.post(SECRET_URL, { id: token.id, value: token.value, user: user.id })).status).toBe(200);
    expect((await component.post(SECRET_URL, { id: token.id, value: token.value, user: user.id })).status).toBe(403);
  });

  test('people may not, whatever their role', async () => {
    const { ask, api } = await allowed();
    const token = (await ask()).body;
    for (const actor of [admin, api]) expect((await actor.post(SECRET_URL, { id: token.id })).status).toBe(403);
    expect((await server.anyone.post(SECRET_URL, { id: token.id })).status).toBe(401);
    expect((await component.post(SECRET_URL, { id: token.id })).status).toBe(200);
  });

  test.each([
    [
      'the permission went',
      async ({ permission }: Awaited<ReturnType<typeof allowed>>) => admin.delete(`perms/asset-permissions/${permission.id}/`),
    ],
    [
      'the user was switched off',
      async ({ user }: Awaited<ReturnType<typeof allowed>>) => admin.patch(`users/users/${user.id}/`, { is_active: false }),
    ],
    [
      'the asset was switched off',
      async ({ host }: Awaited<ReturnType<typeof allowed>>) => admin.patch(`assets/hosts/${host.id}/`, { is_active: false }),
    ],
    [
      'the account was switched off',
      async ({ account }: Awaited<ReturnType<typeof allowed>>) => admin.patch(`accounts/accounts/${account.id}/`, { is_active: false }),
    ],
  ])('it fails when meanwhile %s, and the token is spent', async (_what, undo) => {
    const all = await allowed();
    const token = (await all.ask()).body;
    expect((await undo(all)).status).toBeLessThan(300);
    expect((await component.post(SECRET_URL, { id: token.id })).status).toBe(403);
    const { rows } = await sql<Json>`
      select date_used is not null or date_expired <= now() as over from connection_tokens where id = ${token.id}`.execute(server.db);
    expect(rows[0]?.over).toBe(true);
  });

  test('an owner may expire it; unknown and malformed ids are 404', async () => {
    const { ask, api } = await allowed();
    const token = (await ask()).body;
    expect((await api.patch(`${TOKEN_URL}${token.id}/expire/`)).status).toBe(204);
    expect((await component.post(SECRET_URL, { id: token.id })).status).toBe(403);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', null, 7])
      expect((await component.post(SECRET_URL, { id })).status).toBe(404);
  });

  test('expire_now false keeps it until it expires, and it can be renewed', async () => {
    const { ask } = await allowed();
    const token = (await ask()).body;
    for (let time = 0; time < 2; time += 1)
      expect((await component.post(SECRET_URL, { id: token.id, expire_now: false })).status).toBe(200);
    expect((await component.patch('authentication/super-connection-token/renewal/', { id: token.id })).body).toMatchObject({ ok: true });
  });

  test('a typed login travels encrypted and reaches only the component', async () => {
    const { ask, api } = await allowed();
    const token = (await ask({ account: '@INPUT', input_username: 'me', input_secret: 'canary-typed' })).body;
    expect(JSON.stringify(token)).not.toContain('canary');
    expect(JSON.stringify((await api.get(TOKEN_URL)).body)).not.toContain('canary');
    const again = await api.post(`${TOKEN_URL}exchange/`, { id: token.id });
    expect([again.status, again.body.id === token.id, again.body.value === token.value]).toEqual([201, false, false]);
    expect((await component.post(SECRET_URL, { id: again.body.id })).body.account).toMatchObject({
      username: 'me',
      secret: 'canary-typed',
    });
  });

  test('an account that is stored nowhere has the shape of a stored one', async () => {
    const { ask, user } = await allowed();
    const exchanged = async (account: string, input: Json = {}) => {
      const token = (await ask({ account, ...input })).body;
      return (await component.post(SECRET_URL, { id: token.id })).body.account as Json;
    };
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([name, part]) => [name, shape(part)])
            .sort()
        : typeof value;
    const stored = await exchanged('root');
    const input = await exchanged('@INPUT', { input_username: 'me', input_secret: 'x' });
    const own = await exchanged('@USER', { input_secret: 'x' });
    for (const virtual of [input, own]) {
      expect(shape(virtual)).toEqual(shape(stored));
      expect(virtual.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
    expect(input.id).not.toBe(own.id);
    expect(own.username).toBe(user.username);
    // The same login is the same account the next time.
    expect((await exchanged('@INPUT', { input_username: 'me', input_secret: 'y' })).id).toBe(input.id);
  });

  test('a component asks for somebody; a stranger is refused', async () => {
    const { user, host } = await allowed();
    const body = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'ssh' };
    const made = await component.post('authentication/super-connection-token/', { ...body, user: user.id });
    expect(made.body).toMatchObject({ user: { id: user.id }, account: 'root' });
    const stranger = await createUser(admin);
    await server.as(stranger.username);
    expect((await component.post('authentication/super-connection-token/', { ...body, user: stranger.id })).body.code).toBe(
      'perm_account_invalid',
    );
  });
});

describe('host keys', () => {
  const seen = (asset: string, fingerprint: string) => ({
    asset,
    address: '127.0.0.1',
    port: 22,
    type: 'ssh-ed25519',
    fingerprint,
    session: '',
  });

  test('the first one is pinned, another one changes nothing, an administrator forgets it', async () => {
    const { host, ask } = await allowed();
    const pinned = async () => (await component.post(SECRET_URL, { id: (await ask()).body.id })).body.host_keys;
    // Only who was given leave to open it speaks about its key.
    expect(await pinned()).toEqual([]);
    expect((await component.post('terminal/host-keys/', seen(host.id, 'SHA256:one'))).body).toEqual({ pinned: true });
    expect((await component.post('terminal/host-keys/', seen(host.id, 'SHA256:two'))).body).toEqual({ pinned: false });
    expect((await component.post('terminal/host-keys/changed/', seen(host.id, 'SHA256:two'))).status).toBe(200);
    expect(await pinned()).toEqual([{ type: 'ssh-ed25519', fingerprint: 'SHA256:one' }]);
    const { rows } = await sql<Json>`select * from operate_logs where resource_type = 'asset' and resource_id = ${host.id}`
      .execute(server.db)
      .catch(() => ({ rows: [] }));
    expect(JSON.stringify(rows)).toContain('SHA256:two');
    expect((await admin.delete(`assets/assets/${host.id}/host-keys/`)).status).toBe(204);
    expect(await pinned()).toEqual([]);
    expect((await admin.post('terminal/host-keys/', seen(host.id, 'SHA256:three'))).status).toBe(403);
  });
});

test('what marks the machine comes along with its secret: the loudest of its labels that have a colour', async () => {
  const { host, ask } = await allowed();
  const mark = async () => (await component.post(SECRET_URL, { id: (await ask()).body.id })).body.mark;
  const label = (name: string, value: string, more: Json) =>
    admin.post('assets/labels/', { name: uniqueName(name), value, assets: [host.id], ...more });
  await label('owner', 'web', { warning: 'unseen' });
  expect(await mark()).toBeNull();
  await label('stage', 'pre', { color: 'amber' });
  expect(await mark()).toMatchObject({ color: 'amber', warning: '' });
  await label('env', 'production', { color: 'red', warning: 'Customers work here' });
  expect(await mark()).toEqual({ color: 'red', text: expect.stringMatching(/^env.*:production$/), warning: 'Customers work here' });
});

describe('a host key of another type', () => {
  test('is another key: it is refused and written down, also when two see the machine first at once', async () => {
    const { host, ask } = await allowed();
    const pin = async (type: string, fingerprint: string) =>
      (await component.post('terminal/host-keys/', { asset: host.id, address: '127.0.0.1', port: 22, type, fingerprint, session: '' })).body
        .pinned;
    expect((await component.post(SECRET_URL, { id: (await ask()).body.id })).status).toBe(200);
    const first = await Promise.all([pin('ssh-ed25519', 'SHA256:a'), pin('ssh-rsa', 'SHA256:b'), pin('ecdsa-sha2-nistp256', 'SHA256:c')]);
    expect(first.filter(Boolean)).toHaveLength(1);
    const known = (await component.post(SECRET_URL, { id: (await ask()).body.id })).body.host_keys;
    expect(known).toHaveLength(1);
    expect(await pin(known[0].type, known[0].fingerprint)).toBe(true);
    expect(await pin('ssh-dss', 'SHA256:d')).toBe(false);
    expect((await component.post(SECRET_URL, { id: (await ask()).body.id })).body.host_keys).toEqual(known);
    const { rows } = await sql<Json>`select diff from operate_logs where resource_type = 'asset' and resource_id = ${host.id}`.execute(
      server.db,
    );
    expect(rows.filter((row) => JSON.stringify(row).includes('refused_host_key'))).toHaveLength(3);
    expect(JSON.stringify(rows)).toContain('ssh-dss SHA256:d');
  });
});

describe('keys as credentials', () => {
  test('an SSH key reaches the component in OpenSSH form', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const { ask } = await allowed({ secret_type: 'ssh_key', secret: privateKey });
    const answer = await component.post(SECRET_URL, { id: (await ask()).body.id });
    expect(answer.body.account.secret).toMatch(/^-----BEGIN OPENSSH PRIVATE KEY-----\n/);
  });
});
