// Where the files of tests go. A database of Postern is two and a half thousand files, and tests make hundreds of databases: on a disk most of the time of a
// copy goes into making files (over a second of work), in memory a copy takes a twentieth of a second.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Short, because paths of sockets have 107 bytes at most (unix(7)), and some tests see paths in texts that are cut. */
const PREFIX = 'pt-';
/** A file in the folder of a run names its process, so that the next run finds what a killed one left. */
const OWNER = '.run';
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
  const folder = mkdtempSync(join(MEMORY, PREFIX));
  writeFileSync(join(folder, OWNER), String(process.pid));
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
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(MEMORY, name);
    if (!existsSync(join('/proc', ownerOf(folder)))) remove(folder);
  }
}

/** The process whose folder it is; one that is just being made belongs to somebody who is there. */
function ownerOf(folder: string): string {
  try {
    return readFileSync(join(folder, OWNER), 'utf8');
  } catch {
    return 'self';
  }
}

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
