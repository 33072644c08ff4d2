import { PLATFORM_LINUX } from '@postern/contract/ids';
import { createAccount, createGroup, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { describe, expect, test } from 'vitest';
import { ADMIN_PASSWORD } from './harness.ts';
import { createWorld } from './matrix/world.ts';
import { shortestOf } from './statements-of.ts';

/** What is asked most besides lists, and how many statements it costs, all of them: authentication and transactions included (decision 0197). */

const world = forThisFile(createWorld, (it) => it.close());
const admin = () => world.confirmed.inOrg(world.here);

/** Fails with the statements themselves, so that what has been added is seen. */
async function costs(most: number, work: () => Promise<{ status: number }>): Promise<void> {
  // The first answer fills what is kept of who asks.
  expect((await work()).status).toBeLessThan(300);
  const asked = await shortestOf(work);
  expect(asked.length > most ? asked.join('\n') : '').toBe('');
  expect(asked.length, 'fewer than the test says').toBe(most);
}

test('a profile is three statements: who asks, the person, and what the console starts with', async () => {
  await costs(3, () => admin().get('users/profile/'));
  const { username } = await createUser(world.admin);
  const person = await world.server.as(username);
  await costs(3, () => person.get('users/profile/'));
});

test('figures and charts of the dashboard are three statements: who asks, all of them, and whether what is kept is still right', async () => {
  await costs(3, () => admin().get('index/', { query: { days: 1, total_count: 1 } }));
  const charts = [
    'session_dates_metrics',
    'dates_metrics',
    'dates_login_times_top10_assets',
    'dates_login_times_top10_users',
    'dates_login_record_top10_sessions',
  ];
  await costs(3, () => admin().get('index/', { query: { days: 30, ...Object.fromEntries(charts.map((flag) => [flag, 1])) } }));
  // Two things are kept: assets of this week, and who was there each day.
  await costs(4, () => admin().get('index/', { query: { days: 30, all: 1 } }));
});

test('a login is 20 statements: each counter of wrong tries is counted before the next, and its row of the log is in a transaction of its own', async () => {
  const given = { username: 'admin', password: ADMIN_PASSWORD };
  await costs(20, () => world.server.anyone.post('authentication/auth/', given));
});

/** Who asks is kept by then, so none of these asks for more than the session, unless it changed who may do what. */
describe('what is made and changed costs, transaction and evidence included', () => {
  const own = forThisFile(async () => {
    const api = admin();
    const host = await createHost(api);
    const person = await createUser(api);
    const permission = await createPermission(api, { users: [person.id], assets: [host.id] });
    const account = await createAccount(api, host.id);
    const node = (await createNode(api)).id;
    return { host, person, permission, account, node, group: (await createGroup(api)).id };
  });
  const named = () => ({ name: uniqueName('made') });
  const seen = () => ({ comment: uniqueName('seen') });

  test('a host: ten, one of which is the job that looks at new ones, and seven', async () => {
    const { host, node } = own;
    const protocols = [{ name: 'ssh', port: 22 }];
    await costs(10, () =>
      admin().post('assets/hosts/', {
        ...named(),
        address: '192.0.2.7',
        platform: { pk: PLATFORM_LINUX },
        protocols,
        nodes: [{ pk: node }],
      }),
    );
    await costs(7, () => admin().patch(`assets/hosts/${host.id}/`, seen()));
  });

  test('an account: eleven and seven', async () => {
    const { host, account } = own;
    await costs(11, () =>
      admin().post('accounts/accounts/', {
        ...named(),
        username: uniqueName('made'),
        asset: host.id,
        secret_type: 'password',
        secret: 'open sesame 3',
      }),
    );
    await costs(7, () => admin().patch(`accounts/accounts/${account.id}/`, seen()));
  });

  test('a permission: nine and eight, whatever it names', async () => {
    const { host, node, person, permission, group } = own;
    const what = { users: [person.id], user_groups: [group], assets: [host.id], nodes: [node], accounts: ['@ALL'], actions: ['connect'] };
    await costs(9, () => admin().post('perms/asset-permissions/', { ...named(), ...what }));
    await costs(8, () => admin().patch(`perms/asset-permissions/${permission.id}/`, named()));
    await costs(8, () => admin().patch(`perms/asset-permissions/${permission.id}/`, { users: [person.id], nodes: [] }));
  });

  test('a person: roles, groups and the mail that welcomes them are stored one after another', async () => {
    const { person, group } = own;
    await costs(24, () => {
      const username = uniqueName('made');
      const given = {
        name: username,
        username,
        email: `${username}@example.com`,
        source: 'local',
        password_strategy: 'email',
        mfa_level: 0,
      };
      return admin().post('users/users/', { ...given, groups: [group] });
    });
    await costs(11, () => admin().patch(`users/users/${person.id}/`, seen()));
  });
});
