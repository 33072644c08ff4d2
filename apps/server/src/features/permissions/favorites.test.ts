import { signedHeaders } from '@postern/contract/signature';
import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';

/** Marks that a person sets in the menu of a component that they logged in through. */

let door: Component;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  door = await registerComponent(server);
});

/** Somebody logs in through the component. */
async function comesIn(user: Json): Promise<void> {
  const at = createApi({
    origin: server.url,
    cookies: createCookieJar(),
    headers: { 'x-forwarded-for': '198.51.100.7', 'x-jms-login-type': 'T', 'x-jms-org': 'ROOT' },
    sign: (method: string, path: string) => signedHeaders(door.key, method, path, new Date().toUTCString()),
  });
  const login = { username: user.username, password: TEST_PASSWORD, public_key: '', remote_addr: '198.51.100.7', login_type: 'T' };
  const made = await at.post<Json>('authentication/tokens/', login);
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
}

test('are the same as in the console, of machines that the person reaches, and only while they are in there', async () => {
  const [mia, host, foreign] = [await createUser(admin), await createHost(admin), await createHost(admin)];
  await createPermission(admin, { users: [mia.id], assets: [host.id] });
  const at = `perms/users/${mia.id}/favorites/`;
  const mark = (asset: unknown, marked: boolean, api = door.api) => api.post<Json>(at, { asset, marked });
  const marked = async () => (await door.api.get<Json[]>(at)).body.map(({ asset }) => asset);
  expect((await mark(host.id, true)).body.code).toBe('person_not_here');
  await comesIn(mia);
  expect(await marked()).toEqual([]);
  for (let round = 0; round < 2; round += 1) expect((await mark(host.id, true)).status).toBe(204);
  expect(await marked()).toEqual([host.id]);
  const own = await server.as(String(mia.username));
  expect((await own.get<Json[]>('assets/favorite-assets/')).body.map(({ asset }) => asset)).toEqual([host.id]);
  // What they cannot open is no machine of theirs, and nobody else marks for them.
  expect((await mark(foreign.id, true)).status).toBe(404);
  expect((await mark(host.id, false, admin)).status).toBe(403);
  expect((await admin.get(at)).status).toBe(403);
  expect((await mark(host.id, false)).status).toBe(204);
  expect(await marked()).toEqual([]);
  const stranger = await createUser(admin);
  expect((await door.api.post<Json>(`perms/users/${stranger.id}/favorites/`, { asset: host.id, marked: true })).body.code).toBe(
    'person_not_here',
  );
});
