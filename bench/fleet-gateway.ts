import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clientOf } from '@postern/testkit/client';
import { freePort } from '@postern/testkit/ports';
import { childPid, type Product } from './product.ts';

/** A gateway process, whoever started it. */
export interface Gateway {
  /** Of its terminals. */
  port: number;
  pid: number;
  dataDir: string;
  stop(): Promise<void>;
}

const START_MS = 60_000;
const entry = fileURLToPath(new URL('../apps/server/src/postern.ts', import.meta.url));
const collectOnSignal = new URL('collect-on-signal.ts', import.meta.url).href;
const NAME = 'bench-second';

/** Another gateway beside the one of the product: it registers as on a machine of its own, and an administrator approves it. */
export async function startGateway(product: Product): Promise<Gateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-gateway-'));
  const port = await freePort();
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', entry, 'gateway'], {
    env: {
      ...process.env,
      NODE_OPTIONS: `--expose-gc --import=${collectOnSignal}`,
      POSTERN_CORE_URL: product.origin,
      POSTERN_BOOTSTRAP_TOKEN: (await readFile(join(product.dataDir, 'bootstrap-token'), 'utf8')).trim(),
      POSTERN_DATA_DIR: dataDir,
      POSTERN_GATEWAY_PORT: String(port),
      POSTERN_SSH_PORT: String(await freePort()),
      POSTERN_GATEWAY_NAME: NAME,
      POSTERN_DRAIN_SECONDS: '0',
      POSTERN_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const leave = () => void child.kill('SIGTERM');
  process.once('exit', leave);
  const stop = async () => {
    const gone = new Promise((done) => child.once('exit', done));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
    process.off('exit', leave);
    await rm(dataDir, { recursive: true, force: true });
  };
  const { terminals } = clientOf(await product.admin());
  let approved = false;
  const started = performance.now();
  for (;;) {
    if (child.exitCode !== null || performance.now() - started > START_MS) {
      await stop();
      throw new Error('The second gateway did not start');
    }
    if (!approved) {
      const own = (await terminals.list()).find(({ name }) => name === NAME);
      if (own) approved = await terminals.approve(String(own.id)).then(() => true);
    } else if (await linked(port)) break;
    await wait(200);
  }
  return { port, pid: await childPid(child.pid ?? 0, 'gateway'), dataDir, stop };
}

const linked = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/koko/health/`).then(
    async (answer) => ((await answer.json()) as { status: string }).status === 'ok',
    () => false,
  );

/** How many sessions have a recording in the making. */
export async function recordings({ dataDir }: Pick<Gateway, 'dataDir'>): Promise<number> {
  const names = await readdir(join(dataDir, 'gateway', 'spool')).catch(() => []);
  return new Set(names.map((name) => name.slice(0, 36))).size;
}
