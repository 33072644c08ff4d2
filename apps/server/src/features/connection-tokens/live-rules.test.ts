import { randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { signedRequest } from '@postern/client/component-request';
import { type LiveRules, RULES_TASK } from '@postern/contract/component';
import { signedHeaders } from '@postern/contract/signature';
import type { Api, Json } from '@postern/testkit/api';
import {
  createAccount,
  createGroup,
  createHost,
  createOrganisation,
  createPermission,
  createUser,
  uniqueName,
} from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { rests, until } from '@postern/testkit/until';
import { workOf } from '@postern/testkit/work';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';

/** What the core tells components about the rules of sessions that are live (docs/decisions/0042). */

interface Component {
  rules(sessions: readonly object[]): Promise<Record<string, LiveRules>>;
  open(session: object): Promise<void>;
  /** Sees the key of a machine for the first time. */
  pin(user: Json, host: Json): Promise<unknown>;
  /** Times it was told that rules may have changed. */
  told(): number;
  close(): void;
}

let api: Api;
let org: string;
let component: Component;
let other: Component;

const SUBSCRIBE = JSON.stringify({ type: 'subscribe', payload: { rules: true } });
const CHANNEL = '/ws/terminal-task/';

async function register() {
  const { body } = await server.anyone.post<Json>(
    'terminal/terminal-registrations/',
    { name: uniqueName('koko'), type: 'koko', comment: '' },
    { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
  );
  const key = body.service_account.access_key;
  const { rows } = await sql<{ id: string }>`select id from terminals where user_id = ${body.service_account.id}`.execute(server.db);
  return { key, terminalId: String(rows[0]?.id), headers: signedHeaders(key, 'GET', CHANNEL, new Date().toUTCString()) };
}

async function join(): Promise<Component> {
  const { key, terminalId, headers } = await register();
  const request = signedRequest(server.url, key);
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}${CHANNEL}`, { headers });
  let told = 0;
  socket.on('message', (data) => {
    if ((JSON.parse(String(data)) as { name: string }[]).some((task) => task.name === RULES_TASK)) told += 1;
  });
  socket.once('open', () => socket.send(SUBSCRIBE));
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  return {
    rules: (sessions) => request({ method: 'POST', path: '/api/v1/terminal/sessions/rules/', body: { sessions } }),
    async open(session) {
      await exchanged(server, terminalId, session as { user_id: string; asset_id: string; account_id: string });
      await request({ method: 'POST', path: '/api/v1/terminal/sessions/', body: session });
    },
    async pin(user, host) {
      await exchanged(server, terminalId, { user_id: user.id, asset_id: host.id, account_id: TYPED_IN });
      const key = { asset: host.id, address: '10.1.2.3', port: 22, type: 'ssh-ed25519', fingerprint: 'SHA256:once' };
      return request({ method: 'POST', path: '/api/v1/terminal/host-keys/', body: key });
    },
    told: () => told,
    close: () => socket.close(),
  };
}

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  org = (await createOrganisation(admin)).id;
  api = admin.inOrg(org);
  [component, other] = [await join(), await join()];
});
afterAll(async () => {
  component.close();
  other.close();
});

interface Scene {
  id: string;
  user: Json;
  host: Json;
  account: Json;
  permission: Json;
  /** @param named what the component says the account is */
  ask(method?: string, named?: string): Promise<LiveRules | undefined>;
}

async function live(given: Json = {}): Promise<Scene> {
  const [user, host] = [await createUser(api), await createHost(api)];
  const account = await createAccount(api, host.id, { username: 'root', name: 'root', secret: 'x' });
  const permission = await createPermission(api, { users: [user.id], assets: [host.id], accounts: ['root'], actions: ['connect'] });
  const id = randomUUID();
  await component.open({
    id,
    ...{ user: 'u', asset: 'a', account: 'root', user_id: user.id, asset_id: host.id, account_id: account.id },
    ...{ org_id: org, protocol: 'ssh', login_from: 'WT', type: 'normal', is_success: true, is_finished: false, remote_addr: '192.0.2.7' },
    ...given,
  });
  const ask = async (method = 'web_cli', named = 'root') => (await component.rules([{ id, account: named, method }]))[id];
  return { id, user, host, account, permission, ask };
}

async function made(where: Api, path: string, body: object): Promise<Json> {
  const answer = await where.post<Json>(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const everywhere = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };

/** Runs a change; answers after how many milliseconds the component was told. */
async function toldAfter(change: () => Promise<unknown>): Promise<number> {
  // What came before is told of by then.
  const before = await rests('what is told', component.told);
  const start = Date.now();
  await change();
  await until('the component is told', 60_000, () => component.told() > before, 5);
  return Date.now() - start;
}

const patterns = (rules: LiveRules | undefined) =>
  rules?.refused === null ? rules.command_filter_acls.map((one) => [one.action, one.command_groups.map((group) => group.pattern)]) : rules;

describe('a command filter', () => {
  test('is told of when it is added, changed, switched off, switched on, deleted, and when its group changes', async () => {
    const { ask } = await live();
    expect(patterns(await ask())).toEqual([]);
    let group: Json = {};
    let rule: Json = {};
    await toldAfter(async () => {
      group = await made(api, 'acls/command-groups/', { name: uniqueName('g'), content: 'reboot' });
      rule = await made(api, 'acls/command-filter-acls/', { name: uniqueName('f'), ...everywhere, command_groups: [group.id] });
    });
    expect(patterns(await ask())).toEqual([['reject', ['\\breboot\\b']]]);
    const at = `acls/command-filter-acls/${rule.id}/`;
    await toldAfter(() => api.patch(at, { action: 'warning' }));
    expect(patterns(await ask())).toEqual([['warning', ['\\breboot\\b']]]);
    await toldAfter(() => api.patch(`acls/command-groups/${group.id}/`, { content: 'halt' }));
    expect(patterns(await ask())).toEqual([['warning', ['\\bhalt\\b']]]);
    await toldAfter(() => api.patch(at, { is_active: false }));
    expect(patterns(await ask())).toEqual([]);
    await toldAfter(() =>
      api.patch(at, { is_active: true, users: { type: 'attrs', attrs: [{ name: 'username', match: 'exact', value: 'x' }] } }),
    );
    expect(patterns(await ask())).toEqual([]);
    await toldAfter(() => api.delete(at));
    await toldAfter(() => api.delete(`acls/command-groups/${group.id}/`));
  });

  test('binds somebody who comes under it through a group', async () => {
    const { ask, user } = await live();
    const people = await createGroup(api);
    const group = await made(api, 'acls/command-groups/', { name: uniqueName('g'), content: 'reboot' });
    const rule = await made(api, 'acls/command-filter-acls/', {
      name: uniqueName('f'),
      ...everywhere,
      users: { type: 'attrs', attrs: [{ name: 'groups', match: 'm2m', value: [people.id] }] },
      command_groups: [group.id],
    });
    expect(patterns(await ask())).toEqual([]);
    await toldAfter(() => api.patch(`users/groups/${people.id}/`, { users: [user.id] }));
    expect(patterns(await ask())).toEqual([['reject', ['\\breboot\\b']]]);
    await api.delete(`acls/command-filter-acls/${rule.id}/`);
  });
});

describe('a session is judged by its account', () => {
  test('by that of the vault it was opened with, whatever the component calls it', async () => {
    const { ask, host, permission } = await live();
    await createAccount(api, host.id, { username: 'deploy', name: 'deploy', secret: 'x' });
    expect(patterns(await ask('web_cli', 'deploy'))).toEqual([]);
    await toldAfter(() => api.patch(`perms/asset-permissions/${permission.id}/`, { accounts: ['deploy'] }));
    expect(await ask('web_cli', 'deploy')).toEqual({ refused: 'permission', rule: '' });
  });

  test('by the one that the component names when the login was typed in', async () => {
    const { ask, permission } = await live({ account_id: TYPED_IN });
    expect(await ask('web_cli', '@INPUT')).toEqual({ refused: 'permission', rule: '' });
    await toldAfter(() => api.patch(`perms/asset-permissions/${permission.id}/`, { accounts: ['root', '@INPUT'] }));
    expect(patterns(await ask('web_cli', '@INPUT'))).toEqual([]);
    expect(await ask('web_cli', '@USER')).toEqual({ refused: 'permission', rule: '' });
  });
});

describe('a session is refused', () => {
  test('by a rule about logging in to the asset, from its address', async () => {
    const { ask, host } = await live();
    const rule = await made(api, 'acls/login-asset-acls/', {
      name: 'closed',
      ...everywhere,
      assets: { type: 'ids', ids: [host.id] },
      action: 'reject',
      rules: { ip_group: ['192.0.2.0/24'], time_period: [] },
    });
    expect(await ask()).toEqual({ refused: 'rule', rule: 'closed' });
    await toldAfter(() => api.patch(`acls/login-asset-acls/${rule.id}/`, { rules: { ip_group: ['198.51.100.0/24'], time_period: [] } }));
    expect(patterns(await ask())).toEqual([]);
    await toldAfter(() => api.delete(`acls/login-asset-acls/${rule.id}/`));
  });

  test('by a rule about its way of connecting, and by no other way', async () => {
    const { ask, user } = await live();
    let rule: Json = {};
    await toldAfter(async () => {
      rule = await made(admin, 'acls/connect-method-acls/', {
        name: 'no browser',
        users: { type: 'ids', ids: [user.id] },
        connect_methods: ['web_cli'],
      });
    });
    expect(await ask()).toEqual({ refused: 'rule', rule: 'no browser' });
    expect(patterns(await ask('ssh_client'))).toEqual([]);
    await admin.delete(`acls/connect-method-acls/${rule.id}/`);
  });

  test.each<[string, (scene: Scene) => Promise<unknown>, Json?]>([
    ['its permission is deleted', ({ permission }) => api.delete(`perms/asset-permissions/${permission.id}/`)],
    ['its permission is switched off', ({ permission }) => api.patch(`perms/asset-permissions/${permission.id}/`, { is_active: false })],
    [
      'its account is taken out of the permission',
      ({ permission }) => api.patch(`perms/asset-permissions/${permission.id}/`, { accounts: ['else'] }),
    ],
    [
      'connecting is taken out of the permission',
      ({ permission }) => api.patch(`perms/asset-permissions/${permission.id}/`, { actions: ['upload'] }),
    ],
    ['its asset is switched off', ({ host }) => api.patch(`assets/hosts/${host.id}/`, { is_active: false }), { refused: 'asset' }],
    ['its account is switched off', ({ account }) => api.patch(`accounts/accounts/${account.id}/`, { is_active: false })],
    [
      'its user is switched off',
      ({ user }) => api.patch(`users/users/${user.id}/`, { is_active: false }),
      { refused: 'user', expired: false },
    ],
    [
      'the date of its user has passed',
      ({ user }) => api.patch(`users/users/${user.id}/`, { date_expired: '2026/01/01 00:00:00 +0000' }),
      { refused: 'user', expired: true },
    ],
  ])('when %s', async (_what, change, refused) => {
    const scene = await live();
    const kept = await live();
    await toldAfter(async () => expect(((await change(scene)) as Json).status).toBeLessThan(300));
    expect(await scene.ask()).toEqual({ refused: 'permission', rule: '', ...refused });
    expect(patterns(await kept.ask())).toEqual([]);
  });
});

test('the end of a permission that was moved is told', async () => {
  const { ask, permission } = await live();
  const date_expired = '2030-01-01T00:00:00Z';
  await api.patch(`perms/asset-permissions/${permission.id}/`, { date_expired });
  expect(await ask()).toMatchObject({ expire_at: Date.parse(date_expired) / 1000 });
});

test('a component hears of its own live sessions only, and bad questions are refused', async () => {
  const { id } = await live();
  expect(await other.rules([{ id }])).toEqual({});
  expect(await component.rules([{ id: randomUUID() }])).toEqual({});
  await sql`update sessions set is_finished = true where id = ${id}`.execute(server.db);
  expect(await component.rules([{ id }])).toEqual({});
  await expect(component.rules(Array.from({ length: 201 }, () => ({ id })))).rejects.toMatchObject({ status: 400 });
  await expect(component.rules([{ id: 'x' }])).rejects.toMatchObject({ status: 400 });
});

test('a component is heard that speaks in one breath with the handshake', async () => {
  const { headers } = await register();
  const { hostname, port } = new URL(server.url);
  const handshake = [
    `GET ${CHANNEL} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  // RFC 6455 §5.2: a whole text frame, masked with zeros.
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | SUBSCRIBE.length, 0, 0, 0, 0]), Buffer.from(SUBSCRIBE)]);
  const line = connect(Number(port), hostname);
  line.write(Buffer.concat([Buffer.from(`${handshake.join('\r\n')}\r\n\r\n`), frame]));
  let heard = '';
  line.on('data', (bytes) => {
    heard += bytes.toString('latin1');
  });
  await expect.poll(() => heard).toContain('[]');
  await api.post('acls/command-groups/', { name: uniqueName('group'), content: 'x' });
  await expect.poll(() => heard).toContain(RULES_TASK);
  line.destroy();
});

test('a share that is taken back is told of', async () => {
  const [owner, id] = [await createUser(api), randomUUID()];
  await sql`insert into session_sharings (id, org_id, session_id, creator_id, sealed_code)
    values (${id}, ${org}, ${randomUUID()}, ${owner.id}, 'x')`.execute(server.db);
  const mine = (await server.as(String(owner.username))).inOrg(org);
  const told = await toldAfter(async () => expect((await mine.post(`terminal/session-sharings/${id}/withdraw/`)).status).toBe(204));
  expect(told).toBeLessThan(2_000);
});

test('that sessions are not to be shared any more is told of', async () => {
  const set = (on: boolean) => admin.patch('settings/setting/?category=security', { SECURITY_SESSION_SHARE: on });
  const told = await toldAfter(async () => expect((await set(false)).status).toBe(200));
  await set(true);
  expect(told).toBeLessThan(1_000);
});

test('writes that are about something else wake nobody', async () => {
  const [user, host] = [await createUser(api), await createHost(api)];
  const before = component.told();
  const calm = await rests('what is told', component.told);
  await api.get('acls/command-filter-acls/');
  await admin.patch('settings/setting/?category=basic', { SITE_URL: 'http://127.0.0.1:8080' });
  expect(await component.pin(user, host)).toEqual({ pinned: true });
  expect(await rests('what is told', component.told)).toBe(calm);
  expect(calm - before).toBeLessThanOrEqual(1);
});

test('two hundred live sessions are answered with little work', async () => {
  const [user, host] = [await createUser(api), await createHost(api)];
  const account = await createAccount(api, host.id, { username: 'root', name: 'root', secret: 'x' });
  await createPermission(api, { users: [user.id], assets: [host.id], accounts: ['root'], actions: ['connect'] });
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const { rows } = await sql<{
    id: string;
  }>`select terminal_id as id from sessions where terminal_id is not null order by date_start desc limit 1`.execute(server.db);
  await sql`insert into sessions (id, "user", user_id, asset, asset_id, account, account_id, protocol, remote_addr, terminal_id, org_id, is_finished, date_start)
    select id, 'u', ${user.id}, 'a', ${host.id}, 'root', ${account.id}, 'ssh', '192.0.2.7', ${rows[0]?.id}, ${org}::uuid, false, now()
    from unnest(${ids}::uuid[]) as id`.execute(server.db);
  const work = await workOf(async () => expect(Object.keys(await component.rules(ids.map((id) => ({ id }))))).toHaveLength(200));
  expect(work).toBeLessThan(1_000);
});
