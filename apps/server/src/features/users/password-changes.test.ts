import { createApi, createCookieJar, type Json } from '@postern/testkit/api';
import { createOrganisation, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

// However a password changes, and whoever changes it: the log of password changes says so, once.

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const FRESH = 'Fresh-Gate-7788!';
const LOGIN = '/core/auth/login/';
const changes = async (user: Json, api = admin): Promise<Json[]> =>
  (await api.get<Json[]>('audits/password-change-logs/', { query: { search: String(user.username) } })).body;

type Way = (user: Json) => Promise<{ status: number; body: unknown }>;
const WAYS: Record<string, { way: Way; by: 'admin' | 'self'; given?: Json }> = {
  'an administrator, by the call for it': {
    way: (user) => admin.put(`users/users/${user.id}/password/`, { password: FRESH }),
    by: 'admin',
  },
  'an administrator, by part of the form': { way: (user) => admin.patch(`users/users/${user.id}/`, { password: FRESH }), by: 'admin' },
  'an administrator, by the whole form': {
    way: (user) =>
      admin.put(`users/users/${user.id}/`, {
        name: user.name,
        username: user.username,
        email: user.email,
        source: 'local',
        mfa_level: 0,
        password_strategy: 'custom',
        password: FRESH,
      }),
    by: 'admin',
  },
  'an administrator, for several at once': {
    way: (user) => admin.patch('users/users/', [{ id: user.id, password: FRESH }]),
    by: 'admin',
  },
  'its owner, at the profile': {
    way: async (user) =>
      (await server.browser(user.username)).put('users/profile/password/', {
        old_password: TEST_PASSWORD,
        new_password: FRESH,
        new_password_again: FRESH,
      }),
    by: 'self',
  },
  'its owner, who has to on the way in': {
    given: { need_update_password: true },
    way: async (user) => {
      const page = createApi({ origin: server.url, cookies: createCookieJar() });
      await page.get(LOGIN);
      await page.post(LOGIN, { username: user.username, password: TEST_PASSWORD });
      return page.post(`${LOGIN}password/`, { new_password: FRESH, new_password_again: FRESH });
    },
    by: 'self',
  },
};

describe('a password changed by', () => {
  test.each(Object.entries(WAYS))('%s', async (_, { way, by, given }) => {
    const user = await createUser(admin, given);
    expect(await changes(user)).toEqual([]);
    const answer = await way(user);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await changes(user)).toMatchObject([
      {
        user: `${user.name}(${user.username})`,
        change_by: by === 'admin' ? 'Administrator(admin)' : `${user.name}(${user.username})`,
        remote_addr: '127.0.0.1',
      },
    ]);
    expect(JSON.stringify(await changes(user))).not.toContain(FRESH);
  });

  test('nobody is not in it', async () => {
    const user = await createUser(admin);
    expect((await admin.patch(`users/users/${user.id}/`, { comment: 'as before' })).status).toBe(200);
    expect((await admin.patch(`users/users/${user.id}/`, { password: 'short' })).status).toBe(400);
    expect(await changes(user)).toEqual([]);
  });

  test('somebody is seen by the organisations of which the person is a member', async () => {
    const [here, there] = [await createOrganisation(admin), await createOrganisation(admin)];
    const user = await createUser(admin.inOrg(here.id));
    await admin.inOrg(here.id).patch(`users/users/${user.id}/`, { password: FRESH });
    expect(await changes(user, admin.inOrg(here.id))).toHaveLength(1);
    expect(await changes(user, admin.inOrg(there.id))).toEqual([]);
  });
});
