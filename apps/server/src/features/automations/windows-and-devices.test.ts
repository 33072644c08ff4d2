import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, uniqueName } from '@postern/testkit/factories';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { startDevice } from '../../../test/network-device.ts';
import { VENDORS } from '../../../test/network-vendors.ts';
import { type WindowsMachine, windowsMachine } from '../../../test/windows-machine.ts';
import { startWindowsSsh } from '../../../test/windows-ssh.ts';
import { startWinrm } from '../../../test/windows-winrm.ts';
import { worked } from '../../../test/worked.ts';

/** Plans on Windows machines and network devices, from the API to what the machine has then. */

const BOSS = 'Boss-secret-1';
const OLD = 'Former-secret-1';

const logged: string[] = [];
const record = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
const stops: (() => unknown)[] = [];

const server = serverOfFile({ log: { debug: record, info: record, warn: record, error: record } });
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const started = async <T extends { stop(): unknown }>(starting: Promise<T>): Promise<T> => {
  const one = await starting;
  stops.push(() => one.stop());
  return one;
};

const WINDOWS = { pk: 5 };
const CISCO = { pk: 14 };
const users = () => ({ boss: { password: BOSS, admin: true as const, groups: [] }, alice: { password: OLD, groups: [] } });

async function account(asset: Json, username: string, secret: string, given: Json = {}): Promise<Json> {
  return createAccount(await server.as('admin'), String(asset.id), { name: username, username, secret, ...given });
}

async function ran(kind: string, asset: Json, given: Json = {}): Promise<string> {
  const admin = await server.as('admin');
  const secrets = kind === 'gather-account' ? {} : { secret_type: 'password', secret_strategy: 'random' };
  const made = await admin.post(`accounts/${kind}-automations/`, {
    name: uniqueName('plan'),
    assets: [asset.id],
    is_periodic: false,
    accounts: ['alice'],
    ...secrets,
    ...given,
  });
  expect(made.status).toBe(201);
  const run = await admin.post(`accounts/${kind}-executions/`, { automation: made.body.id });
  expect(run.status).toBe(201);
  return worked(server, run.body.task);
}

async function verified(one: Json): Promise<string> {
  const admin = await server.as('admin');
  const answer = await admin.post('accounts/accounts/tasks/', { action: 'verify', accounts: [one.id] });
  expect(answer.status).toBe(201);
  await worked(server, answer.body.task);
  return String((await admin.get(`accounts/accounts/${one.id}/`)).body.connectivity.value);
}

const secretOf = async (one: Json): Promise<string> => {
  const { rows } = await sql<{ secret: string }>`select secret from accounts where id = ${one.id}`.execute(server.db);
  return server.platform.secrets.decrypt(rows[0]?.secret ?? '');
};
const recordsOf = async (asset: Json): Promise<Json[]> =>
  (await (await server.as('admin')).get<Json[]>(`accounts/change-secret-records/?asset=${asset.id}`)).body;

async function windowsAsset(machine: WindowsMachine, way: 'ssh' | 'winrm', given: Json = {}, tls = false): Promise<Json> {
  const { port } = await started(way === 'ssh' ? startWindowsSsh(machine) : startWinrm(machine, { tls }));
  const asset = await createHost(await server.as('admin'), {
    platform: WINDOWS,
    protocols: [
      { name: 'rdp', port: 3389 },
      { name: way, port },
    ],
    ...given,
  });
  await account(asset, 'boss', BOSS, { privileged: true });
  return asset;
}

test.each(['ssh', 'winrm'] as const)('a Windows account gets a new secret by %s, is pushed and found', async (way) => {
  const machine = windowsMachine(users());
  const asset = await windowsAsset(machine, way);
  const alice = await account(asset, 'alice', OLD);
  expect(await verified(alice)).toBe('ok');
  expect(await ran('change-secret', asset)).toContain(`ok: ${asset.name} alice`);
  const secret = await secretOf(alice);
  expect(secret).not.toBe(OLD);
  expect(machine.users.get('alice')?.password).toBe(secret);
  expect(await recordsOf(asset)).toMatchObject([{ is_success: true, error: null, account: { id: alice.id } }]);
  expect(await verified(alice)).toBe('ok');
  await sql`update accounts set secret = ${server.platform.secrets.encrypt('Not-it-2')} where id = ${alice.id}`.execute(server.db);
  expect(await verified(alice)).toBe('err');

  const params = { push_account_local_windows: { groups: 'Users,Remote Desktop Users' } };
  expect(await ran('push-account', asset, { accounts: ['carol'], params })).toContain(`ok: ${asset.name} carol`);
  const [carol = {}] = (await (await server.as('admin')).get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=carol`)).body;
  expect(machine.users.get('carol')).toEqual({ password: await secretOf(carol), groups: ['S-1-5-32-545', 'S-1-5-32-555'] });
  expect(await ran('gather-account', asset)).toContain('3 accounts found');
});

test('a Windows machine that falls silent after the change is in doubt, and settles as new', async () => {
  const machine = windowsMachine(users(), { dropAfter: 'password' });
  const asset = await windowsAsset(machine, 'winrm');
  const alice = await account(asset, 'alice', OLD);
  machine.faults.fault = undefined;
  const down = ran('change-secret', asset);
  // The fresh login that would decide is refused a shell as well.
  const watch = setInterval(() => {
    if (machine.ran.some(({ script }) => script === 'password')) machine.faults.fault = '2150858882';
  }, 1);
  expect(await down).toContain('uncertain');
  clearInterval(watch);
  expect(await secretOf(alice)).toBe(OLD);
  machine.faults = {};
  await sql`update change_secret_records set date_next_attempt = now() - interval '1 second' where account_id = ${alice.id}`.execute(
    server.db,
  );
  const job = server.assembly.jobs.find(({ name }) => name === 'automations.settle');
  if (job) await runJob(server.platform, job, {});
  expect(await secretOf(alice)).toBe(machine.users.get('alice')?.password);
  expect(await recordsOf(asset)).toMatchObject([{ is_success: true }]);
});

test('WinRM over TLS pins the certificate, goes through the gateway of a zone, and sends nothing to another machine', async () => {
  const admin = await server.as('admin');
  const { body: windows } = await admin.get('assets/platforms/5/');
  const platform = await admin.post('assets/platforms/', {
    name: uniqueName('WinRM-TLS'),
    category: 'host',
    type: 'windows',
    protocols: [
      { name: 'rdp', port: 3389, primary: true },
      { name: 'winrm', port: 5986, setting: { use_ssl: true } },
    ],
    automation: windows.automation,
    domain_enabled: true,
  });
  expect(platform.status).toBe(201);
  const sshd: Sshd = await started(startSshd());
  const domain = (await admin.post('assets/domains/', { name: uniqueName('zone') })).body;
  const gateway = await admin.post('assets/gateways/', {
    name: uniqueName('gateway'),
    address: '127.0.0.1',
    platform: { pk: 1 },
    domain: domain.id,
    protocols: [{ name: 'ssh', port: sshd.port }],
  });
  expect(gateway.status).toBe(201);
  await account(gateway.body, sshd.user, sshd.privateKey, { secret_type: 'ssh_key' });
  for (const tls of [true, false]) {
    const machine = windowsMachine(users());
    const asset = await windowsAsset(machine, 'winrm', { domain: domain.id, ...(tls ? { platform: { pk: platform.body.id } } : {}) }, tls);
    const alice = await account(asset, 'alice', OLD);
    expect(await ran('change-secret', asset)).toContain('ok: ');
    expect(machine.users.get('alice')?.password).toBe(await secretOf(alice));
    if (!tls) continue;
    const { rows } = await sql<Json>`select type, fingerprint from host_keys where asset_id = ${asset.id}`.execute(server.db);
    expect(rows).toEqual([{ type: 'x509', fingerprint: expect.stringMatching(/^SHA256:/) }]);
    await sql`update host_keys set fingerprint = 'SHA256:another' where asset_id = ${asset.id}`.execute(server.db);
    const heard = machine.heard.length;
    expect(await ran('change-secret', asset)).toContain('host key');
    expect(machine.heard.length).toBe(heard);
  }
});

test('a network device gets a new secret through its privileged level, and keeps it', async () => {
  const admin = await server.as('admin');
  const { port, state } = await started(startDevice(VENDORS.cisco, { boss: BOSS, alice: OLD }));
  const device = await admin.post('assets/devices/', {
    name: uniqueName('switch'),
    address: '127.0.0.1',
    platform: CISCO,
    protocols: [{ name: 'ssh', port }],
  });
  expect(device.status).toBe(201);
  const boss = await account(device.body, 'boss', BOSS);
  const enable = await account(device.body, 'enable', 'Level-secret-1', { privileged: true, su_from: boss.id });
  const alice = await account(device.body, 'alice', OLD);
  expect([await verified(boss), await verified(enable), await verified(alice)]).toEqual(['ok', 'ok', 'ok']);
  expect(await ran('change-secret', device.body)).toContain(`ok: ${device.body.name} alice`);
  expect(state.users.get('alice')).toBe(await secretOf(alice));
  expect(state.saved.get('alice')).toBe(state.users.get('alice'));

  state.faults.saves = false;
  expect(await ran('change-secret', device.body)).toMatch(/ok: .* alice[\s\S]*note: .* did not save it/);
  expect(state.users.get('alice')).toBe(await secretOf(alice));
  expect((await recordsOf(device.body))[0]).toMatchObject({ is_success: true, error: expect.stringContaining('did not save it') });

  // The level's own password is no user's: the command for users would make one by that name.
  await sql`update accounts set privileged = false where id = ${enable.id}`.execute(server.db);
  await sql`update accounts set privileged = true where id = ${boss.id}`.execute(server.db);
  await ran('change-secret', device.body, { accounts: ['enable'] });
  expect(state.users.has('enable')).toBe(false);
  expect(await secretOf(enable)).toBe('Level-secret-1');
});

test('a device of an unknown kind gets its secret by the commands of its platform; what a form leaves empty does not count', async () => {
  const admin = await server.as('admin');
  const { port, state } = await started(startDevice(VENDORS.unknown, { boss: BOSS, alice: OLD }));
  const { body: general } = await admin.get('assets/platforms/13/');
  const platform = await admin.post('assets/platforms/', {
    name: uniqueName('Odd-box'),
    category: 'device',
    type: 'general',
    protocols: [{ name: 'ssh', port: 22, primary: true }],
    automation: { ...(general.automation as Json), change_secret_params: { commands: ['passwd {username}', '{password}'] } },
  });
  expect(platform.status).toBe(201);
  const device = await admin.post('assets/devices/', {
    name: uniqueName('box'),
    address: '127.0.0.1',
    platform: { pk: platform.body.id },
    protocols: [{ name: 'ssh', port }],
  });
  expect(device.status).toBe(201);
  await account(device.body, 'boss', BOSS, { privileged: true });
  const alice = await account(device.body, 'alice', OLD);
  const params = { change_secret_posix: { commands: ['nonsense'] }, change_secret_by_ssh: { commands: [''], profile: '' } };
  expect(await ran('change-secret', device.body, { params })).toContain('ok: ');
  expect(state.users.get('alice')).toBe(await secretOf(alice));
  expect(state.typed.filter((line) => line.startsWith('passwd'))).toEqual(['passwd alice']);
});

test('an asset without a protocol that would do is refused before anything is tried', async () => {
  const machine = windowsMachine(users());
  const asset = await windowsAsset(machine, 'ssh', { protocols: [{ name: 'rdp', port: 3389 }] });
  await account(asset, 'alice', OLD);
  expect(await ran('change-secret', asset)).toContain('ssh, winrm');
  expect(machine.ran).toEqual([]);
});

test('no secret of these runs is in a log, task or record that anybody reads', async () => {
  const { rows } = await sql<{ new_secret: string }>`select new_secret from change_secret_records`.execute(server.db);
  const secrets = new Set([BOSS, OLD, 'Level-secret-1', ...rows.map(({ new_secret }) => server.platform.secrets.decrypt(new_secret))]);
  expect(secrets.size).toBeGreaterThan(8);
  const { rows: text } = await sql<{ text: string }>`
    select t::text as text from task_logs t union all select t::text from task_runs t union all select t::text from operate_logs t
    union all select t::text from automation_executions t union all select t::text from change_secret_records t`.execute(server.db);
  const everything = [...text.map((row) => row.text), ...logged].join('\n');
  for (const secret of secrets) expect(everything.includes(secret)).toBe(false);
});
