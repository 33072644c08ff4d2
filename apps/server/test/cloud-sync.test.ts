import type { Api, Json } from '@postern/testkit/api';
import { createNode, createOrganisation, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runJob } from '../src/app.ts';
import { type CloudServer, machines, startCloud } from './clouds/cloud-server.ts';
import { openStackCloud } from './clouds/private-clouds.ts';
import { serverOfFile } from './harness.ts';

/** A whole cloud, from the account over the API to assets; the cloud is a server on loopback, which the operator of this one allows. */
const PASSWORD = 'canary-openstack-5d1e';
const ACCOUNTS = 'xpack/cloud/accounts/';
const TASKS = 'xpack/cloud/sync-instance-tasks/';

let admin: Api;
let node: Json;
let cloud: CloudServer;

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
const root = forThisFile(() => server.as('admin'));
beforeEach(async () => {
  admin = root.inOrg(String((await createOrganisation(root)).id));
  node = await createNode(admin);
  const user = { domain: 'Default', username: 'reader', password: PASSWORD };
  cloud = await startCloud(
    openStackCloud(user, { RegionOne: machines('RegionOne', 130), RegionTwo: machines('RegionTwo', 2) }, () => cloud.origin),
  );
});
afterEach(() => cloud.stop());

const addAccount = (attrs: Json = {}) =>
  admin.post(ACCOUNTS, {
    name: uniqueName('cloud'),
    provider: 'openstack',
    attrs: { auth_url: cloud.origin, user_domain_name: 'Default', username: 'reader', password: PASSWORD, ...attrs },
  });

async function addTask(account: unknown): Promise<Json> {
  const answer = await admin.post(TASKS, {
    name: uniqueName('sync'),
    account,
    regions: ['RegionOne', 'RegionTwo'],
    hostname_strategy: 'instance_name_partial_ip',
    node: node.id,
    protocols: 'ssh/22 rdp/3389',
    is_periodic: false,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

/** Carries out a run as a worker does. */
async function run(task: Json): Promise<{ history: Json; log: string }> {
  const started = await admin.get(`${TASKS}${task.id}/run/`);
  expect(started.status).toBe(200);
  const id = started.body.task;
  const job = server.assembly.jobs.find(({ name }) => name === 'sync-cloud-instances');
  if (!job) throw new Error('no job');
  await runJob(server.platform, job, { execution: id, task_run: id });
  const history = (await admin.get<Json[]>(`${TASKS}${task.id}/history/`)).body.find((one) => one.id === id) ?? {};
  const { rows } = await sql<{ text: string }>`select text from task_logs where run_id = ${id} order by seq`.execute(server.db);
  return { history, log: rows.map(({ text }) => text).join('') };
}

test('machines of every region and project become hosts, also when the cloud throttles', async () => {
  const account = (await addAccount()).body;
  expect(JSON.stringify(account)).not.toContain('canary');
  expect((await admin.get(`${ACCOUNTS}${account.id}/test-connective/`)).body).toEqual({ msg: 'ok' });
  const regions = await admin.get(`xpack/cloud/regions/?account_id=${account.id}`);
  expect(regions.body.regions).toEqual([
    { id: 'RegionOne', name: 'RegionOne' },
    { id: 'RegionTwo', name: 'RegionTwo' },
  ]);
  const task = await addTask(account.id);
  cloud.faults.push({ status: 429, headers: { 'retry-after': '1' }, body: 'slow down' });
  expect((await run(task)).history).toMatchObject({ status: 1, summary: { new: 132, sync: 0, unsync: 0, released: 0 } });
  const hosts = await admin.get('assets/hosts/?limit=1&address=10.0.0.77');
  expect(hosts.body.results).toMatchObject([{ name: 'web 76 & Söhne <76>-0.77', platform: { name: 'Linux' }, nodes: [{ id: node.id }] }]);
  expect((await run(task)).history).toMatchObject({ summary: { new: 0, sync: 132, released: 0 } });
});

test('a cloud that answers nonsense, or no longer lets us in, releases nothing; what it says is not repeated', async () => {
  const task = await addTask((await addAccount()).body.id);
  expect((await run(task)).history).toMatchObject({ status: 1, summary: { new: 132 } });
  const nonsense = ['{}', '<html>canary</html>', '{"servers": null, "canary": 1}', ''];
  for (const body of nonsense) {
    cloud.intercept = ({ path }) => (path.endsWith('/servers/detail') ? { body } : undefined);
    const { history, log } = await run(task);
    expect(history.status).toBe(0);
    expect(history.summary.released).toBe(0);
    expect(log).not.toContain('canary');
  }
  cloud.intercept = () => ({ status: 401, body: { error: { code: 401, title: 'Unauthorized', message: PASSWORD } } });
  const { history, log } = await run(task);
  expect(history).toMatchObject({ status: 0, summary: { released: 0 } });
  expect(log).not.toContain('canary');
  cloud.intercept = undefined;
  expect((await run(task)).history).toMatchObject({ status: 1, summary: { new: 0, sync: 132, released: 0 } });
});

test('a wrong password is told apart from a place that is not allowed, and neither answer holds a secret', async () => {
  const wrong = (await addAccount({ password: 'canary-wrong' })).body;
  const refused = await admin.get(`${ACCOUNTS}${wrong.id}/test-connective/`);
  expect(refused.status).toBe(400);
  const seen = cloud.seen.length;
  const inside = (await addAccount({ auth_url: `https://127.0.0.2:${cloud.port}/v3` })).body;
  const blocked = await admin.get(`${ACCOUNTS}${inside.id}/test-connective/`);
  expect(blocked.status).toBe(400);
  expect(cloud.seen).toHaveLength(seen);
  expect(blocked.body).not.toEqual(refused.body);
  expect(JSON.stringify([refused.body, blocked.body])).not.toContain('canary');
});
