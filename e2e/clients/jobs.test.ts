import { readFileSync } from 'node:fs';
import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { jobRuns } from '../support/job-runs.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// Jobs on machines that are there: through the gateway, as sessions with policy, rules about commands and evidence.

let scene: NativeScene;
let nell: Api;
let admin: ReturnType<typeof clientOf>;
const fleet: Json[] = [];

beforeAll(async () => {
  scene = await setNativeScene('quay-00', { alone: true });
  admin = clientOf(scene.api);
  const person = await createUser(scene.api, { name: 'Nell Ito', username: 'nell' });
  await confirmTerms(scene.postern.origin, 'nell', TEST_PASSWORD);
  for (let n = 1; n <= 3; n += 1) {
    const host = await createHost(scene.api, { name: `quay-0${n}`, protocols: [{ name: 'ssh', port: scene.sshd.port }] });
    await createAccount(scene.api, host.id, {
      name: scene.sshd.user,
      username: scene.sshd.user,
      secret_type: 'ssh_key',
      secret: scene.sshd.privateKey,
    });
    fleet.push(host);
  }
  await createPermission(scene.api, { users: [person.id], assets: fleet.map(({ id }) => id), accounts: ['@ALL'] });
  nell = await apiOf(scene.postern.origin, 'nell', TEST_PASSWORD);
});
afterAll(() => scene?.stop());

const JOBS = addressOf('jobs');
const RUNS = addressOf('jobExecutions');

/** Runs something once, and answers the id of the run. */
async function start(more: Json): Promise<string> {
  const body = { assets: fleet.map(({ id }) => id), runas: scene.sshd.user, instant: true, is_periodic: false, ...more };
  const made = await nell.post<Json>(JOBS, body);
  expect([made.status, made.body.task_id]).toEqual([201, expect.any(String)]);
  return String(made.body.task_id);
}
const { hostsOf, over, logOf } = jobRuns(() => nell);
/** Waits until the log of a run has a line of each machine. */
const heardFrom = (id: string, hosts: readonly Json[], line: string) =>
  until('the log has it', 60_000, async () => {
    const text = await logOf(id);
    return hosts.every(({ name }) => text.includes(`[${name}] ${line}`));
  });
const ran = async (more: Json) => over(await start(more));

describe('a quick job', () => {
  test('runs everywhere as an account of each machine, with what each answered, as recorded sessions of its owner', async () => {
    const { run, hosts } = await ran({ args: 'echo {{ jms_asset.name }}; echo apart >&2; id -un' });
    expect(run).toMatchObject({ is_success: true, state: { value: 'success' }, counts: { ok: 3 } });
    expect(hosts.map(({ output, exit_code, account }) => ({ output, exit_code, account }))).toEqual(
      fleet.map(({ name }) => ({
        output: expect.stringMatching(new RegExp(`^(${name}|apart)\n(${name}|apart|${scene.sshd.user})\n(${scene.sshd.user}|apart)\n$`)),
        exit_code: 0,
        account: scene.sshd.user,
      })),
    );
    const sessions = await until('a recorded session of each', 60_000, async () => {
      const { results } = await admin.sessions.list({ limit: 50, offset: 0, is_finished: 1 });
      const own = results.filter(({ user, asset }) => user.includes('nell') && asset.startsWith('quay-0'));
      return own.length >= 3 && own.every(({ has_replay }) => has_replay) && own;
    });
    const [command] = (await admin.commands.list({ limit: 1, offset: 0, session_id: String(sessions[0]?.id) })).results;
    expect(command?.input).toContain('echo ');
    // The log has a line of each machine.
    const log = await logOf(String(run.task_id));
    for (const { name } of fleet) expect(log).toContain(`[${name}] ${name}`);
  });

  test('tells a failure from a success, and where a machine is not there', async () => {
    const gone = await createHost(scene.api, { name: 'quay-99', protocols: [{ name: 'ssh', port: 1 }] });
    await createAccount(scene.api, gone.id, { name: 'root', username: scene.sshd.user, secret: 'Quiet-Harbour-7' });
    const me = (await nell.get<Json>('users/profile/')).body;
    await createPermission(scene.api, { users: [me.id], assets: [gone.id], accounts: ['@ALL'] });
    const assets = [...fleet, gone].map(({ id }) => id);
    const { run, hosts } = await ran({ assets, args: 'test {{ jms_asset.name }} = quay-01 || exit 4' });
    expect(run).toMatchObject({ is_success: false, counts: { ok: 1, failed: 2, unreachable: 1 } });
    expect(hosts.map(({ name, status, exit_code }) => [name, (status as Json).value, exit_code])).toHaveLength(4);
    expect(hosts.filter(({ exit_code }) => exit_code === 4)).toHaveLength(2);
  });

  test('tells its owner that it worked, unless they want to hear of failures only', async () => {
    const told = async () =>
      (await nell.get<Json[]>('notifications/site-messages/')).body.filter(({ content }) =>
        String((content as Json).subject).includes('Task finished: Run a job'),
      ).length;
    const before = await told();
    await ran({ args: 'true', notify: 'failed' });
    await ran({ args: 'true' });
    await until('the second is told of', 30_000, async () => (await told()) > before);
    expect((await told()) - before).toBe(1);
  });

  test('runs Python as it was written', async () => {
    const { hosts } = await ran({ module: 'python', args: `import sys\nprint("it's", 6 * 7)\nsys.exit(0)` });
    expect(hosts.map(({ output }) => output)).toEqual(fleet.map(() => "it's 42\n"));
  });

  test('ends after its time, and where somebody stops it, within seconds; nothing goes on behind it', async () => {
    const mark = `postern-jobs-${process.pid}`;
    const late = await ran({ args: `sleep 600 # ${mark}`, timeout: 1 });
    expect(late.run).toMatchObject({ state: { value: 'timeout' }, counts: { timeout: 3 } });
    const id = await start({ args: `echo begun; sleep 600 # ${mark}` });
    await heardFrom(id, fleet, 'begun');
    // Beside each machine, too, before it is at its end.
    const said = await until('each machine has it', 60_000, async () => {
      const all = await hostsOf(id);
      return all.every(({ output }) => output === 'begun\n') && all;
    });
    expect(said.map(({ status, date_finished }) => [(status as Json).value, date_finished])).toEqual(fleet.map(() => ['running', null]));
    expect((await nell.post(`${RUNS}${id}/stop/`)).status).toBe(204);
    const { run, hosts } = await over(id);
    expect(run).toMatchObject({ is_success: false, counts: { stopped: 3 } });
    expect(hosts.map(({ output }) => output)).toEqual(fleet.map(() => 'begun\n'));
    await until(
      'its sessions are over',
      60_000,
      async () => (await admin.sessions.list({ limit: 1, offset: 0, is_finished: 0 })).count === 0,
    );
  });

  test('keeps and shows nothing of the key that its session was opened with, though a machine prints it piece by piece', async () => {
    const line = scene.sshd.privateKey.split('\n')[1] ?? '';
    expect(line.length).toBeGreaterThan(40);
    const { run, hosts } = await ran({
      args: `printf 'key '; for c in ${line.split('').join(' ')}; do printf %s "$c"; done; echo ' ends'`,
    });
    expect(hosts.map(({ output }) => output)).toEqual(fleet.map(() => 'key ****** ends\n'));
    const log = await logOf(String(run.task_id));
    for (const { name } of fleet) expect(log).toContain(`[${name}] key ****** ends`);
  });

  test('keeps the first 64 KiB of what a machine says, and says that there was more', async () => {
    const { hosts } = await ran({ assets: [fleet[0]?.id], args: 'yes 0123456789abcde | head -c 1000000' });
    expect(hosts).toMatchObject([{ status: { value: 'ok' }, is_cut: true }]);
    expect(String(hosts[0]?.output)).toHaveLength(65_536);
  });

  test('never does what its owner may not by hand: rules about commands hold in it', async () => {
    const group = (await scene.api.post<Json>(addressOf('commandGroups'), { name: 'Ports', content: 'ss' })).body;
    const everything = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
    const rule = await scene.api.post<Json>(addressOf('commandFilterAcls'), {
      name: 'No ports',
      ...everything,
      action: 'reject',
      command_groups: [group.id],
    });
    expect(rule.status).toBe(201);
    for (const args of ['ss -ltn', 'true; s""s -ltn', 'echo x | xargs ss']) {
      const { run, hosts } = await ran({ args });
      expect([args, run.is_success, hosts.map(({ status, exit_code }) => [(status as Json).value, exit_code])]).toEqual([
        args,
        false,
        fleet.map(() => ['failed', 126]),
      ]);
    }
    expect((await scene.api.delete(`${addressOf('commandFilterAcls')}${rule.body.id}/`)).status).toBe(204);
  });

  test('goes no further where access ends while it runs', async () => {
    const [host] = fleet;
    const other = await createUser(scene.api, { name: 'Ola', username: 'ola' });
    await confirmTerms(scene.postern.origin, 'ola', TEST_PASSWORD);
    const permission = await createPermission(scene.api, { users: [other.id], assets: [host?.id], accounts: ['@ALL'] });
    const ola = await apiOf(scene.postern.origin, 'ola', TEST_PASSWORD);
    const { body } = await ola.post<Json>(JOBS, {
      ...{ assets: [host?.id], runas: scene.sshd.user, instant: true, is_periodic: false },
      args: 'echo begun; sleep 600',
    });
    const at = `${RUNS}${body.task_id}/`;
    await until('it runs', 60_000, async () =>
      (await ola.get<Json[]>(`${at}hosts/`)).body.every(({ status }) => (status as Json).value === 'running'),
    );
    expect((await scene.api.delete(`${addressOf('assetPermissions')}${permission.id}/`)).status).toBe(204);
    const run = await until('it is over', 60_000, async () => {
      const { body: now } = await ola.get<Json>(at);
      return now.is_finished && now;
    });
    expect(run.is_success).toBe(false);
  });
});

test('a worker that dies leaves no machine to be run a second time', async () => {
  const mark = `${scene.postern.dataDir}/once`;
  const id = await start({ args: `echo x >> ${mark}-{{ jms_asset.name }}; echo begun; sleep 600`, parallelism: 2 });
  // In the order of their names, two at a time.
  const [begun, rest] = [fleet.slice(0, 2), fleet.slice(2)];
  await heardFrom(id, begun, 'begun');
  process.kill(await scene.postern.pid('worker'), 'SIGKILL');
  await until('another worker has settled what was begun, and begun the third', 300_000, async () => {
    const states = (await hostsOf(id)).map(({ status }) => String((status as Json).value));
    return states.toSorted().join() === 'running,unknown,unknown';
  });
  await heardFrom(id, rest, 'begun');
  expect((await nell.post(`${RUNS}${id}/stop/`)).status).toBe(204);
  const { run } = await over(id);
  expect(run).toMatchObject({ is_success: false, counts: { unknown: 2, stopped: 1 } });
  for (const { name } of fleet) expect(readFileSync(`${mark}-${name}`, 'utf8')).toBe('x\n');
});
