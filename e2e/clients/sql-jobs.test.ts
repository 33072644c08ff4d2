import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type MariaTarget, startMariaTarget } from '@postern/testkit/mariadb';
import { type PostgresTarget, startPostgresTarget } from '@postern/testkit/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { createDatabase } from '../support/databases.ts';
import { jobRuns } from '../support/job-runs.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// Statements of jobs on databases that are there: sessions of the job's owner through the gateway, like every command.

const JOBS = addressOf('jobs');

let scene: NativeScene;
let nell: Api;
let admin: ReturnType<typeof clientOf>;
let postgres: PostgresTarget;
let maria: MariaTarget;
let fleet: Json[] = [];

beforeAll(async () => {
  [scene, postgres, maria] = await Promise.all([setNativeScene('hold-00', { alone: true }), startPostgresTarget(), startMariaTarget()]);
  admin = clientOf(scene.api);
  fleet = [
    await createDatabase(scene.api, { name: 'hold-pg', platform: 'PostgreSQL', database: 'postgres', ...postgres }),
    await createDatabase(scene.api, { name: 'hold-maria', platform: 'MariaDB', ...maria }),
    await createHost(scene.api, { name: 'hold-web', protocols: [{ name: 'ssh', port: scene.sshd.port }] }),
  ];
  const person = await createUser(scene.api, { name: 'Nell Ito', username: 'nell' });
  await confirmTerms(scene.postern.origin, 'nell', TEST_PASSWORD);
  await createPermission(scene.api, { users: [person.id], assets: fleet.map(({ id }) => id), accounts: ['@ALL'] });
  nell = await apiOf(scene.postern.origin, 'nell', TEST_PASSWORD);
});
afterAll(async () => {
  await Promise.all([scene?.stop(), postgres?.stop(), maria?.stop()]);
});

const { over } = jobRuns(() => nell);

/** Runs statements on all of them once, and answers what became of each by its name. */
async function ran(args: string, more: Json = {}): Promise<Record<string, Json>> {
  const body = { assets: fleet.map(({ id }) => id), module: 'sql', args, runas: 'owner', instant: true, is_periodic: false, ...more };
  const made = await nell.post<Json>(JOBS, body);
  expect([made.status, made.body.task_id]).toEqual([201, expect.any(String)]);
  const { hosts } = await over(String(made.body.task_id));
  return Object.fromEntries(hosts.map((host) => [String((host.asset as Json).name), host]));
}

test('statements run on databases of both kinds, each by its protocol, with rows, counts and values of their machine', async () => {
  await ran("create table crates (id int, label varchar(40)); insert into crates values (1, 'it''s'), (2, {{ jms_asset.name }})");
  const found = await ran('select label from crates order by id');
  expect(found['hold-pg']).toMatchObject({
    status: { value: 'ok' },
    exit_code: 0,
    account: 'owner',
    output: "label\nit's\nhold-pg\nSELECT 2\n",
  });
  expect(found['hold-maria']).toMatchObject({ status: { value: 'ok' }, exit_code: 0, output: "label\nit's\nhold-maria\n2 rows\n" });
  expect(found['hold-web']).toMatchObject({ status: { value: 'excluded' }, reason: expect.stringContaining('PostgreSQL, MySQL') });
  const sessions = await until('recorded sessions', 60_000, async () => {
    const { results } = await admin.sessions.list({ limit: 50, offset: 0, is_finished: 1 });
    const own = results.filter(({ user, asset }) => user.includes('nell') && asset.startsWith('hold-pg'));
    return own.length >= 2 && own.every(({ has_replay }) => has_replay) && own;
  });
  expect(sessions[0]?.protocol).toBe('postgresql');
  const inputs = (await admin.commands.list({ limit: 50, offset: 0, search: 'select label' })).results.map(({ input }) => input);
  expect(inputs).toContain('select label from crates order by id');
});

test('what a database refuses is a failure there; a value that two databases would read in two ways is not put in', async () => {
  const failed = await ran('select * from nothing_of_the_kind');
  for (const name of ['hold-pg', 'hold-maria'])
    expect(failed[name]).toMatchObject({ status: { value: 'failed' }, exit_code: 1, output: expect.stringContaining('ERROR') });
  const parameters_define = { what: { label: 'What', type: 'text' } };
  const refused = await ran('select {{ what }}', { use_parameter_define: true, parameters_define, parameters: { what: "\\' or 1=1 -- " } });
  expect(refused['hold-pg']).toMatchObject({ status: { value: 'excluded' }, reason: expect.stringContaining('1=1') });
});

test('rules about commands hold in statements, before the database hears of them', async () => {
  const group = (await scene.api.post<Json>(addressOf('commandGroups'), { name: 'Drops', type: 'regex', content: 'drop\\s+table' })).body;
  const everything = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  const rule = await scene.api.post<Json>(addressOf('commandFilterAcls'), {
    ...{ name: 'No drops', action: 'reject', priority: 50, command_groups: [group.id], ...everything },
  });
  expect(rule.status).toBe(201);
  const refused = await ran('DROP  TABLE crates');
  expect(refused['hold-pg']).toMatchObject({ status: { value: 'failed' }, exit_code: 126 });
  expect((await ran('select count(*) as n from crates'))['hold-pg']).toMatchObject({ output: 'n\n2\nSELECT 1\n' });
});
