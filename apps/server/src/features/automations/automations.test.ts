import { createHost, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const CHANGE = 'accounts/change-secret-automations/';
const plan = (given = {}) => ({
  name: uniqueName('plan'),
  accounts: ['root'],
  is_periodic: false,
  secret_type: 'password',
  secret_strategy: 'random',
  ...given,
});

describe('an automation', () => {
  test('that is periodic says how often in the same request', async () => {
    const admin = await server.as('admin');
    const { is_periodic: _off, ...periodic } = plan();
    expect((await admin.post(CHANGE, periodic)).body).toHaveProperty('is_periodic');
    expect((await admin.post(CHANGE, plan({ is_periodic: true, crontab: '61 * * * *' }))).body).toHaveProperty('crontab');
    expect((await admin.post(CHANGE, plan({ is_periodic: true, crontab: '* * * * * *' }))).body).toHaveProperty('crontab');
    const hourly = await admin.post(CHANGE, plan({ is_periodic: true, interval: 3 }));
    expect(hourly.body).toMatchObject({ periodic_display: 'cycle ( 3 h )', type: 'change_secret', executed_amount: 0 });
    expect((await admin.patch(`${CHANGE}${hourly.body.id}/`, { crontab: '5 4 * * *' })).body.periodic_display).toBe(
      'regular ( 5 4 * * * )',
    );
    expect((await admin.patch(`${CHANGE}${hourly.body.id}/`, { is_periodic: true })).status).toBe(400);
  });

  test('keeps of the secret only what fits its type and strategy', async () => {
    const admin = await server.as('admin');
    expect((await admin.post(CHANGE, plan({ password_rules: { length: 5 } }))).body).toHaveProperty('password_rules');
    expect((await admin.post(CHANGE, plan({ password_rules: { length: 31 } }))).body).toHaveProperty('password_rules');
    const random = await admin.post(CHANGE, plan({ password_rules: { length: 12 }, secret: 'not kept' }));
    expect(random.body.password_rules).toMatchObject({ length: 12 });
    const keys = await admin.post(CHANGE, plan({ secret_type: 'ssh_key', ssh_key_change_strategy: 'set', password_rules: { length: 3 } }));
    expect(keys.body).toMatchObject({ password_rules: {}, ssh_key_change_strategy: { value: 'set' } });
    expect(JSON.stringify(random.body)).not.toContain('not kept');
    expect((await admin.post(CHANGE, plan({ accounts: undefined }))).body).toHaveProperty('accounts');
    expect((await admin.post(CHANGE, plan({ name: random.body.name }))).body).toHaveProperty('name');
  });

  test('takes assets and nodes of its own organisation, and tells those it reaches', async () => {
    const admin = await server.as('admin');
    const other = await createOrganisation(admin);
    const [mine, theirs] = [await createHost(admin), await createHost(admin.inOrg(String(other.id)))];
    const made = (await admin.post(CHANGE, plan())).body;
    const below = (path: string) => `accounts/change-secret/${made.id}/${path}`;
    expect((await admin.patch(below('asset/add/'), { assets: [mine.id] })).body).toEqual({ msg: 'ok' });
    const refused = await admin.patch(below('asset/add/'), { assets: [theirs.id] });
    expect(refused.status).toBe(200);
    expect(refused.body).toHaveProperty('error');
    expect((await admin.get(below('assets/'))).body).toEqual([{ id: mine.id, name: mine.name, address: mine.address }]);
    expect((await admin.put(below('nodes/?action=sideways'), { nodes: [] })).body).toHaveProperty('error');
    expect((await admin.put(below('asset/remove/'), { assets: [mine.id] })).body).toEqual({ msg: 'ok' });
    expect((await admin.get(below('assets/'))).body).toEqual([]);
  });
});

describe('gathered accounts', () => {
  test('become accounts where the asset has none of that name', async () => {
    const admin = await server.as('admin');
    const host = await createHost(admin);
    const found = await admin.post('accounts/gathered-accounts/', { asset: host.id, username: 'deploy' });
    expect(found.status).toBe(201);
    for (let at = 0; at < 2; at += 1)
      expect((await admin.post('accounts/gathered-accounts/sync-accounts/', { gathered_account_ids: [found.body.id] })).status).toBe(201);
    const accounts = (await admin.get(`accounts/accounts/?asset=${host.id}`)).body;
    expect(accounts).toMatchObject([{ username: 'deploy', name: 'deploy', source: { value: 'collected' }, has_secret: false }]);
  });
});
