import { randomUUID } from 'node:crypto';
import { chmod, chown, lstat, mkdir, readdir, readFile, readlink, rename, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The first of the accounts that runs are given where the worker is root: nobody's, far above those of people and services. */
const FIRST_UID = 0x7000_0000;
/** Rooms at once on one machine. */
const MAX_ROOMS = 4_096;

/** A folder that one run has for itself. Where the worker is root its owner is an account that no other run has. */
export interface Room {
  path: string;
  /** Whose it is; undefined where the worker may not choose. */
  uid: number | undefined;
  /** Hands something in it over to the run. */
  give(path: string): Promise<void>;
  remove(): Promise<void>;
}

const coded = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const me = (): number => process.geteuid?.() ?? 0;

/** When a process began, in ticks: with its number it is one process and no later one. Undefined when it is gone. */
async function startOf(pid: string | number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Where all rooms are. In the folder for temporary files, because the account of a run must reach what is its own. @throws Error when it is another's */
async function house(base = tmpdir()): Promise<string> {
  const path = join(base, `postern-rooms-${me()}`);
  // The account of a run goes through it, and sees no names.
  await mkdir(path, { mode: 0o711 }).catch((error) => {
    if (coded(error) !== 'EEXIST') throw error;
  });
  const found = await lstat(path);
  if (!found.isDirectory() || found.uid !== me() || (found.mode & 0o022) !== 0) throw new Error(`${path} is not ours`);
  await chmod(path, 0o711);
  return path;
}

/** Takes a room that nobody has. Who has it stands in a link beside it, which is made in one step. */
export async function takeRoom(base?: string): Promise<Room> {
  const all = await house(base);
  const owner = `${process.pid} ${await startOf(process.pid)}`;
  for (let number = 0; number < MAX_ROOMS; number += 1) {
    const [path, mark] = [join(all, String(number)), join(all, `${number}.owner`)];
    try {
      await symlink(owner, mark);
    } catch (error) {
      if (coded(error) === 'EEXIST') continue;
      throw error;
    }
    try {
      await mkdir(path, { mode: 0o700 });
    } catch (error) {
      // Somebody clears it at this moment.
      await unlink(mark);
      if (coded(error) === 'EEXIST') continue;
      throw error;
    }
    const uid = me() === 0 ? FIRST_UID + number : undefined;
    const give = async (what: string): Promise<void> => {
      if (uid !== undefined) await chown(what, uid, uid);
    };
    const remove = async (): Promise<void> => {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
      await unlink(mark);
    };
    await give(path);
    return { path, uid, give, remove };
  }
  throw new Error('No room is left');
}

/** Removes rooms of processes that are gone. What ran in them ended with those. */
export async function clearRooms(base?: string): Promise<void> {
  const all = await house(base);
  for (const name of await readdir(all)) {
    if (!name.endsWith('.owner')) continue;
    const mark = join(all, name);
    const [pid = '', start] = (await readlink(mark).catch(() => '')).split(' ');
    if (!/^\d+$/.test(pid) || (await startOf(pid)) === start) continue;
    const aside = join(all, randomUUID());
    try {
      await rename(mark, aside);
    } catch {
      continue;
    }
    // Between the two looks another may have taken it.
    if ((await readlink(aside)) !== `${pid} ${start}`) {
      await rename(aside, mark);
      continue;
    }
    await rm(join(all, name.slice(0, -'.owner'.length)), { recursive: true, force: true });
    await unlink(aside);
  }
}
