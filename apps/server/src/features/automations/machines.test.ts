import { fork } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, uniqueName } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/**
 * Real users of this machine, real sshd, real chpasswd and sudo. What breaks is broken from outside: the line is cut, the
 * machine's own tools are stopped, its disk takes nothing.
 */

let server: TestServer;
let sshd: Sshd;
let people: UnixPeople;
const logged: string[] = [];
const record = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);

beforeAll(async () => {
  people = unixPeople();
  [server, sshd] = await Promise.all([
    startTestServer({ log: { debug: record, info: record, warn: record, error: record } }),
    startSshd([], ['PasswordAuthentication yes', 'AuthorizedKeysFile %h/.ssh/authorized_keys']),
  ]);
});
afterAll(async () => {
  people?.removeAll();
  await sshd?.stop();
  await server?.close();
});

const OLD = 'Former-secret-1';

/** An asset on a port, with a login that becomes root through sudo; nobody asks for its password unless told. */
async function machine(
  port: number,
  { asks = false, adminPassword = 'Keeper-secret-1' } = {},
): Promise<{ asset: Json; privilegedUser: string }> {
  const admin = await server.as('admin');
  const asset = await createHost(admin, { protocols: [{ name: 'ssh', port }] });
  const privilegedUser = people.add('Keeper-secret-1');
  people.sudoer(privilegedUser, asks);
  await createAccount(admin, String(asset.id), { name: privilegedUser, username: privilegedUser, secret: adminPassword, privileged: true });
  return { asset, privilegedUser };
}

const account = async (asset: Json, username: string, given: Json = {}): Promise<Json> =>
  createAccount(await server.as('admin'), String(asset.id), { name: username, username, secret: OLD, ...given });

async function plan(asset: Json, accounts: string[], given: Json = {}): Promise<Json> {
  const admin = await server.as('admin');
  const made = await admin.post('accounts/change-secret-automations/', {
    name: uniqueName('plan'),
    accounts,
    assets: [asset.id],
    is_periodic: false,
    secret_type: 'password',
    secret_strategy: 'random',
    ...given,
  });
  expect(made.status).toBe(201);
  return made.body;
}

async function started(automation: Json, path = 'change-secret-executions'): Promise<string> {
  const answer = await (await server.as('admin')).post(`accounts/${path}/`, { automation: automation.id });
  expect(answer.status).toBe(201);
  return String(answer.body.task);
}

const secretOf = async (id: unknown): Promise<string> => {
  const { rows } = await sql<{ secret: string }>`select secret from accounts where id = ${id}`.execute(server.db);
  return server.platform.secrets.decrypt(rows[0]?.secret ?? '');
};

const recordOf = async (accountId: unknown): Promise<Json> => {
  const { rows } = await sql<Json>`
    select * from change_secret_records where account_id = ${accountId} order by date_created desc limit 1`.execute(server.db);
  return rows[0] ?? {};
};

const verified = async (id: unknown): Promise<string> => {
  const admin = await server.as('admin');
  const answer = await admin.post('accounts/accounts/tasks/', { action: 'verify', accounts: [id] });
  expect(answer.status).toBe(201);
  await worked(server, String(answer.body.task));
  return String((await admin.get(`accounts/accounts/${id}/`)).body.connectivity.value);
};

const settleNow = async (): Promise<void> => {
  const job = server.assembly.jobs.find(({ name }) => name === 'automations.settle');
  if (job) await runJob(server.platform, job, {});
};

/** A way to a port that can be cut. */
async function line(to: number): Promise<{ port: number; cut(): void; mend(): void; close(): void }> {
  const open = new Set<Socket>();
  let whole = true;
  const relay: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (!whole) {
      socket.destroy();
      return;
    }
    const out = connect(to, '127.0.0.1');
    out.on('error', () => undefined);
    for (const end of [socket, out]) open.add(end);
    socket.pipe(out).pipe(socket);
    socket.once('close', () => out.destroy());
    out.once('close', () => socket.destroy());
  });
  const port = await freePort();
  await new Promise<void>((done) => relay.listen(port, '127.0.0.1', done));
  const drop = (): void => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    port,
    cut() {
      whole = false;
      drop();
    },
    mend() {
      whole = true;
    },
    close() {
      drop();
      relay.close();
    },
  };
}

/** An sshd whose machine has a chpasswd of the test's: it does what the script says, around the real one. */
async function stubborn(script: (dir: string) => string): Promise<{ sshd: Sshd; dir: string; stop(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-chpasswd-'));
  chmodSync(dir, 0o755);
  writeFileSync(join(dir, 'chpasswd'), `#!/bin/sh\n${script(dir)}\n`, { mode: 0o755 });
  const started = await startSshd(
    [`SetEnv PATH=${dir}:/usr/sbin:/usr/bin:/sbin:/bin`],
    ['PasswordAuthentication yes', 'AuthorizedKeysFile %h/.ssh/authorized_keys'],
  );
  return {
    sshd: started,
    dir,
    async stop() {
      await started.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const seen = (path: string): Promise<boolean> => until(`${path} is there`, 60_000, () => existsSync(path));

describe('verifying', () => {
  test('logs in: a right password, a wrong one, a host that is down', async () => {
    const { asset, privilegedUser } = await machine(sshd.port);
    const user = people.add(OLD);
    const [right, wrong] = [await account(asset, user), await account(asset, `${privilegedUser}x`, { secret: 'nonsense 1' })];
    expect(await verified(right.id)).toBe('ok');
    expect(await verified(wrong.id)).toBe('err');
    const { asset: dark } = await machine(await freePort());
    expect(await verified((await account(dark, user)).id)).toBe('err');
  });

  test('sends nothing to a machine whose host key has changed', async () => {
    const { asset } = await machine(sshd.port);
    const user = people.add(OLD);
    const one = await account(asset, user);
    expect(await verified(one.id)).toBe('ok');
    await sql`update host_keys set fingerprint = 'SHA256:another' where asset_id = ${asset.id}`.execute(server.db);
    expect(await verified(one.id)).toBe('err');
    const change = await plan(asset, [user]);
    const log = await worked(server, await started(change));
    expect(log).toContain('host key');
    expect(await secretOf(one.id)).toBe(OLD);
    expect((await recordOf(one.id)).status).toBe('failed');
  });

  test('asks for the right of the action, and for accounts of the organisation', async () => {
    const admin = await server.as('admin');
    expect((await admin.post('accounts/accounts/tasks/', { action: 'dance', accounts: [] })).body).toHaveProperty('action');
    expect(
      (await admin.post('accounts/accounts/tasks/', { action: 'verify', accounts: ['11111111-1111-4111-8111-111111111111'] })).status,
    ).toBe(400);
  });
});

describe('changing a password', () => {
  test('through sudo gives the machine and the account the same new secret, with history, and an audit event', async () => {
    for (const asks of [false, true]) {
      const { asset } = await machine(sshd.port, { asks });
      const user = people.add(OLD);
      const one = await account(asset, user);
      const before = people.shadow(user);
      const change = await plan(asset, [user], { password_rules: { length: 16 } });
      const log = await worked(server, await started(change));
      expect(log).toContain(`ok: ${asset.name} ${user}`);
      const secret = await secretOf(one.id);
      expect(secret).toMatch(/^[A-Za-z0-9].{15}$/);
      expect(people.shadow(user)).not.toBe(before);
      expect(await verified(one.id)).toBe('ok');
      expect((await (await server.as('admin')).get(`accounts/accounts/${one.id}/`)).body.version).toBe(2);
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from accounts_history where account_id = ${one.id}`.execute(
        server.db,
      );
      expect(rows[0]?.n).toBe(2);
      const records = (await (await server.as('admin')).get(`accounts/change-secret-records/?asset=${asset.id}`)).body;
      expect(records).toMatchObject([
        { is_success: true, error: null, account: { id: one.id }, timedelta: expect.stringMatching(/^\d+\.\d\d$/) },
      ]);
      expect(log).not.toContain(secret);
    }
  });

  test('goes through su where the platform says so, and who is reached by switching is verified by switching', async () => {
    const admin = await server.as('admin');
    const { body: linux } = await admin.get('assets/platforms/1/');
    const platform = await admin.post('assets/platforms/', {
      name: uniqueName('Switching'),
      category: 'host',
      type: 'linux',
      protocols: [{ name: 'ssh', port: 22 }],
      su_enabled: true,
      su_method: 'su',
      automation: linux.automation,
    });
    expect(platform.status).toBe(201);
    const asset = await createHost(admin, { platform: { pk: platform.body.id }, protocols: [{ name: 'ssh', port: sshd.port }] });
    const [ordinary, boss, user] = [people.add('Door-secret-1'), people.addRoot('Boss-secret-1'), people.add(OLD)];
    const from = await account(asset, ordinary, { secret: 'Door-secret-1' });
    const chief = await account(asset, boss, { secret: 'Boss-secret-1', privileged: true, su_from: from.id });
    const one = await account(asset, user, { su_from: from.id });
    expect(await verified(chief.id)).toBe('ok');
    const log = await worked(server, await started(await plan(asset, [user])));
    expect(log).toContain(`ok: ${asset.name} ${user}`);
    expect(await verified(one.id)).toBe('ok');
    await sql`update accounts set secret = ${server.platform.secrets.encrypt('Not-it-2')} where id = ${chief.id}`.execute(server.db);
    expect(await verified(chief.id)).toBe('err');
    // Without the administrator's password nothing is changed.
    const before = people.shadow(user);
    expect(await worked(server, await started(await plan(asset, [user])))).toContain('refused the change');
    expect(people.shadow(user)).toBe(before);
  });

  test('leaves privileged accounts and the login itself alone', async () => {
    const { asset, privilegedUser } = await machine(sshd.port);
    const user = people.add(OLD);
    const one = await account(asset, user, { privileged: true });
    const log = await worked(server, await started(await plan(asset, [user, privilegedUser])));
    expect(log.match(/skipped/g)).toHaveLength(2);
    expect(await secretOf(one.id)).toBe(OLD);
  });

  test('that cannot begin keeps what there was: no login, wrong login, a host that is down', async () => {
    const user = people.add(OLD);
    const { asset: wrong } = await machine(sshd.port, { adminPassword: 'Not-it-1' });
    const { asset: dark } = await machine(await freePort());
    for (const asset of [wrong, dark]) {
      const one = await account(asset, user);
      const before = people.shadow(user);
      await worked(server, await started(await plan(asset, [user])));
      expect(await secretOf(one.id)).toBe(OLD);
      expect(people.shadow(user)).toBe(before);
      const kept = await recordOf(one.id);
      expect(kept.status).toBe('failed');
      expect(server.platform.secrets.decrypt(String(kept.new_secret))).toHaveLength(30);
    }
  });

  test('that the machine refuses, as its disk takes nothing, keeps what there was', async () => {
    // chpasswd may not write a byte: what a full disk does to it.
    const full = await stubborn(() => 'ulimit -f 0; exec /usr/sbin/chpasswd');
    const { asset } = await machine(full.sshd.port);
    const user = people.add(OLD);
    const one = await account(asset, user);
    const before = people.shadow(user);
    const other = people.add(OLD);
    await worked(server, await started(await plan(asset, [user])));
    expect(people.shadow(user)).toBe(before);
    expect(people.shadow(other)).not.toBe('');
    expect(await secretOf(one.id)).toBe(OLD);
    const admin = await server.as('admin');
    const [told] = (await admin.get<Json[]>(`accounts/change-secret-records/?asset=${asset.id}`)).body;
    expect(told).toMatchObject({ is_success: false, status: 'failed', error: expect.stringContaining('refused the change') });
    await full.stop();
  });

  test('that breaks off after the machine changed is uncertain, keeps both, and settles as new', async () => {
    const slow = await stubborn((dir) => `/usr/sbin/chpasswd && touch ${dir}/done && sleep 20`);
    const way = await line(slow.sshd.port);
    const { asset } = await machine(way.port);
    const user = people.add(OLD);
    const one = await account(asset, user);
    const run = worked(server, await started(await plan(asset, [user])));
    await seen(join(slow.dir, 'done'));
    way.cut();
    expect(await run).toContain('uncertain');
    const open = await recordOf(one.id);
    expect(open.status).toBe('uncertain');
    expect(await secretOf(one.id)).toBe(OLD);
    // As long as it is open nobody changes the account again.
    const again = await worked(server, await started(await plan(asset, [user])));
    expect(again).toContain('not settled');
    way.mend();
    await sql`update change_secret_records set date_next_attempt = now() - interval '1 second' where id = ${open.id}`.execute(server.db);
    await settleNow();
    expect((await recordOf(one.id)).status).toBe('success');
    expect(await secretOf(one.id)).toBe(server.platform.secrets.decrypt(String(open.new_secret)));
    expect(await verified(one.id)).toBe('ok');
    way.close();
    await slow.stop();
  });

  test('that breaks off before the machine changed stays in doubt for a while, then settles as failed', async () => {
    const stuck = await stubborn((dir) => `touch ${dir}/asked; sleep 3; exit 1`);
    const way = await line(stuck.sshd.port);
    const { asset } = await machine(way.port);
    const user = people.add(OLD);
    const one = await account(asset, user);
    const run = worked(server, await started(await plan(asset, [user])));
    await seen(join(stuck.dir, 'asked'));
    way.cut();
    await run;
    const open = await recordOf(one.id);
    expect(open.status).toBe('uncertain');
    way.mend();
    // The former secret works, but the command might still be at work: too early to say.
    await sql`update change_secret_records set date_next_attempt = now() - interval '1 second' where id = ${open.id}`.execute(server.db);
    await settleNow();
    expect((await recordOf(one.id)).status).toBe('uncertain');
    await sql`update change_secret_records set date_next_attempt = now() - interval '1 second', date_started = now() - interval '1 hour' where id = ${open.id}`.execute(
      server.db,
    );
    await settleNow();
    expect((await recordOf(one.id)).status).toBe('failed');
    expect(await secretOf(one.id)).toBe(OLD);
    expect(await verified(one.id)).toBe('ok');
    way.close();
    await stuck.stop();
  });
});

describe('a run', () => {
  test('of one secret for all gives it to each, and a second one does not tell that it was there already', async () => {
    const { asset } = await machine(sshd.port);
    const users = [people.add(OLD), people.add(OLD)];
    const accounts = [await account(asset, String(users[0])), await account(asset, String(users[1]))];
    const change = await plan(asset, users, { secret_strategy: 'specific', secret: 'One-for-all-77' });
    const task = await started(change);
    await worked(server, task);
    const admin = await server.as('admin');
    for (const { id } of accounts) {
      expect(await secretOf(id)).toBe('One-for-all-77');
      expect((await admin.get(`accounts/accounts/${id}/`)).body.version).toBe(2);
    }
    await worked(server, await started(change));
    expect((await admin.get(`accounts/accounts/${accounts[0]?.id}/`)).body.version).toBe(3);
    expect((await admin.get(`accounts/change-secret-executions/${task}/`)).body).toMatchObject({
      id: task,
      status: 'success',
      automation: change.id,
      trigger: { value: 'manual' },
      date_finished: expect.any(String),
      snapshot: { name: change.name, type: { value: 'change_secret' }, accounts: expect.any(Array), asset_amount: 1, node_amount: 0 },
    });
    expect((await admin.get(`accounts/change-secret-executions/?automation_id=${change.id}`)).body).toHaveLength(2);
    expect((await admin.get(`accounts/change-secret-automations/${change.id}/`)).body.executed_amount).toBe(2);
  });

  test('pushes accounts to a machine that does not have them, and gathers those it has', async () => {
    const { asset, privilegedUser } = await machine(sshd.port, { asks: true });
    const admin = await server.as('admin');
    const user = people.name();
    const push = await admin.post('accounts/push-account-automations/', {
      name: uniqueName('push'),
      accounts: [user],
      assets: [asset.id],
      is_periodic: false,
      secret_type: 'password',
      secret_strategy: 'random',
      params: { push_account_posix: { shell: '/bin/sh', groups: '' } },
    });
    const log = await worked(server, await started(push.body, 'push-account-executions'));
    expect(log).toContain(`ok: ${asset.name} ${user}`);
    const [made] = (await admin.get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=${user}`)).body;
    expect(made).toMatchObject({ name: `${user}-password`, has_secret: true, connectivity: { value: 'ok' } });
    expect(await verified(made?.id)).toBe('ok');
    expect((await admin.get(`accounts/push-account-records/?asset=${asset.id}`)).body).toMatchObject([{ is_success: true }]);

    const gather = await admin.post('accounts/gather-account-automations/', {
      name: uniqueName('gather'),
      assets: [asset.id],
      is_periodic: false,
      is_sync_account: true,
    });
    await sql`insert into gathered_accounts (id, org_id, asset_id, username, date_created, date_updated)
      select gen_random_uuid(), org_id, id, 'long-gone', now(), now() from assets where id = ${asset.id}`.execute(server.db);
    expect(await worked(server, await started(gather.body, 'gather-account-executions'))).toContain('accounts found');
    const found = (await admin.get<Json[]>(`accounts/gathered-accounts/?asset_id=${asset.id}`)).body;
    const present = found.filter((one) => one.present).map((one) => one.username);
    expect(present).toEqual(expect.arrayContaining(['root', privilegedUser, user]));
    expect(present).not.toContain('nobody');
    expect(found.find((one) => one.username === 'long-gone')).toMatchObject({ present: false });
    expect((await admin.get<Json[]>(`accounts/accounts/?asset=${asset.id}&username=root`)).body).toMatchObject([
      { source: { value: 'collected' } },
    ]);
  });

  test('that its worker left behind is taken up, and changes nothing twice', async () => {
    const counted = await stubborn((dir) => `echo x >> ${dir}/calls; /usr/sbin/chpasswd && touch ${dir}/done && sleep 20`);
    const { asset } = await machine(counted.sshd.port);
    const user = people.add(OLD);
    const one = await account(asset, user);
    const task = await started(await plan(asset, [user]));
    const worker = fork(fileURLToPath(new URL('../../../test/run-task-worker.ts', import.meta.url)), [server.databaseUrl, task], {
      execArgv: [],
    });
    await seen(join(counted.dir, 'done'));
    worker.kill('SIGKILL');
    const open = await recordOf(one.id);
    expect(open.status).toBe('changing');
    await sql`update task_runs set lease = now() - interval '1 second' where id = ${task}`.execute(server.db);
    await worked(server, task);
    expect((await recordOf(one.id)).status).toBe('success');
    expect(await secretOf(one.id)).toBe(server.platform.secrets.decrypt(String(open.new_secret)));
    expect(readFileSync(join(counted.dir, 'calls'), 'utf8')).toBe('x\n');
    expect(await verified(one.id)).toBe('ok');
    await counted.stop();
  });
});

describe('ssh keys', () => {
  test('are added, replaced as a whole, or only where they are ours', async () => {
    const { asset } = await machine(sshd.port);
    const user = people.add(OLD);
    const first = await account(asset, user, { secret_type: 'ssh_key', secret: sshd.privateKey });
    const file = `/home/${user}/.ssh/authorized_keys`;
    const change = (ssh_key_change_strategy: string) => plan(asset, [user], { secret_type: 'ssh_key', ssh_key_change_strategy });
    const lines = () => readFileSync(file, 'utf8').trim().split('\n');
    await worked(server, await started(await change('add')));
    expect((await recordOf(first.id)).status).toBe('success');
    expect(lines()).toHaveLength(1);
    writeFileSync(file, `${lines()[0]}\nssh-ed25519 AAAAsomebody else\n`);
    await worked(server, await started(await change('set_jms')));
    expect(lines()).toEqual(['ssh-ed25519 AAAAsomebody else', expect.stringMatching(/ postern-managed$/)]);
    expect(await verified(first.id)).toBe('ok');
    await worked(server, await started(await change('set')));
    expect(lines()).toEqual([expect.stringMatching(/ postern-managed$/)]);
    expect(await verified(first.id)).toBe('ok');
  });
});

describe('secrets', () => {
  test('of these runs are in no log, task or record that anybody reads', async () => {
    const { rows } = await sql<{
      old_secret: string;
      new_secret: string;
    }>`select old_secret, new_secret from change_secret_records`.execute(server.db);
    const secrets = new Set(
      rows.flatMap((row) => [row.old_secret ?? [], row.new_secret].flat()).map((encrypted) => server.platform.secrets.decrypt(encrypted)),
    );
    expect(secrets.size).toBeGreaterThan(5);
    const { rows: text } = await sql<{ text: string }>`
      select t::text as text from task_logs t union all select t::text from task_runs t union all select t::text from operate_logs t
      union all select t::text from automation_executions t union all select t::text from change_secret_records t`.execute(server.db);
    const everything = [...text.map((row) => row.text), ...logged].join('\n');
    for (const secret of secrets) expect(everything.includes(secret)).toBe(false);
  });
});
