import { OPERATIONS, VERBS } from '@postern/client/api.gen';
import { clientOf } from '@postern/testkit/client';
import { createHost, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

/** The typed client against the server that it was printed from (decision 0088). */

const server = serverOfFile();

const API = '/api/v1/';
const own = (base: string, line: string): string => {
  const [method = '', rest = ''] = line.split(' ');
  return `${method} ${API}${rest.startsWith('/') ? rest.slice(1) : `${base}${rest}`}`;
};

test('every operation of the table is a route', () => {
  const routes = new Set(server.assembly.routes.map(({ method, path }) => `${method} ${path}`));
  const table = Object.values(OPERATIONS).flatMap(([base, actions = {}]) => Object.values(actions).map((line) => own(base, line)));
  expect(table.filter((operation) => !routes.has(operation))).toEqual([]);
  expect(table.length).toBeGreaterThan(200);
});

test('every route of the API is in the table, once', () => {
  const table = new Set(
    Object.values(OPERATIONS).flatMap(([base, actions]) => Object.values({ ...VERBS, ...actions }).map((line) => own(base, line))),
  );
  const missing = server.assembly.routes.filter(
    ({ method, path }) => method !== 'OPTIONS' && path.startsWith(API) && !table.has(`${method} ${path}`),
  );
  // Further addresses of the same, and the second method of what answers to two.
  const twice = missing.filter(({ name }) => /@|\.(put|patch|delete|post)$/i.test(name));
  expect(missing.filter((route) => !twice.includes(route)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('makes, lists, pages, changes and removes', async () => {
  const admin = await server.as('admin');
  const org = await createOrganisation(admin);
  const client = clientOf(admin.inOrg(org.id));
  const name = uniqueName('typed');
  const host = await client.hosts.create({ name, address: '192.0.2.9', platform: { pk: 1 } });
  expect(host.platform).toMatchObject({ id: 1 });
  await createHost(admin.inOrg(org.id));

  const all = await client.assets.list({ search: name });
  expect(all.map(({ id }) => id)).toEqual([host.id]);
  const page = await client.assets.list({ limit: 1, order: '-date_created' });
  expect([page.count, page.results.length, typeof page.next]).toEqual([2, 1, 'string']);

  const changed = await client.hosts.partialUpdate(host.id, { comment: 'typed', is_active: false });
  expect([changed.comment, changed.is_active]).toEqual(['typed', false]);
  expect(await client.assets.platform(host.id)).toMatchObject({ id: 1, category: { value: 'host' } });
  await client.hosts.destroy(host.id);
  await expect(client.hosts.retrieve(host.id)).rejects.toThrow('404');
});

test('actions take what they declare and refuse the rest', async () => {
  const client = clientOf(await server.as('admin'));
  const user = await client.users.create({ name: 'Typed', username: uniqueName('typed'), email: 'typed@example.com' });
  await client.users.unblock(user.id);
  await expect(client.users.password(user.id, { password: '1' })).rejects.toThrow('400');
  const [first, second] = await client.labels.create([
    { name: 'env', value: 'one' },
    { name: 'env', value: 'two' },
  ]);
  expect([first?.value, second?.value]).toEqual(['one', 'two']);
  expect((await client.permsUsers.wholeTree('self')).every(({ meta }) => typeof meta.type === 'string')).toBe(true);
});
