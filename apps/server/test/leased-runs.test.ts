import { randomUUID } from 'node:crypto';
import tls from 'node:tls';
import { ORG, PLATFORM_LINUX } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import { type Context, exportList } from '@postern/resource';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createNode, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { type GitServer, startGitServer } from '@postern/testkit/git-server';
import { freePort } from '@postern/testkit/ports';
import { READER, type Slapd, SUFFIX, startSlapd } from '@postern/testkit/slapd';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runJob } from '../src/app.ts';
import { createTransfers, startTask, tasksCommand } from '../src/features/tasks/index.ts';
import type { BrokenOff, Job, Run } from '../src/platform/feature.ts';
import { createAppletHost } from './applet-hosts.ts';
import { serverOfFile, type TestServer } from './harness.ts';

/**
 * What is promised of every leased run (docs/decisions/0087), whatever feature it is of. A task that is not in `KINDS` fails the first
 * test: whoever adds one says how it is started and what of it has to be settled.
 */

/** Another node on the same database. */
/** An asset where nothing answers, with an account. */
let asset: Json;
let account: Json;
let closed = 0;
let slapd: Slapd;
let git: GitServer;
const trusted = tls.getCACertificates('default');

const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.0/8'] } });
const other = serverOfFile({ besides: server, settings: { outboundAllow: ['127.0.0.0/8'] } });
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  closed = await freePort();
  git = await startGitServer();
  tls.setDefaultCACertificates([...trusted, git.cert]);
  git.commit('x.git', { 'main.yml': '- name: p\n  hosts: all\n' });
  slapd = await startSlapd({ people: [{ uid: 'pat', mail: 'pat@corp.example' }] });
  await server.platform.asSystem('test', (ctx) =>
    server.platform.systemSettings.set(ctx, {
      AUTH_LDAP_SERVER_URI: `ldap://127.0.0.1:${slapd.port}`,
      AUTH_LDAP_START_TLS: false,
      AUTH_LDAP_BIND_DN: READER.dn,
      AUTH_LDAP_BIND_PASSWORD: READER.password,
      AUTH_LDAP_SEARCH_OU: SUFFIX,
      AUTH_LDAP_SEARCH_FILTER: '(uid=%(user)s)',
    }),
  );
  asset = await createHost(admin, { protocols: [{ name: 'ssh', port: closed }] });
  account = await createAccount(admin, String(asset.id), { name: 'deploy', username: 'deploy', secret: 'Leased-run-1' });
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await slapd?.stop();
  await git?.close();
});

/** A kind of run: how it is started, and the row of the feature that has to agree with it. */
interface Kind {
  start(): Promise<string>;
  kept?: { table: string; column?: string; by?: string; open: string | number; broken: string | number };
}

async function ok(answer: Promise<{ status: number; body: Json }>): Promise<Json> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

const EXECUTIONS = { table: 'automation_executions', open: 'running', broken: 'failed' };

const planned = (kind: 'change-secret' | 'push-account' | 'gather-account', given: Json): Kind => ({
  kept: EXECUTIONS,
  async start() {
    const plan = { name: uniqueName('plan'), assets: [asset.id], is_periodic: false, ...given };
    const { id } = await ok(admin.post(`accounts/${kind}-automations/`, plan));
    return String((await ok(admin.post(`accounts/${kind}-executions/`, { automation: id }))).task);
  },
});
const RANDOM = { accounts: ['deploy'], secret_type: 'password', secret_strategy: 'random' };

const asked = (url: string, body: () => Json): Kind => ({
  kept: EXECUTIONS,
  start: async () => String((await ok(admin.post(url, body()))).task),
});

/** A task of the clock, asked for by hand; nothing but the run is kept of it. */
const plain = (name: string): Kind => ({
  start: () => server.platform.asSystem('test', (ctx) => startTask(ctx, server.platform.jobs, name)),
});

const KINDS: Readonly<Record<string, Kind>> = {
  'change-secret': planned('change-secret', RANDOM),
  'push-account': planned('push-account', RANDOM),
  'gather-accounts': planned('gather-account', {}),
  'verify-account': asked('accounts/accounts/tasks/', () => ({ action: 'verify', accounts: [account.id] })),
  'test-assets': asked('assets/assets/tasks/', () => ({ action: 'test', assets: [asset.id] })),
  'gather-facts': asked('assets/assets/tasks/', () => ({ action: 'refresh', assets: [asset.id] })),
  'move-secrets': plain('move-secrets'),
  'run-job': {
    kept: { table: 'job_executions', open: 'running', broken: 'failed' },
    async start() {
      const job = { args: 'uptime', assets: [asset.id], instant: true, is_periodic: false };
      return String((await ok(admin.post('ops/jobs/', job))).task_id);
    },
  },
  'prepare-access-review': {
    kept: { table: 'access_reviews', column: 'state', by: 'task', open: 'preparing', broken: 'failed' },
    async start() {
      const { id } = await createUser(admin);
      const permission = await createPermission(admin, { users: [id], assets: [asset.id] });
      const more = { permissions: [permission.id], reviewers: [id], date_due: new Date(Date.now() + 86_400_000).toISOString() };
      return String((await ok(admin.post('perms/access-reviews/', { name: uniqueName('review'), ...more }))).task);
    },
  },
  'sync-playbook': {
    async start() {
      const playbook = { name: uniqueName('playbook'), create_method: 'vcs', vcs_url: git.url('x.git') };
      return String((await ok(admin.post('ops/playbooks/', playbook))).task_id);
    },
  },
  'account-backup': {
    kept: { table: 'account_backup_executions', open: 'running', broken: 'failed' },
    async start() {
      const plan = { name: uniqueName('backup'), is_periodic: false, types: ['linux'], recipients: [] };
      const { id } = await ok(admin.post('accounts/account-backup-plans/', plan));
      return String((await ok(admin.post('accounts/account-backup-plan-executions/', { plan: id }))).task);
    },
  },
  'list-file': {
    kept: { table: 'list_files', column: 'state', open: 'running', broken: 'failed' },
    async start() {
      return String((await ok(admin.post('ops/list-files/', { list: 'assets/hosts/', format: 'csv' }))).task);
    },
  },
  'sync-cloud-instances': {
    kept: { table: 'sync_instance_task_executions', open: 2, broken: 0 },
    async start() {
      const attrs = { ip_group: ['127.10.30.1'], test_port: closed, test_timeout: 1, platform: PLATFORM_LINUX, hostname_prefix: 'lan' };
      const login = await ok(admin.post('xpack/cloud/accounts/', { name: uniqueName('cloud'), provider: 'lan', attrs }));
      const { id: node } = await createNode(admin);
      const task = { name: uniqueName('sync'), account: login.id, hostname_strategy: 'instance_name', node, is_periodic: false };
      const { id } = await ok(admin.post('xpack/cloud/sync-instance-tasks/', task));
      return String((await ok(admin.get(`xpack/cloud/sync-instance-tasks/${id}/run/`))).task);
    },
  },
  'assets.test-gateway': {
    async start() {
      const protocols = [{ name: 'ssh', port: closed }];
      const gateway = { name: uniqueName('gateway'), address: '127.0.0.1', platform: PLATFORM_LINUX, protocols };
      const { id } = await ok(admin.post('assets/gateways/', gateway));
      return String((await ok(admin.post(`assets/gateways/${id}/test-connective/`, {}))).task);
    },
  },
  'sync-directory': { start: async () => String((await ok(admin.post('settings/ldap/sync/', {}))).task) },
  'applet-hosts.deploy': {
    // What was begun is at work until an agent has reported, so only what nobody has taken up is open to the run.
    kept: { table: 'applet_host_deployments', by: 'task', open: 'pending', broken: 'error' },
    async start() {
      const host = await createAppletHost(admin);
      return String((await ok(admin.post('terminal/applet-host-deployments/', { host: host.id }))).task);
    },
  },
  'kept-counts.recount': plain('kept-counts.recount'),
  'platform.retention': plain('platform.retention'),
  'task-retention': plain('task-retention'),
  'nodes.recount': plain('nodes.recount'),
  'sessions-retention': plain('sessions-retention'),
  'ftp-logs.clean-copies': plain('ftp-logs.clean-copies'),
  'command-log-retention': plain('command-log-retention'),
  'evidence.recount': plain('evidence.recount'),
  'storages-check': plain('storages-check'),
  'password-expiry-notice': plain('password-expiry-notice'),
};

const jobOf = (name: string, { assembly }: TestServer = server): Job => {
  const job = assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job ${name}`);
  return job;
};
/** Does as a worker of a node does with a run that the queue hands it. */
const worked = (name: string, run: string, node = server): Promise<void> => runJob(node.platform, jobOf(name, node), { task_run: run });
const sweep = (): Promise<void> => runJob(server.platform, jobOf('task-sweep'), {});

interface Stored {
  state: string;
  is_finished: boolean;
  attempts: number;
  worker: string | null;
  lease: Date | null;
  done: number;
  total: number | null;
}
const stored = async (run: string): Promise<Stored | undefined> =>
  (await sql<Stored>`select * from task_runs where id = ${run}`.execute(server.db)).rows[0];
const log = async (run: string): Promise<string> =>
  (await sql<{ text: string }>`select text from task_logs where run_id = ${run} order by seq`.execute(server.db)).rows
    .map((part) => part.text)
    .join('');
const keptStatus = async ({ kept }: Kind, run: string): Promise<unknown> =>
  kept &&
  (
    await sql<{
      status: unknown;
    }>`select ${sql.ref(kept.column ?? 'status')} as status from ${sql.table(kept.table)} where ${sql.ref(kept.by ?? 'id')} = ${run}`.execute(
      server.db,
    )
  ).rows[0]?.status;

/** How often the queue has been given a run. */
const handedOut = async (run: string): Promise<number | undefined> =>
  (await sql<{ n: number }>`select count(*)::int as n from pgboss.job where data ->> 'task_run' = ${run}`.execute(server.db)).rows[0]?.n;

/** What a worker that was killed leaves behind, so long after it last said that it lives. */
async function leftBehind({ kept }: Kind, run: string, { seconds, attempts = 1 }: { seconds: number; attempts?: number }): Promise<void> {
  await sql`update task_runs set state = 'RUNNING', attempts = ${attempts}, worker = 'gone/1', date_start = now(),
    lease = now() - make_interval(secs => ${seconds}) where id = ${run}`.execute(server.db);
  if (kept)
    await sql`update ${sql.table(kept.table)} set ${sql.ref(kept.column ?? 'status')} = ${kept.open} where ${sql.ref(kept.by ?? 'id')} = ${run}`.execute(
      server.db,
    );
}

const cancel = async (run: string, node = server): Promise<string[]> => {
  const printed: string[] = [];
  await tasksCommand(['cancel', run], false, node.platform, node.assembly.jobs, (line) => void printed.push(line));
  return printed;
};

test('every task of this version is held to it', () => {
  const names = server.assembly.jobs.filter(({ task }) => task).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(KINDS).sort());
});

describe.each(Object.entries(KINDS))('a run of %s', (name, kind) => {
  test('is carried out by one of two workers, with progress and a log', async () => {
    const run = await kind.start();
    expect(await stored(run)).toMatchObject({ state: 'PENDING', is_finished: false, attempts: 0, lease: null });
    await Promise.all([worked(name, run), worked(name, run, other)]);
    const ended = await stored(run);
    expect(ended).toMatchObject({ state: 'SUCCESS', is_finished: true, attempts: 1, lease: null, worker: expect.any(String) });
    if (ended?.total) expect(ended.done).toBe(ended.total);
    const text = await log(run);
    expect([text.match(/started/g)?.length, text.match(/finished/g)?.length]).toEqual([1, 1]);
    if (kind.kept) expect(await keptStatus(kind, run)).not.toBe(kind.kept.open);
  });

  test('is left to its worker while that lives, and taken up by another afterwards', async () => {
    const run = await kind.start();
    await leftBehind(kind, run, { seconds: -60 });
    await sweep();
    expect(await handedOut(run)).toBe(1);
    await worked(name, run, other);
    expect(await stored(run)).toMatchObject({ state: 'RUNNING', is_finished: false, attempts: 1 });
    await leftBehind(kind, run, { seconds: 1 });
    await sweep();
    expect(await handedOut(run)).toBe(2);
    await worked(name, run, other);
    expect(await stored(run)).toMatchObject({ state: 'SUCCESS', is_finished: true, attempts: 2 });
    expect(await log(run)).toContain('is taken up again');
    if (kind.kept) expect(await keptStatus(kind, run)).not.toBe(kind.kept.open);
  });

  test('is given up, and settled, when workers die of it or nobody comes for a day', async () => {
    const [deadly, forgotten] = [await kind.start(), await kind.start()];
    await leftBehind(kind, deadly, { seconds: 1, attempts: 10 });
    await leftBehind(kind, forgotten, { seconds: 90_000 });
    await sweep();
    for (const run of [deadly, forgotten]) {
      expect(await stored(run)).toMatchObject({ state: 'FAILURE', is_finished: true, lease: null });
      expect(await log(run)).toContain('given up');
      expect(await keptStatus(kind, run)).toBe(kind.kept?.broken);
    }
  });

  test('can be cancelled before it begins, and when its worker is gone', async () => {
    const waiting = await kind.start();
    expect(await cancel(waiting)).toEqual(['Cancelled.']);
    expect(await cancel(waiting)).toEqual([`There is no task ${waiting} that could be stopped.`]);
    const orphan = await kind.start();
    await leftBehind(kind, orphan, { seconds: -60 });
    expect(await cancel(orphan)).toEqual(['Its worker was told to stop.']);
    await leftBehind(kind, orphan, { seconds: 1 });
    await worked(name, orphan);
    for (const run of [waiting, orphan]) {
      await worked(name, run);
      expect(await stored(run)).toMatchObject({ state: 'REVOKED', is_finished: true, lease: null });
      expect(await keptStatus(kind, run)).toBe(kind.kept?.broken);
    }
  });

  test('goes with its log when it is old, but not while it is under way; what the feature keeps stays', async () => {
    const [old, open] = [await kind.start(), await kind.start()];
    await worked(name, old);
    await leftBehind(kind, open, { seconds: -60 });
    await sql`update task_runs set date_published = now() - interval '200 days' where id in (${old}, ${open})`.execute(server.db);
    await runJob(server.platform, jobOf('task-retention'), {});
    expect([await stored(old), await log(old)]).toEqual([undefined, '']);
    expect(await stored(open)).toMatchObject({ is_finished: false });
    if (kind.kept) expect(await keptStatus(kind, old)).toBeDefined();
  });
});

describe('a worker', () => {
  const NAME = 'task-retention';
  const begun = () => KINDS[NAME]?.start() ?? Promise.reject(new Error('no such kind'));
  const label = text('Work', '工作', '作業');

  test('is stopped from another node; what a transaction wrote is undone, and the feature settles its part', async () => {
    const run = await begun();
    const told: BrokenOff[] = [];
    const key = uniqueName('kept');
    let handed: Run | undefined;
    const job: Job = {
      name: NAME,
      task: { label, brokenOff: async (_ctx, _id, why) => void told.push(why) },
      async run(ctx, _data, given) {
        await ctx.tx
          .insertInto('settings')
          .values({ name: key, value: JSON.stringify(1) })
          .execute();
        given.progress(3, 10);
        given.atEnd(async () => void told.push('lost'));
        handed = given;
        await new Promise((resolve) => given.signal.addEventListener('abort', resolve));
      },
    };
    const working = runJob(server.platform, job, { task_run: run });
    await until('the work has begun', 60_000, () => handed);
    await until('its progress can be read', 60_000, async () => (await stored(run))?.total === 10);
    expect(await stored(run)).toMatchObject({ state: 'RUNNING', done: 3, total: 10 });
    expect(await cancel(run, other)).toEqual(['Its worker was told to stop.']);
    await working;
    expect(await stored(run)).toMatchObject({ state: 'REVOKED', is_finished: true });
    expect(told).toEqual(['cancelled']);
    expect((await sql`select 1 from settings where name = ${key}`.execute(server.db)).rows).toEqual([]);
  });

  test('that was thought dead finds the run no longer its own, and writes nothing more', async () => {
    const run = await begun();
    const ends: string[] = [];
    const gate = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const job = (who: string, wait: boolean): Job => ({
      name: NAME,
      task: { label, brokenOff: async () => void ends.push(`${who} broke off`) },
      transaction: false,
      async run(_ctx, _data, given) {
        given.atEnd(async () => void ends.push(`${who} ended`));
        entered.resolve();
        if (wait) await gate.promise;
      },
    });
    const slow = runJob(server.platform, job('first', true), { task_run: run });
    await entered.promise;
    await sql`update task_runs set lease = now() - interval '1 second' where id = ${run}`.execute(server.db);
    await runJob(other.platform, job('second', false), { task_run: run });
    gate.resolve();
    await slow;
    expect(ends).toEqual(['second ended']);
    expect(await stored(run)).toMatchObject({ state: 'SUCCESS', attempts: 2 });
  });
});

describe('a transfer', () => {
  const SOURCE = 'a'.repeat(64);
  const ROWS = 10_000;
  const portion = (from: number, source = SOURCE) =>
    admin.post('assets/labels/import-rows/', {
      mode: 'create',
      source,
      rows: Array.from({ length: 3 }, (_, at) => ({ n: from + at, values: { name: uniqueName('label'), value: 'x' } })),
    });
  const transfers = async (name: string): Promise<(Stored & { id: string })[]> =>
    (await sql<Stored & { id: string }>`select * from task_runs where name = ${name} order by date_published desc`.execute(server.db)).rows;
  const lapse = (name: string) =>
    sql`update task_runs set lease = now() - interval '1 second' where name = ${name} and not is_finished`.execute(server.db);

  test('into a list is one run of all its portions, over when no more come', async () => {
    for (const from of [1, 4]) expect((await portion(from)).status).toBe(200);
    const [run, ...more] = await transfers('import-table');
    expect(more).toEqual([]);
    expect(run).toMatchObject({ state: 'RUNNING', done: 6, is_finished: false });
    await lapse('import-table');
    await sweep();
    expect(await stored(run?.id ?? '')).toMatchObject({ state: 'SUCCESS', is_finished: true, done: 6 });
    // The same file once more: what was written is known, and the run is the same.
    expect((await portion(7)).status).toBe(200);
    expect(await transfers('import-table')).toMatchObject([{ id: run?.id, state: 'RUNNING', done: 3 }]);
  });

  test('into a list stops with the next portion when it is cancelled, and can be begun again', async () => {
    const source = 'b'.repeat(64);
    expect((await portion(1, source)).status).toBe(200);
    const [run] = await transfers('import-table');
    expect(await cancel(run?.id ?? '', other)).toEqual(['Its worker was told to stop.']);
    expect((await portion(4, source)).status).toBe(409);
    await lapse('import-table');
    await sweep();
    expect(await stored(run?.id ?? '')).toMatchObject({ state: 'REVOKED', done: 3 });
    expect((await portion(4, source)).status).toBe(200);
  });

  const owner = async <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
    work({ ...server.platform.systemContext('test'), org: { id: ORG.DEFAULT, name: '', isRoot: false, isDefault: true } });
  const exported = (format: 'csv' | 'xlsx') =>
    owner(async (ctx) => {
      const { kernel } = server.assembly;
      const { body } = await exportList(kernel, kernel.byName('label'), ctx, { query: { format } }, format);
      return body as NodeJS.ReadableStream & AsyncIterable<unknown> & { destroy(): void };
    });

  test('out of a list is a run as long as it lasts', async () => {
    // Values that do not pack: a small file is whole in the buffers before anybody took it, and nothing is left to break off.
    await sql`insert into labels (id, org_id, name, value)
      select gen_random_uuid(), ${ORG.DEFAULT}, 'many-' || n, gen_random_uuid()::text || gen_random_uuid() || gen_random_uuid() || gen_random_uuid()
      from generate_series(1, ${ROWS}) n`.execute(server.db);
    let bytes = 0;
    for await (const part of await exported('csv')) bytes += String(part).length;
    expect(bytes).toBeGreaterThan(ROWS);
    const run = await until('it has ended', 60_000, async () => (await transfers('export-table')).find((one) => one.is_finished));
    expect(run.state).toBe('SUCCESS');
    expect(run.done).toBe(run.total);
    expect(run.done).toBeGreaterThanOrEqual(ROWS);
    expect(await log(run.id)).toMatch(/started[\s\S]*finished/);
  });

  test.each(['csv', 'xlsx'] as const)('as %s ends when the one who downloads is gone', async (format) => {
    const before = (await transfers('export-table')).length;
    const body = await exported(format);
    for await (const _part of body) if ((await transfers('export-table')).length > before) break;
    body.destroy();
    const run = await until('it has ended', 60_000, async () => {
      const all = await transfers('export-table');
      return all.length > before && all[0]?.is_finished ? all[0] : undefined;
    });
    expect(run.state).toBe('REVOKED');
  });

  test('that is cancelled breaks off, and one whose server is gone has failed', async () => {
    const out = createTransfers(server.platform);
    const download = () => owner((ctx) => out.download(ctx, { resource: 'label', rows: 9 }));
    const stopped = await download();
    const [run] = await transfers('export-table');
    expect(await cancel(run?.id ?? '', other)).toEqual(['Its worker was told to stop.']);
    await until('it is told', 60_000, () => stopped.signal.aborted);
    await stopped.end('given up');
    expect(await stored(run?.id ?? '')).toMatchObject({ state: 'REVOKED', is_finished: true });

    const lost = await download();
    const [open] = await transfers('export-table');
    await lapse('export-table');
    await sweep();
    expect(await stored(open?.id ?? '')).toMatchObject({ state: 'FAILURE', is_finished: true });
    await lost.end('done');
    expect(await stored(open?.id ?? '')).toMatchObject({ state: 'FAILURE' });
  });
});

describe('postern tasks', () => {
  const listed = async (all = false): Promise<string> => {
    const lines: string[] = [];
    expect(await tasksCommand([], all, other.platform, other.assembly.jobs, (line) => void lines.push(line))).toBe(0);
    return lines.join('\n');
  };

  test('lists what is under way with state, progress, age and worker, and what ended', async () => {
    const run = (await KINDS['nodes.recount']?.start()) ?? '';
    const line = async () => (await listed()).split('\n').find((one) => one.startsWith(run)) ?? '';
    expect(await line()).toMatch(/nodes\.recount +waiting +- +\d+ s +- +- +-$/);
    await leftBehind({ start: async () => '' }, run, { seconds: -60 });
    await sql`update task_runs set done = 5, total = 20 where id = ${run}`.execute(server.db);
    expect(await line()).toMatch(/running +5\/20 +\d+ s +\d+ s +gone\/1 +-$/);
    await leftBehind({ start: async () => '' }, run, { seconds: 1 });
    expect(await line()).toContain('abandoned');
    await worked('nodes.recount', run);
    expect(await line()).toContain('succeeded (2)');
    expect((await listed(true)).split('\n').length).toBeGreaterThan((await listed()).split('\n').length);
  });

  test('knows no other order, and no run that is not there', async () => {
    const print = () => undefined;
    const { platform, assembly } = server;
    for (const order of [['stop'], ['cancel'], ['cancel', 'x']])
      expect(await tasksCommand(order, false, platform, assembly.jobs, print)).toBeUndefined();
    expect(await tasksCommand(['cancel', randomUUID()], false, platform, assembly.jobs, print)).toBe(1);
  });
});
