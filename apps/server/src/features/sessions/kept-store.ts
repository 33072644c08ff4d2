import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { CodedError } from '@postern/contract/errors';
import type { Elsewhere } from '../storages/index.ts';
import type { ReplayCache } from './replay-cache.ts';
import type { ReplayStore } from './replay-store.ts';

/** Files that are fetched at a time by one process: each holds a connection and writes to disk. */
const AT_ONCE = 8;

/** The bytes on their way, which end with an error where they are not those that were sealed. */
async function* sealed(body: AsyncIterable<Buffer>, { bytes, sha256 }: { bytes: number; sha256: string }): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > bytes) throw new CodedError('stored_object_changed');
    hash.update(chunk);
    yield chunk;
  }
  if (seen !== bytes || hash.digest('hex') !== sha256) throw new CodedError('stored_object_changed');
}

/**
 * Files on this server and those that were taken to a storage, as one: it is written here, and read where it lies (docs/decisions/0103). All of a
 * file from elsewhere is looked at against the digest of the day it came before any of it is given out; whoever reads a part looks at it themselves.
 */
export function createKeptStore(local: ReplayStore, elsewhere: Elsewhere, cache: ReplayCache): ReplayStore {
  const fetching = new Map<string, Promise<void>>();

  async function fetched(path: string): Promise<void> {
    const known = await elsewhere.find(path);
    if (!known) throw new CodedError('object_does_not_exist', { resource: 'replay' });
    const body = (await elsewhere.open(path)) as AsyncIterable<Buffer>;
    try {
      await cache.keep(path, Readable.from(sealed(body, known), { objectMode: false }), known.bytes);
    } catch (error) {
      if (error instanceof CodedError) throw error;
      throw new CodedError('storage_unreachable', { reason: 'broken off' }, { cause: error });
    }
  }

  /** Where all of it can be read here. */
  async function placeOf(path: string): Promise<ReplayStore> {
    if ((await local.size(path)) !== undefined) return local;
    if (await cache.has(path)) return cache.files;
    if (!fetching.has(path) && fetching.size >= AT_ONCE) throw new CodedError('busy');
    const work = fetching.get(path) ?? fetched(path).finally(() => fetching.delete(path));
    fetching.set(path, work);
    await work;
    return cache.files;
  }

  async function* opened(path: string, part: { from: number; bytes: number } | undefined): AsyncGenerator<Buffer> {
    let begun = false;
    try {
      for await (const chunk of local.read(path, part) as AsyncIterable<Buffer>) {
        begun = true;
        yield chunk;
      }
      return;
    } catch (error) {
      // It may be taken to its storage at any moment; whoever has it open reads on.
      if (begun || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    if (part && !(await cache.has(path))) yield* await elsewhere.open(path, part);
    else yield* (await placeOf(path)).read(path, part);
  }

  return {
    ...local,
    size: async (path) => (await local.size(path)) ?? (await elsewhere.find(path))?.bytes,
    // What is written down of it outlives its file here, and is what it came as.
    sha256: async (path) => (await elsewhere.find(path))?.sha256 ?? local.sha256(path),
    async ready(path) {
      await placeOf(path);
    },
    read: (path, part) => Readable.from(opened(path, part), { objectMode: false }),
    async olderThan(date) {
      return [...(await local.olderThan(date)), ...(await cache.files.olderThan(date))];
    },
    async remove(path) {
      await local.remove(path);
      await cache.files.remove(path);
    },
    async removeDay(day) {
      await local.removeDay(day);
      await cache.files.removeDay(day);
    },
  };
}
