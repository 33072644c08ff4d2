import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import type { Sshd } from '@postern/testkit/sshd';
import { grantFor, TOKEN_VALUE, type World } from './world.ts';

export interface Run {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface Running {
  ended: Promise<Run>;
  /** What has come on standard error so far. */
  told(): string;
  /** What has come on standard output so far. */
  shown(): string;
  write(bytes: Buffer | string): void;
  end(): void;
  kill(): void;
}

export interface RunOptions {
  /** Left open when it is undefined. */
  input?: Buffer | string | undefined;
  grant?: ConnectionSecret;
  password?: string;
  token?: string;
  /** Another program than `ssh`. */
  file?: string;
  env?: Readonly<Record<string, string>>;
}

/** Listens to a program to its end. That it reads no more is no trouble of ours. */
export function heard(child: ChildProcessWithoutNullStreams): Pick<Running, 'ended' | 'told' | 'shown'> {
  const out: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  child.stdin.on('error', () => undefined);
  return {
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout: Buffer.concat(out), stderr }))),
    told: () => stderr,
    shown: () => Buffer.concat(out).toString(),
  };
}

/** OpenSSH's programs through the gateway, logged in with tokens. */
export interface NativeClient {
  /** Folder of its own. */
  dir: string;
  /** A name that is good for one connection by a grant. */
  enters(grant: ConnectionSecret): string;
  /** Runs a program; `{at}` in its arguments is where the gateway is, as a URL's `user@host:port`. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  start(args: readonly string[], options?: RunOptions): Running;
  /** Address of a path for scp. */
  address(path: string, token: string): string;
  stop(): void;
}

/** What OpenSSH's programs need to come in without anybody being asked. */
export const QUIET = [
  ...['-F', '/dev/null', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'],
  // `sftp -b` would not ask for a password, not even a program.
  ...['-o', 'LogLevel=ERROR', '-o', 'NumberOfPasswordPrompts=1', '-o', 'BatchMode=no'],
];

/** The same, and it says what it does: of a setting that is given twice the first counts. */
const LOUD = QUIET.map((one) => (one === 'LogLevel=ERROR' ? 'LogLevel=INFO' : one));

/** @param sshd the target of runs that bring no token and no grant */
/** @param enters the name by which a grant is used; that of a token unless said */
export function nativeClient(world: World, sshd?: Sshd, enters = (grant: ConnectionSecret) => `JMS-${world.token(grant)}`): NativeClient {
  const dir = mkdtempSync(join(tmpdir(), 'postern-native-'));
  const askpass = join(dir, 'askpass');
  writeFileSync(askpass, '#!/bin/sh\nprintf %s "$POSTERN_TEST_PASSWORD"\n');
  chmodSync(askpass, 0o700);

  function start(args: readonly string[], { input, grant, password = TOKEN_VALUE, token: given, file, env }: RunOptions = {}): Running {
    const name = given === undefined ? enters(grant ?? grantFor(sshd as Sshd)) : `JMS-${given}`;
    const port = String(world.gateway.sshPort());
    const where = ['-p', port, '-l', name, '127.0.0.1'];
    const argv = file
      ? args.map((arg) => arg.replaceAll('{at}', `${encodeURIComponent(name)}@127.0.0.1:${port}`).replaceAll('{user}', name))
      : args;
    const child = spawn(
      file ?? 'ssh',
      [...(file === 'rsync' || file === 'git' ? [] : args.includes('LogLevel=INFO') ? LOUD : QUIET), ...(file ? [] : where), ...argv],
      {
        env: {
          ...process.env,
          SSH_ASKPASS: askpass,
          SSH_ASKPASS_REQUIRE: 'force',
          POSTERN_TEST_PASSWORD: password,
          LANG: 'C',
          RSYNC_RSH: ['ssh', ...QUIET, '-p', port].join(' '),
          GIT_SSH_COMMAND: ['ssh', ...QUIET].join(' '),
          GIT_CONFIG_GLOBAL: '/dev/null',
          ...env,
        },
      },
    );
    const { ended, told, shown } = heard(child);
    if (input !== undefined) child.stdin.end(input);
    return {
      ...{ ended, told, shown },
      write: (bytes) => void child.stdin.write(bytes),
      end: () => void child.stdin.end(),
      kill() {
        child.kill('SIGTERM');
        // OpenSSH can miss one between looking for signals and falling asleep, until something wakes it: a sign of life of ours, after 15 s.
        const again = setInterval(() => child.kill('SIGTERM'), 200);
        child.once('close', () => clearInterval(again));
      },
    };
  }

  return {
    dir,
    enters,
    start,
    run: (args, options = {}) => start(args, { input: '', ...options }).ended,
    address: (path, token) => `scp://JMS-${token}@127.0.0.1:${world.gateway.sshPort()}/${path}`,
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}
