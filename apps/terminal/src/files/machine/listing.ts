import { type Entry, type SftpClient, SftpError } from '../sftp/client.ts';

/** Entries of a folder that are shown. */
export const MOST_SHOWN = 50_000;

export type SortKey = 'name' | 'size' | 'modified' | 'mode';
export interface Sort {
  by: SortKey;
  down: boolean;
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const compare: Readonly<Record<SortKey, (a: Entry, b: Entry) => number>> = {
  name: (a, b) => byName.compare(a.name, b.name),
  size: (a, b) => a.size - b.size,
  modified: (a, b) => a.modified - b.modified,
  mode: (a, b) => (a.mode & 0o7777) - (b.mode & 0o7777),
};

/** What is shown of a folder: folders first, in the order asked for, what the filter leaves. */
export function shown(entries: readonly Entry[], { by, down }: Sort, filter: string): Entry[] {
  const wanted = filter.trim().toLowerCase();
  const left = wanted === '' ? entries : entries.filter(({ name }) => name.toLowerCase().includes(wanted));
  return left.toSorted((a, b) => {
    const folders = Number(b.kind === 'folder') - Number(a.kind === 'folder');
    if (folders !== 0) return folders;
    const order = compare[by](a, b) * (down ? -1 : 1);
    return order !== 0 ? order : byName.compare(a.name, b.name);
  });
}

/** Reads a folder. */
export async function readFolder(client: SftpClient, path: string, signal: AbortSignal): Promise<{ entries: Entry[]; cut: boolean }> {
  const entries: Entry[] = [];
  for await (const some of client.list(path)) {
    signal.throwIfAborted();
    entries.push(...some);
    if (entries.length > MOST_SHOWN) return { entries: entries.slice(0, MOST_SHOWN), cut: true };
  }
  return { entries, cut: false };
}

/** The folder to begin with: that of the platform where it can be read, else where the account lands. */
export async function firstFolder(client: SftpClient, wanted: string): Promise<string> {
  for (const path of wanted === '' ? ['.'] : [wanted, '.']) {
    try {
      const real = await client.realPath(path);
      if ((await client.stat(real)).kind === 'folder') return real;
    } catch (error) {
      if (!(error instanceof SftpError)) throw error;
    }
  }
  return '/';
}

const BITS = 'rwxrwxrwx';
/** A mode as `ls` writes it. */
export const modeText = (mode: number): string => [...BITS].map((letter, at) => (mode & (0o400 >> at) ? letter : '-')).join('');
