import { readFile } from 'node:fs/promises';

/** A process, told apart from a later one with the same number by the moment it started. */
export type ProcessIdentity = { pid: number; started: string };

/** Identity of a live process, null when there is none. Where the system has no /proc the number alone must do. */
export async function identify(pid: number): Promise<ProcessIdentity | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: alive, but another user's.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return null;
  }
  if (process.platform !== 'linux') return { pid, started: '' };
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in brackets that may itself hold anything; state is the 3rd and start time the 22nd (proc(5)).
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const started = fields[19];
  return started === undefined || fields[0] === 'Z' ? null : { pid, started };
}

/** True while this very process is alive. */
export async function isAlive(process: ProcessIdentity): Promise<boolean> {
  return (await identify(process.pid))?.started === process.started;
}
