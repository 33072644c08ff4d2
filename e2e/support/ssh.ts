import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api, Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';

/** The OpenSSH client through the SSH server of the gateway, logged in with connection tokens or as a person. */

export interface Ended {
  code: number | null;
  stdout: { bytes: number; sha256: string; text: string };
  stderr: string;
}

export interface Ssh {
  child: ChildProcess;
  /** The last of what has come on stdout so far. */
  seen: () => string;
  /** The same of stderr. */
  complaints: () => string;
  ended: Promise<Ended>;
}

export interface SshClient {
  /** @param input what it gets on stdin; left out: stdin stays open for `child.stdin` */
  run: (token: Json, args: readonly string[], input?: Buffer | string) => Ssh;
  /** The same for a person. */
  runAs: (login: SshLogin, args: readonly string[], input?: Buffer | string) => Ssh;
  /** Folder for sockets and the like. */
  dir: string;
  remove: () => Promise<void>;
}

/** How a person logs in. */
export interface SshLogin {
  /** The whole login name, target included. */
  name: string;
  password?: string;
  /** A code of the second factor. */
  code?: string;
  /** A file with codes instead, one a line, in the order in which they are asked for. */
  codes?: string;
  /** Which of several second factors, as the door lists them. */
  factor?: string;
  /** It prints what the server says on the way in, as it does when it is not told to be quiet. */
  tells?: boolean;
  /** Files of private keys, in the order in which they are offered. */
  keys?: readonly string[];
  /** Methods that the client tries, as OpenSSH calls them. */
  methods?: string;
}

const KEPT = 4 * 1024 * 1024;
const PLAIN = ['-F', '/dev/null', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null'];

export async function sshClient(port: number): Promise<SshClient> {
  const dir = await mkdtemp(join(tmpdir(), 'postern-e2e-ssh-'));
  // OpenSSH asks a program for what is to be typed when it may not ask a terminal; the prompt is its argument.
  const askpass = join(dir, 'askpass');
  await writeFile(
    askpass,
    [
      '#!/bin/sh',
      'case "$1" in',
      '  *Code*) if [ -n "$POSTERN_TEST_CODES" ]; then head -n 1 "$POSTERN_TEST_CODES"; sed -i 1d "$POSTERN_TEST_CODES"; else printf %s "$POSTERN_TEST_CODE"; fi;;',
      // Not just `1-`: that is in every other token.
      '  1-[0-9]:*|*" 1-"[0-9]:*) printf %s "$POSTERN_TEST_FACTOR";;',
      '  *) printf %s "$POSTERN_TEST_PASSWORD";;',
      'esac\n',
    ].join('\n'),
  );
  await chmod(askpass, 0o700);
  const run = (args: readonly string[], given: Readonly<Record<string, string>>, input?: Buffer | string, level = 'ERROR'): Ssh =>
    followed(
      spawn('ssh', [...PLAIN, '-o', `LogLevel=${level}`, '-o', 'NumberOfPasswordPrompts=1', '-p', String(port), ...args], {
        env: { ...process.env, SSH_ASKPASS: askpass, SSH_ASKPASS_REQUIRE: 'force', LANG: 'C', ...given },
      }),
      input,
    );
  return {
    dir,
    remove: () => rm(dir, { recursive: true, force: true }),
    run: (token, args, input) => run(['-l', `JMS-${token.id}`, ...args], { POSTERN_TEST_PASSWORD: String(token.value) }, input),
    runAs({ name, password = '', code = '', codes = '', factor = '', tells = false, keys = [], methods }, args, input) {
      const tried = [
        '-o',
        'IdentitiesOnly=yes',
        ...keys.flatMap((key) => ['-i', key]),
        ...(methods ? ['-o', `PreferredAuthentications=${methods}`] : []),
      ];
      const typed = {
        POSTERN_TEST_PASSWORD: password,
        POSTERN_TEST_CODE: code,
        POSTERN_TEST_CODES: codes,
        POSTERN_TEST_FACTOR: factor,
        SSH_AUTH_SOCK: '',
      };
      return run(['-l', name, ...tried, ...args], typed, input, tells ? 'INFO' : 'ERROR');
    },
  };
}

/** What a client says until it ends. @param input what it gets on stdin; left out: stdin stays open */
export function followed(child: ChildProcessWithoutNullStreams, input?: Buffer | string): Ssh {
  const hash = createHash('sha256');
  let bytes = 0;
  let text = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
    text = (text + chunk.toString('latin1')).slice(-KEPT);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-KEPT);
  });
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout: { bytes, sha256: hash.digest('hex'), text }, stderr })),
  );
  return { child, seen: () => text, complaints: () => stderr, ended };
}

/** A token of the caller for an SSH account. */
export async function tokenFor(api: Api, asset: string, account: string): Promise<Json> {
  return clientOf(api).connectionToken.create({ asset, account, protocol: 'ssh', connect_method: 'ssh_client' });
}
