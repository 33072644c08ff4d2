import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN_VALUE, type World } from './world.ts';

export interface Run {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

export interface NativeClient {
  /** A folder of its own, gone with the client. */
  dir: string;
  /** Runs OpenSSH's client (or `file`) through the gateway; `input` is its standard input, a function writes it piece by piece. */
  run(args: string[], options: { token: string; input?: Buffer | string; file?: 'ssh' | 'scp' }): Promise<Run>;
  /** Address of a path for scp. */
  address(path: string, token: string): string;
  stop(): void;
}

/** OpenSSH's own client, with the token's value as its password. */
export function nativeClient(world: World): NativeClient {
  const dir = mkdtempSync(join(tmpdir(), 'postern-native-'));
  const askpass = join(dir, 'askpass');
  writeFileSync(askpass, '#!/bin/sh\nprintf %s "$POSTERN_TEST_PASSWORD"\n');
  chmodSync(askpass, 0o700);
  const set = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'NumberOfPasswordPrompts=1'];
  const common = ['-F', '/dev/null', ...set.flatMap((one) => ['-o', one])];
  return {
    dir,
    run(args, { token, input = '', file = 'ssh' }) {
      const where = file === 'ssh' ? ['-p', String(world.gateway.sshPort()), '-l', `JMS-${token}`, '127.0.0.1'] : [];
      const child = spawn(file, [...common, ...where, ...args], {
        env: {
          ...process.env,
          SSH_ASKPASS: askpass,
          SSH_ASKPASS_REQUIRE: 'force',
          POSTERN_TEST_PASSWORD: TOKEN_VALUE,
          LANG: 'C',
        },
      });
      const out: Buffer[] = [];
      let stderr = '';
      child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
      child.stderr.on('data', (bytes: Buffer) => {
        stderr += bytes.toString();
      });
      child.stdin.on('error', () => undefined);
      child.stdin.end(input);
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout: Buffer.concat(out), stderr })));
    },
    address: (path, token) => `scp://JMS-${token}@127.0.0.1:${world.gateway.sshPort()}/${path}`,
    stop: () => rmSync(dir, { recursive: true, force: true }),
  };
}
