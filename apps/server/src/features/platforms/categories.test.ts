import type { Json } from '@postern/testkit/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let licensed: TestServer;
let community: TestServer;
beforeAll(async () => {
  [licensed, community] = await Promise.all([startTestServer(), startTestServer({ licence: null })]);
});
afterAll(() => Promise.all([licensed?.close(), community?.close()]));

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

test('what exists of such a type stays: its platform can be read and its assets be kept up', async () => {
  const admin = await community.as('admin');
  const made = await admin.post<Json>('assets/databases/', { name: 'orders', address: '10.0.0.1', platform: 19, db_name: 'orders' });
  expect(made.status).toBe(201);
  expect((await admin.get('assets/platforms/19/')).status).toBe(200);
  expect((await admin.patch(`assets/databases/${made.body.id}/`, { comment: 'kept' })).status).toBe(200);
});

test('services are found at a URL, machines at an address', async () => {
  const admin = await licensed.as('admin');
  const label = async (path: string) => (await admin.options<Json>(path)).body.actions.POST.address.label;
  expect([await label('assets/webs/'), await label('assets/clouds/'), await label('assets/hosts/')]).toEqual(['URL', 'URL', 'Address']);
});
