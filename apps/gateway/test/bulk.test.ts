import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, grantFor, startWorld, TOKEN_VALUE } from './world.ts';

let dir: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-bulk-'));
  writeFileSync(join(dir, 'askpass'), '#!/bin/sh\nprintf %s "$POSTERN_TEST_PASSWORD"\n');
  chmodSync(join(dir, 'askpass'), 0o700);
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
});

const GIB = 1024 ** 3;

it('carries 1 GiB both ways at once through a reader that keeps stopping', async () => {
  const args = ['-F', '/dev/null', '-o', 'StrictHostKeyChecking=no', '-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR'];
  const child = spawn(
    'ssh',
    [...args, '-p', String(world.gateway.sshPort()), `JMS-${world.token(grantFor(sshd))}@127.0.0.1`, 'cat; exit 42'],
    {
      env: { ...process.env, SSH_ASKPASS: join(dir, 'askpass'), SSH_ASKPASS_REQUIRE: 'force', POSTERN_TEST_PASSWORD: TOKEN_VALUE },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const sent = createHash('sha256');
  const came = createHash('sha256');
  let received = 0;
  const before = process.memoryUsage().rss;
  let peak = before;

  const write = async () => {
    // Every block differs, so that a lost, doubled or swapped one shows.
    const block = Buffer.alloc(1024 * 1024, 'Every byte has its place. ');
    for (let n = 0; n < GIB / block.length; n += 1) {
      block.writeUInt32BE(n, (n * 4099) % (block.length - 4));
      const copy = Buffer.from(block);
      sent.update(copy);
      if (!child.stdin.write(copy)) await new Promise((done) => child.stdin.once('drain', done));
    }
    child.stdin.end();
  };
  const read = async () => {
    let stop = 64 * 1024 * 1024;
    for await (const bytes of child.stdout as AsyncIterable<Buffer>) {
      came.update(bytes);
      received += bytes.length;
      if (received < stop) continue;
      stop += 64 * 1024 * 1024;
      peak = Math.max(peak, process.memoryUsage().rss);
      // Slower than the writer, which has filled all there is between the two.
      await eventually(() => child.stdin.writableNeedDrain || child.stdin.writableEnded, 60_000);
    }
  };
  const code = new Promise((done) => child.once('close', done));
  await Promise.all([write(), read()]);
  expect(await code).toBe(42);
  expect(received).toBe(GIB);
  expect(came.digest('hex')).toBe(sent.digest('hex'));
  // Gateway and test share this process: what waits for the slow reader stays bounded.
  expect(peak - before).toBeLessThan(300 * 1024 * 1024);
});
