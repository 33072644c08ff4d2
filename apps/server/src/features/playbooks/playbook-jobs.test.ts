import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';
import { filesAt, madePlaybook, PLAYBOOKS } from '../../../test/playbook-calls.ts';
import { runJob } from '../../app.ts';
import { snapshotFiles } from './index.ts';

const { server, admin, as } = organisationOfFile();

let mia: Api;
let otto: Api;
let host: Json;
let mias: Json;
let ottos: Json;
beforeAll(async () => {
  [mias, ottos] = [await createUser(admin), await createUser(admin)];
  mia = await as(String(mias.username));
  otto = await as(String(ottos.username));
  host = await createHost(admin);
  await createAccount(admin, String(host.id), { name: 'keeper', username: 'root', secret: 'Quiet-Harbour-7' });
  await createPermission(admin, { users: [mias.id, ottos.id], assets: [host.id], accounts: ['@ALL'] });
});

const JOBS = 'ops/jobs/';
const RUNS = 'ops/job-executions/';
const job = (playbook: unknown, more: Json = {}): Json => ({
  name: uniqueName('job'),
  type: 'playbook',
  playbook,
  assets: [host.id],
  is_periodic: false,
  concurrency: 'parallel',
  ...more,
});
const madeJob = async (api: Api, playbook: unknown, more: Json = {}): Promise<Json> => {
  const made = await api.post<Json>(JOBS, job(playbook, more));
  expect([made.status, made.body.type?.value]).toEqual([201, 'playbook']);
  return made.body;
};
const save = (id: unknown, content: string) => mia.patch(filesAt(id), { key: 'main.yml', content });
const frozen = async (run: unknown): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select playbook_snapshot_id as id from job_executions where id = ${String(run)}`.execute(
    server.db,
  );
  const files = await snapshotFiles(server.platform.systemContext('test'), String(rows[0]?.id));
  return [String(rows[0]?.id), ...files.map(({ path, content }) => `${path}: ${content}`)];
};
const start = async (api: Api, id: unknown): Promise<string> => {
  const started = await api.post<Json>(RUNS, { job: id });
  expect(started.status).toBe(201);
  return String(started.body.task_id);
};
const PLAY = '- name: p\n  hosts: all\n';

describe('jobs of playbooks', () => {
  test('name a playbook that their owner may use, and need no command', async () => {
    const mine = await madePlaybook(mia);
    const made = await madeJob(mia, mine.id);
    expect(made).toMatchObject({ playbook: { id: mine.id, name: mine.name }, args: '', version: 1 });
    expect((await mia.post<Json>(JOBS, job(undefined))).body).toHaveProperty('playbook');
    expect((await mia.post<Json>(JOBS, { ...job(null), type: 'adhoc' })).body).toHaveProperty('args');
    const command = await mia.post<Json>(JOBS, { ...job(mine.id), type: 'adhoc', args: 'uptime' });
    expect([command.status, command.body.playbook]).toEqual([201, null]);
    const stranger = await otto.post<Json>(JOBS, job(mine.id));
    const nothing = await otto.post<Json>(JOBS, job('2f0e5a9e-4a77-4a0c-9a27-0a0e6f0c1d11'));
    expect([stranger.status, Object.keys(stranger.body), nothing.status]).toEqual([400, ['playbook'], 400]);
  });

  test('count another playbook as another version', async () => {
    const [one, two] = [await madePlaybook(mia), await madePlaybook(mia)];
    const { id } = await madeJob(mia, one.id);
    expect((await mia.patch<Json>(`${JOBS}${id}/`, { playbook: one.id })).body.version).toBe(1);
    expect((await mia.patch<Json>(`${JOBS}${id}/`, { playbook: two.id })).body).toMatchObject({ version: 2, playbook: { name: two.name } });
  });

  test('run what it was when they were asked for, kept once for all runs of the same content', async () => {
    const playbook = await madePlaybook(mia);
    await save(playbook.id, `${PLAY}# one\n`);
    const { id } = await madeJob(mia, playbook.id);
    const [first, second] = [await frozen(await start(mia, id)), await frozen(await start(mia, id))];
    const run = await start(mia, id);
    await save(playbook.id, `${PLAY}# two\n`);
    expect(first.slice(1)).toEqual([`main.yml: ${PLAY}# one\n`]);
    expect([second, await frozen(run)]).toEqual([first, first]);
    expect((await frozen(await start(mia, id)))[1]).toContain('# two');
    const shown = (await mia.get<Json>(`${RUNS}${run}/`)).body;
    expect(shown).toMatchObject({
      job_type: { value: 'playbook' },
      material: expect.stringMatching(new RegExp(`^.+:${mias.name}:${playbook.name}$`)),
    });
    await sql`update job_executions set is_finished = true`.execute(server.db);
  });

  test('do not run what is wrong, and say what', async () => {
    const playbook = await madePlaybook(mia);
    const { id } = await madeJob(mia, playbook.id);
    await save(playbook.id, `${PLAY}  tasks:\n    - name: t\n      command: id\n      delegate_to: "\\u006cocalhost"\n`);
    const refused = await mia.post<Json>(RUNS, { job: id });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      400,
      'playbook_refused',
      expect.stringMatching(/main\.yml, line 6.*localhost/),
    ]);
    expect((await mia.get<Json[]>(`${PLAYBOOKS}${playbook.id}/check/`)).body).toEqual([
      { path: 'main.yml', line: 6, severity: 'error', code: 'host_local', text: expect.stringContaining('localhost') },
    ]);
    const instant = await mia.post<Json>(JOBS, job(playbook.id, { instant: true }));
    expect([instant.status, instant.body.code]).toEqual([400, 'playbook_refused']);
    await sql`delete from playbook_files where playbook_id = ${String(playbook.id)}`.execute(server.db);
    expect((await mia.post<Json>(RUNS, { job: id })).body).toMatchObject({ code: 'playbook_no_entry' });
  });

  test('do not run once their owner may not use the playbook any more', async () => {
    const shared = await madePlaybook(mia, { is_shared: true });
    const { id } = await madeJob(otto, shared.id);
    const run = await start(otto, id);
    expect(run).toEqual(expect.any(String));
    await mia.patch(`${PLAYBOOKS}${shared.id}/`, { is_shared: false });
    expect((await otto.post<Json>(RUNS, { job: id })).body).toMatchObject({ code: 'playbook_gone' });
  });

  test('hold the playbook, unless they run once', async () => {
    const playbook = await madePlaybook(mia, { is_shared: true });
    const { id } = await madeJob(otto, playbook.id);
    const at = `${PLAYBOOKS}${playbook.id}/`;
    const refused = await mia.delete<Json>(at);
    expect([refused.status, refused.body.code, typeof refused.body.msg]).toEqual([400, 'playbook_has_job', 'string']);
    expect((await mia.delete<Json>(PLAYBOOKS, { query: { id: String(playbook.id) } })).body).toMatchObject({ code: 'playbook_has_job' });
    expect((await otto.delete(`${JOBS}${id}/`)).status).toBe(204);
    const instant = await mia.post<Json>(JOBS, job(playbook.id, { instant: true }));
    expect((await mia.delete(at)).status).toBe(204);
    const again = await mia.get<Json>(`${JOBS}${instant.body.id}/`);
    expect([again.body.playbook, (await mia.post<Json>(RUNS, { job: instant.body.id })).body.code]).toEqual([null, 'playbook_gone']);
  });

  test('leave no snapshot behind their runs', async () => {
    const playbook = await madePlaybook(mia);
    await save(playbook.id, `${PLAY}# to be forgotten\n`);
    const [snapshot] = await frozen(await start(mia, (await madeJob(mia, playbook.id)).id));
    const retention = server.assembly.jobs.find(({ name }) => name === 'jobs.retention');
    const there = async () => (await sql`select 1 from playbook_snapshots where id = ${snapshot}`.execute(server.db)).rows.length;
    await sql`update playbook_snapshots set date_used = now() - interval '2 days'`.execute(server.db);
    await runJob(server.platform, retention as NonNullable<typeof retention>, {});
    expect(await there()).toBe(1);
    await sql`delete from job_executions where playbook_snapshot_id = ${snapshot}`.execute(server.db);
    await runJob(server.platform, retention as NonNullable<typeof retention>, {});
    expect(await there()).toBe(0);
  });
});
