import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createReplayStore, type ReplayStore } from './replay-store.ts';

/** Files from storages that somebody watches, on this server's disk: some gigabytes at most, those that were last asked for. */
export interface ReplayCache {
  files: ReplayStore;
  /** Whether it is there; then it counts as asked for. */
  has(path: string): Promise<boolean>;
  keep(path: string, data: Readable, limit: number): Promise<void>;
}

/** Bytes that stay. A single larger file stays until the next one comes. */
const MAX_BYTES = 2 * 1024 ** 3;

export function createReplayCache(dir: string, most = MAX_BYTES): ReplayCache {
  const files = createReplayStore(dir);

  async function kept(): Promise<{ path: string; bytes: number; asked: number }[]> {
    const found: { path: string; bytes: number; asked: number }[] = [];
    for (const day of await files.days()) {
      for (const name of await readdir(join(dir, day)).catch(() => [])) {
        const path = `${day}/${name}`;
        // Another process may have removed it meanwhile, and what is being written is nobody's yet.
        const facts = name.endsWith('.part') ? undefined : await stat(join(dir, path)).catch(() => undefined);
        if (facts) found.push({ path, bytes: facts.size, asked: facts.mtimeMs });
      }
    }
    return found.sort((one, other) => other.asked - one.asked);
  }

  /** Whoever reads one of those that go has it open, and reads on. */
  async function trim(newest: string): Promise<void> {
    let bytes = 0;
    for (const one of await kept()) {
      bytes += one.bytes;
      if (bytes > most && one.path !== newest) await files.remove(one.path);
    }
  }

  return {
    files,
    async has(path) {
      if ((await files.size(path)) === undefined) return false;
      const now = new Date();
      await utimes(join(dir, path), now, now).catch(() => undefined);
      return true;
    },
    async keep(path, data, limit) {
      await files.write(path, data, limit);
      await trim(path);
    },
  };
}
