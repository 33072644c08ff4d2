import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { type KyselyPlugin, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';
import { runJob } from '../../app.ts';
import { inOrganisation } from '../../platform/context.ts';
import { linksBetween, rememberLinks } from '../permissions/index.ts';
import { RUN_JOB } from './start.ts';

const { server, org, admin, as } = organisationOfFile();

/** Mia reaches `granted` and what hangs on `node`; nobody reaches `hidden`. Otto reaches nothing. */
let mia: Api;
let otto: Api;
let granted: Json;
let below: Json;
let hidden: Json;
let node: Json;

beforeAll(async () => {
  const [one, other] = [await createUser(admin), await createUser(admin)];
  mia = await as(String(one.username));
  otto = await as(String(other.username));
  node = await createNode(admin);
  [granted, below, hidden] = [await createHost(admin), await createHost(admin, { nodes: [node.id] }), await createHost(admin)];
  for (const host of [granted, below, hidden])
    await createAccount(admin, String(host.id), { name: 'keeper', username: 'root', secret: 'Quiet-Harbour-7' });
  await createPermission(admin, { users: [one.id], assets: [granted.id], nodes: [node.id], accounts: ['@ALL'] });
});

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
    ['more PowerShell than cmd.exe takes', { module: 'win_shell', args: `${'x'.repeat(4_000)}\nGet-Date` }, 'args'],
    ['a parameter of a kind that there is not', { parameters_define: { who: { type: 'file' } } }, 'parameters_define'],
    ['a type that there is not', { type: 'elsewhere' }, 'type'],
  ])('are refused with %s, and nothing is kept', async (_, wrong, field) => {
    const name = uniqueName('wrong');
    const { status, body } = await mia.post<Json>(JOBS, job({ name, ...wrong }));
    expect([status, Object.keys(body)]).toEqual([400, [field]]);
    expect((await mia.get<Json[]>(JOBS, { query: { name } })).body).toEqual([]);
  });

  test('tell what they were in each version that ran, to their owner alone', async () => {
    const made = await mia.post<Json>(JOBS, job({ args: 'uptime', concurrency: 'parallel' }));
    const versions = `${JOBS}${made.body.id}/versions/`;
    expect((await mia.get<Json[]>(versions)).body).toEqual([]);
    const run = async () => expect((await mia.post<Json>(RUNS, { job: made.body.id })).status).toBe(201);
    await run();
    // The second never ran; a comment makes no version.
    for (const change of [{ args: 'id' }, { args: 'free -m', runas: 'deploy' }, { comment: 'later' }])
      expect((await mia.patch<Json>(`${JOBS}${made.body.id}/`, change)).status).toBe(200);
    await run();
    await run();
    const { body } = await mia.get<Json[]>(versions);
    expect(body.map(({ version, runs, args, runas, module }) => [version, runs, args, runas, module])).toEqual([
      [3, 2, 'free -m', 'deploy', 'shell'],
      [1, 1, 'uptime', 'root', 'shell'],
    ]);
    expect(Date.parse(String(body[0]?.date_first))).toBeLessThanOrEqual(Date.parse(String(body[0]?.date_last)));
    for (const stranger of [otto, admin]) expect((await stranger.get(versions)).status).toBe(404);
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
    expect(of(granted)).toMatchObject({ account: 'keeper', reason: '', command: `echo '${granted.name}'` });
    expect(of(below)).toMatchObject({ account: 'keeper', command: `echo '${below.name}'` });
    expect(of(plain)).toMatchObject({ account: '', command: '', reason: expect.stringContaining('root') });
    // Neither its name nor that it is there.
    expect(of(hidden)).toMatchObject({ name: hidden.id, account: '', command: '' });
    const nobody = await mia.post<Json>('ops/jobs/preview/', { assets: [granted.id], args: 'id', runas: 'nobody' });
    expect((nobody.body.hosts as Json[])[0]).toMatchObject({ account: '', reason: expect.stringContaining('nobody') });
  });

  test('are run by the privileged account, or by any, where the named one is not there and their policy says so', async () => {
    const [both, plain] = [await createHost(admin), await createHost(admin)];
    for (const host of [both, plain]) await createAccount(admin, host.id, { name: 'aaron', username: 'aaron', secret: 'Quiet-Harbour-7' });
    await createAccount(admin, both.id, { name: 'zoe', username: 'zoe', privileged: true, secret: 'Quiet-Harbour-7' });
    const me = (await mia.get<Json>('users/profile/')).body;
    await createPermission(admin, { users: [me.id], assets: [both.id, plain.id], accounts: ['@ALL'] });
    const chosen = async (runas_policy: string, runas: string) => {
      const { body } = await mia.post<Json>('ops/jobs/preview/', { assets: [both.id, plain.id], args: 'id', runas, runas_policy });
      return [both, plain].map((host) => (body.hosts as Json[]).find(({ id }) => id === host.id)?.account);
    };
    expect(await chosen('skip', 'nobody')).toEqual(['', '']);
    expect(await chosen('privileged_first', 'nobody')).toEqual(['zoe', 'aaron']);
    expect(await chosen('privileged_only', 'nobody')).toEqual(['zoe', '']);
    // A name that is there wins over any policy.
    for (const policy of ['privileged_first', 'privileged_only']) expect(await chosen(policy, 'aaron')).toEqual(['aaron', 'aaron']);
  });

  test('of old go with what machines answered, and with what was run once; younger ones and those under way stay', async () => {
    const run = async (): Promise<Json> => (await mia.post<Json>(JOBS, job({ instant: true }))).body;
    const [old, busy, young] = [await run(), await run(), await run()];
    const days = server.platform.systemSettings.get('TASK_LOG_KEEP_DAYS');
    const put = (id: unknown, is_finished: boolean, age: number) =>
      server.db
        .updateTable('job_executions')
        .set({ is_finished, date_created: new Date(Date.now() - age * 86_400_000) })
        .where('id', '=', String(id))
        .execute();
    await put(old.task_id, true, days + 1);
    await put(busy.task_id, false, days + 1);
    await put(young.task_id, true, days - 1);
    await server.db
      .updateTable('jobs')
      .set({ date_created: new Date(Date.now() - (days + 1) * 86_400_000) })
      .where(
        'id',
        'in',
        [old, busy, young].map(({ id }) => String(id)),
      )
      .execute();
    const retention = server.assembly.jobs.find(({ name }) => name === 'jobs.retention');
    if (retention) await runJob(server.platform, retention, {});
    const runs = await Promise.all([old, busy, young].map(async ({ task_id }) => (await mia.get(`${RUNS}${task_id}/`)).status));
    expect(runs).toEqual([404, 200, 200]);
    const jobs = await Promise.all([old, busy, young].map(async ({ id }) => (await mia.get(`${JOBS}${id}/`)).status));
    expect(jobs).toEqual([404, 200, 200]);
    const hosts = await server.db
      .selectFrom('job_execution_hosts')
      .select('execution_id')
      .where(
        'execution_id',
        'in',
        [old, busy].map(({ task_id }) => String(task_id)),
      )
      .execute();
    expect(hosts).toEqual([{ execution_id: busy.task_id }]);
    await mia.post(`${RUNS}${busy.task_id}/stop/`);
  });

  test('offer usernames of what their maker reaches alone', async () => {
    await createAccount(admin, String(hidden.id), { username: 'hidden-admin', secret: 'Quiet-Harbour-7' });
    const ask = (api: Api, assets: Json[]) =>
      api.post<Json[]>('ops/username-hints/', { assets: assets.map(({ id }) => id), nodes: [], query: '' });
    expect((await ask(mia, [granted, hidden])).body).toEqual([{ username: 'root', total: 1 }]);
    expect((await ask(otto, [granted, hidden])).body).toEqual([]);
  });
});

/** The worker, for one run. */
const carryOut = async (task: unknown): Promise<void> => {
  const worker = server.assembly.jobs.find(({ name }) => name === RUN_JOB);
  if (worker) await runJob(server.platform, worker, { task_run: task, execution: task });
};
const hostsOf = async (api: Api, id: unknown) => (await api.get<Json[]>(`${RUNS}${id}/hosts/`)).body;

describe('runs', () => {
  test('say whether their job was named by whoever made it', async () => {
    const [named, called] = [await mia.post<Json>(JOBS, job()), await mia.post<Json>(JOBS, job({ name: 'job-0123456789ab' }))];
    const nameless = await mia.post<Json>(JOBS, job({ name: '', run_after_save: true }));
    expect([named, called, nameless].map(({ body }) => body.is_named)).toEqual([true, true, false]);
    expect((await mia.get<Json>(`${RUNS}${nameless.body.task_id}/`)).body.job).toMatchObject({ name: nameless.body.name, is_named: false });
    const at = `${JOBS}${nameless.body.id}/`;
    expect((await mia.patch<Json>(at, { comment: 'still without' })).body.is_named).toBe(false);
    expect((await mia.patch<Json>(at, { name: uniqueName('now') })).body.is_named).toBe(true);
  });

  test('of more machines than are told in one piece are asked about by pages', async () => {
    const made = await mia.post<Json>(JOBS, job({ instant: true }));
    const id = String(made.body.task_id);
    const fill = (from: number, to: number) =>
      sql`insert into job_execution_hosts (execution_id, asset_id, name, status)
        select ${id}, gen_random_uuid(), 'many-' || n, 'ok' from generate_series(${from}::int, ${to}::int) n`.execute(server.db);
    await fill(1, 99);
    expect(await hostsOf(mia, id)).toHaveLength(100);
    await fill(100, 100);
    for (const [api, path] of [
      [mia, `${RUNS}${id}/hosts/`],
      [admin, `audits/job-logs/${id}/hosts/`],
    ] as const) {
      const whole = await api.get<Json>(path);
      expect([whole.status, whole.body.code]).toEqual([400, 'page_wanted']);
      const page = await api.get<Json>(path, { query: { limit: 100, offset: 100 } });
      expect([page.body.count, page.body.results.length]).toEqual([101, 1]);
    }
  });

  test('ask for each machine once what links it and its owner, and anew at the turn of the next', async () => {
    const person = (await mia.get<Json>('users/profile/')).body.id;
    let asked = 0;
    const count: KyselyPlugin = {
      transformQuery({ node }) {
        asked += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const turn = (remember: boolean) =>
      server.platform.asSystem('test', async (ctx) => {
        const own = { ...inOrganisation(ctx, org.id), tx: ctx.tx.withPlugin(count) };
        if (remember) rememberLinks(own);
        asked = 0;
        for (let time = 0; time < 3; time += 1) expect(await linksBetween(own, person, String(granted.id))).toHaveLength(1);
        return asked;
      });
    const thrice = await turn(false);
    expect([await turn(true), await turn(true)]).toEqual([thrice / 3, thrice / 3]);
  });

  test('say for each machine what became of it, and are nobody else’s', async () => {
    const made = await mia.post<Json>(JOBS, job({ assets: [granted.id, hidden.id], instant: true }));
    expect(made.status).toBe(201);
    const id = made.body.task_id;
    // A job that is run once is on no list.
    expect((await mia.get<Json[]>(JOBS, { query: { name: made.body.name } })).body).toEqual([]);
    expect((await mia.get<Json>(`ops/job-execution/task-detail/${id}/`)).body).toMatchObject({ status: 'running', is_finished: false });
    await carryOut(id);
    const { body } = await mia.get<Json>(`${RUNS}${id}/`);
    expect(body).toMatchObject({
      is_finished: true,
      is_success: false,
      state: { value: 'failed', label: 'Failed' },
      material: 'shell:uptime',
      counts: { unreachable: 1, excluded: 1 },
      summary: {
        ok: [],
        dark: { [String(granted.name)]: expect.stringContaining('SSH port') },
        excludes: { [String(hidden.id)]: expect.any(String) },
      },
    });
    // Auditors of the organisation have it, and who it was; nobody else does.
    const [logged] = (await admin.get<Json[]>('audits/job-logs/', { query: { id: String(id) } })).body;
    expect(logged).toMatchObject({ id, task_id: id, material: 'shell:uptime', is_finished: true, is_success: false });
    const me = (await mia.get<Json>('users/profile/')).body;
    expect(logged?.created_by).toBe(`${me.name}(${me.username})`);
    const found = async (creator__name: unknown) =>
      (await admin.get<Json[]>('audits/job-logs/', { query: { creator__name: String(creator__name) } })).body.map((one) => one.id);
    expect(await found(me.username)).toContain(id);
    expect(await found('nobody of that name')).toEqual([]);
    expect(await (async () => (await admin.get<Json[]>(`audits/job-logs/${id}/hosts/`)).body)()).toHaveLength(2);
    for (const path of ['audits/job-logs/', `audits/job-logs/${id}/`, `audits/job-logs/${id}/hosts/`])
      expect((await mia.get(path)).status).toBe(403);
    // What it does not reach has no name.
    expect(JSON.stringify(await hostsOf(mia, id))).not.toContain(String(hidden.name));
    for (const stranger of [otto, admin]) {
      for (const path of ['', 'hosts/']) expect((await stranger.get(`${RUNS}${id}/${path}`)).status).toBe(404);
      expect((await stranger.post(`${RUNS}${id}/stop/`)).status).toBe(404);
      expect((await stranger.get(`ops/job-execution/task-detail/${id}/`)).status).toBe(404);
      expect((await stranger.get('ops/job-execution/asset-detail/', { query: { execution_id: String(id) } })).status).toBe(404);
      expect((await stranger.get<Json[]>(RUNS)).body).toEqual([]);
    }
  });

  test('repeat what did not work, and nothing else', async () => {
    const { body: kept } = await mia.post<Json>(JOBS, job({ nodes: [node.id], assets: [granted.id] }));
    const first = (await mia.post<Json>(RUNS, { job: kept.id })).body.task_id;
    expect((await mia.post<Json>(RUNS, { job: kept.id })).body).toMatchObject({ code: 'job_running' });
    expect((await mia.post<Json>(RUNS, { job: kept.id, failed_of: first })).status).toBe(400);
    await carryOut(first);
    await server.db
      .updateTable('job_execution_hosts')
      .set({ status: 'ok' })
      .where('execution_id', '=', String(first))
      .where('asset_id', '!=', String(granted.id))
      .execute();
    const again = (await mia.post<Json>(RUNS, { job: kept.id, failed_of: first })).body.task_id;
    expect((await hostsOf(mia, again)).map(({ asset }) => (asset as Json).id)).toEqual([granted.id]);
    await carryOut(again);
    expect((await mia.get<Json>(`${JOBS}${kept.id}/`)).body).toMatchObject({ summary: { total: 2, success: 0 } });
  });

  test.each([
    ['always', 1],
    ['failed', 1],
    ['never', 0],
  ])('tell their owner of a failure as the job says: %s', async (notify, told) => {
    const messages = async () =>
      (await mia.get<Json[]>('notifications/site-messages/')).body.filter(({ content }) =>
        String((content as Json).subject).includes('Task failed: Run a job'),
      );
    const before = (await messages()).length;
    const { body } = await mia.post<Json>(JOBS, job({ instant: true, notify }));
    await carryOut(body.task_id);
    expect((await messages()).length - before).toBe(told);
  });

  test('that are stopped begin nothing more', async () => {
    const { body } = await mia.post<Json>(JOBS, job({ instant: true }));
    expect((await mia.post(`${RUNS}${body.task_id}/stop/`)).status).toBe(204);
    expect((await hostsOf(mia, body.task_id)).map(({ status }) => (status as Json).value)).toEqual(['stopped']);
    await carryOut(body.task_id);
    expect((await mia.get<Json>(`${RUNS}${body.task_id}/`)).body).toMatchObject({ is_finished: true, is_success: false });
  });

  test.each([
    [false, 'unknown'],
    [true, 'unreachable'],
  ])('of which a worker died in the middle begin no machine twice, unless that is safe: %s', async (is_repeatable, becomes) => {
    const { body } = await mia.post<Json>(JOBS, job({ instant: true, is_repeatable }));
    await server.db
      .updateTable('job_execution_hosts')
      .set({ status: 'running' })
      .where('execution_id', '=', String(body.task_id))
      .execute();
    await carryOut(body.task_id);
    expect((await hostsOf(mia, body.task_id)).map(({ status }) => (status as Json).value)).toEqual([becomes]);
  });

  test('leave out what their owner has lost meanwhile', async () => {
    const lent = await createHost(admin);
    await createAccount(admin, String(lent.id), { username: 'root', secret: 'Quiet-Harbour-7' });
    const me = (await mia.get<Json>('users/profile/')).body;
    const permission = await createPermission(admin, { users: [me.id], assets: [lent.id], accounts: ['@ALL'] });
    const { body } = await mia.post<Json>(JOBS, job({ assets: [lent.id], instant: true }));
    expect((await admin.delete(`perms/asset-permissions/${permission.id}/`)).status).toBe(204);
    await carryOut(body.task_id);
    expect(await hostsOf(mia, body.task_id)).toMatchObject([{ status: { value: 'excluded' }, reason: expect.stringContaining('reach') }]);
  });

  test('leave out what a rule opens with a second factor alone: nobody is there who could show one', async () => {
    const delicate = await createHost(admin);
    await createAccount(admin, String(delicate.id), { username: 'root', secret: 'Quiet-Harbour-7' });
    const me = (await mia.get<Json>('users/profile/')).body;
    await createPermission(admin, { users: [me.id], assets: [delicate.id], accounts: ['@ALL'] });
    const rule = await admin.post<Json>('acls/login-asset-acls/', {
      name: uniqueName('factor'),
      priority: 50,
      action: 'mfa',
      users: { type: 'all' },
      assets: { type: 'ids', ids: [delicate.id] },
      accounts: ['@ALL'],
      rules: { ip_group: ['*'], time_period: [] },
    });
    expect(rule.status).toBe(201);
    const { body } = await mia.post<Json>(JOBS, job({ assets: [delicate.id], instant: true }));
    await carryOut(body.task_id);
    expect(await hostsOf(mia, body.task_id)).toMatchObject([
      { status: { value: 'excluded' }, reason: expect.stringContaining('second factor') },
    ]);
  });

  test('take parameters as values, each of its kind', async () => {
    const parameters_define = {
      who: { label: 'Who', type: 'text', required: true },
      level: { type: 'select', default: 'low', options: [{ label: 'Low', value: 'low' }] },
      times: { type: 'number', default: '1' },
    };
    const { body } = await mia.post<Json>(
      JOBS,
      job({ args: 'say {{ who }} {{ level }}', use_parameter_define: true, parameters_define, concurrency: 'parallel' }),
    );
    const start = (parameters: unknown) => mia.post<Json>(RUNS, { job: body.id, parameters });
    for (const wrong of [{}, { who: 'x', level: 'high' }, { who: 'x', times: 'twice' }, 'no json', ['who']])
      expect((await start(wrong)).body).toHaveProperty('parameters');
    const { task_id } = (await start(JSON.stringify({ who: "it's; reboot", unknown: 'x' }))).body;
    expect((await mia.get<Json>(`${RUNS}${task_id}/`)).body.parameters).toEqual({ who: "it's; reboot", level: 'low', times: '1' });
    await mia.post(`${RUNS}${task_id}/stop/`);
  });

  test('that run once now take what they are asked with them, and a dry run fills it in', async () => {
    const parameters_define = { who: { type: 'text', required: true }, times: { type: 'number', default: '1' } };
    const asked = (parameters: unknown) => ({
      assets: [granted.id],
      args: 'say {{ who }} {{ Times }} {{ other }}',
      parameters_define,
      parameters,
    });
    const preview = (parameters: unknown) => mia.post<Json>('ops/jobs/preview/', asked(parameters));
    const told = await preview({ who: "it's; reboot", other: 'x' });
    expect((told.body.hosts as Json[])[0]).toMatchObject({ command: "say 'it'\\''s; reboot' '1' {{ other }}" });
    const once = (parameters: unknown) => mia.post<Json>(JOBS, job({ ...asked(parameters), instant: true, use_parameter_define: true }));
    for (const wrong of [undefined, {}, { who: 'x', times: 'twice' }, ['who']])
      for (const answer of [await preview(wrong), await once(wrong)]) {
        expect(answer.status).toBe(400);
        expect(answer.body).toHaveProperty('parameters');
      }
    const { body } = await once({ who: 'Ann', times: 3 });
    expect((await mia.get<Json>(`${RUNS}${body.task_id}/`)).body.parameters).toEqual({ who: 'Ann', times: '3' });
    expect(body).not.toHaveProperty('parameters');
    await mia.post(`${RUNS}${body.task_id}/stop/`);
    const unknown = await mia.post<Json>('ops/jobs/preview/', { ...asked({}), parameters_define: { who: { type: 'file' } } });
    expect(unknown.body).toHaveProperty('parameters_define');
  });

  test('are started by the clock as their owner, and not once that one may not any more', async () => {
    const person = await createUser(admin);
    const theirs = await as(String(person.username));
    await createPermission(admin, { users: [person.id], assets: [granted.id], accounts: ['@ALL'] });
    const { body } = await theirs.post<Json>(JOBS, job({ is_periodic: true, crontab: '0 4 * * *' }));
    expect(body.periodic_display).toBe('regular ( 0 4 * * * )');
    const due = async (): Promise<number> => {
      await server.db
        .updateTable('jobs')
        .set({ date_next_run: new Date(0) })
        .where('id', '=', String(body.id))
        .execute();
      const clock = server.assembly.jobs.find(({ name }) => name === 'jobs.schedule');
      if (clock) await runJob(server.platform, clock, {});
      return (await server.db.selectFrom('job_executions').select('id').where('job_id', '=', String(body.id)).execute()).length;
    };
    expect(await due()).toBe(1);
    const [first] = (await theirs.get<Json[]>(RUNS)).body;
    expect(first).toMatchObject({ trigger: { value: 'timing' }, job: { id: body.id } });
    await carryOut(first?.id);
    expect((await admin.patch(`users/users/${person.id}/`, { is_active: false })).status).toBe(200);
    expect(await due()).toBe(1);
  });

  test('are not there at all while commands are switched off', async () => {
    const { body } = await mia.post<Json>(JOBS, job());
    expect((await admin.patch('settings/setting/?category=security', { SECURITY_COMMAND_EXECUTION: false })).status).toBe(200);
    for (const asked of [
      mia.get(JOBS),
      mia.get(`${JOBS}${body.id}/`),
      mia.post(JOBS, job()),
      mia.post(RUNS, { job: body.id }),
      mia.get(RUNS),
    ])
      expect([(await asked).status, (await asked).body]).toMatchObject([403, { code: 'jobs_off' }]);
    await admin.patch('settings/setting/?category=security', { SECURITY_COMMAND_EXECUTION: true });
    expect((await mia.get(JOBS)).status).toBe(200);
  });
});
