import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, open, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresAccount, findPostgresBinaries, launchAs, type PostgresAccount, type PostgresBinaries } from './embedded-binaries.ts';

const startLimitMs = 30_000;
const stopLimitMs = 15_000;
const killLimitMs = 5_000;
const pollMs = 20;
const logLimitBytes = 16 * 1024 * 1024;
const user = 'postern';
const database = 'postern';

/** A running embedded server. */
export type EmbeddedPostgres = {
  /** Connection string of the application's database; carries the password, so never log it. */
  url: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** True when the server was already running, left behind by a process that was killed. */
  adopted: boolean;
  /** Resolves once the server is gone, whoever ended it. */
  exited: Promise<void>;
  /** Ends open connections, writes everything out and stops the server; resolves when it is gone. */
  stop: () => Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** Data folder of the product; the cluster lives in its subfolder `postgres`. */
  dataDir: string;
  /** Loopback port; left out, a free one is picked and remembered. */
  port?: number;
  log: (message: string) => void;
};

type Home = { root: string; cluster: string; password: string; port: string; serverLog: string };

/**
 * Starts PostgreSQL on loopback inside a data folder, creating the cluster on first use. Safe after `kill -9` of us, of
 * the server or of both: a server still running is used again, a stale lock is removed, recovery is PostgreSQL's own.
 *
 * @throws Error with the end of the server's log when it does not come up in 30 s.
 */
export async function startEmbeddedPostgres({ dataDir, port, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const [binaries, account] = await Promise.all([findPostgresBinaries(), findPostgresAccount()]);
  const home = await prepareHome(dataDir, account);
  const password = await initialise(home, binaries, account, log);

  const deadline = Date.now() + startLimitMs;
  const running = await adopt(home, password, deadline);
  if (running) {
    log(`PostgreSQL is still running on port ${running.port}; using it`);
    return running;
  }
  let wanted = port ?? (await rememberedPort(home));
  for (;;) {
    const result = await launch({ home, binaries, account, port: wanted, password, deadline });
    if ('url' in result) {
      log(`PostgreSQL is ready on port ${result.port}`);
      return result;
    }
    // A port taken in the meantime, or the last backends of a killed server still letting go of its memory.
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${result.reason}`);
    await sleep(200);
    if (port === undefined && !(await isFree(wanted))) wanted = await freePort();
  }
}

async function prepareHome(dataDir: string, account: PostgresAccount | null): Promise<Home> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const root = join(await realpath(dataDir), 'postgres');
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (account) {
    // PostgreSQL's account may pass through the data folder, not list it; every file in it has its own rights.
    await chmod(dataDir, (await stat(dataDir)).mode | 0o011);
    await chown(root, account.uid, account.gid);
  }
  return {
    root,
    cluster: join(root, 'cluster'),
    password: join(root, 'password'),
    port: join(root, 'port'),
    serverLog: join(root, 'server.log'),
  };
}

async function initialise(
  home: Home,
  binaries: PostgresBinaries,
  account: PostgresAccount | null,
  log: (message: string) => void,
): Promise<string> {
  if (await exists(join(home.cluster, 'PG_VERSION'))) return (await readFile(home.password, 'utf8')).trim();
  log('Creating the database cluster');
  const password = randomBytes(32).toString('hex');
  await writeFile(home.password, `${password}\n`, { mode: 0o600 });
  if (account) await chown(home.password, account.uid, account.gid);
  // Made beside its place and moved there when complete, so an interrupted first start leaves nothing half made.
  const draft = join(home.root, 'cluster.new');
  await rm(draft, { recursive: true, force: true });
  const args = [
    `--pgdata=${draft}`,
    `--username=${user}`,
    `--pwfile=${home.password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ];
  // Trigram search takes "what is a letter" from LC_CTYPE: under plain C, Chinese and Japanese text would have none.
  const failure = (await runInitdb([...args, '--lc-ctype=C.UTF-8'])) && (await runInitdb(args));
  if (failure) throw new Error(`The database cluster could not be created:\n${failure}`);
  await rename(draft, home.cluster);
  return password;

  async function runInitdb(argv: string[]): Promise<string | null> {
    await rm(draft, { recursive: true, force: true });
    const { file, args, ...identity } = await launchAs(account, binaries.initdb, argv, [home.cluster]);
    return new Promise((resolve, reject) => {
      const child = spawn(file, args, { ...identity, cwd: home.root, env: serverEnv(), stdio: ['ignore', 'ignore', 'pipe'] });
      let complaint = '';
      child.stderr.on('data', (chunk: Buffer) => {
        complaint = `${complaint}${chunk}`.slice(-4000);
      });
      child.on('error', reject);
      child.on('close', (code) => resolve(code === 0 ? null : complaint || `initdb ended with code ${code}`));
    });
  }
}

type LaunchOptions = {
  home: Home;
  binaries: PostgresBinaries;
  account: PostgresAccount | null;
  port: number;
  password: string;
  deadline: number;
};

async function launch({
  home,
  binaries,
  account,
  port,
  password,
  deadline,
}: LaunchOptions): Promise<EmbeddedPostgres | { reason: string }> {
  const logSize = await stat(home.serverLog).then(
    (found) => found.size,
    () => 0,
  );
  if (logSize > logLimitBytes) await rename(home.serverLog, `${home.serverLog}.1`);
  const output = await open(home.serverLog, 'a', 0o600);
  const offset = (await output.stat()).size;
  const argv = ['-D', home.cluster, ...settings(port).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const { file, args, ...identity } = await launchAs(account, binaries.postgres, argv, [home.cluster]);
  // A process group of its own, and a file for its words: it must outlive a Ctrl-C and even a kill -9 of ours.
  const child = spawn(file, args, {
    ...identity,
    cwd: home.root,
    env: serverEnv(),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  await output.close();
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  while (!gone && Date.now() < deadline) {
    const lock = await readLock(home);
    if (child.pid !== undefined && lock?.pid === child.pid && lock.ready) {
      await ensureDatabase(port, password);
      await writeFile(home.port, `${port}\n`, { mode: 0o600 });
      child.unref();
      return handle({ pid: child.pid, port, password, adopted: false, exited });
    }
    await sleep(pollMs);
  }
  if (!gone) child.kill('SIGQUIT');
  const text = await readFile(home.serverLog, 'utf8');
  return { reason: text.slice(offset).slice(-4000) };
}

/** Uses a server that is already running on this cluster; null when there is none. Removes a lock that lies. */
async function adopt(home: Home, password: string, deadline: number): Promise<EmbeddedPostgres | null> {
  for (;;) {
    const lock = await readLock(home);
    if (!lock) return null;
    if (!(await isPostmasterOf(lock.pid, home))) {
      // After a reboot the number may belong to anyone; PostgreSQL itself would then refuse to start.
      await rm(join(home.cluster, 'postmaster.pid'), { force: true });
      return null;
    }
    if (lock.ready && (await ensureDatabase(lock.port, password).then(succeeded, failed))) {
      return handle({ pid: lock.pid, port: lock.port, password, adopted: true, exited: untilGone(lock.pid, home) });
    }
    if (Date.now() > deadline) throw new Error(`A PostgreSQL server (process ${lock.pid}) holds the data folder and does not answer.`);
    await sleep(100);
  }
}

const succeeded = (): boolean => true;
const failed = (): boolean => false;

type Running = Pick<EmbeddedPostgres, 'pid' | 'port' | 'adopted' | 'exited'> & { password: string };

function handle({ pid, port, password, adopted, exited }: Running): EmbeddedPostgres {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const stop = async (): Promise<void> => {
    if (gone) return;
    // Fast shutdown first (ends sessions, writes a checkpoint); immediate shutdown only when that hangs.
    signal(pid, 'SIGINT');
    if (await settles(exited, stopLimitMs)) return;
    signal(pid, 'SIGQUIT');
    if (await settles(exited, killLimitMs)) return;
    signal(pid, 'SIGKILL');
    await exited;
  };
  return { url: connectionUrl(port, password, database), port, pid, adopted, exited, stop };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function settles(promise: Promise<void>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const done = await Promise.race([promise.then(succeeded), sleep(limitMs, false, { signal: limit.signal }).catch(failed)]);
  limit.abort();
  return done;
}

async function untilGone(pid: number, home: Home): Promise<void> {
  while (await isPostmasterOf(pid, home)) await sleep(100, undefined, { ref: false });
}

/** True when the process is alive and, where the system can tell, works in our cluster's folder. */
async function isPostmasterOf(pid: number, home: Home): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then((folder) => folder === home.cluster, failed);
}

async function readLock(home: Home): Promise<{ pid: number; port: number; ready: boolean } | null> {
  // Line 1 is the process id, line 4 the port, line 8 the state (PostgreSQL, miscadmin.h, LOCK_FILE_LINE_*).
  const lines = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(port, password, 'postgres'), connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

function connectionUrl(port: number, password: string, name: string): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${name}`;
}

function serverEnv(): NodeJS.ProcessEnv {
  // Nothing of ours is its business, least of all POSTERN_SECRET_KEY.
  return { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

function settings(port: number): Array<[name: string, value: string]> {
  return [
    ['port', String(port)],
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', ''],
    ['max_connections', '200'],
    ['shared_buffers', '256MB'],
    ['effective_cache_size', '1GB'],
    // Counts over the tree of a large organisation hash 120,000 pairs; with the usual 4 MB they go through the disk.
    ['work_mem', '16MB'],
    ['maintenance_work_mem', '128MB'],
    ['synchronous_commit', 'on'],
    ['wal_compression', 'on'],
    ['max_wal_size', '2GB'],
    ['random_page_cost', '1.1'],
    ['jit', 'off'],
    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
  ];
}

async function rememberedPort(home: Home): Promise<number> {
  const known = Number.parseInt(await readFile(home.port, 'utf8').catch(() => ''), 10);
  if (known > 0 && known < 65_536 && (await isFree(known))) return known;
  return freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port'))));
    });
  });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(succeeded, failed);
}
