import { createAccount, createGroup, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { serverOfFile, type TestServer } from '../../../test/harness.ts';

const server = serverOfFile();

interface Hit {
  type: string;
  id: string;
  name: string;
  detail: string;
  type_label: string;
}
const find = async (api: Awaited<ReturnType<TestServer['as']>>, search: string, headers = {}) =>
  (await api.get<Hit[]>('common/objects/', { query: { search }, headers })).body;

test('objects of all kinds are found, the best first, in the words of the reader', async () => {
  const admin = await server.as('admin');
  const word = uniqueName('数据').replaceAll('-', '');
  const host = await createHost(admin, { name: `${word} primary` });
  await createHost(admin, { name: `the ${word}` });
  const exact = await createGroup(admin, { name: word });
  const account = await createAccount(admin, String(host.id), { name: `${word}-root`, username: `${word}-root` });
  const hits = await find(admin, word, { 'accept-language': 'zh' });
  expect(hits[0]).toMatchObject({ type: 'usergroup', id: exact.id, name: word, type_label: '用户组' });
  expect(hits.map((hit) => hit.type)).toEqual(expect.arrayContaining(['asset', 'account', 'usergroup']));
  expect(hits.find((hit) => hit.type === 'asset')).toMatchObject({ id: host.id, detail: '127.0.0.1' });
  expect(hits.find((hit) => hit.type === 'account')).toMatchObject({ id: account.id, detail: `${word} primary` });
  expect(await find(admin, '数据')).not.toEqual([]);
});

test('nothing is found without the right, in another organisation, or by a wildcard', async () => {
  const admin = await server.as('admin');
  const there = await createOrganisation(admin);
  const name = uniqueName('hidden');
  await createHost(admin.inOrg(String(there.id)), { name });
  expect(await find(admin, name)).toEqual([]);
  expect(await find(admin.inOrg(String(there.id)), name)).toHaveLength(1);
  const user = await createUser(admin);
  const plain = await server.as(String(user.username));
  expect(await find(plain.inOrg(String(there.id)), name)).toEqual([]);
  expect(await find(plain, 'admin')).toEqual([]);
  expect(await find(admin, '%')).toEqual([]);
  expect(await find(admin, '')).toEqual([]);
  expect((await server.anyone.get('common/objects/?search=a')).status).toBe(401);
});

test('odd words are only words', async () => {
  const admin = await server.as('admin');
  for (const search of ["'; drop table users; --", '\\', '_', 'a'.repeat(5_000), '😀'.repeat(40)])
    expect((await admin.get('common/objects/', { query: { search } })).status).toBe(200);
  expect((await admin.get('common/objects/', { query: { search: '\u0000' } })).status).toBe(400);
});
