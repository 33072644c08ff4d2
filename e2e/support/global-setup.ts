import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from './patience.ts';
import { makeTemplate, RUNNING, TEMPLATE } from './postern.ts';
import { until } from './until.ts';

/**
 * Makes the data folder that installations of the suites begin with: a first start sets a cluster up, migrates and seeds it, which takes most of
 * its time and is the same for all. Suites about first starts have their own settings, and with them no template (`startPostern`).
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Both projects ask for it; the first one makes it.
  if (process.env[TEMPLATE]) return undefined;
  const folder = await makeTemplate();
  process.env[TEMPLATE] = folder;
  await rm(join(folder, 'postgres', 'port'), { force: true });
  const running = await mkdtemp(join(tmpdir(), 'postern-e2e-running-'));
  process.env[RUNNING] = running;
  return async () => {
    for (const pid of await readdir(running)) {
      // Its worker has told it, unless that was killed.
      tell(Number(pid));
      await until(`installation ${pid} has stopped`, PATIENCE.stop, () => !isRunning(pid));
      const dataDir = await readFile(join(running, pid), 'utf8');
      await endDatabase(dataDir);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
    for (const one of [running, folder]) await rm(one, { recursive: true, force: true });
  };
}

/** An installation that is told twice, as by its worker and then by us, is in a hurry and leaves its database running. */
async function endDatabase(dataDir: string): Promise<void> {
  const lock = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = ''] = lock.split('\n');
  if (pid === '' || !isRunning(pid)) return;
  tell(Number(pid), 'SIGINT');
  await until(`database ${pid} has stopped`, PATIENCE.stop, () => !isRunning(pid));
}

function tell(pid: number, signal: NodeJS.Signals = 'SIGTERM'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}

/** Whether there is such a process, and not only what is left of it until its parent looks. */
function isRunning(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
