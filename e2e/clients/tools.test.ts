import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@postern/contract/ids';
import { clientOf } from '@postern/testkit/client';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { freePort } from '@postern/testkit/ports';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { evidenceFor } from '../support/evidence.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { followed, type Ssh } from '../support/ssh.ts';
import { until } from '../support/until.ts';

// What people build on SSH: git, SOCKS, ports that are opened on the other side, libraries. Each does its work, and an auditor finds it.

const NAME = 'dock-07';

let scene: NativeScene;
let evidence: ReturnType<typeof evidenceFor>;
let dir: string;
let key: string;
let config: string;
let service: Server;
let servicePort: number;

beforeAll(async () => {
  scene = await setNativeScene(NAME);
  dir = await mkdtemp(join(tmpdir(), 'postern-e2e-tools-'));
  key = join(dir, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'nell', '-f', key]);
  const nell = await createUser(scene.api, { name: 'Nell Ito', username: 'nell', public_key: readFileSync(`${key}.pub`, 'utf8').trim() });
  await createUser(scene.api, { name: 'Audra Petit', username: 'audra', system_roles: [ROLE.SYSTEM_AUDITOR] });
  for (const username of ['nell', 'audra']) await confirmTerms(scene.postern.origin, username, TEST_PASSWORD);
  await createPermission(scene.api, { users: [nell.id], assets: [scene.host.id], accounts: ['@ALL'], actions: ['all', 'forward'] });
  evidence = evidenceFor(clientOf(await apiOf(scene.postern.origin, 'audra', TEST_PASSWORD)));
  config = join(dir, 'config');
  writeFileSync(
    config,
    [
      'Host *',
      ...['StrictHostKeyChecking no', 'UserKnownHostsFile /dev/null', 'LogLevel ERROR', 'BatchMode yes', 'ExitOnForwardFailure yes'],
      ...[`IdentityFile ${key}`, 'IdentitiesOnly yes'],
      'Host postern',
      ...['HostName 127.0.0.1', `Port ${scene.postern.sshPort}`, 'User nell'],
      `Host ${NAME}`,
      ...['ProxyJump postern', `User ${scene.sshd.user}`],
      'Host direct',
      ...['HostName 127.0.0.1', `Port ${scene.postern.sshPort}`, `User nell@${scene.sshd.user}@${NAME}`],
      '',
    ].join('\n'),
  );
  service = createServer((_request, response) => response.end('behind the machine')).listen(0, '127.0.0.1');
  await until('the service listens', 20_000, () => service.listening);
  servicePort = (service.address() as AddressInfo).port;
});
afterAll(async () => {
  service?.close();
  await scene?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const sha = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A program with a home of its own, and with git's and SSH's settings of this test. */
function start(file: string, args: readonly string[], input?: string): Ssh {
  const env = {
    ...{ ...process.env, HOME: dir, LANG: 'C.UTF-8', SSH_AUTH_SOCK: '', GIT_SSH_COMMAND: `ssh -F ${config}`, GIT_CONFIG_NOSYSTEM: '1' },
    ...{
      GIT_AUTHOR_NAME: 'Nell',
      GIT_AUTHOR_EMAIL: 'nell@example.com',
      GIT_COMMITTER_NAME: 'Nell',
      GIT_COMMITTER_EMAIL: 'nell@example.com',
    },
  };
  return followed(spawn(file, args, { env }), input);
}
const run = async (file: string, args: readonly string[], input = '') => {
  const { code, stdout, stderr } = await start(file, args, input).ended;
  return { code, stdout: stdout.text, stderr };
};
const WELL = { code: 0, stderr: '' };

describe.each([
  ['through a jump', NAME],
  ['by name', 'direct'],
])('git %s', (_, host) => {
  test('clones and pushes: what is there and here is the same, and both are commands of sessions', async () => {
    const there = join(dir, `${host}.git`);
    const [seed, clone] = [join(dir, `${host}-seed`), join(dir, `${host}-clone`)];
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', there]);
    execFileSync('git', ['init', '-q', '-b', 'main', seed]);
    const git = (at: string, ...args: string[]) => run('git', ['-C', at, ...args]);
    writeFileSync(join(seed, 'first'), randomBytes(3_000_000));
    for (const args of [
      ['add', '.'],
      ['commit', '-q', '-m', 'first'],
      ['push', '-q', there, 'main'],
    ])
      expect(await git(seed, ...args)).toMatchObject({ code: 0 });

    expect(await run('git', ['clone', '-q', `${host}:${there}`, clone])).toMatchObject(WELL);
    expect(sha(join(clone, 'first'))).toBe(sha(join(seed, 'first')));
    writeFileSync(join(clone, 'second'), randomBytes(3_000_000));
    for (const args of [
      ['add', '.'],
      ['commit', '-q', '-m', 'second'],
      ['push', '-q', 'origin', 'main'],
    ])
      expect(await git(clone, ...args)).toMatchObject(WELL);
    expect(await git(there, 'fsck', '--full')).toMatchObject({ code: 0 });
    expect((await git(there, 'rev-parse', 'main')).stdout).toBe((await git(clone, 'rev-parse', 'HEAD')).stdout);

    for (const program of ['git-upload-pack', 'git-receive-pack']) {
      const { session } = await evidence.command((input) => input.startsWith(program) && input.includes(`/${host}.git'`));
      expect(session).toMatchObject({
        ...{ type: { value: 'command' }, is_success: true, is_finished: true, has_replay: true },
        ...{ user: expect.stringContaining('nell'), account: `${scene.sshd.user}(${scene.sshd.user})`, login_from: { value: 'ST' } },
      });
    }
  });
});

describe('ports', () => {
  /** What `ssh` that only forwards makes reachable; the client is gone afterwards. */
  async function through(args: readonly string[], ask: () => Promise<string | undefined>): Promise<string> {
    const tunnel = start('ssh', ['-F', config, '-N', ...args]);
    try {
      return await until('an answer', 20_000, async () => {
        if (tunnel.child.exitCode !== null) throw new Error(`ssh is over: ${(await tunnel.ended).stderr}`);
        return ask();
      });
    } finally {
      tunnel.child.kill();
      await tunnel.ended;
    }
  }
  const get = (address: string) => async () => (await fetch(address).catch(() => undefined))?.text();

  test.each([
    ['through a jump', NAME],
    ['by name', 'direct'],
  ])('are asked for by SOCKS %s (ssh -D), and each is listed with where to and its bytes', async (_, host) => {
    const socks = await freePort();
    // Its name is looked up there, not here.
    const answer = await through(['-D', `127.0.0.1:${socks}`, host], async () => {
      const { code, stdout } = await run('curl', ['-s', '--socks5-hostname', `127.0.0.1:${socks}`, `http://localhost:${servicePort}/`]);
      return code === 0 ? stdout : undefined;
    });
    expect(answer).toBe('behind the machine');
    const { command, session } = await evidence.command((input) => input === `forward localhost:${servicePort}`);
    expect(command.output).toMatch(/^[1-9]\d* B in · [1-9]\d* B out$/);
    expect(session).toMatchObject({ type: { value: 'tunnel' }, is_finished: true, user: expect.stringContaining('nell') });
  });

  test.each([
    ['through a jump', NAME],
    ['by name', 'direct'],
  ])('of the person are opened on the machine %s (ssh -R), and each that comes is listed with its bytes', async (_, host) => {
    const there = await freePort();
    const answer = await through(['-R', `127.0.0.1:${there}:127.0.0.1:${servicePort}`, host], get(`http://127.0.0.1:${there}/`));
    expect(answer).toBe('behind the machine');
    const { command, session } = await evidence.command((input) => input === `accept 127.0.0.1:${there}`);
    expect(command.output).toMatch(/^[1-9]\d* B in · [1-9]\d* B out$/);
    expect(session).toMatchObject({ type: { value: 'tunnel' }, is_finished: true, user: expect.stringContaining('nell') });
  });
});

describe('paramiko', () => {
  const SCRIPT = `
import sys, paramiko
port, name, key, folder = int(sys.argv[1]), *sys.argv[2:5]
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect('127.0.0.1', port=port, username=name, key_filename=key, allow_agent=False, look_for_keys=False)
stdin, stdout, stderr = client.exec_command('cat; echo apart >&2; exit 5')
stdin.write('by paramiko')
stdin.channel.shutdown_write()
print(stdout.read().decode(), stderr.read().decode().strip(), stdout.channel.recv_exit_status())
sftp = client.open_sftp()
sftp.mkdir(folder + '/kept')
sftp.put(folder + '/mine', folder + '/kept/theirs')
sftp.get(folder + '/kept/theirs', folder + '/back')
print(sftp.stat(folder + '/kept/theirs').st_size, *sftp.listdir(folder + '/kept'))
client.close()
`;
  test('runs a command and moves files over one connection, byte by byte', async () => {
    const folder = join(dir, 'paramiko');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine'), randomBytes(5_000_000));
    const args = [String(scene.postern.sshPort), `nell@${scene.sshd.user}@${NAME}`, key, folder];
    const ended = await run('/usr/bin/python3', ['-W', 'ignore', '-c', SCRIPT, ...args]);
    expect(ended).toEqual({ code: 0, stdout: 'by paramiko apart 5\n5000000 theirs\n', stderr: '' });
    const digest = sha(join(folder, 'mine'));
    expect([sha(join(folder, 'back')), existsSync(join(folder, 'kept', 'theirs'))]).toEqual([digest, true]);

    const told = await evidence.command((input) => input === 'cat; echo apart >&2; exit 5');
    expect(told.command.output).toContain('by paramiko');
    expect(told.session).toMatchObject({ type: { value: 'command' }, is_finished: true, has_replay: true });
    const moved = `${folder}/kept/theirs`;
    for (const operate of ['upload', 'download'])
      expect(await evidence.transfer((row) => row.operate.value === operate && row.filename === moved)).toMatchObject({
        ...{ is_success: true, user: expect.stringContaining('nell'), asset: expect.stringContaining(NAME) },
      });
    const upload = await evidence.command((input) => input === `upload ${moved}`);
    expect(upload.command.output).toBe(`5000000 B sha256:${digest}`);
    expect(upload.session).toMatchObject({ type: { value: 'sftp' }, is_finished: true, has_replay: true });
  });
});
