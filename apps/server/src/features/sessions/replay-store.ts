import { createHash, type Hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { SessionRow } from './session.resource.ts';

/** Bytes of one recording at most. */
export const MAX_REPLAY = 4 * 1024 ** 3;

/** Recordings on local disk, by relative path `{UTC date}/{session}{suffix}` (docs/wire/sessions.md#recordings). */
export interface ReplayStore {
  /** Stores a whole upload or nothing; throws RangeError beyond `limit` bytes. @returns what came */
  write(path: string, data: Readable, limit: number): Promise<Arrived>;
  /** Size in bytes; undefined when there is none. */
  size(path: string): Promise<number | undefined>;
  /** SHA-256 of one that is there, in hexadecimal. */
  sha256(path: string): Promise<string>;
  /**
   * Brings one here that lies elsewhere, so that it can be read to its end; what has been changed there is never read.
   * @throws CodedError stored_object_changed, stored_object_gone, storage_unreachable, busy
   */
  ready(path: string): Promise<void>;
  /** All of it, or a part. */
  read(path: string, part?: { from: number; bytes: number }): Readable;
  /** Dates of which something is kept, `YYYY-MM-DD`. */
  days(): Promise<string[]>;
  /** Removes all that is kept of a date. */
  removeDay(day: string): Promise<void>;
  /** Recordings of the days before the one of `date`. */
  olderThan(date: Date): Promise<StoredReplay[]>;
  /** Removes one, and the folder of its day with the last; one that is not there is no error. */
  remove(path: string): Promise<void>;
}

/** Size and digest of what was written. */
export interface Arrived {
  bytes: number;
  sha256: string;
}

export interface StoredReplay {
  path: string;
  session: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const RECORDING = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./;
/** The folder holds others still, or somebody else has just removed it. */
const LEFT = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT']);
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Suffix of a recording by the version field of its upload. */
export const SUFFIX: Readonly<Record<number, string>> = { 2: '.replay.gz', 3: '.cast.gz', 4: '.replay.mp4' };

/** Where a session's recording belongs. One that says no start began when it was written down. */
export const replayPath = (
  { id, date_start, date_created }: Pick<SessionRow, 'id' | 'date_start' | 'date_created'>,
  version: number,
): string => `${(date_start ?? date_created).toISOString().slice(0, 10)}/${id}${SUFFIX[version] ?? SUFFIX[2]}`;

/** What is left unread stays there to be passed over: a part of a form that is destroyed holds up all that comes behind it, the answer included. */
async function* upTo(limit: number, data: Readable, came: { bytes: number; hash: Hash }): AsyncGenerator<Buffer> {
  for await (const chunk of data.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    came.bytes += chunk.length;
    if (came.bytes > limit) throw new RangeError('recording too large');
    came.hash.update(chunk);
    yield chunk;
  }
}

/** A name is on disk when its folder is (fsync(2): of a file it does not cover the entry in its folder). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export function createReplayStore(root: string): ReplayStore {
  const base = resolve(root);
  /** The only way to a file name: what leaves the folder does not exist (CVE-2023-42819 and its kind). */
  const inside = (path: string): string => {
    const full = resolve(join(base, path));
    if (!full.startsWith(base + sep)) throw new RangeError('path leaves the replay folder');
    return full;
  };
  return {
    async write(path, data, limit) {
      const target = inside(path);
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const came = { bytes: 0, hash: createHash('sha256') };
      const temporary = `${target}.${randomUUID()}.part`;
      // Open before the first byte: a stream that opens its file itself may do so after an upload that failed at once was cleared away.
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(upTo(limit, data, came));
        // Acknowledged means on disk: the component deletes its spool after our answer.
        await file.sync();
        await file.close();
        await rename(temporary, target);
        await syncFolder(dirname(target));
        if (made) await syncFolder(dirname(dirname(target)));
      } catch (error) {
        await file.close();
        await rm(temporary, { force: true });
        throw error;
      }
      return { bytes: came.bytes, sha256: came.hash.digest('hex') };
    },
    async sha256(path) {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(inside(path)) as AsyncIterable<Buffer>) hash.update(chunk);
      return hash.digest('hex');
    },
    ready: async () => undefined,
    async size(path) {
      try {
        return (await stat(inside(path))).size;
      } catch {
        return undefined;
      }
    },
    read: (path, part) => createReadStream(inside(path), part && { start: part.from, end: part.from + part.bytes - 1 }),
    async days() {
      return (await namesIn(base)).filter((name) => DAY.test(name)).sort();
    },
    async removeDay(day) {
      if (!DAY.test(day)) throw new RangeError('not a date');
      await rm(inside(day), { recursive: true, force: true });
    },
    async olderThan(date) {
      const limit = date.toISOString().slice(0, 10);
      const days = (await namesIn(base)).filter((name) => DAY.test(name) && name < limit);
      const found: StoredReplay[] = [];
      for (const day of days) {
        for (const name of await namesIn(join(base, day))) {
          const session = RECORDING.exec(name)?.[1];
          if (session) found.push({ path: `${day}/${name}`, session });
        }
      }
      return found;
    },
    async remove(path) {
      const file = inside(path);
      await rm(file, { force: true });
      await rmdir(dirname(file)).catch((error: unknown) => {
        if (!LEFT.has(codeOf(error))) throw error;
      });
    },
  };
}
