import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@postern/testkit/ports';
import { until } from '@postern/testkit/until';
import { expect, onTestFinished, test } from 'vitest';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, startTestServer } from './harness.ts';

const entry = fileURLToPath(new URL('../src/postern.ts', import.meta.url));

async function postern(env: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-gateway-'));
  const child = spawn(process.execPath, [entry, 'gateway'], {
    env: { PATH: process.env.PATH, POSTERN_DATA_DIR: dataDir, POSTERN_LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  const below = async () =>
    (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).map(Number);
  return { child, below, output: () => output };
}

test('a gateway by itself is known to its core, comes back when it dies, and ends when it is told to', { timeout: 180_000 }, async () => {
  const core = await startTestServer();
  onTestFinished(() => core.close());
  const port = await freePort();
  const { child, below } = await postern({
    POSTERN_CORE_URL: core.url,
    POSTERN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
    POSTERN_LOCAL_PROOF: LOCAL_PROOF,
    POSTERN_GATEWAY_PORT: String(port),
    POSTERN_SSH_PORT: String(await freePort()),
    POSTERN_DRAIN_SECONDS: '0',
  });
  const linked = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/koko/health/`);
    return ((await answer.json()) as { status: string }).status === 'ok';
  };
  await until('the gateway is linked', 60_000, linked);
  const [first] = await below();
  process.kill(Number(first), 'SIGKILL');
  await until('another process took its place', 60_000, async () => (await below()).some((pid) => pid !== first) && (await linked()));
  const [second] = await below();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(() => process.kill(Number(second), 0)).toThrow('ESRCH');
});

test('wrong settings end it, and are named', async () => {
  const { child, output } = await postern({ POSTERN_CORE_URL: 'nowhere' });
  expect(await once(child, 'exit')).toEqual([78, null]);
  expect(output()).toContain('POSTERN_CORE_URL');
});
