import { arch } from 'node:os';
import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';
import { runJob } from '../../app.ts';

const server = serverOfFile();
const sshd = forThisFile(startSshd, (it) => it.stop());
const admin = forThisFile(() => server.as('admin'));

const host = (given: Json = {}) => createHost(admin, { protocols: [{ name: 'ssh', port: sshd.port }], ...given });
const login = (asset: Json, given: Json = {}) =>
  createAccount(admin, String(asset.id), {
    username: sshd.user,
    secret_type: 'ssh_key',
    secret: sshd.privateKey,
    privileged: true,
    ...given,
  });
const read = async (asset: Json): Promise<Json> => (await admin.get<Json>(`assets/hosts/${asset.id}/`)).body;

async function ran(path: string, body: Json): Promise<string> {
  const answer = await admin.post<Json>(`assets/${path}tasks/`, body);
  expect(answer.status).toBe(201);
  return worked(server, answer.body.task);
}

describe('testing an asset', () => {
  test('logs in as its administrator and notes the result on the asset and on the account', async () => {
    const asset = await host();
    const account = await login(asset);
    const answer = await admin.post<Json>(`assets/assets/${asset.id}/tasks/`, { action: 'test' });
    expect(answer.status).toBe(201);
    expect(await worked(server, answer.body.task)).toContain(`ok: ${asset.name}`);
    const after = await read(asset);
    expect(after.connectivity.value).toBe('ok');
    expect(after.date_verified).not.toBeNull();
    expect((await admin.get<Json>(`accounts/accounts/${account.id}/`)).body.connectivity.value).toBe('ok');
    const { rows } = await sql`select type from automation_executions where id = ${answer.body.task} and status = 'success'`.execute(
      server.db,
    );
    expect(rows).toEqual([{ type: 'ping' }]);
  });

  test('tells a refused login, a host that is down and one whose key has changed', async () => {
    const wrong = await host();
    await login(wrong, { secret_type: 'password', secret: 'not the password 1' });
    expect(await ran(`assets/${wrong.id}/`, { action: 'test' })).toMatch(/failed: .*refused the login/);
    expect((await read(wrong)).connectivity.value).toBe('err');

    const down = await host({ protocols: [{ name: 'ssh', port: await freePort() }] });
    await login(down);
    expect(await ran(`assets/${down.id}/`, { action: 'test' })).toContain('cannot be reached');
    expect((await read(down)).connectivity.value).toBe('err');

    const other = await host();
    await login(other);
    await ran(`assets/${other.id}/`, { action: 'test' });
    await sql`update host_keys set fingerprint = 'SHA256:another' where asset_id = ${other.id}`.execute(server.db);
    expect(await ran(`assets/${other.id}/`, { action: 'test' })).toContain('host key');
    expect((await read(other)).connectivity.value).toBe('err');
  });

  test('says of a machine without an account only whether its port answers', async () => {
    const asset = await host();
    expect(await ran(`assets/${asset.id}/`, { action: 'test' })).toContain('no account with a secret');
    expect((await read(asset)).connectivity.value).toBe('-');
    const down = await host({ protocols: [{ name: 'ssh', port: await freePort() }] });
    await ran(`assets/${down.id}/`, { action: 'test' });
    expect((await read(down)).connectivity.value).toBe('err');
  });

  test('of many, and of a node with all below it, leaves out what is not active', async () => {
    const parent = await createNode(admin);
    const { body: child } = await admin.post<Json>(`assets/nodes/${parent.id}/children/`, { value: uniqueName('below') });
    const [one, two] = [await host({ nodes: [parent.id] }), await host({ nodes: [child.id] })];
    const off = await host({ nodes: [child.id], is_active: false });
    for (const asset of [one, two, off]) await login(asset);
    const log = await ran(`nodes/${parent.id}/`, { action: 'test' });
    expect([one, two, off].map(({ name }) => log.includes(`ok: ${name}`))).toEqual([true, true, false]);
    expect((await read(off)).date_verified).toBeNull();
    expect(await ran('assets/', { action: 'test', assets: [one.id, two.id] })).toContain('2 succeeded, 0 did not');
  });

  test('asks for the right of each action, for a platform that allows it, and for assets that are there', async () => {
    const asset = await host();
    const person = await createUser(admin, { org_roles: [ROLE.ORG_USER] });
    const other = await server.as(String(person.username));
    expect((await other.post(`assets/assets/${asset.id}/tasks/`, { action: 'test' })).status).toBe(403);
    expect((await admin.post(`assets/assets/${asset.id}/tasks/`, { action: 'dance' })).body).toHaveProperty('action');
    expect((await admin.post('assets/assets/tasks/', { action: 'refresh', assets: [] })).body).toHaveProperty('assets');
    const unknown = '11111111-1111-4111-8111-111111111111';
    expect((await admin.post('assets/assets/tasks/', { action: 'refresh', assets: [unknown] })).body).toHaveProperty('assets');
    expect((await admin.post(`assets/assets/${unknown}/tasks/`, { action: 'test' })).status).toBe(404);
    const site = await admin.post<Json>('assets/webs/', { name: uniqueName('web'), address: 'http://127.0.0.1', platform: 26 });
    const refused = await admin.post<Json>(`assets/assets/${site.body.id}/tasks/`, { action: 'test' });
    expect([refused.status, refused.body.error]).toEqual([400, 'The platform of the asset does not allow tests.']);
    const oracle = await admin.post<Json>('assets/databases/', {
      name: uniqueName('oracle'),
      address: '127.0.0.1',
      platform: 20,
      db_name: 'x',
    });
    const unable = await admin.post<Json>('assets/assets/tasks/', { action: 'test', assets: [oracle.body.id] });
    expect([unable.status, unable.body.error]).toEqual([400, expect.stringContaining('Oracle')]);
  });
});

describe('gathering facts', () => {
  test('asks the machine what it is; what it does not say stays as it was written down', async () => {
    const asset = await host();
    await login(asset);
    await admin.patch(`assets/hosts/${asset.id}/`, { gathered_info: { sn: 'by hand', memory: 'none' } });
    expect(await ran('assets/', { action: 'refresh', assets: [asset.id] })).toContain(`ok: ${asset.name}`);
    const { gathered_info: facts } = await read(asset);
    expect(facts.arch).toBe(arch() === 'x64' ? 'x86_64' : 'aarch64');
    expect(facts.memory).toMatch(/^\d+\.\d GB$/);
    expect(Number(facts.cpu_vcpus)).toBeGreaterThan(0);
    expect(facts.distribution.length).toBeGreaterThan(0);
    expect(facts.sn.length).toBeGreaterThan(0);
  });

  test('changes nothing when the login is refused', async () => {
    const asset = await host();
    await login(asset, { secret_type: 'password', secret: 'not the password 1' });
    expect(await ran(`assets/${asset.id}/`, { action: 'refresh' })).toContain('refused the login');
    expect((await read(asset)).gathered_info).toEqual({});
  });
});

describe('new assets', () => {
  const seen = async (org: string): Promise<void> => {
    const job = server.assembly.jobs.find(({ name }) => name === 'automations.fresh-assets');
    if (!job) throw new Error('There is no such job');
    await runJob(server.platform, job, { org });
  };
  const runsOf = async (asset: Json): Promise<string[]> => {
    const { rows } = await sql<{ type: string }>`
      select type from automation_executions where snapshot->'assets' ? ${String(asset.id)} order by type`.execute(server.db);
    return rows.map(({ type }) => type);
  };

  test('are tested and asked together, once, where there is an account to log in with', async () => {
    const [known, bare, off] = [await host(), await host(), await host({ is_active: false })];
    for (const asset of [known, off]) await login(asset);
    const { rows } = await sql<{ data: Json }>`
      select data from pgboss.job where name = 'automations.fresh-assets'`.execute(server.db);
    expect(rows.map(({ data }) => data)).toContainEqual({ org: known.org_id });
    await seen(String(known.org_id));
    await seen(String(known.org_id));
    expect(await runsOf(known)).toEqual(['gather_facts', 'ping']);
    expect([await runsOf(bare), await runsOf(off)]).toEqual([[], []]);
  });
});

test('the gateways of an asset are those of its domain', async () => {
  const { body: domain } = await admin.post<Json>('assets/domains/', { name: uniqueName('domain') });
  const inside = await host({ domain: domain.id });
  const { body: gateway } = await admin.post<Json>('assets/gateways/', {
    name: uniqueName('gateway'),
    address: '127.0.0.1',
    platform: 1,
    domain: domain.id,
    protocols: [{ name: 'ssh', port: sshd.port }],
  });
  const names = async (asset: Json) => (await admin.get<Json[]>(`assets/assets/${asset.id}/gateways/`)).body.map(({ name }) => name);
  expect(await names(inside)).toEqual([gateway.name]);
  expect(await names(await host())).toEqual([]);
});
