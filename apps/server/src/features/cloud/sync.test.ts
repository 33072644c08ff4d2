import { createServer, type Server } from 'node:net';
import { PLATFORM_LINUX } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createNode, createOrganisation, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runJob } from '../../../src/app.ts';
import { serverOfFile, startTestServer } from '../../../test/harness.ts';

/** Machines of the local network: real listeners on loopback, which the operator of this server allows. */
let admin: Api;
let node: Json;
let port = 0;
const up = new Map<string, Server>();

async function start(address: string): Promise<void> {
  const listener = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => listener.once('error', reject).listen(port, address, resolve));
  const bound = listener.address();
  if (typeof bound === 'object' && bound) port = bound.port;
  up.set(address, listener);
}

async function stop(address: string): Promise<void> {
  const listener = up.get(address);
  up.delete(address);
  await new Promise<void>((resolve) => (listener ? listener.close(() => resolve()) : resolve()));
}

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.0/8'] } });
const root = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  await start('127.10.20.1');
  await start('127.10.20.2');
});
afterAll(async () => {
  for (const address of [...up.keys()]) await stop(address);
});
/** Every test has an organisation of its own. */
beforeEach(async () => {
  admin = root.inOrg(String((await createOrganisation(root)).id));
  node = await createNode(admin);
});

const ACCOUNTS = 'xpack/cloud/accounts/';
const TASKS = 'xpack/cloud/sync-instance-tasks/';
const lanAttrs = (given: Json = {}): Json => ({
  ip_group: ['127.10.20.0/30'],
  test_port: port,
  test_timeout: 1,
  platform: PLATFORM_LINUX,
  hostname_prefix: 'lan',
  ...given,
});
const addAccount = async (given: Json = {}, attrs: Json = {}) =>
  admin.post(ACCOUNTS, { name: uniqueName('cloud'), provider: 'lan', attrs: lanAttrs(attrs), ...given });

async function addTask(given: Json = {}, attrs: Json = {}): Promise<Json> {
  const account = (await addAccount({}, attrs)).body;
  const answer = await admin.post(TASKS, {
    name: uniqueName('sync'),
    account: account.id,
    regions: ['lan'],
    hostname_strategy: 'instance_name_partial_ip',
    node: node.id,
    protocols: 'ssh/2022 winrm/5985',
    is_periodic: false,
    ...given,
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

const job = (name: string) => {
  const found = server.assembly.jobs.find((one) => one.name === name);
  if (!found) throw new Error(`No job ${name}`);
  return found;
};
/** Carries out a run as a worker does. */
const work = (id: unknown) => runJob(server.platform, job('sync-cloud-instances'), { execution: id, task_run: id });

async function run(task: Json): Promise<Json> {
  const started = await admin.get(`${TASKS}${task.id}/run/`);
  expect(started.status).toBe(200);
  await work(started.body.task);
  const history = (await admin.get<Json[]>(`${TASKS}${task.id}/history/`)).body;
  return history.find(({ id }) => id === started.body.task) ?? {};
}

const instances = async (task: Json): Promise<Json[]> => (await admin.get<Json[]>(`${TASKS}${task.id}/instances/`)).body;
const hosts = async (): Promise<Json[]> => (await admin.get<Json[]>('assets/hosts/')).body;
const logOf = async (id: unknown): Promise<string> => {
  const { rows } = await sql<{ text: string }>`select text from task_logs where run_id = ${id} order by seq`.execute(server.db);
  return rows.map(({ text }) => text).join('');
};

describe('a run', () => {
  test('brings machines in as hosts, finds them again, and marks those that are gone', async () => {
    const task = await addTask();
    expect(await run(task)).toMatchObject({ status: 1, summary: { new: 2, sync: 0, unsync: 0, released: 0 } });
    expect((await hosts()).sort((a, b) => String(a.name).localeCompare(String(b.name)))).toMatchObject([
      { name: 'lan-20.1', address: '127.10.20.1', platform: { id: PLATFORM_LINUX }, nodes: [{ id: node.id }] },
      { name: 'lan-20.2', address: '127.10.20.2', protocols: [{ name: 'ssh', port: 2022 }] },
    ]);
    expect(await instances(task)).toMatchObject([
      { instance_id: '127.10.20.1', asset_ip: '127.10.20.1', region: 'lan', status: 1 },
      { instance_id: '127.10.20.2', status: 1 },
    ]);
    await stop('127.10.20.2');
    try {
      const second = await run(task);
      expect(second).toMatchObject({ status: 1, summary: { new: 0, sync: 1, unsync: 0, released: 1 } });
      expect((await instances(task)).map(({ status }) => status)).toEqual([2, 3]);
      expect(await hosts()).toHaveLength(2);
      expect(await logOf(second.id)).toContain('1 synced');
      expect((await admin.delete(`${TASKS}${task.id}/released-assets/`)).status).toBe(204);
      expect((await hosts()).map(({ address }) => address)).toEqual(['127.10.20.1']);
      expect((await instances(task)).map(({ instance_id }) => instance_id)).toEqual(['127.10.20.1']);
    } finally {
      await start('127.10.20.2');
    }
    expect(await run(task)).toMatchObject({ summary: { new: 1, sync: 1, released: 0 } });
    expect((await admin.get(`${TASKS}${task.id}/`)).body).toMatchObject({ history_count: 3, instance_count: 2 });
  });

  test('leaves an audit event for every host it makes', async () => {
    await run(await addTask());
    const { rows } = await sql<{ resource: string }>`
      select resource from operate_logs where org_id = ${(await hosts())[0]?.org_id} and action = 'create' and resource_type = 'host'`.execute(
      server.db,
    );
    expect(rows.map(({ resource }) => resource).sort()).toEqual(['lan-20.1', 'lan-20.2']);
  });

  test('gives names that are taken a number, and follows machines when it is told to', async () => {
    const taken = { name: 'lan-20.1', address: '10.0.0.1', platform: PLATFORM_LINUX, protocols: [{ name: 'ssh', port: 22 }] };
    expect((await admin.post('assets/hosts/', taken)).status).toBe(201);
    const task = await addTask({ is_always_update: true });
    await run(task);
    expect((await hosts()).map(({ name }) => name).sort()).toEqual(['lan-20.1', 'lan-20.1-2', 'lan-20.2']);
    await admin.patch(`${TASKS}${task.id}/`, { hostname_strategy: 'instance_name_and_ip' });
    expect(await run(task)).toMatchObject({ summary: { new: 0, sync: 2 } });
    expect((await hosts()).map(({ name }) => name).sort()).toEqual(['lan-127.10.20.1', 'lan-127.10.20.2', 'lan-20.1']);
  });

  test('takes only addresses of the networks of the task', async () => {
    const task = await addTask({ ip_network_segment_group: ['127.10.20.1'] });
    const done = await run(task);
    expect(done).toMatchObject({ status: 1, summary: { new: 1, unsync: 1 } });
    expect(await logOf(done.id)).toContain('127.10.20.2');
    expect((await instances(task)).map(({ status }) => status)).toEqual([1, 0]);
  });

  test('is one at a time, and is taken up again when its worker died', async () => {
    const task = await addTask();
    const [first, second] = await Promise.all([admin.get(`${TASKS}${task.id}/run/`), admin.get(`${TASKS}${task.id}/run/`)]);
    expect(first.body.task).toBe(second.body.task);
    // A worker that held it and was killed.
    await sql`update task_runs set state = 'RUNNING', lease = now() + interval '1 minute' where id = ${first.body.task}`.execute(server.db);
    await work(first.body.task);
    expect(await hosts()).toEqual([]);
    await sql`update task_runs set lease = now() - interval '1 minute' where id = ${first.body.task}`.execute(server.db);
    await work(first.body.task);
    expect(await hosts()).toHaveLength(2);
    const history = (await admin.get<Json[]>(`${TASKS}${task.id}/history/`)).body;
    expect(history).toMatchObject([{ status: 1, summary: { new: 2 } }]);
  });

  test('shares a machine with another task of the account instead of making it twice', async () => {
    const one = await addTask();
    await run(one);
    const { body: other } = await admin.post(TASKS, {
      name: uniqueName('sync'),
      account: one.account.id,
      hostname_strategy: 'instance_name',
      node: node.id,
      is_periodic: false,
    });
    expect(await run(other)).toMatchObject({ summary: { new: 0, sync: 2 } });
    expect(await hosts()).toHaveLength(2);
    await stop('127.10.20.2');
    try {
      await run(one);
      // The other one has not looked since and still counts on it.
      expect((await admin.delete(`${TASKS}${one.id}/released-assets/`)).status).toBe(204);
      expect(await hosts()).toHaveLength(2);
    } finally {
      await start('127.10.20.2');
    }
  });
});

test('a task that takes the place of another goes on with its hosts', async () => {
  const one = await addTask();
  await run(one);
  expect((await admin.delete(`${TASKS}${one.id}/`)).status).toBe(204);
  expect((await admin.get<Json[]>('xpack/cloud/sync-instance-details/')).body).toEqual([]);
  const { body: next } = await admin.post(TASKS, {
    name: uniqueName('sync'),
    account: one.account.id,
    hostname_strategy: 'instance_name',
    node: node.id,
    is_periodic: false,
  });
  expect(await run(next)).toMatchObject({ summary: { new: 0, sync: 2 } });
  expect(await hosts()).toHaveLength(2);
  expect((await admin.delete(`${TASKS}${next.id}/`)).status).toBe(204);
  expect((await admin.delete(`${ACCOUNTS}${one.account.id}/`)).status).toBe(204);
  const { rows } = await sql`select 1 from sync_instance_details where account_id = ${one.account.id}`.execute(server.db);
  expect(rows).toEqual([]);
  expect(await hosts()).toHaveLength(2);
});

describe('the clock', () => {
  test('starts what is due once', async () => {
    const task = await addTask({ is_periodic: true, interval: 2 });
    await sql`update sync_instance_tasks set date_next_run = now() - interval '2 days' where id = ${task.id}`.execute(server.db);
    await Promise.all([runJob(server.platform, job('cloud.schedule'), {}), runJob(server.platform, job('cloud.schedule'), {})]);
    const history = (await admin.get<Json[]>(`${TASKS}${task.id}/history/`)).body;
    expect(history).toMatchObject([{ trigger: { value: 'timing' }, status: 2 }]);
  });
});

describe('an account', () => {
  test('of a local network names its addresses, and no place the server keeps to itself', async () => {
    const refusal = async (attrs: Json) => (await addAccount({}, attrs)).body.attrs;
    expect(await refusal({ ip_group: ['10.0.0.0/8'] })).toHaveProperty('ip_group');
    expect(await refusal({ ip_group: ['169.254.169.254'] })).toHaveProperty('ip_group');
    expect(await refusal({ ip_group: ['::1'] })).toHaveProperty('ip_group');
    expect(await refusal({ ip_group: ['nowhere'] })).toHaveProperty('ip_group');
    expect(await refusal({ ip_group: [] })).toHaveProperty('ip_group');
    expect(await refusal({ test_port: 70_000 })).toHaveProperty('test_port');
    expect(await refusal({ platform: 999_999 })).toHaveProperty('platform');
    const made = await addAccount({}, { ip_group: ['192.168.7.1', '', '192.168.7.1'] });
    expect(made.body.attrs).toMatchObject({ ip_group: ['192.168.7.1'] });
    expect((await admin.get(`${ACCOUNTS}${made.body.id}/test-connective/`)).body).toEqual({ msg: 'ok' });
    expect((await admin.get(`${ACCOUNTS}${made.body.id}/`)).body.validity).toBe(true);
    const regions = await admin.get(`xpack/cloud/regions/?account_id=${made.body.id}`);
    expect(regions.body).toEqual({ regions: [{ id: 'lan', name: 'LAN' }], count: 1, next: null });
  });

  test('tells the form of its provider in the metadata', async () => {
    const meta = (await admin.options(`${ACCOUNTS}?provider=lan`)).body;
    expect(meta.actions.POST.attrs.children).toMatchObject({ ip_group: { type: 'list', required: true }, test_port: { default: 22 } });
  });

  test('is not asked or run from another site', async () => {
    const task = await addTask();
    const from = (site: string) => admin.get(`${TASKS}${task.id}/run/`, { headers: { 'sec-fetch-site': site } });
    expect((await from('cross-site')).status).toBe(403);
    expect((await from('same-origin')).status).toBe(200);
  });

  test('is kept while a task uses it, and no other organisation sees it', async () => {
    const task = await addTask();
    expect((await admin.delete(`${ACCOUNTS}${task.account.id}/`)).status).toBe(400);
    const other = root.inOrg(String((await createOrganisation(root)).id));
    expect((await other.get(`${ACCOUNTS}${task.account.id}/`)).status).toBe(404);
    expect((await other.get(`${TASKS}${task.id}/run/`)).status).toBe(404);
    const somebody = await server.as(String((await createUser(root)).username));
    expect((await somebody.get(ACCOUNTS)).status).toBe(403);
    expect((await somebody.get('xpack/cloud/regions/')).status).toBe(403);
  });
});

test('without a licence nothing is made or run, and what is there can be seen and deleted', async () => {
  const free = await startTestServer({ licence: null });
  try {
    const api = await free.as('admin');
    const refused = await api.post(ACCOUNTS, { name: 'a', provider: 'lan', attrs: lanAttrs({ ip_group: ['10.0.0.1'] }) });
    expect(refused.status).toBe(403);
    expect((await api.get(ACCOUNTS)).status).toBe(200);
  } finally {
    await free.close();
  }
});
