import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Json } from '@postern/testkit/api';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { startSshd } from '@postern/testkit/sshd';
import { expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Why there is no login, where networks and machines are to blame. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));

const tried = async (address: string, port: number): Promise<Json> => {
  const login = { address, port, username: 'somebody', secret_type: 'ssh_key', secret: newSshKey('ed25519').private };
  return (await admin.post<Json>('assets/hosts/try-login/', login)).body;
};

test('an address that no route leads to', async () => {
  // TCP does not go to everybody: the system has no route for it, whatever the network.
  expect(await tried('255.255.255.255', 22)).toMatchObject({ ok: false, reason: 'no_route', host_key: '' });
});

const LISTENER = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
  process.stdout.write(String(this.address().port));
});`;

/** A port whose program has stopped, and whose queue is full: what knocks there is dropped without a word, as by a firewall. */
async function silentPort() {
  const program = spawn(process.execPath, ['-e', LISTENER], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [bytes] = (await once(program.stdout, 'data')) as [Buffer];
  program.kill('SIGSTOP');
  const port = Number(bytes.toString());
  const waiting: Socket[] = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await Promise.race(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  return {
    port,
    stop() {
      for (const socket of waiting) socket.destroy();
      program.kill('SIGKILL');
    },
  };
}

test('an address that answers nothing is given up', async () => {
  const silent = await silentPort();
  try {
    expect(await tried('127.0.0.1', silent.port)).toMatchObject({ ok: false, reason: 'no_answer', host_key: '' });
  } finally {
    silent.stop();
  }
});

test('a machine without a common algorithm is told with both offers', async () => {
  const odd = await startSshd([], ['KexAlgorithms sntrup761x25519-sha512@openssh.com']);
  try {
    const answer = await tried('127.0.0.1', odd.port);
    expect(answer).toMatchObject({ ok: false, reason: 'algorithms', kind: expect.stringMatching(/key exchange/i) });
    expect(answer.theirs).toContain('sntrup761x25519-sha512@openssh.com');
    expect(answer.ours).toContain('curve25519-sha256');
  } finally {
    await odd.stop();
  }
});
