import { createServer } from 'node:net';
import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { startSshd } from '@postern/testkit/sshd';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';

const server = serverOfFile();
const sshd = forThisFile(startSshd, (it) => it.stop());
const root = forThisFile(() => server.as('admin'));
const admin = forThisFile(async () => root.inOrg((await createOrganisation(root)).id));

async function gateway(given: Json = {}): Promise<Json> {
  const made = await admin.post<Json>('assets/gateways/', {
    name: uniqueName('gateway'),
    address: '127.0.0.1',
    platform: 1,
    protocols: [{ name: 'ssh', port: sshd.port }],
    ...given,
  });
  expect(made.status).toBe(201);
  return made.body;
}

const login = (gatewayId: string, given: Json = {}) =>
  createAccount(admin, gatewayId, { username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey, ...given });

/** Asks for the test, does the worker's part, answers the log and what is known of the gateway then. */
async function tested(one: Json, body: Json = {}): Promise<{ log: string; gateway: Json }> {
  const { status, body: answer } = await admin.post<Json>(`assets/gateways/${one.id}/test-connective/`, body);
  expect(status).toBe(201);
  const job = server.assembly.jobs.find(({ name }) => name === 'assets.test-gateway');
  if (!job) throw new Error('There is no such job');
  const { rows } = await sql<{ kwargs: Json }>`select kwargs from task_runs where id = ${answer.task}`.execute(server.db);
  await runJob(server.platform, job, { ...rows[0]?.kwargs, task_run: answer.task });
  const parts = await sql<{ text: string }>`select text from task_logs where run_id = ${answer.task} order by seq`.execute(server.db);
  return {
    log: parts.rows.map(({ text }) => text).join(''),
    gateway: (await admin.get<Json>(`assets/gateways/${one.id}/`)).body,
  };
}

describe('the test of a gateway', () => {
  test('logs in with the account of sessions, pins the host key and keeps the result', async () => {
    const one = await gateway();
    await createAccount(admin, one.id, { username: 'nobody', privileged: false });
    await login(one.id, { privileged: true });
    const before = (await admin.get<Json>(`assets/gateways/${one.id}/`)).body;
    expect([before.connectivity.value, before.date_verified]).toEqual(['-', null]);
    const { log, gateway: after } = await tested(one);
    expect(log).toContain(`logging in at 127.0.0.1:${sshd.port} as ${sshd.user}`);
    expect(log).toContain('the login works');
    expect(after.connectivity.value).toBe('ok');
    expect(after.date_verified).not.toBeNull();
    const { rows } = await sql<{ fingerprint: string }>`select fingerprint from host_keys where asset_id = ${one.id}`.execute(server.db);
    expect(rows).toEqual([{ fingerprint: sshd.hostKey.fingerprint }]);
    expect(log).not.toContain('PRIVATE KEY');
  });

  test('goes to another port of the same address when asked to', async () => {
    const one = await gateway({ protocols: [{ name: 'ssh', port: 1 }] });
    await login(one.id);
    const { log, gateway: after } = await tested(one, { port: String(sshd.port) });
    expect(log).toContain('the login works');
    expect(after.connectivity.value).toBe('ok');
  });

  test('says what is wrong with a login that is refused, and that it cannot be entered', async () => {
    const one = await gateway();
    const stranger = newSshKey('ed25519').private;
    await login(one.id, { secret: stranger });
    const { log, gateway: after } = await tested(one);
    expect(log).toContain('refuses the login');
    expect(after.connectivity.value).toBe('err');
  });

  test('with a password that does not fit', async () => {
    const one = await gateway();
    await createAccount(admin, one.id, { username: sshd.user, secret: 'no such password 1' });
    const { log, gateway: after } = await tested(one);
    expect(log).toContain('refuses the login');
    expect(log).not.toContain('no such password');
    expect(after.connectivity.value).toBe('err');
  });

  test('with nobody at the address', async () => {
    const one = await gateway({ protocols: [{ name: 'ssh', port: await freePort() }] });
    await login(one.id);
    const { log, gateway: after } = await tested(one);
    expect(log).toContain('ECONNREFUSED');
    expect(after.connectivity.value).toBe('err');
  });

  test('with something else than SSH at the address', async () => {
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const address = other.address();
    const one = await gateway({ protocols: [{ name: 'ssh', port: typeof address === 'object' && address ? address.port : 0 }] });
    await login(one.id);
    const { log, gateway: after } = await tested(one);
    other.close();
    expect(log).toContain('does not speak SSH');
    expect(after.connectivity.value).toBe('err');
  });

  test('sends nothing to a machine that shows another key than the pinned one, and writes that down', async () => {
    const one = await gateway();
    await login(one.id);
    await sql`insert into host_keys (asset_id, address, port, type, fingerprint)
      values (${one.id}, '127.0.0.1', ${sshd.port}, 'ssh-ed25519', 'SHA256:another')`.execute(server.db);
    const { log, gateway: after } = await tested(one);
    expect(log).toContain('another host key');
    expect(after.connectivity.value).toBe('err');
    const { rows } = await sql<{ fingerprint: string }>`select fingerprint from host_keys where asset_id = ${one.id}`.execute(server.db);
    expect(rows).toEqual([{ fingerprint: 'SHA256:another' }]);
    const audit = await sql`select 1 from operate_logs where resource_id = ${one.id} and diff::text like '%refused_host_key%'`.execute(
      server.db,
    );
    expect(audit.rows).toHaveLength(1);
  });

  test('without an account there is nothing to log in with', async () => {
    const { log, gateway: after } = await tested(await gateway());
    expect(log).toContain('no active account');
    expect(after.connectivity.value).toBe('err');
  });

  test('is left alone when it is not active', async () => {
    const one = await gateway({ is_active: false });
    await login(one.id);
    const { log, gateway: after } = await tested(one);
    expect(log).toContain('not active');
    expect(after.connectivity.value).toBe('-');
  });
});

describe('who may ask for it, and for what', () => {
  test.each(['ssh', -1, 0, 65_536, 22.5, {}, [22]])('the port %j is none', async (port) => {
    const one = await gateway();
    const { status, body } = await admin.post<Json>(`assets/gateways/${one.id}/test-connective/`, { port });
    expect([status, Object.keys(body)]).toEqual([400, ['port']]);
  });

  test('only a gateway, only of this organisation, only with the right', async () => {
    const one = await gateway();
    const host = await createHost(admin);
    expect((await admin.post(`assets/gateways/${host.id}/test-connective/`)).status).toBe(404);
    const elsewhere = root.inOrg((await createOrganisation(root)).id);
    expect((await elsewhere.post(`assets/gateways/${one.id}/test-connective/`)).status).toBe(404);
    const plain = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
    const them = (await server.as(String(plain.username))).inOrg(String(one.org_id));
    expect((await them.post(`assets/gateways/${one.id}/test-connective/`)).status).toBe(403);
  });
});
