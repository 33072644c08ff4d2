import { spawn } from 'node:child_process';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresAccount, findPostgresBinaries, launchAs, type PostgresAccount, type PostgresBinaries } from './embedded-binaries.ts';
import { type Home, initialise, prepareHome, serverEnv } from './embedded-cluster.ts';
import { ensureDatabase, type Place } from './embedded-database.ts';
import { isPostmasterOf, readLock, untilGone } from './embedded-lock.ts';
import { freePort, isFree, rememberedPort, socketFolder } from './embedded-port.ts';
import { type EmbeddedPostgres, handle } from './embedded-process.ts';

export type { EmbeddedPostgres } from './embedded-process.ts';

const startLimitMs = 30_000;
const pollMs = 20;
const logLimitBytes = 16 * 1024 * 1024;

export type EmbeddedPostgresOptions = {
  /** Data folder of the product; the cluster lives in its subfolder `postgres`. */
  dataDir: string;
  /** Loopback port; left out, a free one is picked and remembered. */
  port?: number;
  log: (message: string) => void;
};

/**
 * Starts PostgreSQL on loopback and on a socket inside a data folder, creating the cluster on first use. Safe after `kill -9` of us, of
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
  const folder = await socketFolder(home);
  let wanted = port ?? (await rememberedPort(home));
  for (;;) {
    const result = await launch({ home, binaries, account, place: { port: wanted, folder }, password, deadline });
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

type LaunchOptions = {
  home: Home;
  binaries: PostgresBinaries;
  account: PostgresAccount | null;
  place: Place;
  password: string;
  deadline: number;
};

async function launch({
  home,
  binaries,
  account,
  place,
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
  const argv = ['-D', home.cluster, ...settings(place).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
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
      await ensureDatabase(place, password);
      await writeFile(home.port, `${place.port}\n`, { mode: 0o600 });
      child.unref();
      return handle({ pid: child.pid, place, password, adopted: false, exited });
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
    if (
      lock.ready &&
      (await ensureDatabase(lock.place, password).then(
        () => true,
        () => false,
      ))
    ) {
      return handle({ pid: lock.pid, place: lock.place, password, adopted: true, exited: untilGone(lock.pid, home) });
    }
    if (Date.now() > deadline) throw new Error(`A PostgreSQL server (process ${lock.pid}) holds the data folder and does not answer.`);
    await sleep(100);
  }
}

function settings({ port, folder }: Place): Array<[name: string, value: string]> {
  return [
    ['port', String(port)],
    ['listen_addresses', '127.0.0.1'],
    // A statement by a socket costs a fifth less than by loopback, most of which the system would do (decision 0176).
    ['unix_socket_directories', folder ?? ''],
    ['max_connections', '200'],
    // The system keeps what does not fit; what stands here is ours alone.
    ['shared_buffers', '128MB'],
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
