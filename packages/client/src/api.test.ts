import { expect, test } from 'vitest';
import { addressAt, addressOf, type Call, clientOver, collectionOver, createClient, type Row } from './api.ts';
import { createHttp } from './http.ts';

/** A transport that writes down what it is asked to carry. */
function recorder() {
  const calls: Call[] = [];
  const client = createClient(async (call) => {
    calls.push(call);
    return {};
  });
  return { calls, client };
}

test('a verb goes to the address of its group, an action to its own', async () => {
  const { calls, client } = recorder();
  await client.users.list({ search: 'mia', limit: 15 });
  await client.users.retrieve('7');
  await client.users.partialUpdate('7', { comment: 'gone' });
  await client.users.destroy('7');
  await client.users.unblock('7');
  await client.changeSecretAutomations.addAssets('7', { assets: ['8'] });
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET users/users/',
    'GET users/users/7/',
    'PATCH users/users/7/',
    'DELETE users/users/7/',
    'PATCH users/users/7/unblock/',
    'PATCH accounts/change-secret/7/asset/add/',
  ]);
});

test('queries of what is read, bodies of what is written, and what goes beside them', async () => {
  const { calls, client } = recorder();
  const { signal } = new AbortController();
  await client.assets.list({ is_active: true }, { signal });
  await client.connectionToken.create({ asset: 'a', account: '@USER', connect_method: 'web_cli' }, { query: { create_ticket: 1 } });
  await client.users.list();
  expect(calls).toEqual([
    { method: 'GET', path: 'assets/assets/', options: { query: { is_active: true }, signal } },
    {
      method: 'POST',
      path: 'authentication/connection-token/',
      body: { asset: 'a', account: '@USER', connect_method: 'web_cli' },
      options: { query: { create_ticket: 1 } },
    },
    { method: 'GET', path: 'users/users/', options: {} },
  ]);
});

test('parameters fill the address in their order, and nobody steps out of their place', async () => {
  const { calls, client } = recorder();
  await client.permsUsers.accounts('self', 'a/../../b?c');
  expect(calls[0]?.path).toBe('perms/users/self/assets/a%2F..%2F..%2Fb%3Fc/accounts/');
});

test('an address can be named without being called', () => {
  expect(addressOf('users')).toBe('users/users/');
  expect(addressOf('sessions', 'download', 'id')).toBe('terminal/sessions/id/replay/download/');
  expect(addressOf('hosts', 'retrieve', 'id')).toBe('assets/hosts/id/');
  // With what a call would be asked with.
  expect(addressOf('users', 'list', { fields_size: 'mini', order: 'name', group_id: undefined })).toBe(
    'users/users/?fields_size=mini&order=name',
  );
  expect(addressOf('permsUsers', 'nodeAssets', 'self', 'n', { limit: 15 })).toBe('perms/users/self/nodes/n/assets/?limit=15');
  // Not of this group, though others have it.
  expect(() => addressOf('users', 'nothing' as 'list')).toThrow('users has no nothing');
});

test('a list at an address has the verbs of all lists, and keeps the query of its address', async () => {
  const calls: Call[] = [];
  const list = collectionOver<{ id: string }, object>(
    async (call) => {
      calls.push(call);
      return [];
    },
    addressOf('users', 'list', { group_id: 'g:1' }),
  );
  await list.list({ limit: 15 });
  await list.retrieve('a/b');
  await list.partialUpdate(7, { comment: '' });
  await list.create([{ name: 'n' }], { query: { clone_from: 'c' } });
  await list.bulkDestroy({ spm: 'k' });
  expect(calls.map(({ method, path, body, options }) => [method, path, body, options.query])).toEqual([
    ['GET', 'users/users/?group_id=g%3A1', undefined, { limit: 15 }],
    ['GET', 'users/users/a%2Fb/?group_id=g%3A1', undefined, undefined],
    ['PATCH', 'users/users/7/?group_id=g%3A1', { comment: '' }, undefined],
    ['POST', 'users/users/?group_id=g%3A1', [{ name: 'n' }], { clone_from: 'c' }],
    ['DELETE', 'users/users/?group_id=g%3A1', undefined, { spm: 'k' }],
  ]);
  expect(addressAt('users/users/?fields_size=mini', 'retrieve', 'a/b')).toBe('users/users/a%2Fb/?fields_size=mini');
  expect(addressAt('users/users/', 'renderToJson')).toBe('users/users/render-to-json/');
});

test('in a browser it goes through the client for HTTP', async () => {
  const asked: string[] = [];
  const http = createHttp({
    cookies: () => '',
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${String(url)} ${String(init?.body)}`);
      return new Response('[]', { headers: { 'content-type': 'application/json' } });
    },
  });
  const client = clientOver(http);
  await client.hosts.list({ ids: ['1', '2'] });
  await client.hosts.update('3', { name: 'n', address: 'a', platform: 1 });
  await client.labels.bulkDestroy({ spm: 'k' });
  expect(asked).toEqual([
    'GET /api/v1/assets/hosts/?ids=1%2C2 undefined',
    'PUT /api/v1/assets/hosts/3/ {"name":"n","address":"a","platform":1}',
    'DELETE /api/v1/assets/labels/?spm=k undefined',
  ]);
});

test('what the API does not have does not compile', async () => {
  const { calls, client } = recorder();
  const row: Pick<Row<'assets'>, 'address'> = { address: 'a' };
  // @ts-expect-error a filter that assets do not have
  await client.assets.list({ colour: 'red' });
  // @ts-expect-error a platform has to be named
  await client.hosts.create({ name: 'n', address: row.address });
  // @ts-expect-error a level that nobody offers
  await client.users.partialUpdate('7', { mfa_level: 5 });
  // @ts-expect-error a filter that users do not have
  addressOf('users', 'list', { colour: 'red' });
  // @ts-expect-error whose page it is has to be said
  addressOf('users', 'retrieve');
  // @ts-expect-error a write has no query
  addressOf('users', 'unblock', '7', { force: 1 });
  // @ts-expect-error access has no list
  addressOf('access');
  // @ts-expect-error domains are not unblocked
  expect(() => client.domains.unblock('7')).toThrow();
  // With a limit it is a page, without one an array.
  const page = client.assets.list({ limit: 1 }).then(({ results }) => results?.[0]?.address.length);
  const array = client.assets.list().then((all) => all.length);
  await Promise.all([page, array]);
  expect(calls).toHaveLength(5);
});
