import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../test/harness.ts';
import { startInOrganisation } from '../../../test/in-organisation.ts';

let server: TestServer;
let admin: Api;
let orgId: string;
/** Mia reaches `granted` and what hangs on `node`; nobody reaches `hidden`. Otto reaches nothing. */
let mia: Api;
let otto: Api;
let granted: Json;
let below: Json;
let hidden: Json;
let node: Json;

beforeAll(async () => {
  ({ server, admin, orgId } = await startInOrganisation());
  const [one, other] = [await createUser(admin), await createUser(admin)];
  mia = (await server.as(String(one.username))).inOrg(orgId);
  otto = (await server.as(String(other.username))).inOrg(orgId);
  node = await createNode(admin);
  [granted, below, hidden] = [await createHost(admin), await createHost(admin, { nodes: [node.id] }), await createHost(admin)];
  for (const host of [granted, below, hidden]) await createAccount(admin, String(host.id), { username: 'root', secret: 'Quiet-Harbour-7' });
  await createPermission(admin, { users: [one.id], assets: [granted.id], nodes: [node.id], accounts: ['@ALL'] });
});
afterAll(() => server?.close());

const JOBS = 'ops/jobs/';
const RUNS = 'ops/job-executions/';
const job = (more: Json = {}): Json => ({ name: uniqueName('job'), args: 'uptime', assets: [granted.id], is_periodic: false, ...more });

describe('jobs', () => {
  test('are kept, listed, changed and deleted by whoever made them, and are there for nobody else', async () => {
    const made = await mia.post<Json>(JOBS, job({ name: 'Load', comment: 'each morning' }));
    expect([made.status, made.body.name, made.body.runas, made.body.timeout, made.body.version]).toEqual([201, 'Load', 'root', -1, 1]);
    expect(made.body.task_id).toBeNull();
    const at = `${JOBS}${made.body.id}/`;
    expect((await mia.get<Json[]>(JOBS, { query: { search: 'Load' } })).body.map(({ id }) => id)).toEqual([made.body.id]);
    for (const stranger of [otto, admin]) {
      expect((await stranger.get<Json[]>(JOBS)).body).toEqual([]);
      expect((await stranger.get(at)).status).toBe(404);
      expect((await stranger.patch(at, { args: 'id' })).status).toBe(404);
      expect((await stranger.delete(at)).status).toBe(404);
      expect((await stranger.post<Json>(RUNS, { job: made.body.id })).status).toBe(400);
    }
    expect((await mia.patch<Json>(at, { args: 'free -m' })).body).toMatchObject({ args: 'free -m', version: 2 });
    expect((await mia.patch<Json>(at, { comment: 'now and then' })).body).toMatchObject({ version: 2 });
    expect((await mia.delete(at)).status).toBe(204);
    expect((await mia.get(at)).status).toBe(404);
  });

  test.each<[string, Json, string]>([
    ['no command', { args: '   ' }, 'args'],
    ['no machines', { assets: [] }, 'assets'],
    ['what is no id', { assets: ['web-01'] }, 'assets'],
    ['a timeout beyond a day', { timeout: 86_401 }, 'timeout'],
    ['more than fifty at once', { parallelism: 51 }, 'parallelism'],
    ['a clock that says nothing', { is_periodic: true }, 'is_periodic'],
    ['a crontab that cannot be', { is_periodic: true, crontab: '61 * * * *' }, 'crontab'],
    ['two lines of PowerShell', { module: 'win_shell', args: 'Get-Date\nGet-Date' }, 'args'],
    ['a parameter of a kind that there is not', { parameters_define: { who: { type: 'file' } } }, 'parameters_define'],
    ['a type that there is not', { type: 'elsewhere' }, 'type'],
  ])('are refused with %s, and nothing is kept', async (_, wrong, field) => {
    const name = uniqueName('wrong');
    const { status, body } = await mia.post<Json>(JOBS, job({ name, ...wrong }));
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
    expect((await mia.get<Json[]>(JOBS, { query: { name } })).body).toEqual([]);
  });

  test('may not begin with a command that turns machines off', async () => {
    expect((await mia.post<Json>(JOBS, job({ args: '/sbin/reboot now' }))).body).toMatchObject({ code: 'job_command_refused' });
  });

  test('say before they run what they would do where, and why not elsewhere', async () => {
    const plain = await createHost(admin, { nodes: [node.id] });
    const { body } = await mia.post<Json>('ops/jobs/preview/', {
      assets: [granted.id, hidden.id],
      nodes: [node.id],
      args: 'echo {{ jms_asset.name }}',
      runas: 'nobody,root',
    });
    expect(body.total).toBe(4);
    const of = (host: Json) => (body.hosts as Json[]).find(({ id }) => id === host.id);
    expect(of(granted)).toMatchObject({ account: 'root', reason: '', command: `echo '${granted.name}'` });
    expect(of(below)).toMatchObject({ account: 'root', command: `echo '${below.name}'` });
    expect(of(plain)).toMatchObject({ account: '', command: '', reason: expect.stringContaining('root') });
    // Neither its name nor that it is there.
    expect(of(hidden)).toMatchObject({ name: hidden.id, account: '', command: '' });
    const nobody = await mia.post<Json>('ops/jobs/preview/', { assets: [granted.id], args: 'id', runas: 'nobody' });
    expect((nobody.body.hosts as Json[])[0]).toMatchObject({ account: '', reason: expect.stringContaining('nobody') });
  });

  test('offer usernames of what their maker reaches alone', async () => {
    await createAccount(admin, String(hidden.id), { username: 'hidden-admin', secret: 'Quiet-Harbour-7' });
    const ask = (api: Api, assets: Json[]) =>
      api.post<Json[]>('ops/username-hints/', { assets: assets.map(({ id }) => id), nodes: [], query: '' });
    expect((await ask(mia, [granted, hidden])).body).toEqual([{ username: 'root', total: 1 }]);
    expect((await ask(otto, [granted, hidden])).body).toEqual([]);
  });
});

describe('runs', () => {
  test('of a machine behind a gateway that is not there end, and say so for each machine', async () => {
    const made = await mia.post<Json>(JOBS, job({ assets: [granted.id, hidden.id], nodes: [node.id], instant: true }));
    expect(made.status).toBe(201);
    const id = String(made.body.task_id);
    expect((await mia.get<Json[]>(JOBS)).body).toEqual([]);
    const run = await until('the run is over', 60_000, async () => {
      const { body } = await mia.get<Json>(`${RUNS}${id}/`);
      return body.is_finished ? body : undefined;
    });
    expect(run).toMatchObject({ is_success: false, state: { value: 'failed' } });
  });
});
