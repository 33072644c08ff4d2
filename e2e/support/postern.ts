import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createVendor } from '@postern/testkit/licence';
import { freePort } from '@postern/testkit/ports';
import { PATIENCE } from './patience.ts';
import { rememberDatabase } from './pristine.ts';
import { until } from './until.ts';

/** The password the first administrator of every installation made here gets. */
export const ADMIN_PASSWORD = 'Adm1n-first-gate!';

/** Where the data folder is that installations begin with, and the folder that lists those of workers (global-setup.ts). */
export const TEMPLATE = 'POSTERN_E2E_TEMPLATE';
export const RUNNING = 'POSTERN_E2E_RUNNING';

const entry = fileURLToPath(new URL('../../apps/server/src/postern.ts', import.meta.url));

export type ProcessName = 'server' | 'worker' | 'gateway' | 'database';

/** The whole product, as `postern up` runs it, on a data folder of its own. */
export interface Postern {
  origin: string;
  sshPort: number;
  dataDir: string;
  /** Everything the product has printed, newest last, for the message of a failing test. */
  log: () => string;
  /** Process id of one part of it, from the operating system's own tables. */
  pid: (name: ProcessName) => Promise<number>;
  /** Stops it and removes the data folder. */
  stop: () => Promise<void>;
}

/** Issues the licences of installations that are made to try out a vendor's. */
export const vendor = createVendor();

export interface PosternOptions {
  /** What follows `postern up`. */
  flags?: readonly string[];
  /** A test installation: community mode, in which licences of `vendor` can be imported. */
  testInstallation?: boolean;
  /** More settings; with a certificate the product is asked by https. */
  env?: Readonly<Record<string, string>>;
  /** Starts on an empty folder, as after an installation. Every one with settings of its own does. */
  fresh?: boolean;
  /** Is nobody else's before and after: for who kills parts of it. Every one with settings of its own is. */
  alone?: boolean;
}

/** The data folder of an installation that has been started once and stopped. */
export async function makeTemplate(): Promise<string> {
  const { child, dataDir } = await launch({ fresh: true });
  await ended(child);
  return dataDir;
}

/**
 * An installation as it is after its first start. Who has no settings of their own gets the one that this worker keeps running, with its database put back to
 * that moment: a start takes a dozen times as much work. Files of a worker come one after the other, and each has one installation at a time.
 */
export async function startPostern(options: PosternOptions = {}): Promise<Postern> {
  if (!isUsual(options) || options.alone || !process.env[RUNNING]) return own(options);
  kept ??= keep();
  const { postern, restore } = await kept;
  if (lent) throw new Error('The installation of this worker is in use: start another one with `alone`');
  lent = true;
  try {
    await restore();
    await answering(postern);
  } catch (error) {
    lent = false;
    throw error;
  }
  return {
    ...postern,
    stop: async () => {
      lent = false;
    },
  };
}

interface Kept {
  postern: Postern;
  /** Puts its database back. */
  restore: () => Promise<void>;
}
let kept: Promise<Kept> | undefined;
let lent = false;

/** Starts the installation of this worker. It is told to stop when the worker ends; whoever ends the run waits for it (global-setup.ts). */
async function keep(): Promise<Kept> {
  const { child, dataDir, log, ...ports } = await launch({});
  await writeFile(join(process.env[RUNNING] ?? '', String(child.pid)), dataDir);
  process.once('exit', () => void child.kill('SIGTERM'));
  const postern = { ...ports, dataDir, log, pid: (name: ProcessName) => pidOf(child, dataDir, name), stop: async () => undefined };
  return { postern, restore: await rememberDatabase(dataDir) };
}

async function own(options: PosternOptions): Promise<Postern> {
  const { child, dataDir, log, ...ports } = await launch(options);
  return { ...ports, dataDir, log, pid: (name) => pidOf(child, dataDir, name), stop: () => end(child, dataDir) };
}

const isUsual = ({ flags = [], testInstallation = false, env = {}, fresh = false }: PosternOptions): boolean =>
  !fresh && !testInstallation && flags.length === 0 && Object.keys(env).length === 0;

/** Until the server answers with database and bus. */
const answering = ({ origin }: Pick<Postern, 'origin'>) =>
  until('the product answers', PATIENCE.start, async () => (await fetch(`${origin}/api/health/`)).ok);

async function launch(options: PosternOptions) {
  const { flags = [], testInstallation = false, env = {} } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-e2e-'));
  const template = process.env[TEMPLATE];
  // Not Node's own copying: the cluster belongs to an account of its own.
  if (template && isUsual(options)) await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  const [httpPort, gatewayPort, sshPort, localPort] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const child = spawn(process.execPath, [entry, 'up', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      POSTERN_DATA_DIR: dataDir,
      POSTERN_HTTP_PORT: String(httpPort),
      POSTERN_GATEWAY_PORT: String(gatewayPort),
      POSTERN_LOCAL_PORT: String(localPort),
      POSTERN_SSH_PORT: String(sshPort),
      POSTERN_SERVER_WORKERS: '1',
      // One for all: every installation would compile the product for itself, which takes longer than the rest of its start.
      ...(template ? { NODE_COMPILE_CACHE: join(template, 'compile-cache') } : {}),
      POSTERN_ADMIN_PASSWORD: ADMIN_PASSWORD,
      // Nobody is there whom it would help.
      POSTERN_DRAIN_SECONDS: '0',
      ...(testInstallation ? { POSTERN_TEST_LICENCE_KEY: vendor.publicKey } : {}),
      ...env,
    },
  });
  let printed = '';
  const keep = (bytes: Buffer): void => {
    printed = (printed + bytes.toString()).slice(-200_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const log = (): string => printed;
  const origin = `${env.POSTERN_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${httpPort}`;
  try {
    await until('the product is ready', PATIENCE.start, async () => {
      if (child.exitCode !== null) throw new Error(`postern up ended with ${child.exitCode}:\n${printed}`);
      return printed.includes('SSH server listens') && (await fetch(`${origin}/api/health/`)).ok;
    });
  } catch (error) {
    await end(child, dataDir);
    throw new Error(`${error instanceof Error ? error.message : error}\n${printed.slice(-4000)}`);
  }
  return { child, origin, sshPort, dataDir, log };
}

/** The environment of this test run without its settings for the product. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(POSTERN_|DATABASE_URL$|VITEST|NODE_ENV$)/.test(name)));
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE.stop);
  await exit;
  clearTimeout(timer);
}

async function end(child: ChildProcess, dataDir: string): Promise<void> {
  await ended(child);
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function pidOf(supervisor: ChildProcess, dataDir: string, name: ProcessName): Promise<number> {
  if (name === 'database') {
    const file = (await readdir(dataDir, { recursive: true })).find((path) => path.endsWith('postmaster.pid'));
    if (!file) throw new Error('no postmaster.pid in the data folder');
    return Number((await readFile(join(dataDir, file), 'utf8')).split('\n')[0]);
  }
  const mark = name === 'gateway' ? 'apps/gateway/src/main.ts' : `--role\0${name}`;
  for (const entryName of await readdir('/proc')) {
    if (!/^\d+$/.test(entryName)) continue;
    try {
      const status = readFileSync(`/proc/${entryName}/status`, 'utf8');
      const command = readFileSync(`/proc/${entryName}/cmdline`, 'utf8');
      if (command.includes(mark) && status.includes(`\nPPid:\t${supervisor.pid}\n`)) return Number(entryName);
    } catch {
      // Ended while we looked.
    }
  }
  throw new Error(`${name} does not run`);
}
