import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf } from '@postern/testkit/client';
import { createAccount, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { until } from '../support/until.ts';

// A person's own programs, with nothing but lines in `ssh_config`: machines by their names, through the door, as accounts that they may use.

const NAME = 'dock-01';
const FLEET = Array.from({ length: 20 }, (_, n) => `fleet-${String(n + 1).padStart(2, '0')}`);

let scene: NativeScene;
let admin: ReturnType<typeof clientOf>;
let dir: string;
let config: string;

beforeAll(async () => {
  scene = await setNativeScene(NAME);
  admin = clientOf(scene.api);
  dir = await mkdtemp(join(tmpdir(), 'postern-e2e-programs-'));
  const key = join(dir, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'nell', '-f', key]);
  const nell = await createUser(scene.api, { name: 'Nell Ito', username: 'nell', public_key: readFileSync(`${key}.pub`, 'utf8').trim() });
  await confirmTerms(scene.postern.origin, 'nell', TEST_PASSWORD);
  const hosts = [scene.host.id];
  for (const name of FLEET) {
    const { id } = await createHost(scene.api, { name, protocols: [{ name: 'ssh', port: scene.sshd.port }] });
    await createAccount(scene.api, id, {
      name: scene.sshd.user,
      username: scene.sshd.user,
      secret_type: 'ssh_key',
      secret: scene.sshd.privateKey,
    });
    hosts.push(id);
  }
  await createPermission(scene.api, { users: [nell.id], assets: hosts, accounts: ['@ALL'], actions: ['all', 'forward'] });
  config = join(dir, 'config');
  writeFileSync(
    config,
    [
      'Host *',
      ...['StrictHostKeyChecking no', 'UserKnownHostsFile /dev/null', 'LogLevel ERROR', 'BatchMode yes', 'SendEnv GREETING LANG'],
      ...[`IdentityFile ${key}`, 'IdentitiesOnly yes'],
      'Host postern',
      ...['HostName 127.0.0.1', `Port ${scene.postern.sshPort}`, 'User nell'],
      'Host dock-* fleet-*',
      ...['ProxyJump postern', `User ${scene.sshd.user}`],
      'Host direct',
      ...['HostName 127.0.0.1', `Port ${scene.postern.sshPort}`, `User nell@${scene.sshd.user}@${NAME}`],
      '',
    ].join('\n'),
  );
});
afterAll(async () => {
  await scene?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. */
function run(file: string, args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(file, args, { env: { ...process.env, LANG: 'C.UTF-8', HOME: dir, SSH_AUTH_SOCK: '', ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes: Buffer) => {
    stdout += bytes.toString();
  });
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
const ssh = (args: readonly string[], input?: string): Promise<Ended> => run('ssh', ['-F', config, ...args], input);
const sha = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const mine = { limit: 50, offset: 0, is_finished: 1 } as const;

/** Nell's finished sessions of a type, the newest first. */
const sessionsOf = async (type: string) =>
  (await admin.sessions.list(mine)).results.filter((one) => one.user.includes('nell') && one.type.value === type);

/** What was listed of a session, which comes after its end. */
const commandsOf = (session: string) =>
  until('the commands of the session', 20_000, async () => {
    const { results } = await admin.commands.list({ limit: 10, offset: 0, session_id: session });
    return results.length > 0 && results;
  });

describe('through a jump', () => {
  test('a machine is reached by its name alone, judged and recorded like any other', async () => {
    expect(await ssh([NAME, 'echo to-$((40 + 2)); cat; echo apart >&2; exit 3'], 'in')).toEqual({
      code: 3,
      stdout: 'to-42\nin',
      stderr: 'apart\n',
    });
    const session = await until('the session in the list', 20_000, async () =>
      (await sessionsOf('command')).find(({ asset }) => asset.startsWith(NAME)),
    );
    expect(session).toMatchObject({
      account: `${scene.sshd.user}(${scene.sshd.user})`,
      remote_addr: '127.0.0.1',
      login_from: { value: 'ST' },
    });
    const [command] = await commandsOf(session.id);
    expect(command).toMatchObject({ input: 'echo to-$((40 + 2)); cat; echo apart >&2; exit 3' });
  });

  test('what is not theirs is told as what is not there', async () => {
    const strange = await run('ssh', ['-F', config, '-J', 'postern', `${scene.sshd.user}@nowhere`, 'id']);
    expect([strange.code, strange.stderr]).toEqual([255, expect.stringContaining('There is no asset "nowhere"')]);
    const account = await run('ssh', ['-F', config, '-l', 'nobody-here', NAME, 'id']);
    expect([account.code, account.stderr]).toEqual([255, expect.stringContaining('no account "nobody-here"')]);
  });

  test('the way itself leads nowhere but here', async () => {
    // Not to the machine's own SSH server, whose greeting would be another.
    const { stdout } = await ssh(['-W', `127.0.0.1:${scene.sshd.port}`, 'postern'], '');
    expect(stdout).toMatch(/^SSH-2\.0-Postern/);
  });
});

describe.each([
  ['through a jump', NAME],
  ['by name', 'direct'],
])('files %s', (_, host) => {
  test('go both ways by scp, sftp and rsync, and are listed', async () => {
    const here = join(dir, `here-${host}`);
    const there = join(dir, `there-${host}`);
    for (const one of [here, there]) mkdirSync(one);
    const file = join(here, 'file');
    writeFileSync(file, randomBytes(2_000_000));
    expect(await run('scp', ['-F', config, '-p', file, `${host}:${there}/scp`])).toMatchObject({ code: 0 });
    expect(await run('scp', ['-O', '-F', config, `${host}:${there}/scp`, join(here, 'back')])).toMatchObject({ code: 0 });
    expect(await run('sftp', ['-F', config, '-b', '-', host], `put ${file} ${there}/sftp\nget ${there}/sftp ${here}/got\n`)).toMatchObject({
      code: 0,
    });
    expect(await run('rsync', ['-e', `ssh -F ${config}`, '-a', `${here}/`, `${host}:${there}/tree/`])).toMatchObject({ code: 0 });
    for (const path of [join(here, 'back'), join(here, 'got'), join(there, 'tree', 'file')]) expect(sha(path)).toBe(sha(file));
    await until('the transfers in their log', 20_000, async () => {
      const { results } = await admin.ftpLogs.list({ limit: 50, offset: 0 });
      const told = results.map(({ operate, filename }) => `${operate.value} ${filename}`);
      return [`upload ${there}/scp`, `upload ${there}/sftp`, `download ${there}/sftp`].every((one) => told.includes(one));
    });
  });
});

describe('ports', () => {
  test.each([
    ['through a jump', NAME],
    ['by name', 'direct'],
  ])('are forwarded %s, as one session with its bytes', async (_, host) => {
    const service = createServer((_request, response) => response.end('behind the machine')).listen(0, '127.0.0.1');
    await until('the service listens', 20_000, () => service.listening);
    const local = await freePort();
    const tunnel = spawn('ssh', ['-F', config, '-N', '-L', `${local}:127.0.0.1:${(service.address() as AddressInfo).port}`, host], {
      stdio: 'ignore',
    });
    try {
      const answer = await until('an answer', 20_000, async () => {
        const response = await fetch(`http://127.0.0.1:${local}/`).catch(() => undefined);
        return response?.text();
      });
      expect(answer).toBe('behind the machine');
    } finally {
      tunnel.kill();
      service.close();
    }
    const session = await until('the session in the list', 20_000, async () => (await sessionsOf('tunnel')).at(0));
    const [command] = await commandsOf(session.id);
    expect(command).toMatchObject({
      input: expect.stringContaining('forward 127.0.0.1:'),
      output: expect.stringMatching(/^\d+ B in · \d+ B out$/),
    });
  });
});

/** All rows of a list, which are on pages of a hundred at most. */
async function everyPage<T>(list: (page: { limit: number; offset: number }) => Promise<{ results: T[] }>): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { results } = await list({ limit: 100, offset: found.length });
    if (results.length === 0) return found;
    found.push(...results);
  }
}

describe('Ansible', () => {
  const ansible = (args: readonly string[]): Promise<Ended> =>
    run('ansible', ['-i', join(dir, 'inventory'), ...args], '', {
      ANSIBLE_SSH_ARGS: `-F ${config} -o ControlMaster=auto -o ControlPersist=20s`,
      ANSIBLE_SSH_CONTROL_PATH_DIR: join(dir, 'cp'),
      ANSIBLE_NOCOLOR: '1',
      // Its ten seconds for a handshake are too few for twenty at once on a busy machine.
      ANSIBLE_TIMEOUT: '60',
      ANSIBLE_PYTHON_INTERPRETER: '/usr/bin/python3',
      ANSIBLE_REMOTE_TMP: join(dir, 'remote'),
      ANSIBLE_LOCAL_TEMP: join(dir, 'local'),
    });

  test('pings and copies to twenty machines at once, also as another user', async () => {
    writeFileSync(join(dir, 'inventory'), `[fleet]\n${FLEET.join('\n')}\n`);
    mkdirSync(join(dir, 'cp'));
    const ping = await ansible(['fleet', '-f', '20', '-m', 'ping']);
    expect([ping.code, ping.stdout.match(/"ping": "pong"/g)?.length], ping.stdout + ping.stderr).toEqual([0, FLEET.length]);
    const file = join(dir, 'to-copy');
    writeFileSync(file, 'by Ansible\n');
    const out = join(dir, 'copied');
    mkdirSync(out);
    const copy = await ansible(['fleet', '-f', '20', '-b', '-m', 'copy', '-a', `src=${file} dest=${out}/{{ inventory_hostname }}`]);
    expect([copy.code, copy.stderr]).toEqual([0, '']);
    expect(readdirSync(out).toSorted()).toEqual(FLEET);
    expect(readFileSync(join(out, 'fleet-20'), 'utf8')).toBe('by Ansible\n');

    // Each of its programs is a session with its recording, each of its files a transfer.
    const told = await until('each machine has its sessions and its file', 20_000, async () => {
      const [sessions, transfers] = await Promise.all([
        everyPage((page) => admin.sessions.list({ ...page, is_finished: 1 })),
        everyPage((page) => admin.ftpLogs.list(page)),
      ]);
      const each = FLEET.map((name) => ({
        name,
        sessions: sessions.filter(({ asset }) => asset.startsWith(`${name}(`)),
        files: transfers.filter(({ asset, operate }) => asset.startsWith(`${name}(`) && operate.value === 'upload'),
      }));
      // Some of them on a terminal: it asks for one where a password might be asked for. Each ends, and is listed, by itself.
      const kinds = (mine: (typeof each)[number]['sessions']): string[] => [...new Set(mine.map(({ type }) => type.value))].toSorted();
      const odd = each.find(
        ({ sessions: mine, files }) =>
          kinds(mine).join() !== 'command,normal,sftp' || !mine.every(({ has_replay }) => has_replay) || files.length === 0,
      );
      if (odd)
        throw new Error(`${odd.name}: ${odd.sessions.map((one) => `${one.type.value} ${one.has_replay}`)}, ${odd.files.length} files`);
      return each;
    });
    for (const { files } of told) expect(files.every(({ is_success }) => is_success)).toBe(true);
  });
});

describe('PuTTY', () => {
  const where = (): string[] => {
    const [, type = '', key = ''] = execFileSync('ssh-keyscan', ['-p', String(scene.postern.sshPort), '127.0.0.1'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s/);
    const print = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '');
    expect(type).not.toBe('');
    writeFileSync(join(dir, 'password'), `${TEST_PASSWORD}\n`, { mode: 0o600 });
    return ['-batch', '-P', String(scene.postern.sshPort), '-pwfile', join(dir, 'password'), '-hostkey', `SHA256:${print}`];
  };
  test('plink runs a command, psftp moves a file', async () => {
    const name = `nell@${scene.sshd.user}@${NAME}`;
    expect(await run('plink', [...where(), '-l', name, '127.0.0.1', 'echo by plink; exit 4'])).toMatchObject({
      code: 4,
      stdout: 'by plink\n',
    });
    const file = join(dir, 'putty');
    writeFileSync(file, randomBytes(500_000));
    const script = join(dir, 'script');
    writeFileSync(script, `put ${file} ${dir}/putty-there\nget ${dir}/putty-there ${dir}/putty-back\n`);
    expect(await run('psftp', [...where(), '-l', name, '-b', script, '127.0.0.1'])).toMatchObject({ code: 0 });
    expect(sha(join(dir, 'putty-back'))).toBe(sha(file));
  });
});

test.runIf(existsSync('/dev/fuse') && process.getuid?.() === 0)('sshfs mounts a folder of a machine', async () => {
  const [there, mount] = [join(dir, 'shared'), join(dir, 'mount')];
  for (const one of [there, mount]) mkdirSync(one);
  writeFileSync(join(there, 'read'), 'through the door');
  const mounted = await run('sshfs', ['-F', config, `${NAME}:${there}`, mount]);
  expect(mounted).toMatchObject({ code: 0, stderr: '' });
  try {
    expect(readFileSync(join(mount, 'read'), 'utf8')).toBe('through the door');
    writeFileSync(join(mount, 'written'), 'and back');
    expect(readFileSync(join(there, 'written'), 'utf8')).toBe('and back');
  } finally {
    execFileSync('fusermount3', ['-u', '-z', mount]);
  }
});
