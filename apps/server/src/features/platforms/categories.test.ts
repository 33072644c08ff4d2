import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { expect, test } from 'vitest';
import { serverOfFile, type TestServer } from '../../../test/harness.ts';
import { AUTOMATION_METHODS } from './automation-methods.ts';
import { methodName } from './method-names.ts';

const licensed = serverOfFile();
const community = serverOfFile({ licence: null });

const typesOf = async (server: TestServer, category: string): Promise<string[]> => {
  const { body } = await (await server.as('admin')).get<Json[]>('assets/categories/');
  return body.find((one) => one.value === category)?.types.map((type: Json) => type.value);
};

test('types that need a licence are no choice without one', async () => {
  expect(await typesOf(licensed, 'database')).toEqual([
    'mysql',
    'mariadb',
    'postgresql',
    'oracle',
    'sqlserver',
    'clickhouse',
    'mongodb',
    'redis',
  ]);
  expect(await typesOf(community, 'database')).toEqual(['mysql', 'mariadb', 'mongodb', 'redis']);
  expect(await typesOf(community, 'host')).toEqual(await typesOf(licensed, 'host'));
  const flat = await (await community.as('admin')).get<Json[]>('assets/categories/types/');
  expect(flat.body.map((type) => type.value)).not.toContain('oracle');
});

test('what exists of such a type stays: its platform is on no list, can be read, and its assets be kept up', async () => {
  const admin = await community.as('admin');
  const made = await admin.post<Json>('assets/databases/', { name: 'orders', address: '10.0.0.1', platform: 19, db_name: 'orders' });
  expect(made.status).toBe(201);
  expect((await admin.get('assets/platforms/19/')).status).toBe(200);
  const names = async (path: string) => (await admin.get<Json[]>(path)).body.map(({ name }) => name);
  expect(await names('assets/platforms/?category=database')).toEqual(['MariaDB', 'MongoDB', 'MySQL', 'Redis', 'Redis6+']);
  const used = await admin.post<Json[]>('assets/platforms/filter-nodes-assets/', { node_ids: [], asset_ids: [made.body.id] });
  expect(used.body.map(({ id }) => id)).toEqual([19]);
  expect((await admin.patch(`assets/databases/${made.body.id}/`, { comment: 'kept' })).status).toBe(200);
});

test('forms of the parameters of methods are told in the language of the reader', async () => {
  const admin = await licensed.as('admin');
  const { body } = await admin.options<Json>('assets/platform-automation-methods/');
  const { push_account_posix: push, change_secret_by_ssh: change, posix_ping: ping } = body.actions.GET;
  expect(push.children.sudo).toMatchObject({ type: 'string', label: 'Commands allowed by sudo', default: '/bin/whoami' });
  expect(change.children.commands).toMatchObject({ type: 'list', default: [''] });
  expect(ping).toBeUndefined();
  const { body: values } = await admin.get<Json>('assets/platform-automation-methods/');
  expect(Object.keys(values).sort()).toEqual(Object.keys(body.actions.GET).sort());
  // What people read is no word of the wire.
  expect([push.label, change.label]).toEqual(['Linux and Unix', 'SSH']);
  const { body: limits } = await admin.get<Json>('assets/categories/constraints/', { query: { category: 'host', type: 'linux' } });
  expect(limits.automation.ping_methods).toEqual([
    { id: 'posix_ping', name: 'Linux and Unix' },
    { id: 'ping_by_ssh', name: 'SSH' },
  ]);
  expect(AUTOMATION_METHODS.filter(({ id }) => methodName(id).en === id)).toEqual([]);
  for (const [id, { children }] of Object.entries(body.actions.GET as Json))
    expect(
      Object.values(children as Json).every(({ label }) => /^[A-Z]/.test(label)),
      id,
    ).toBe(true);
});

test('services are found at a URL, machines at an address', async () => {
  const admin = await licensed.as('admin');
  const label = async (path: string) => (await admin.options<Json>(path)).body.actions.POST.address.label;
  expect([await label('assets/webs/'), await label('assets/clouds/'), await label('assets/hosts/')]).toEqual(['URL', 'URL', 'Address']);
});

test('platforms are found by a protocol that reaches their assets', async () => {
  const admin = await licensed.as('admin');
  const names = async (query: Record<string, string>) =>
    (await admin.get<Json[]>('assets/platforms/', { query })).body.map(({ name }) => String(name));
  const bare = { name: 'telnet-only', category: 'host', type: 'linux', protocols: [{ name: 'telnet', port: 23 }] };
  expect((await admin.inOrg(ORG.SYSTEM).post('assets/platforms/', bare)).status).toBe(201);
  const ssh = await names({ category: 'host', protocol: 'ssh' });
  expect(ssh).toContain('Linux');
  expect(ssh).not.toContain('telnet-only');
  expect(await names({ category: 'host' })).toContain('telnet-only');
  expect(await names({ protocol: "ssh'" })).toEqual([]);
});

test('a platform made without protocols has those of its type; of a custom one nobody knows them', async () => {
  const admin = (await licensed.as('admin')).inOrg(ORG.SYSTEM);
  const linux = await admin.post<Json>('assets/platforms/', { name: 'bare-linux', category: 'host', type: 'linux' });
  expect(linux.status, JSON.stringify(linux.body)).toBe(201);
  expect(linux.body.protocols.map(({ name, port }: Json) => [name, port])).toContainEqual(['ssh', 22]);
  const custom = { name: 'bare-custom', category: 'custom', type: 'bare' };
  const refused = await admin.post<Json>('assets/platforms/', custom);
  expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['protocols']]);
  const named = await admin.post<Json>('assets/platforms/', { ...custom, protocols: [{ name: 'ssh', port: 2200 }] });
  expect(named.status, JSON.stringify(named.body)).toBe(201);
});
