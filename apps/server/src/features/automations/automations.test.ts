import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';

const server = serverOfFile();

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

describe('the clock', () => {
  const sweep = async () => {
    const job = server.assembly.jobs.find(({ name }) => name === 'automations.schedule');
    if (job) await runJob(server.platform, job, {});
  };

  test('counts times of day by the clock of whoever said them, in every round', async () => {
    const admin = await server.as('admin');
    const org = await createOrganisation(admin);
    // Fifteen minutes that no zone of a server is off by.
    const zone = { 'x-tz': 'Asia/Kathmandu' };
    const inZone = { headers: { ...zone, 'x-jms-org': String(org.id) } };
    const made = await admin.post<Json>(CHANGE, plan({ is_periodic: true, crontab: '30 3 * * *', interval: null }), inZone);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const next = async () => {
      const { rows } = await sql<{
        next: Date;
      }>`select date_next_run as next from change_secret_automations where id = ${made.body.id}`.execute(server.db);
      return rows[0]?.next.toISOString().slice(11, 16);
    };
    expect(await next()).toBe('21:45');
    await sql`update change_secret_automations set date_next_run = now() - interval '1 day' where id = ${made.body.id}`.execute(server.db);
    await sweep();
    expect(await next()).toBe('21:45');
    // What is changed beside the schedule, from elsewhere, does not move it.
    const renamed = await admin.inOrg(String(org.id)).patch(`${CHANGE}${made.body.id}/`, { comment: 'Seen from elsewhere' });
    expect([renamed.status, await next()]).toEqual([200, '21:45']);
    const elsewhere = { headers: { 'x-tz': 'UTC', 'x-jms-org': String(org.id) } };
    const changed = await admin.patch(`${CHANGE}${made.body.id}/`, { crontab: '31 3 * * *', is_periodic: true }, elsewhere);
    expect([changed.status, await next()]).toEqual([200, '03:31']);
  });

  test('starts what is due once, in its organisation, and writes down the next time', async () => {
    const admin = await server.as('admin');
    const org = await createOrganisation(admin);
    const here = admin.inOrg(String(org.id));
    const due = (await here.post(CHANGE, plan({ is_periodic: true, interval: 2 }))).body;
    const idle = (await here.post(CHANGE, plan({ is_periodic: true, interval: 2, is_active: false }))).body;
    const off = (await here.post(CHANGE, plan())).body;
    await sql`update change_secret_automations set date_next_run = now() - interval '5 days'
      where id = any(${[due.id, idle.id]}::uuid[])`.execute(server.db);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    const runs = await here.get<Json[]>('accounts/change-secret-executions/');
    expect(runs.body).toMatchObject([{ automation: due.id, trigger: { value: 'timing' }, status: 'pending' }]);
    const { rows } = await sql<{ id: string; next: Date | null }>`
      select id, date_next_run as next from change_secret_automations where id = any(${[due.id, off.id]}::uuid[])`.execute(server.db);
    const next = rows.find(({ id }) => id === due.id)?.next?.getTime() ?? 0;
    expect(Math.abs(next - Date.now() - 2 * 3_600_000)).toBeLessThan(60_000);
    expect(rows.find(({ id }) => id === off.id)?.next).toBeNull();
    expect((await admin.get<Json[]>('accounts/change-secret-executions/')).body).toEqual([]);
    expect((await here.delete(`${CHANGE}${due.id}/`)).status).toBe(204);
    expect((await here.get<Json[]>('accounts/change-secret-executions/')).body).toEqual([]);
  });
});

describe('push_now', () => {
  test('starts a push that is on no list', async () => {
    const admin = await server.as('admin');
    const host = await createHost(admin);
    const body = { asset: host.id, name: 'a', username: 'a', secret: 'open sesame 3', push_now: true };
    expect((await admin.post('accounts/accounts/', body)).status).toBe(201);
    const { rows } = await sql<{ snapshot: Json; type: string }>`
      select type, snapshot from automation_executions where automation_id is null`.execute(server.db);
    expect(rows).toMatchObject([{ type: 'push_account', snapshot: { accounts: [expect.any(String)] } }]);
    expect((await admin.get<Json[]>('accounts/push-account-executions/')).body).toEqual([]);
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

describe('assets that cannot be automated', () => {
  const database = async (platform: string): Promise<Json> => {
    const admin = await server.as('admin');
    const { body: platforms } = await admin.get<Json[]>(`assets/platforms/?name=${platform}`);
    const protocol = platform.toLowerCase();
    const made = await admin.post('assets/databases/', {
      name: uniqueName('database'),
      address: '127.0.0.1',
      platform: { pk: platforms[0]?.id },
      protocols: [{ name: protocol, port: 9 }],
      db_name: 'x',
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };

  test.each(['Oracle', 'SQLServer', 'MongoDB', 'ClickHouse'])(
    '%s is refused when it is asked for, with a code and its name',
    async (platform) => {
      const admin = await server.as('admin');
      const asset = await database(platform);
      for (const path of [CHANGE, 'accounts/push-account-automations/', 'accounts/gather-account-automations/']) {
        const refused = await admin.post(path, plan({ assets: [asset.id] }));
        expect([refused.status, refused.body]).toEqual([400, { assets: [expect.stringContaining(platform)] }]);
      }
      // One that can is enough: the log tells of the other.
      const host = await createHost(admin);
      const mixed = await admin.post(CHANGE, plan({ assets: [asset.id, host.id] }));
      expect(mixed.status).toBe(201);
      expect((await admin.post('accounts/change-secret-executions/', { automation: mixed.body.id })).status).toBe(201);
      // What is taken away is taken away; what would take its place is refused as at the beginning.
      expect((await admin.patch(`accounts/change-secret/${mixed.body.id}/asset/remove/`, { assets: [host.id] })).body).toEqual({
        msg: 'ok',
      });
      const another = await database(platform);
      expect((await admin.patch(`${CHANGE}${mixed.body.id}/`, { assets: [another.id] })).status).toBe(400);
      const added = await admin.patch(`accounts/change-secret/${mixed.body.id}/asset/add/`, { assets: [another.id] });
      expect(added.body).toEqual({ error: { assets: [expect.stringContaining(platform)] } });
      expect((await admin.get(`accounts/change-secret/${mixed.body.id}/assets/`)).body).toHaveLength(1);
      expect((await admin.patch(`${CHANGE}${mixed.body.id}/`, { comment: 'still there' })).status).toBe(200);
      const run = await admin.post('accounts/change-secret-executions/', { automation: mixed.body.id });
      expect([run.status, run.body]).toEqual([400, { automation: [expect.stringContaining(platform)] }]);
      const account = await createAccount(admin, String(asset.id), { username: 'scott', secret: 'Tiger-1' });
      for (const action of ['push', 'verify']) {
        const task = await admin.post('accounts/accounts/tasks/', { action, accounts: [account.id] });
        expect([task.status, Object.keys(task.body)]).toEqual([400, ['error']]);
      }
    },
  );
});

test('a thousand accounts are tested or pushed at a time, and what a push was told stays with its run', async () => {
  const admin = await server.as('admin');
  const unknown = (count: number) =>
    admin.post('accounts/accounts/tasks/', { action: 'verify', accounts: Array.from({ length: count }, () => crypto.randomUUID()) });
  const many = await unknown(1_001);
  expect([many.status, many.body.accounts]).toEqual([400, [expect.stringContaining('1000')]]);
  const most = await unknown(1_000);
  expect([most.status, JSON.stringify(most.body)]).toEqual([400, expect.not.stringContaining('1000')]);
  const host = await createHost(admin);
  const account = await createAccount(admin, String(host.id), { username: 'ada', secret: 'Quay-side-1' });
  const pushed = await admin.post<Json>('accounts/accounts/tasks/', {
    action: 'push',
    accounts: [account.id],
    params: { sudo: '/bin/ls' },
  });
  expect(pushed.status).toBe(201);
  const { rows } = await sql<{ params: unknown }>`
    select snapshot->'params' as params from automation_executions where snapshot->'accounts' ? ${String(account.id)}`.execute(server.db);
  expect(rows).toEqual([{ params: { sudo: '/bin/ls' } }]);
});
