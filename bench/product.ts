import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Api, createApi } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { embeddedDatabaseUrl, fillDataset } from '@postern/testkit/dataset';
import { freePort } from '@postern/testkit/ports';
import pg from 'pg';

/** The product as its users start it, on a folder of its own. */
export interface Product {
  origin: string;
  httpPort: number;
  sshPort: number;
  /** Loopback port of the gateway itself. */
  gatewayPort: number;
  dataDir: string;
  /** Milliseconds from the start of the command to an answer of the login page. */
  startedInMs: number;
  /** The supervisor; all others are below it. */
  root: number;
  /** Process ids by role. */
  pid(role: 'server' | 'worker' | 'gateway'): Promise<number>;
  /** Process ids of everything that was started, the database too. */
  pids(): Promise<number[]>;
  /** Connection string of the embedded database. */
  databaseUrl(): Promise<string>;
  /** Token of a user for the `Authorization` header. */
  login(username: string, password: string): Promise<string>;
  admin(): Promise<Api>;
  stop(): Promise<void>;
}

export const ADMIN_PASSWORD = 'Sturdy-Gate-42!';
const START_MS = 90_000;
const entry = fileURLToPath(new URL('../apps/server/src/postern.ts', import.meta.url));
const collectOnSignal = new URL('collect-on-signal.ts', import.meta.url).href;

export interface ProductOptions {
  dataDir?: string;
  /** Lets `collect` below work; off where the start itself is measured. */
  collectable?: boolean;
  /** Variables besides those that every product here has. */
  env?: Readonly<Record<string, string>>;
}

/** `postern up`, and waits for its login page. */
export async function startProduct({ dataDir, collectable = false, env = {} }: ProductOptions = {}): Promise<Product> {
  const home = dataDir ?? (await mkdtemp(join(tmpdir(), 'postern-bench-')));
  const [httpPort, sshPort, gatewayPort] = [await freePort(), await freePort(), await freePort()];
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, ['--enable-source-maps', entry, 'up'], {
    env: {
      ...process.env,
      NODE_OPTIONS: collectable ? `--expose-gc --import=${collectOnSignal}` : '',
      POSTERN_DATA_DIR: home,
      POSTERN_HTTP_HOST: '127.0.0.1',
      POSTERN_HTTP_PORT: String(httpPort),
      POSTERN_SSH_PORT: String(sshPort),
      POSTERN_GATEWAY_PORT: String(gatewayPort),
      POSTERN_ADMIN_PASSWORD: ADMIN_PASSWORD,
      POSTERN_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const leave = () => void child.kill('SIGTERM');
  process.once('exit', leave);
  let output = '';
  const listen = (bytes: Buffer) => {
    output = (output + bytes.toString()).slice(-8000);
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  const origin = `http://127.0.0.1:${httpPort}`;
  while (!(await answers(`${origin}/core/auth/login/`))) {
    if (child.exitCode !== null || performance.now() - started > START_MS) throw new Error(`The product did not start:\n${output}`);
    await wait(10);
  }
  const startedInMs = performance.now() - started;

  const login = async (username: string, password: string): Promise<string> => {
    const answer = await clientOf(createApi({ origin })).authentication.auth({ username, password });
    if (!answer.token) throw new Error(`No login for ${username}: ${JSON.stringify(answer)}`);
    return answer.token;
  };
  const admin = async (): Promise<Api> =>
    createApi({ origin, headers: { authorization: `Bearer ${await login('admin', ADMIN_PASSWORD)}` } });
  return {
    origin,
    httpPort,
    sshPort,
    gatewayPort,
    dataDir: home,
    startedInMs,
    root: child.pid ?? 0,
    login,
    pid: (role) => childPid(child.pid ?? 0, role),
    pids: () => treeOf(child.pid ?? 0),
    databaseUrl: () => embeddedDatabaseUrl(home),
    admin,
    async stop() {
      const gone = new Promise((done) => child.once('exit', done));
      if (child.exitCode === null && child.kill('SIGTERM')) await gone;
      process.off('exit', leave);
      if (!dataDir) await rm(home, { recursive: true, force: true });
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );

const marks = { server: '--role server', worker: '--role worker', gateway: 'gateway/src/main.ts' };

/** Process id of the first child that does what `role` says. */
export async function childPid(parent: number, role: keyof typeof marks): Promise<number> {
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ').map(Number);
  for (const pid of children) {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0').filter(Boolean);
    // Of several servers the first.
    if (words.join(' ').includes(marks[role])) return pid;
  }
  throw new Error(`The process ${role} was not found`);
}

/** A process and all below it. */
async function treeOf(pid: number): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);
  return [pid, ...(await Promise.all(children.map(treeOf))).flat()];
}

/** Resident memory of a process in bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** Has a process of a collectable product collect its garbage. */
export async function collect(pid: number): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    process.kill(pid, 'SIGUSR2');
    await wait(1_000);
  }
}

export async function openDatabase(product: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  return client;
}

/** Work with the database, as the owner of its tables. */
export async function withDatabase<T>(product: Product, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openDatabase(product);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Puts the dataset's amounts into the default organisation. */
export async function fill(product: Product): Promise<void> {
  const client = await openDatabase(product);
  try {
    await fillDataset(await product.admin(), client);
  } finally {
    await client.end();
  }
}

/**
 * The data came in by SQL a moment ago, so every count is marked and would be made anew for each reader. What is measured
 * is what people meet: the worker has settled the counts, which it does every minute.
 */
export async function countsSettled(product: Product): Promise<void> {
  const client = await openDatabase(product);
  try {
    for (let turn = 0; turn < 90; turn += 1) {
      const { rows } = await client.query<{ marks: number }>('select count(*)::int as marks from node_count_marks');
      if (rows[0]?.marks === 0) return;
      await wait(2_000);
    }
  } finally {
    await client.end();
  }
  throw new Error('The counts of the nodes were never settled');
}
