import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { type EntranceCells, JOBS, type JobName } from '@postern/testkit/entrance-table';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type PostgresTarget, startPostgresTarget } from '@postern/testkit/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { createDatabase } from '../support/databases.ts';
import { jobRuns } from '../support/job-runs.ts';
import { recordingOf } from '../support/recording.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// What jobs leave behind, cell by cell (docs/evidence.md#doors): they run in the worker and come in by the SSH door, so the whole product is asked.

const MARK = 'parity-mark';
const SOON_MS = 60_000;
/** A playbook takes its time: an interpreter here and one on the machine, for each of its tasks. */
const LONG = { timeout: 240_000 };

let scene: NativeScene;
let postgres: PostgresTarget;
let admin: ReturnType<typeof clientOf>;
let nell: Api;
let machine: Json;
let database: Json;
let permission: string;

beforeAll(async () => {
  [scene, postgres] = await Promise.all([setNativeScene('yard-00', { alone: true }), startPostgresTarget()]);
  admin = clientOf(scene.api);
  machine = await createHost(scene.api, { name: 'yard-01', protocols: [{ name: 'ssh', port: scene.sshd.port }] });
  const { user, privateKey } = scene.sshd;
  await createAccount(scene.api, machine.id, { name: user, username: user, secret_type: 'ssh_key', secret: privateKey });
  database = await createDatabase(scene.api, { name: 'yard-db', platform: 'PostgreSQL', database: 'postgres', ...postgres });
  const person = await createUser(scene.api, { name: 'Nell Ito', username: 'nell' });
  await confirmTerms(scene.postern.origin, 'nell', TEST_PASSWORD);
  const assets = [machine.id, database.id];
  permission = String((await createPermission(scene.api, { users: [person.id], assets, accounts: ['@ALL'] })).id);
  nell = await apiOf(scene.postern.origin, 'nell', TEST_PASSWORD);
});
afterAll(async () => {
  await Promise.all([scene?.stop(), postgres?.stop()]);
});

const { over } = jobRuns(() => nell);

/** How a job is begun, and what must be found of it. */
interface Use {
  asset(): Json;
  /** @param copied where a playbook copies a file to */
  body(copied: string): Promise<Json> | Json;
  recorded(copied: string): readonly string[];
  listed: readonly (readonly [input: string | RegExp, output: string])[];
  moved?: readonly Json[];
}

const NOTE = 'by the playbook\n';
const STATEMENT = `select '${MARK}' as one`;

async function playbook(copied: string): Promise<Json> {
  const made = await nell.post<Json>(addressOf('playbooks'), { name: `Yard ${copied.split('-').at(-1)}`, create_method: 'blank' });
  const tasks = `    - shell: echo ${MARK}-$((40+2))\n    - copy: {content: "${NOTE.trim()}\\n", dest: "${copied}"}\n`;
  const content = `- hosts: all\n  gather_facts: false\n  tasks:\n${tasks}`;
  expect((await nell.patch(`ops/playbook/${made.body.id}/file/`, { key: 'main.yml', content })).status).toBe(200);
  return { type: 'playbook', playbook: made.body.id, runas: scene.sshd.user };
}

const USES: Readonly<Record<JobName, Use>> = {
  'quick command, job of commands': {
    asset: () => machine,
    body: () => ({ args: `echo ${MARK}-$((40+2))`, runas: scene.sshd.user }),
    recorded: () => [`${MARK}-42`],
    listed: [[`echo ${MARK}-$((40+2))`, `${MARK}-42`]],
  },
  'job of SQL statements': {
    asset: () => database,
    body: () => ({ module: 'sql', args: STATEMENT, runas: postgres.username }),
    recorded: () => [STATEMENT, `one\r\n${MARK}`],
    listed: [[STATEMENT, MARK]],
  },
  'job of a playbook': {
    asset: () => machine,
    body: playbook,
    recorded: (copied) => [`${MARK}-42`, copied],
    listed: [[`echo ${MARK}-$((40+2))`, '']],
    // By the name that it travels under: Ansible puts it where it belongs by a module.
    moved: [{ operate: expect.objectContaining({ value: 'upload' }), filename: expect.stringMatching(/\/source$/), size: NOTE.length }],
  },
};
const names = Object.keys(JOBS) as JobName[];
const cellsOf = (name: JobName): EntranceCells => JOBS[name];

let count = 0;

/** Runs a job once under a permission like this, and answers what became of it and what is found of it. */
async function ran(name: JobName, { actions = ['all'], recording = 'strict' }: { actions?: string[]; recording?: string } = {}) {
  const changed = await scene.api.patch(`${addressOf('assetPermissions')}${permission}/`, { actions, recording });
  expect(changed.status).toBe(200);
  const all = async () => (await admin.sessions.list({ limit: 100, offset: 0 })).results;
  // Transfers do not say on the wire of which session they are.
  const files = async () => (await admin.ftpLogs.list({ limit: 100, offset: 0 })).results;
  const before = new Set([...(await all()), ...(await files())].map(({ id }) => id));
  count += 1;
  const copied = `${scene.postern.dataDir}/copied-${count}`;
  const use = USES[name];
  const made = await nell.post<Json>(addressOf('jobs'), {
    ...{ assets: [use.asset().id], instant: true, is_periodic: false },
    ...(await use.body(copied)),
  });
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ task_id: expect.any(String) })]);
  const [host] = (await over(String(made.body.task_id))).hosts;
  const sessions = await until('its sessions are over', SOON_MS, async () => {
    const own = (await all()).filter(({ id }) => !before.has(id));
    return own.every(({ is_finished }) => is_finished) && own;
  });
  const ids = sessions.map(({ id }) => id);
  return {
    copied,
    sessions,
    ok: (host?.status as Json | undefined)?.value === 'ok',
    told: JSON.stringify(host),
    commands: async () => (await admin.commands.list({ limit: 100, offset: 0 })).results.filter(({ session }) => ids.includes(session)),
    transfers: async () => (await files()).filter(({ id }) => !before.has(id)),
  };
}

type Run = Awaited<ReturnType<typeof ran>>;

const refusedIn = (run: Run) =>
  until('the refusal is listed', SOON_MS, async () => (await run.commands()).some(({ risk_level }) => risk_level.value === 5));

/** Waits until each of its lines is in the list, with its answer. */
const listed = (name: JobName, run: Run) =>
  until('its commands are listed', SOON_MS, async () => {
    const rows = await run.commands();
    return USES[name].listed.every(([input, output]) => rows.some((row) => row.input === input && row.output.includes(output)));
  });

test.each(names)('%s: each cell of its row', LONG, async (name) => {
  const run = await ran(name);
  expect(run.ok, run.told).toBe(true);
  expect(run.sessions.length).toBeGreaterThan(0);
  for (const session of run.sessions)
    expect(session).toMatchObject({
      user: 'Nell Ito(nell)',
      is_success: true,
      asset: expect.stringContaining(String(USES[name].asset().name)),
    });
  // Its chain is checked on the way.
  const recordings = await Promise.all(run.sessions.map(({ id }) => recordingOf(scene.api, id)));
  const recorded = recordings.flatMap(({ events }) => events.map(({ data }) => data)).join('');
  for (const text of USES[name].recorded(run.copied)) expect(recorded).toContain(text);
  await listed(name, run);
  if (cellsOf(name).commands === 'statements') expect(await run.commands()).toHaveLength(1);
  const moved = USES[name].moved ?? [];
  expect(moved.length > 0).toBe(cellsOf(name).files === 'rows');
  await until('its files are listed', SOON_MS, async () => (await run.transfers()).length >= moved.length);
  expect(await run.transfers()).toEqual(moved.map((one) => expect.objectContaining({ ...one, is_success: true, user: 'Nell Ito(nell)' })));
});

describe('the policy that is asked', () => {
  test.each(names)('%s: without the right', LONG, async (name) => {
    const whole = cellsOf(name).policy === 'both';
    const run = await ran(name, { actions: whole ? ['connect'] : ['upload'] });
    expect(run.ok, run.told).toBe(false);
    if (whole) await refusedIn(run);
    else expect(run.sessions).toEqual([]);
  });

  test.each(names)('%s: against a rule', LONG, async (name) => {
    const group = await admin.commandGroups.create({ name: `Marks ${count}`, type: 'regex', content: MARK });
    const rule = await admin.commandFilterAcls.create({
      ...{ name: `No marks ${count}`, action: 'reject', command_groups: [group.id] },
      ...{ users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] },
    });
    const run = await ran(name);
    await admin.commandFilterAcls.destroy(rule.id);
    expect(run.ok, run.told).toBe(false);
    await refusedIn(run);
  });
});

describe('when nothing can be recorded', () => {
  const spool = (): string => join(scene.postern.dataDir, 'gateway', 'spool');
  beforeAll(() => {
    // No file can be made in it, as on a disk that is full or gone.
    renameSync(spool(), `${spool()}-away`);
    writeFileSync(spool(), '');
    return () => {
      rmSync(spool());
      renameSync(`${spool()}-away`, spool());
    };
  });

  test.each(names)('%s: strict', LONG, async (name) => {
    const run = await ran(name, { recording: 'strict' });
    expect(run.ok, run.told).toBe(false);
    expect(run.sessions.length).toBeGreaterThan(0);
    for (const session of run.sessions) expect(session).toMatchObject({ end_reason: { value: 'recording_failed' }, is_success: false });
    expect(run.told).toContain('must be recorded');
  });

  test.each(names)('%s: best effort', LONG, async (name) => {
    const run = await ran(name, { recording: 'best_effort' });
    expect(run.ok, run.told).toBe(true);
    await listed(name, run);
  });
});
