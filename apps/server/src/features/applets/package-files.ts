import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '@postern/resource';
import type { ReplayStore } from '../sessions/index.ts';

/** Where a package and its picture are kept; another version is another file, so that nothing is replaced before it is committed. */
export const packagePath = (id: unknown, sha256: unknown): string => `${id}/${sha256}.zip`;
export const picturePath = (id: unknown, sha256: unknown): string => `${id}/${sha256}.png`;

export const removeAll = async (store: ReplayStore, { id, package_sha256: sum }: Row): Promise<void> => {
  for (const path of [packagePath(id, sum), picturePath(id, sum)]) await store.remove(path);
};

/** Address of an application's picture. */
export const iconPath = (name: unknown): string => `/media/applets/${name}/icon.png`;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const gone = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

const notEmpty = (error: unknown): void => {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error;
};

/**
 * Removes what uploads have left that came to no end: files of a transaction that was taken back, or of a process that stopped while it wrote.
 * @param kept paths of files that belong to an application
 * @param before younger ones may be on their way
 * @returns how many went
 */
export async function removeLeftovers(dir: string, kept: ReadonlySet<string>, before: Date): Promise<number> {
  let removed = 0;
  const folders = (await readdir(dir, { withFileTypes: true }).catch(gone)) ?? [];
  for (const folder of folders) {
    if (!folder.isDirectory()) continue;
    const names = (await readdir(join(dir, folder.name)).catch(gone)) ?? [];
    const old: string[] = [];
    for (const name of names) {
      const found = kept.has(`${folder.name}/${name}`) ? undefined : await stat(join(dir, folder.name, name)).catch(gone);
      if (found?.isFile() && found.mtime < before) old.push(name);
    }
    for (const name of old) await rm(join(dir, folder.name, name), { force: true });
    removed += old.length;
    // One that is empty otherwise may have been made this moment.
    if (old.length > 0) await rmdir(join(dir, folder.name)).catch(notEmpty);
  }
  return removed;
}
