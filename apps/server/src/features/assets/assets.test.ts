import type { Json } from '@postern/testkit/api';
import {
  createAccount,
  createHost,
  createNode,
  createOrganisation,
  createPermission,
  createUser,
  uniqueName,
} from '@postern/testkit/factories';
import { describe, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';

const { server, admin, as } = organisationOfFile();

const names = (rows: Json[]) => rows.map((row) => row.name).sort();

describe('platforms', () => {
  test('the built-in ones have their well-known ids and answer to their names', async () => {
    const { body } = await admin.get<Json[]>('assets/platforms/');
    expect(body.map(({ id }) => id).sort((a, b) => a - b)).toEqual(Array.from({ length: 29 }, (_, at) => at + 1));
    expect((await admin.get('assets/platforms/1/')).body).toMatchObject({
      id: 1,
      name: 'Linux',
      internal: true,
      category: { value: 'host', label: 'Host' },
      type: { value: 'linux', label: 'Linux' },
      su_method: { value: 'sudo' },
      automation: { id: 1, ping_enabled: true, ping_method: 'posix_ping', ansible_config: { ansible_connection: 'smart' } },
    });
    expect((await admin.get('assets/platforms/RemoteAppHost/')).body).toMatchObject({
      id: 12,
      protocols: [
        { name: 'rdp', primary: true },
        { name: 'ssh', default: true },
        { name: 'winrm', public: false },
      ],
    });
    expect((await admin.get('assets/platforms/Gateway/')).body.id).toBe(11);
    expect((await admin.get('assets/platforms/Nowhere/')).status).toBe(404);
  });

  test('built-in ones cannot be changed; own ones follow the constraints of their type', async () => {
    const root = (await server.as('admin')).inOrg('00000000-0000-0000-0000-000000000004');
    expect((await root.patch('assets/platforms/1/', { comment: 'x' })).status).toBe(403);
    expect((await root.delete('assets/platforms/1/')).status).toBe(403);
    const made = await root.post('assets/platforms/', {
      name: uniqueName('own'),
      category: 'host',
      type: 'windows',
      su_enabled: true,
      protocols: [
        { name: 'ssh', port: 22 },
        { name: 'rdp', port: 3390, setting: { security: 'nla' } },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      su_enabled: false,
      internal: false,
      protocols: [
        { name: 'ssh', primary: true, secret_types: ['password', 'ssh_key'] },
        { name: 'rdp', primary: false, setting: { security: 'nla', console: false } },
      ],
    });
    expect(made.body.id).toBeGreaterThan(1000);
    const [ssh] = made.body.protocols;
    const changed = await root.patch(`assets/platforms/${made.body.id}/`, {
      protocols: [
        { ...ssh, port: 2222 },
        { name: 'vnc', port: 5900 },
      ],
    });
    expect(changed.body.protocols.map((one: Json) => one.port)).toEqual([2222, 5900]);
    expect(changed.body.protocols[0].id).toBe(ssh.id);
    expect((await root.post('assets/platforms/', { name: 'bad', category: 'host', type: 'mysql' })).body).toHaveProperty('type');
    expect(
      (await root.post('assets/platforms/', { name: 'bad', category: 'web', type: 'website', protocols: [{ name: 'ssh', port: 1 }] })).body,
    ).toHaveProperty('protocols');
    await createHost(admin, { platform: made.body.id });
    expect((await root.delete(`assets/platforms/${made.body.id}/`)).body).toMatchObject({ code: 'referenced_by_others' });
  });

  test('categories and constraints', async () => {
    const { body } = await admin.get<Json[]>('assets/categories/');
    expect(body.map((one) => one.value)).toEqual(['host', 'device', 'database', 'cloud', 'web', 'gpt']);
    const windows = (await admin.get('assets/categories/constraints/?category=host&type=windows')).body;
    expect(windows).toMatchObject({
      su_enabled: false,
      charset_enabled: true,
      protocols: [{ name: 'rdp', port: 3389, default: true }, {}, {}, {}],
    });
    expect((await admin.get('assets/categories/constraints/?category=host&type=none')).body).toEqual({});
  });
});

test('forms learn the settings of a protocol and the platforms of a selection', async () => {
  const info = (await admin.options('assets/protocol-settings/?name=rdp')).body.actions.POST.setting;
  expect(info.children.security).toMatchObject({ type: 'choice', default: 'any', label: 'Security mode' });
  const { algorithms, accept_env } = (await admin.options('assets/protocol-settings/?name=ssh')).body.actions.POST.setting.children;
  expect(algorithms.choices.map(({ label }: Json) => label)).toEqual(['By category', 'Secure', 'Compatible', 'Legacy']);
  expect([algorithms.default, accept_env.default]).toEqual(['auto', 'LANG LC_* COLORTERM']);
  const node = await createNode(admin);
  await createHost(admin, { nodes: [(await createNode(admin, { parent: node.id })).id], platform: 10 });
  const used = await admin.post<Json[]>('assets/platforms/filter-nodes-assets/', { node_ids: [node.id], asset_ids: [] });
  expect([used.status, used.body.map((one) => one.name)]).toEqual([200, ['AIX']]);
});

describe('assets', () => {
  test('a host has the fields that clients read', async () => {
    const host = await createHost(admin, { comment: 'by the door' });
    const { body } = await admin.get(`assets/hosts/${host.id}/`);
    expect(body).toMatchObject({
      id: host.id,
      platform: { id: 1, name: 'Linux' },
      category: { value: 'host', label: 'Host' },
      type: { value: 'linux', label: 'Linux' },
      protocols: [{ name: 'ssh', port: 22 }],
      connectivity: { value: '-' },
      labels: [],
      domain: null,
      is_active: true,
      accounts: [],
      spec_info: {},
      auto_config: { ansible_enabled: true, su_enabled: true, ping_method: 'posix_ping' },
      org_id: expect.any(String),
    });
    expect(body.nodes_display).toEqual([expect.stringMatching(/^\/org/)]);
    expect((await admin.get(`assets/assets/${host.id}/`)).body.name).toBe(host.name);
    expect((await admin.get<Json[]>('assets/hosts/', { query: { fields_size: 'mini', id: host.id } })).body).toEqual([
      { id: host.id, name: host.name, address: host.address },
    ]);
  });

  test('protocols come from the platform when omitted, and none it needs may be missing', async () => {
    const made = await admin.post('assets/hosts/', { name: uniqueName('h'), address: 'h', platform: 1 });
    expect(made.body.protocols).toEqual([{ name: 'ssh', port: 22 }]);
    expect(
      (await admin.post('assets/hosts/', { name: uniqueName('h'), address: 'h', platform: 1, protocols: [{ name: 'vnc', port: 1 }] })).body,
    ).toHaveProperty('protocols');
    const kept = await admin.patch(`assets/hosts/${made.body.id}/`, { protocols: [{ name: 'ssh', port: 2200 }, { name: 'vnc' }] });
    expect(kept.body.protocols).toEqual([
      { name: 'ssh', port: 2200 },
      { name: 'vnc', port: 5900 },
    ]);
    expect((await admin.patch(`assets/assets/${made.body.id}/`, { comment: 'x' })).body.protocols).toHaveLength(2);
  });

  test('paths make nodes, labels are made or linked, accounts come along with encrypted secrets', async () => {
    const made = await admin.post('assets/hosts/', {
      name: uniqueName('full'),
      address: '10.0.0.9',
      platform: { pk: 1 },
      nodes_display: ['/dc1/rack2'],
      labels: [{ name: 'env', value: 'prod' }],
      accounts: [{ name: 'root', username: 'root', secret: 'hush-1', secret_type: 'password', privileged: true }],
    });
    expect(made.status).toBe(201);
    expect(made.body.nodes_display[0]).toMatch(/\/dc1\/rack2$/);
    const mark = { id: expect.any(String), name: 'env', value: 'prod', color: '', warning: '' };
    expect(made.body.labels).toEqual([mark]);
    expect(made.body.accounts).toMatchObject([{ username: 'root', has_secret: true, privileged: true }]);
    expect(JSON.stringify(made.body)).not.toContain('hush');
    const again = await createHost(admin, { labels: [{ name: 'env', value: 'prod' }] });
    expect(again.labels[0].id).toBe(made.body.labels[0].id);
    expect(names((await admin.get<Json[]>('assets/hosts/?label=env:prod')).body)).toEqual([again.name, made.body.name].sort());
    expect((await admin.get<Json[]>('assets/hosts/?label=env:none')).body).toEqual([]);
  });

  test('each category has its own address and fields; the common one refuses to create', async () => {
    expect((await admin.post('assets/assets/', { name: 'x' })).body).toHaveProperty('error');
    const database = await admin.post('assets/databases/', { name: uniqueName('db'), address: 'db', platform: 17, db_name: 'main' });
    expect(database.body).toMatchObject({ db_name: 'main', use_ssl: false, protocols: [{ name: 'mysql', port: 3306 }] });
    expect((await admin.get(`assets/databases/${database.body.id}/`)).body.spec_info).toEqual({
      db_name: 'main',
      use_ssl: false,
      allow_invalid_cert: false,
    });
    expect((await admin.post('assets/databases/', { name: uniqueName('db'), address: 'db', platform: 17 })).body).toHaveProperty('db_name');
    expect(
      (await admin.post('assets/databases/', { name: uniqueName('db'), address: 'db', platform: 1, db_name: 'x' })).body,
    ).toHaveProperty('platform');
    expect((await admin.get(`assets/hosts/${database.body.id}/`)).status).toBe(404);
    for (const [path, platform] of [
      ['webs', 26],
      ['clouds', 28],
      ['gpts', 29],
      ['devices', 13],
    ] as const) {
      const made = await admin.post(`assets/${path}/`, { name: uniqueName(path), address: 'https://example.com', platform });
      expect([path, made.status]).toEqual([path, 201]);
      expect((await admin.get(`assets/assets/${made.body.id}/`)).status).toBe(200);
    }
  });

  test('filters: node with and without descendants, platform, category, protocols', async () => {
    const parent = await createNode(admin);
    const child = await createNode(admin, { parent: parent.id });
    const [a, b] = [
      await createHost(admin, { nodes: [parent.id] }),
      await createHost(admin, { nodes: [child.id], platform: 5, protocols: [{ name: 'rdp', port: 3389 }] }),
    ];
    const list = async (query: string) => names((await admin.get<Json[]>(`assets/assets/?${query}`)).body);
    expect(await list(`node_id=${parent.id}`)).toEqual([a.name, b.name].sort());
    expect(await list(`node=${parent.key}&show_current_asset=1`)).toEqual([a.name]);
    expect(await list(`node_id=${parent.id}&platform=Windows`)).toEqual([b.name]);
    expect(await list(`node_id=${parent.id}&platform=1`)).toEqual([a.name]);
    expect(await list(`node_id=${parent.id}&protocols=rdp,vnc`)).toEqual([b.name]);
    expect(await list(`node_id=${parent.id}&category=database`)).toEqual([]);
    expect(await list(`node_id=${parent.id}&search=${a.name}`)).toEqual([a.name]);
    expect(await list('node_id=00000000-0000-4000-8000-000000000000')).toEqual([]);
  });

  test('words of two characters are found wherever they stand, letters in either case', async () => {
    const node = await createNode(admin);
    const place = { nodes: [node.id] };
    const a = await createHost(admin, { ...place, name: uniqueName('上海数据库') });
    const b = await createHost(admin, { ...place, name: uniqueName('qXzy'), comment: '机房 北京' });
    const c = await createHost(admin, { ...place, name: uniqueName('plain'), address: '10.9.8.77' });
    const found = async (words: string) =>
      names((await admin.get<Json[]>(`assets/assets/?node_id=${node.id}&search=${encodeURIComponent(words)}`)).body);
    expect(await found('数据')).toEqual([a.name]);
    expect(await found('海数')).toEqual([a.name]);
    expect(await found('据数')).toEqual([]);
    expect(await found('北京')).toEqual([b.name]);
    expect(await found('XZ')).toEqual([b.name]);
    expect(await found('xz')).toEqual([b.name]);
    expect(await found('.8')).toEqual([c.name]);
    expect(await found('京 qx')).toEqual([b.name]);
    expect(await found('库')).toEqual([a.name]);
  });

  test('a name is unique in its organisation over all categories', async () => {
    const host = await createHost(admin);
    expect((await admin.post('assets/webs/', { name: host.name, address: 'x', platform: 26 })).body).toHaveProperty('name');
    const other = (await server.as('admin')).inOrg((await createOrganisation(await server.as('admin'))).id);
    expect((await createHost(other, { name: host.name })).id).not.toBe(host.id);
    expect((await other.get(`assets/hosts/${host.id}/`)).status).toBe(404);
  });

  test('deleting an asset takes its accounts along', async () => {
    const host = await createHost(admin);
    const account = await createAccount(admin, host.id);
    expect((await admin.delete(`assets/assets/${host.id}/`)).status).toBe(204);
    expect((await admin.get(`accounts/accounts/${account.id}/`)).status).toBe(404);
  });

  test('domains gather assets, gateways stand at their door', async () => {
    const gateway = await admin.post('assets/gateways/', { name: uniqueName('gw'), address: '10.1.1.1', platform: 1 });
    expect(gateway.body.platform.name).toBe('Gateway');
    const host = await createHost(admin);
    const made = await admin.post('assets/domains/', { name: uniqueName('dom'), assets: [host.id] });
    expect(made.body).toHaveProperty('id');
    await admin.patch(`assets/assets/${gateway.body.id}/`, { domain: made.body.id });
    expect((await admin.get(`assets/domains/${made.body.id}/`)).body).toMatchObject({
      assets: [{ id: host.id }],
      gateways: [{ id: gateway.body.id }],
    });
    await admin.patch(`assets/domains/${made.body.id}/`, { comment: 'kept' });
    expect((await admin.get(`assets/domains/${made.body.id}/`)).body.assets).toHaveLength(1);
  });

  test('favourites belong to one person', async () => {
    const host = await createHost(admin);
    const person = await createUser(admin);
    const other = await as(person.username);
    await createPermission(admin, { users: [person.id], assets: [host.id] });
    // What somebody else has marked is no hindrance, and theirs alone.
    expect((await other.post('assets/favorite-assets/', { asset: host.id })).status).toBe(201);
    expect((await admin.get('assets/favorite-assets/')).body).toEqual([]);
    expect((await admin.post('assets/favorite-assets/', { asset: host.id })).status).toBe(201);
    expect((await admin.post('assets/favorite-assets/', { asset: host.id })).body).toHaveProperty('non_field_errors');
    expect((await admin.get<Json[]>('assets/favorite-assets/')).body.map((one) => one.asset)).toEqual([host.id]);
    expect((await admin.delete(`assets/favorite-assets/?asset=${host.id}`)).status).toBe(204);
    expect((await admin.get('assets/favorite-assets/')).body).toEqual([]);
    expect((await other.get<Json[]>('assets/favorite-assets/')).body.map((one) => one.asset)).toEqual([host.id]);
  });

  test('bad input is told by field and changes nothing', async () => {
    const host = await createHost(admin);
    const wrong = await admin.patch(`assets/hosts/${host.id}/`, { platform: 99999, nodes: ['x'], protocols: 'ssh', is_active: 'maybe' });
    expect([wrong.status, Object.keys(wrong.body).sort()]).toEqual([400, ['is_active', 'nodes', 'protocols']]);
    expect((await admin.patch(`assets/hosts/${host.id}/`, { platform: 99999 })).body).toHaveProperty('platform');
    expect((await admin.get('assets/hosts/not-a-uuid/')).status).toBe(404);
    expect((await admin.get(`assets/hosts/${host.id}/`)).body).toMatchObject({ is_active: true, platform: { id: 1 } });
  });
});
