import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@postern/testkit/ports';
import { until } from '@postern/testkit/until';
import { BOOTSTRAP_TOKEN, LOCAL_PROOF, type TestServer } from './harness.ts';

/** A gateway of the product in a process of its own, known to its core. */
export interface GatewayProcess {
  /** What it has said. */
  log(): string;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../gateway/src/main.ts', import.meta.url));

/** @param more of its environment */
export async function startGatewayProcess(
  core: Pick<TestServer, 'url'>,
  name: string,
  port: number,
  more: Record<string, string> = {},
): Promise<GatewayProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-node-'));
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      POSTERN_CORE_URL: core.url,
      POSTERN_BOOTSTRAP_TOKEN: BOOTSTRAP_TOKEN,
      POSTERN_LOCAL_PROOF: LOCAL_PROOF,
      POSTERN_DATA_DIR: dataDir,
      POSTERN_GATEWAY_PORT: String(port),
      POSTERN_SSH_PORT: String(await freePort()),
      POSTERN_GATEWAY_NAME: name,
      POSTERN_DRAIN_SECONDS: '0',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  let written = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (written += bytes.toString()));
  const stop = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    process.off('exit', leave);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await until(`gateway ${name} works`, 60_000, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/koko/health/`);
      return ((await answer.json()) as { status: string }).status === 'ok';
    });
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${written.slice(-4_000)}`);
  }
  return { log: () => written, stop };
}
