import type { Entry, SftpClient } from './client.ts';
import { joinPath } from './paths.ts';

/** Folders in folders; deeper is a loop, or nobody's work. */
const MAX_DEPTH = 64;

export interface Found {
  /** Below where the walk began. */
  relative: string;
  path: string;
  entry: Entry;
}

interface WalkOptions {
  signal: AbortSignal;
  /** A folder that cannot be read is left out and told. */
  onUnreadable?(path: string): void;
}

/** Everything below a folder, folders before what is in them. Links are told, never followed. */
export async function* walk(client: SftpClient, root: string, { signal, onUnreadable }: WalkOptions): AsyncGenerator<Found, void> {
  const open = [{ path: root, relative: '', depth: 0 }];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const inside: Entry[] = [];
    try {
      for await (const some of client.list(folder.path)) {
        signal.throwIfAborted();
        inside.push(...some);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!onUnreadable) throw error;
      onUnreadable(folder.path);
    }
    for (const entry of inside) {
      const path = joinPath(folder.path, entry.name);
      const relative = folder.relative === '' ? entry.name : `${folder.relative}/${entry.name}`;
      yield { relative, path, entry };
      if (entry.kind === 'folder' && folder.depth < MAX_DEPTH) open.push({ path, relative, depth: folder.depth + 1 });
    }
  }
}
