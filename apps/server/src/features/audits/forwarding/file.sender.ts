import { constants } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sender } from './sender.ts';

/** From this size on a file is put aside and a new one begun. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Files that were put aside: `name.1` is the newest. The oldest is overwritten, so an agent has to have read it by then. */
const KEPT = 20;

export const receiverFolder = (dataDir: string): string => join(dataDir, 'audit-forward');

async function rotate(path: string, kept: number): Promise<void> {
  for (let n = kept; n >= 1; n -= 1) {
    const from = n === 1 ? path : `${path}.${n - 1}`;
    await rename(from, `${path}.${n}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** Lines at the end of a file in a folder of the data folder. `name` was judged: it is no path. */
export const fileSender = (dataDir: string, name: string, { maxBytes = MAX_BYTES, kept = KEPT } = {}): Sender => ({
  async send(events) {
    const folder = receiverFolder(dataDir);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, name);
    const size = await stat(path).then(
      (found) => found.size,
      () => 0,
    );
    if (size >= maxBytes) await rotate(path, kept);
    // No link out of the folder is followed.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(path, flags, 0o600);
    try {
      const { size: at } = await file.stat();
      const last = Buffer.alloc(1);
      if (at > 0) await file.read(last, 0, 1, at - 1);
      // What a crash left half written is a line of its own, and the whole event follows.
      const torn = at > 0 && last[0] !== 0x0a;
      await file.appendFile(`${torn ? '\n' : ''}${events.map(({ line }) => `${line}\n`).join('')}`);
      await file.sync();
    } finally {
      await file.close();
    }
  },
});
