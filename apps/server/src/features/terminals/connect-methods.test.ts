import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';

// Where clients go for a target, and by what they may open it.

let mei: Json;
let hers: Api;

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  mei = await createUser(admin, { username: 'mei' });
  hers = await server.as('mei');
});

describe('the endpoint for a target', () => {
  const SMART = 'terminal/endpoints/smart/';
  let near: Json;
  let far: Json;
  let host: Json;
  const rule = async (given: Json): Promise<Json> => {
    const made = await admin.post<Json>('terminal/endpoint-rules/', { name: uniqueName('rule'), endpoint: near.id, ...given });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };
  const smart = async (query: Json, api: Api = hers): Promise<Json> => {
    const answer = await api.get<Json>(SMART, { query: { protocol: 'http', ...query } });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const hostOf = async (query: Json, api?: Api): Promise<string> => (await smart(query, api)).host;

  beforeAll(async () => {
    const endpoint = async (name: string, given: Json = {}) =>
      (await admin.post<Json>('terminal/endpoints/', { name: uniqueName(name), host: `${name}.example.com`, ...given })).body;
    [near, far] = [await endpoint('near'), await endpoint('far', { http_port: 0, ssh_port: 2200 })];
    host = await createHost(admin, { address: '10.1.2.3' });
    await createAccount(admin, host.id, { name: 'root', username: 'root' });
    await createPermission(admin, { users: [mei.id], assets: [host.id] });
  });
  afterEach(async () => {
    await sql`delete from endpoint_rules`.execute(server.db);
  });

  test('is the default one where no rule says otherwise, under the name it was asked by', async () => {
    const found = await smart({ asset_id: host.id });
    expect(found).toMatchObject({ name: 'Default', host: new URL(server.url).hostname, ssh_port: 2222, oracle_port: 0 });
    expect((await hers.get(SMART)).status).toBe(404);
  });

  test('follows rules about the address of the asset, the lower number first, those that are on and serve the protocol', async () => {
    await rule({ ip_group: ['10.0.0.0/8'], priority: 50 });
    expect(await hostOf({ asset_id: host.id })).toBe('near.example.com');
    const first = await rule({ ip_group: ['10.1.2.1-10.1.2.9'], priority: 10, endpoint: far.id });
    // It has no port for this protocol.
    expect(await hostOf({ asset_id: host.id })).toBe('near.example.com');
    expect(await smart({ asset_id: host.id, protocol: 'ssh' })).toMatchObject({ host: 'far.example.com', oracle_port: 2200 });
    await admin.patch(`terminal/endpoint-rules/${first.id}/`, { is_active: false });
    expect(await hostOf({ asset_id: host.id, protocol: 'ssh' })).toBe('near.example.com');
    expect(await hostOf({})).toBe(new URL(server.url).hostname);
    expect(await hostOf({ target_ip: '10.255.0.1' })).toBe('near.example.com');
    expect(await hostOf({ target_ip: '192.0.2.1' })).toBe(new URL(server.url).hostname);
    await rule({ ip_group: ['db.internal'], priority: 1, endpoint: far.id });
    expect(await hostOf({ target_ip: 'db.internal', protocol: 'ssh' })).toBe('far.example.com');
  });

  test('is one that the labels of the asset name, before any rule', async () => {
    await rule({ ip_group: ['*'], priority: 1 });
    const labelled = await createHost(admin, { address: '10.1.2.4', labels: [{ name: 'endpoint', value: far.name }] });
    await createPermission(admin, { users: [mei.id], assets: [labelled.id] });
    expect(await hostOf({ asset_id: labelled.id, protocol: 'ssh' })).toBe('far.example.com');
    expect(await hostOf({ asset_id: labelled.id, protocol: 'http' })).toBe('near.example.com');
  });

  test('is found by a token of one’s own, before the asset, and without a login', async () => {
    await rule({ ip_group: ['10.1.2.3'], priority: 5 });
    const body = { asset: host.id, account: 'root', protocol: 'ssh', connect_method: 'web_cli' };
    const token = (await hers.post<Json>('authentication/connection-token/', body)).body;
    expect(await hostOf({ token: token.id })).toBe('near.example.com');
    expect(await hostOf({ token: token.id, asset_id: randomUUID() })).toBe('near.example.com');
    expect(await hostOf({ token: token.id }, server.anyone)).toBe('near.example.com');
    expect((await server.anyone.get(SMART, { query: { protocol: 'http', token: randomUUID() } })).status).toBe(401);
    // Of somebody else it is no token.
    const stranger = await server.as((await createUser(admin)).username);
    expect(await hostOf({ token: token.id }, stranger)).toBe(new URL(server.url).hostname);
  });

  test('tells nothing of assets and sessions that are not one’s own: they are answered like missing ones', async () => {
    await rule({ ip_group: ['10.0.0.0/8'], priority: 5 });
    const component = await registerComponent(server);
    await exchanged(server, component.terminalId, { user_id: mei.id, asset_id: host.id });
    const facts = { user: 'm', user_id: mei.id, asset: 'h', asset_id: host.id, account: 'root', account_id: TYPED_IN, protocol: 'ssh' };
    const session = (await component.api.post<Json>('terminal/sessions/', { ...facts, org_id: host.org_id })).body;
    const stranger = await server.as((await createUser(admin)).username);
    const elsewhere = admin.inOrg((await createOrganisation(admin)).id);
    for (const query of [{ asset_id: host.id }, { session_id: session.id }]) {
      expect(await hostOf(query), JSON.stringify(query)).toBe('near.example.com');
      expect(await hostOf(query, admin)).toBe('near.example.com');
      for (const api of [stranger, elsewhere]) {
        const missing = await smart(Object.fromEntries(Object.keys(query).map((key) => [key, randomUUID()])), api);
        expect(await smart(query, api)).toEqual(missing);
      }
    }
  });

  test('is no place but a host, and rules name addresses', async () => {
    for (const ip_group of [['10.0.0.0/99'], ['not an address'], ['10.0.0.9-10.0.0.1'], ['a;b']])
      expect((await admin.post('terminal/endpoint-rules/', { name: uniqueName('rule'), ip_group })).status, String(ip_group)).toBe(400);
    for (const given of ['a b', 'a;reboot', '-oProxyCommand=x', 'http://a/'])
      expect((await admin.post('terminal/endpoints/', { name: uniqueName('bad'), host: given })).status, given).toBe(400);
  });
});

describe('ways to connect', () => {
  const METHODS = 'terminal/components/connect-methods/';
  const beat = (component: Component) => component.api.post('terminal/terminals/status/', { sessions: [] });
  const join = async (type: string, methods?: string[], name = uniqueName(type)): Promise<Component & { name: string }> => {
    const made = await server.anyone.post<Json>(
      'terminal/terminal-registrations/',
      { name, type, comment: '', ...(methods ? { methods } : {}) },
      { headers: { authorization: `BootstrapToken ${BOOTSTRAP_TOKEN}`, 'x-postern-local': LOCAL_PROOF } },
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { rows } = await sql<{ id: string }>`select id from terminals where name = ${made.body.name}`.execute(server.db);
    return { name: made.body.name, terminalId: String(rows[0]?.id), userId: made.body.service_account.id } as Component & { name: string };
  };
  const alive = (terminalId: string) =>
    sql`insert into component_status (terminal_id) values (${terminalId}) on conflict (terminal_id) do update set date_seen = now()`.execute(
      server.db,
    );
  const values = async (query: Json = {}): Promise<Record<string, string[]>> =>
    Object.fromEntries(
      Object.entries((await hers.get<Record<string, Json[]>>(METHODS, { query: { os: 'linux', ...query } })).body).map(
        ([protocol, found]) => [protocol, found.map((one) => one.value)],
      ),
    );
  afterEach(async () => {
    await sql`delete from component_status`.execute(server.db);
  });

  test('are those of components that live, once however many serve them', async () => {
    const silent = await registerComponent(server);
    expect(await values()).toEqual({});
    await beat(silent);
    expect((await values()).ssh).toEqual(['web_cli', 'web_sftp', 'ssh']);
    await alive((await join('koko')).terminalId);
    expect((await values()).ssh).toEqual(['web_cli', 'web_sftp', 'ssh']);
    await sql`update component_status set date_seen = now() - interval '10 minutes'`.execute(server.db);
    expect(await values()).toEqual({});
  });

  test('of one asset are those of its protocols; of one that is not one’s own there are none', async () => {
    for (const type of ['koko', 'lion']) await alive((await join(type)).terminalId);
    const protocols = [
      { name: 'ssh', port: 22 },
      { name: 'vnc', port: 5900 },
    ];
    const [mine, other] = [await createHost(admin, { protocols }), await createHost(admin, { protocols })];
    await createPermission(admin, { users: [mei.id], assets: [mine.id] });
    expect(await values({ asset_id: mine.id })).toEqual({ ssh: ['web_cli', 'web_sftp', 'ssh'], vnc: ['web_gui'] });
    for (const asset_id of [other.id, randomUUID(), 'x']) expect(await values({ asset_id })).toEqual({});
  });

  test('that rules keep from somebody are left out, and stay in the list that rules are made of', async () => {
    await alive((await join('koko')).terminalId);
    const made = await admin.post<Json>('acls/connect-method-acls/', {
      name: uniqueName('no'),
      users: { type: 'ids', ids: [mei.id] },
      action: 'reject',
      connect_methods: ['web_sftp'],
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect((await values()).ssh).toEqual(['web_cli', 'ssh']);
    const flat = (await hers.get<Json[]>(METHODS, { query: { flat: 1, os: 'all' } })).body.map((one) => one.value);
    expect(flat).toEqual(['web_cli', 'web_sftp', 'ssh', 'putty']);
    await admin.delete(`acls/connect-method-acls/${made.body.id}/`);
  });

  test('two components of one machine get a name each, and a key each', async () => {
    const name = uniqueName('[KoKo]-one-machine');
    const [one, two, three] = [
      await join('koko', undefined, name),
      await join('koko', undefined, name),
      await join('lion', undefined, name),
    ];
    expect([one.name, two.name, three.name]).toEqual([name, `${name}-2`, `${name}-3`]);
    expect(new Set([one, two, three].map(({ userId }) => userId)).size).toBe(3);
    const long = 'n'.repeat(1024);
    expect([(await join('koko', undefined, long)).name.length, (await join('koko', undefined, long)).name]).toEqual([
      128,
      `${'n'.repeat(126)}-2`,
    ]);
    const both = await Promise.all([join('koko', undefined, `${name}-both`), join('koko', undefined, `${name}-both`)]);
    expect(both.map((component) => component.name).sort()).toEqual([`${name}-both`, `${name}-both-2`]);
  });
});
