import { readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Home } from './embedded-cluster.ts';
import type { Place } from './embedded-database.ts';

/** Resolves once no server works on the cluster. */
export async function untilGone(pid: number, home: Home): Promise<void> {
  while (await isPostmasterOf(pid, home)) await sleep(100, undefined, { ref: false });
}

/** True when the process is alive and, where the system can tell, works in our cluster's folder. */
export async function isPostmasterOf(pid: number, home: Home): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === home.cluster,
    () => false,
  );
}

/** What `postmaster.pid` says of the server on the cluster; null when it names none. */
export async function readLock(home: Home): Promise<{ pid: number; place: Place; ready: boolean } | null> {
  // Line 1 is the process id, line 4 the port, line 5 the folder of the socket, empty without one, line 8 the state (PostgreSQL, miscadmin.h, LOCK_FILE_LINE_*).
  const lines = (await readFile(join(home.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const place = { port: Number.parseInt(lines[3] ?? '', 10), folder: lines[4]?.trim() || undefined };
  return { pid, place, ready: lines[7]?.trim() === 'ready' };
}
