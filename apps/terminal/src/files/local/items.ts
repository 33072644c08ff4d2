import { isName } from '../sftp/paths.ts';

/** A file or folder of the person, however the page came by it. */
export interface LocalItem {
  name: string;
  kind: 'file' | 'folder';
  /** Of a file. */
  size: number | null;
  /** Everything in it with its path, which begins with the name; folders before what is in them. */
  contents(): AsyncIterable<LocalPart>;
}

export type LocalPart = { path: string; file: File } | { path: string; file: null };

const fine = (path: string): boolean => path.split('/').every(isName);

export const fileItem = (file: File): LocalItem => ({
  name: file.name,
  kind: 'file',
  size: file.size,
  async *contents() {
    if (isName(file.name)) yield { path: file.name, file };
  },
});

/** What a field for files or for a folder was given: folders are told by the paths of what is in them. */
export function pickedItems(files: readonly File[]): LocalItem[] {
  const folders = Map.groupBy(
    files.filter((file) => file.webkitRelativePath !== ''),
    (file) => file.webkitRelativePath.split('/')[0] ?? '',
  );
  return [
    ...[...folders].map(([name, inside]) => folderOf(name, inside)),
    ...files.filter((file) => file.webkitRelativePath === '').map(fileItem),
  ];
}

const folderOf = (name: string, inside: readonly File[]): LocalItem => ({
  name,
  kind: 'folder',
  size: null,
  async *contents() {
    const made = new Set<string>();
    for (const file of inside) {
      const path = file.webkitRelativePath;
      if (!fine(path)) continue;
      const steps = path.split('/').slice(0, -1);
      for (let depth = 1; depth <= steps.length; depth += 1) {
        const folder = steps.slice(0, depth).join('/');
        if (made.has(folder)) continue;
        made.add(folder);
        yield { path: folder, file: null };
      }
      yield { path, file };
    }
  },
});

/** What was dropped. Has to be called while it is: the browser forgets it afterwards. */
export function droppedItems(data: DataTransfer): LocalItem[] {
  return [...data.items]
    .filter(({ kind }) => kind === 'file')
    .flatMap((item) => {
      const entry = item.webkitGetAsEntry();
      const file = item.getAsFile();
      if (entry?.isDirectory) return [entryItem(entry as FileSystemDirectoryEntry)];
      return file ? [fileItem(file)] : [];
    });
}

const entryItem = (entry: FileSystemDirectoryEntry): LocalItem => ({
  name: entry.name,
  kind: 'folder',
  size: null,
  contents: () => entryContents(entry, entry.name),
});

async function* entryContents(folder: FileSystemDirectoryEntry, path: string): AsyncGenerator<LocalPart> {
  if (!fine(path)) return;
  yield { path, file: null };
  const reader = folder.createReader();
  for (;;) {
    // A hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const entry of some) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory) yield* entryContents(entry as FileSystemDirectoryEntry, below);
      else if (fine(below)) {
        const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
        yield { path: below, file };
      }
    }
  }
}
