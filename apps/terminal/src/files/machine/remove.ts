import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath } from '../sftp/paths.ts';
import { walk } from '../sftp/walk.ts';

/** Entries that are counted before somebody is asked. */
export const MOST_COUNTED = 10_000;

/** How much would be removed; more than `MOST_COUNTED` when there are more. */
export async function countBelow(client: SftpClient, folder: string, entries: readonly Entry[], signal: AbortSignal): Promise<number> {
  let count = entries.length;
  for (const { kind, name } of entries) {
    if (kind !== 'folder') continue;
    for await (const _ of walk(client, joinPath(folder, name), { signal, onUnreadable: () => undefined })) {
      count += 1;
      if (count > MOST_COUNTED) return count;
    }
  }
  return count;
}

/** Removes entries with all that is in them. A link goes, never what it leads to. */
export async function removeAll(client: SftpClient, folder: string, entries: readonly Entry[], signal: AbortSignal): Promise<void> {
  for (const { kind, name } of entries) {
    const path = joinPath(folder, name);
    if (kind !== 'folder') {
      await client.remove(path);
      continue;
    }
    const folders = [path];
    for await (const found of walk(client, path, { signal })) {
      if (found.entry.kind === 'folder') folders.push(found.path);
      else await client.remove(found.path);
    }
    // The innermost first: a folder comes behind the one that it is in.
    for (const one of folders.reverse()) await client.removeFolder(one);
  }
}
