import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { addressOf } from '@postern/client/api';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { jobRuns } from '../support/job-runs.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// Playbooks by real Ansible in the sandbox, on machines that are there: through the gateway, as sessions with policy and evidence.

let scene: NativeScene;
let nell: Api;
let admin: ReturnType<typeof clientOf>;
let person: Json;
let permission: Json;
const fleet: Json[] = [];

beforeAll(async () => {
  scene = await setNativeScene('mole-00', { alone: true });
  admin = clientOf(scene.api);
  person = await createUser(scene.api, { name: 'Nell Ito', username: 'nell' });
  await confirmTerms(scene.postern.origin, 'nell', TEST_PASSWORD);
  for (let n = 1; n <= 2; n += 1) fleet.push(await machine(`mole-0${n}`, scene.sshd.port));
  permission = await createPermission(scene.api, { users: [person.id], assets: fleet.map(({ id }) => id), accounts: ['@ALL'] });
  nell = await apiOf(scene.postern.origin, 'nell', TEST_PASSWORD);
});
afterAll(() => scene?.stop());

async function machine(name: string, port: number): Promise<Json> {
  const host = await createHost(scene.api, { name, protocols: [{ name: 'ssh', port }] });
  const { user, privateKey } = scene.sshd;
  await createAccount(scene.api, host.id, { name: user, username: user, secret_type: 'ssh_key', secret: privateKey });
  return host;
}

const JOBS = addressOf('jobs');
const RUNS = addressOf('jobExecutions');
let made = 0;

/** A playbook of some files, on some machines, begun. */
async function start(files: Record<string, string>, more: Json = {}): Promise<string> {
  made += 1;
  const { body: playbook } = await nell.post<Json>('ops/playbooks/', { name: `play ${made}`, create_method: 'blank' });
  const at = `ops/playbook/${playbook.id}/file/`;
  for (const [path, content] of Object.entries(files)) {
    const parts = path.split('/');
    const name = String(parts.pop());
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const key = parts.slice(0, depth - 1).join('/') || 'root';
      const there = (await nell.get<Json[]>(at)).body.some(({ id }) => id === parts.slice(0, depth).join('/'));
      if (!there) expect((await nell.post(at, { key, name: parts[depth - 1], is_directory: true })).status).toBeLessThan(300);
    }
    const written =
      path === 'main.yml'
        ? await nell.patch(at, { key: path, content })
        : await nell.post(at, { key: parts.join('/') || 'root', name, content });
    expect([path, written.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
  }
  const body = {
    type: 'playbook',
    playbook: playbook.id,
    assets: fleet.map(({ id }) => id),
    runas: scene.sshd.user,
    instant: true,
    is_periodic: false,
  };
  const { status, body: started } = await nell.post<Json>(JOBS, { ...body, ...more });
  expect([status, started]).toEqual([201, expect.objectContaining({ task_id: expect.any(String) })]);
  return String(started.task_id);
}
const { hostsOf, over, logOf } = jobRuns(() => nell);
const states = (hosts: readonly Json[]) => hosts.map(({ asset, status }) => [(asset as Json).name, (status as Json).value]);
const play = (tasks: string, more = ''): string => `- hosts: all\n  gather_facts: false\n${more}  tasks:\n${tasks}`;
/** Sessions of a machine that are recorded, with the commands in them. */
const commandsOf = async (name: string): Promise<string[]> => {
  const { results } = await admin.commands.list({ limit: 200, offset: 0 });
  return results.filter(({ asset }) => asset.startsWith(name)).map(({ input }) => input);
};

/** A process, told apart from a later one of the same number by when it began (proc(5), fields 4 and 22 of stat). */
type Process = { pid: number; parent: number; began: string };

function processes(): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return [{ pid: Number(name), parent: Number(fields[1]), began: String(fields[19]) }];
    } catch {
      return [];
    }
  });
}
const runs = ({ pid, began }: Process): boolean => processes().some((one) => one.pid === pid && one.began === began);

/** All that a process has started, and what that has. */
function descendantsOf(pid: number): Process[] {
  const all = processes();
  const below = (parent: number): Process[] => all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

describe('a playbook', () => {
  test('does on each machine what it says, as recorded sessions of its owner', { timeout: 400_000 }, async () => {
    const there = (name: string): string => `${scene.postern.dataDir}/${name}-{{ inventory_hostname }}`;
    const gone = await machine('mole-99', 1);
    await createPermission(scene.api, { users: [person.id], assets: [gone.id], accounts: ['@ALL'] });
    const id = await start(
      {
        'main.yml': `- hosts: all
  roles: [greeting]
  tasks:
    - name: Ping
      ping:
    - name: Say
      shell: echo "{{ who }} {{ item }} {{ jms_asset.name }}"
      loop: [one, two]
      register: said
    - name: Copied
      copy: {src: note.txt, dest: "${there('note')}"}
      notify: Told
    - name: Only the second
      fail: {msg: no such luck}
      when: inventory_hostname == 'mole-02'
    - name: After it
      debug: {msg: "{{ said.results | length }} on {{ ansible_facts.system }}"}
  handlers:
    - name: Told
      command: echo handled
`,
        'files/note.txt': 'from the playbook\n',
        'roles/greeting/tasks/main.yml': `- name: Written\n  template: {src: hello.j2, dest: "${there('hello')}"}\n`,
        'roles/greeting/templates/hello.j2': 'Hello {{ who }} of {{ jms_asset.name }}\n',
      },
      {
        assets: [...fleet, gone].map(({ id: asset }) => asset),
        use_parameter_define: true,
        parameters_define: { who: { type: 'text', label: 'Who', default: '{{ 7 * 7 }}' } },
      },
    );
    const { run, hosts } = await over(id);
    const log = await logOf(id);
    expect(states(hosts), log).toEqual([
      ['mole-01', 'ok'],
      ['mole-02', 'failed'],
      ['mole-99', 'unreachable'],
    ]);
    expect(run).toMatchObject({ is_success: false, counts: { ok: 1, failed: 1, unreachable: 1 } });
    // What is between braces in a parameter is text.
    expect(readFileSync(`${scene.postern.dataDir}/hello-mole-01`, 'utf8')).toBe('Hello {{ 7 * 7 }} of mole-01\n');
    expect(readFileSync(`${scene.postern.dataDir}/note-mole-01`, 'utf8')).toBe('from the playbook\n');
    expect(String(hosts[0]?.output)).toMatch(
      /TASK Say \(two\): changed\n {2}\{\{ 7 \* 7 \}\} two mole-01\n[\s\S]*2 on Linux[\s\S]*TASK Told: changed/,
    );
    expect([hosts[1]?.reason, String(hosts[1]?.output)]).toEqual([
      expect.stringContaining('Only the second'),
      expect.stringContaining('no such luck'),
    ]);
    expect(log).toContain('[mole-02] TASK Only the second: failed');
    const listed = await until('its commands are listed', 60_000, async () => {
      const found = await commandsOf('mole-01');
      return found.includes('echo handled') && found;
    });
    // What a module does is listed, and nothing of how it travels.
    expect(listed).toEqual(expect.arrayContaining(['ping', 'echo "{{ 7 * 7 }} one mole-01"']));
    expect(listed.filter((input) => /binascii|[0-9a-f]{512}/.test(input))).toEqual([]);
    const { results } = await admin.sessions.list({ limit: 100, offset: 0 });
    for (const { name } of fleet)
      expect(results.some(({ user, asset }) => user.includes('nell') && asset.startsWith(String(name)))).toBe(true);
  });

  test('does nothing that a rule about commands refuses', { timeout: 200_000 }, async () => {
    const group = (await scene.api.post<Json>(addressOf('commandGroups'), { name: 'Ports', content: 'ss' })).body;
    const everything = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
    const rule = await scene.api.post<Json>(addressOf('commandFilterAcls'), {
      ...{ name: 'No ports', ...everything, action: 'reject', command_groups: [group.id] },
    });
    const mark = `${scene.postern.dataDir}/not-run`;
    const tasks = ['command', 'shell', 'raw'].map(
      (module) => `    - ${module}: ss -ltn${module === 'command' ? '' : `; touch ${mark}`}\n      ignore_errors: true\n`,
    );
    const { hosts } = await over(await start({ 'main.yml': play(`${tasks.join('')}    - command: echo allowed\n`) }));
    expect(states(hosts)).toEqual(fleet.map(({ name }) => [name, 'ok']));
    expect(String(hosts[0]?.output).match(/: ignored/g)).toHaveLength(3);
    expect([String(hosts[0]?.output).includes('allowed'), existsSync(mark)]).toEqual([true, false]);
    expect((await scene.api.delete(`${addressOf('commandFilterAcls')}${rule.body.id}/`)).status).toBe(204);
  });

  test('moves no file without the right to', { timeout: 200_000 }, async () => {
    const at = `${addressOf('assetPermissions')}${permission.id}/`;
    expect((await scene.api.patch(at, { actions: ['connect'] })).status).toBe(200);
    const dest = `${scene.postern.dataDir}/denied`;
    const { hosts } = await over(await start({ 'main.yml': play(`    - copy: {content: x, dest: "${dest}"}\n`) }));
    expect(states(hosts)).toEqual(fleet.map(({ name }) => [name, 'failed']));
    expect([String(hosts[0]?.output), existsSync(dest)]).toEqual([expect.stringContaining('not permitted'), false]);
    expect((await scene.api.patch(at, { actions: ['all'] })).status).toBe(200);
  });

  test('ends with a stop within seconds, and nothing of it goes on', { timeout: 200_000 }, async () => {
    const id = await start({ 'main.yml': play('    - debug: {msg: begun}\n    - command: sleep 600\n') });
    await until('it has begun', 60_000, async () => (await commandsOf('mole-02')).includes('sleep 600'));
    const from = Date.now();
    expect((await nell.post(`${RUNS}${id}/stop/`)).status).toBe(204);
    const { run, hosts } = await over(id);
    expect([run.is_success, states(hosts)]).toEqual([false, fleet.map(({ name }) => [name, 'stopped'])]);
    expect(Date.now() - from).toBeLessThan(30_000);
    await until(
      'its sessions are over',
      60_000,
      async () => (await admin.sessions.list({ limit: 1, offset: 0, is_finished: 0 })).count === 0,
    );
  });

  test('whose worker dies leaves nothing running, and does nothing a second time', { timeout: 400_000 }, async () => {
    const mark = `${scene.postern.dataDir}/once`;
    const once = `    - shell: echo x >> ${mark}-{{ inventory_hostname }}\n    - command: sleep 600\n`;
    const id = await start({ 'main.yml': play(once) });
    await until('it has begun on both', 60_000, async () => {
      const begun = await Promise.all(fleet.map(({ name }) => commandsOf(String(name))));
      return (
        begun.every((inputs) => inputs.some((input) => input.includes(`${mark}-`))) &&
        fleet.every(({ name }) => existsSync(`${mark}-${name}`))
      );
    });
    const worker = await scene.postern.pid('worker');
    const below = descendantsOf(worker);
    expect(below.length).toBeGreaterThan(2);
    process.kill(worker, 'SIGKILL');
    await until('nothing of it runs', 60_000, async () => below.every((one) => !runs(one)));
    const { run, hosts } = await over(id);
    expect([run.is_success, states(hosts)]).toEqual([false, fleet.map(({ name }) => [name, 'unknown'])]);
    for (const { name } of fleet) expect(readFileSync(`${mark}-${name}`, 'utf8')).toBe('x\n');
    await until(
      'its sessions are over',
      60_000,
      async () => (await admin.sessions.list({ limit: 1, offset: 0, is_finished: 0 })).count === 0,
    );
  });

  test('goes no further where access ends while it runs', { timeout: 200_000 }, async () => {
    const id = await start({ 'main.yml': play('    - command: sleep 600\n    - command: echo later\n') });
    await until('it has begun', 60_000, async () => (await hostsOf(id)).every(({ status }) => (status as Json).value === 'running'));
    expect((await scene.api.delete(`${addressOf('assetPermissions')}${permission.id}/`)).status).toBe(204);
    const { hosts } = await over(id);
    expect(states(hosts)).toEqual(fleet.map(({ name }) => [name, 'unreachable']));
    expect(String(hosts[0]?.output)).not.toContain('later');
  });
});
