import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { identify, isAlive, type ProcessIdentity } from './process-identity.ts';

const leftoverLimitMs = 5_000;
const identityShape = z.object({ pid: z.number().int().positive(), started: z.string() });
const recordShape = z.object({ supervisor: identityShape, children: z.array(identityShape).max(100) });

/** What a supervisor writes down about itself, so that the next one can tell whether it is still there. */
export type RunRecord = {
  /** Notes which processes run now. */
  note: (pids: number[]) => Promise<void>;
  release: () => Promise<void>;
};

/**
 * Claims a data folder for this process. When an earlier supervisor was killed, the processes it left behind are ended
 * first, because they still hold its ports.
 *
 * @throws Error when another supervisor is at work on the folder.
 */
export async function claimDataDir(dataDir: string, log: (message: string) => void): Promise<RunRecord> {
  const file = join(dataDir, 'run.json');
  const earlier = recordShape.safeParse(await readFile(file, 'utf8').then(parseJson, () => null));
  if (earlier.success) {
    if (earlier.data.supervisor.pid !== process.pid && (await isAlive(earlier.data.supervisor))) {
      throw new Error(`Postern is already running on ${dataDir} (process ${earlier.data.supervisor.pid}).`);
    }
    await endLeftovers(earlier.data.children, log);
  }
  const supervisor = (await identify(process.pid)) ?? { pid: process.pid, started: '' };
  const note = async (pids: number[]): Promise<void> => {
    const children = (await Promise.all(pids.map(identify))).filter((found) => found !== null);
    await writeFile(`${file}.new`, JSON.stringify({ supervisor, children }), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  await note([]);
  let queue = Promise.resolve();
  return {
    note: (pids) => {
      queue = queue.then(() => note(pids));
      return queue;
    },
    release: () => queue.then(() => rm(file, { force: true })),
  };
}

async function endLeftovers(children: ProcessIdentity[], log: (message: string) => void): Promise<void> {
  let left = await alive(children);
  if (left.length === 0) return;
  log(`Ending ${left.length} processes of an earlier run`);
  send(left, 'SIGTERM');
  left = await untilGone(left);
  send(left, 'SIGKILL');
  // What was just killed may hold its port a moment longer.
  await untilGone(left);
}

/** Waits, in bounded time, and answers which are still there. */
async function untilGone(processes: ProcessIdentity[]): Promise<ProcessIdentity[]> {
  let left = await alive(processes);
  const deadline = Date.now() + leftoverLimitMs;
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(50);
    left = await alive(left);
  }
  return left;
}

async function alive(processes: ProcessIdentity[]): Promise<ProcessIdentity[]> {
  const flags = await Promise.all(processes.map(isAlive));
  return processes.filter((_, index) => flags[index]);
}

function send(processes: ProcessIdentity[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in the meantime.
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
