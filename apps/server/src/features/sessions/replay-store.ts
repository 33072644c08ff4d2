import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { SessionRow } from './session.resource.ts';

/** Bytes of one recording at most. */
export const MAX_REPLAY = 4 * 1024 ** 3;

/** Recordings on local disk, by relative path `{UTC date}/{session}{suffix}` (docs/wire/sessions.md#recordings). */
export interface ReplayStore {
  /** Stores a whole upload or nothing; throws RangeError beyond `limit` bytes. */
  write(path: string, data: Readable, limit: number): Promise<void>;
  /** Size in bytes; undefined when there is none. */
  size(path: string): Promise<number | undefined>;
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

async function* upTo(limit: number, data: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of data as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new RangeError('recording too large');
    yield chunk;
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
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const temporary = `${target}.${randomUUID()}.part`;
      // Open before the first byte: a stream that opens its file itself may do so after an upload that failed at once was cleared away.
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(upTo(limit, data));
        // Acknowledged means on disk: the component deletes its spool after our answer.
        await file.sync();
        await file.close();
        await rename(temporary, target);
      } catch (error) {
        await file.close();
        await rm(temporary, { force: true });
        throw error;
      }
    },
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
