import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { until } from '@postern/testkit/until';
import type { ClientChannel } from 'ssh2';
import { afterAll, expect, it } from 'vitest';
import { boundInput } from '../src/protocols/ssh/input-bound.ts';
import { ssh2 } from '../src/ssh2.ts';

const file = join(tmpdir(), `postern-paste-${process.pid}.txt`);
const sshd = forThisFile(startSshd, (it) => it.stop());
afterAll(async () => {
  rmSync(file, { force: true });
});

it('carries 5 MB into a program that does not echo', async () => {
  const client = new ssh2.Client();
  const failed: Error[] = [];
  client.on('error', (error) => failed.push(error));
  await new Promise<void>((ready) =>
    client.on('ready', ready).connect({ host: '127.0.0.1', port: sshd.port, username: sshd.user, privateKey: sshd.privateKey }),
  );
  const channel = await new Promise<ClientChannel>((opened, refused) =>
    client.shell({ term: 'xterm' }, (error, made) => (error ? refused(error) : opened(made))),
  );
  boundInput(client, channel);
  channel.resume();
  channel.write(`stty -echo; cat > ${file}; echo written\n`);
  await until('the program reads', 60_000, () => existsSync(file));
  const text = Buffer.from(`${'x'.repeat(99)}\n`.repeat(50_000));
  for (let at = 0; at < text.length && failed.length === 0; at += 16_384) {
    if (!channel.write(text.subarray(at, at + 16_384)))
      await Promise.race([new Promise((go) => channel.once('drain', go)), new Promise((go) => channel.once('close', go))]);
  }
  await until('all of it is written', 60_000, () => failed.length > 0 || statSync(file).size >= text.length);
  channel.write('\u0004');
  expect(failed).toEqual([]);
  expect(readFileSync(file).equals(text)).toBe(true);
  client.end();
});
