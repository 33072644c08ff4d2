import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { until } from './until.ts';

/** A real OpenSSH server on a loopback port that lets the user of the test in with `privateKey`. */
export interface Sshd {
  port: number;
  user: string;
  privateKey: string;
  hostKey: { type: string; fingerprint: string };
  /** Path of the private key, for OpenSSH clients. */
  keyPath: string;
  /** How often somebody has logged in. */
  logins(): number;
  stop(): Promise<void>;
}

/**
 * Whoever runs the tests logs in with an empty home: what their shell does at its start (pyenv, nvm) writes into streams that tests
 * compare, and takes its time. Other people of the machine keep theirs.
 *
 * @param extra lines added to its configuration
 * @param first lines before the usual ones: of a setting given twice, sshd takes the first. With them people of the machine log in, whose
 *   files are at stake, and nobody's home is another
 */
export async function startSshd(extra: string[] = [], first: string[] = []): Promise<Sshd> {
  const dir = mkdtempSync(join(tmpdir(), 'postern-sshd-'));
  const port = await freePort();
  const file = (name: string) => join(dir, name);
  for (const name of ['host', 'user']) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file(name)]);
  writeFileSync(file('authorized'), readFileSync(file('user.pub')), { mode: 0o600 });
  writeFileSync(
    file('config'),
    [
      ...first,
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('host')}`,
      `AuthorizedKeysFile ${file('authorized')}`,
      `PidFile ${file('pid')}`,
      'UsePAM no',
      'StrictModes no',
      'PermitRootLogin yes',
      'PasswordAuthentication no',
      'PrintMotd no',
      'PrintLastLog no',
      'MaxStartups 200',
      'Subsystem sftp internal-sftp',
      ...extra,
      ...(first.length === 0 ? [`Match User ${userInfo().username}`, `  SetEnv ${environment(extra, file('home'))}`] : []),
      '',
    ].join('\n'),
  );
  mkdirSync(file('home'));
  // sshd wants its own run directory when root starts it.
  if (userInfo().uid === 0) execFileSync('mkdir', ['-p', '/run/sshd']);
  const child: ChildProcess = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', file('config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  let logins = 0;
  child.stderr?.on('data', (bytes: Buffer) => {
    logins += bytes.toString().split('Accepted ').length - 1;
    output = (output + bytes.toString()).slice(-4000);
  });
  await listening(port, () => output);
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', file('host.pub')], { encoding: 'utf8' }).split(' ');
  return {
    port,
    user: userInfo().username,
    privateKey: readFileSync(file('user'), 'utf8'),
    hostKey: { type: 'ssh-ed25519', fingerprint },
    keyPath: file('user'),
    logins: () => logins,
    async stop() {
      child.kill('SIGTERM');
      await new Promise<void>((done) => (child.exitCode === null ? child.once('exit', () => done()) : done()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A line inside of Match stands instead of those outside, so it has all of them. */
function environment(lines: readonly string[], home: string): string {
  const given = lines.filter((line) => line.startsWith('SetEnv ')).map((line) => line.slice('SetEnv '.length));
  return [`HOME=${home}`, ...given].join(' ');
}

async function listening(port: number, output: () => string): Promise<void> {
  const open = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  await until('sshd listens', 60_000, open).catch((error: Error) => {
    throw new Error(`${error.message}: ${output()}`);
  });
}
