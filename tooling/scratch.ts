// Where the files of tests go. A database of Postern is two and a half thousand files, and tests make hundreds of databases: on a disk most of the time of a
// copy goes into making files (over a second of work), in memory a copy takes a twentieth of a second.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Folders of runs: the process id of the run stands in the name, so the next one finds what a killed one left. */
const PREFIX = 'postern-tests-';
const GIB = 1024 ** 3;
/** What all suites together keep at one time is less than a third of it. */
const ROOM = 6 * GIB;
/** `TMPFS_MAGIC` of linux/magic.h */
const TMPFS = 0x01021994;

/**
 * Gives the tests of this process and its children a folder in memory (`TMPDIR`, removed at the end), where the machine has one with room for it and
 * programs in it may run. Whoever set `TMPDIR` keeps it.
 */
export function useScratch(): void {
  if (process.env.TMPDIR || !mayUse(MEMORY)) return;
  forgetEnded();
  const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
  // As /tmp is: databases and sandboxes run as accounts of their own.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function mayUse(folder: string): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .findLast(([, at]) => at === folder);
    const { type, bavail, bsize } = statfsSync(folder);
    return type === TMPFS && !mounted?.[3]?.split(',').includes('noexec') && Math.min(bavail * bsize, freemem()) >= ROOM;
  } catch {
    return false;
  }
}

/** What is in memory stays there until somebody removes it. */
function forgetEnded(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-')[0] : undefined;
    if (pid && !readdirSync('/proc').includes(pid)) remove(join(MEMORY, name));
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
