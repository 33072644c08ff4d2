import type { TreeNode } from '@postern/contract/wire';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { addNodes, EMPTY_TREE, setFailed, setLoading, setOpen, type TreeModel, type TreeRow, visibleRows } from '../../tree/model.ts';
import { visibleName } from '../names.ts';
import type { Entry, SftpClient } from '../sftp/client.ts';
import { joinPath, parentOf } from '../sftp/paths.ts';
import { readFolder, shown } from './listing.ts';
import type { Folder } from './useFolder.ts';

export interface FolderTree {
  rows: readonly TreeRow[];
  /** Opens or closes a folder of the tree; what is in one is read with its first opening. */
  toggle(path: string, open: boolean): void;
}

const ROOT = '/';
/** What was asked for is worth having, even if the person has gone on. */
const NEVER = new AbortController().signal;

const nodeOf = (path: string, name: string): TreeNode => ({
  id: path,
  name: visibleName(name),
  title: visibleName(path),
  pId: path === ROOT ? '' : parentOf(path),
  isParent: true,
  open: false,
  meta: { type: 'folder' },
});

/** Folders alone, and no links to folders: one may lead above itself. */
const folders = (path: string, entries: readonly Entry[]): TreeNode[] =>
  shown(entries, { by: 'name', down: false }, '')
    .filter(({ kind }) => kind === 'folder')
    .map(({ name }) => nodeOf(joinPath(path, name), name));

/** A folder and those above it, from the root on. */
export function wayTo(path: string): string[] {
  const way: string[] = [];
  for (let at = path; at !== ROOT && at !== ''; at = parentOf(at)) way.unshift(at);
  return [ROOT, ...way];
}

/** Puts what is in a folder into the tree, open or closed as it was. */
function filled(model: TreeModel, path: string, entries: readonly Entry[], open: boolean): TreeModel {
  return setOpen(addNodes(model, folders(path, entries), path), path, open);
}

/** The tree of a machine's folders: what the way to the open one holds is read, everything else when it is opened. */
export function useFolderTree(client: SftpClient | null, folder: Folder): FolderTree {
  const [model, setModel] = useState<TreeModel>(() => addNodes(EMPTY_TREE, [nodeOf(ROOT, ROOT)]));
  /** Folders whose contents are in the tree; of others it may know one alone, on the way to the open one. */
  const read = useRef(new Set<string>());
  const { path, entries } = folder;

  const open = useCallback(
    async (at: string): Promise<void> => {
      if (read.current.has(at)) return setModel((now) => setOpen(now, at, true));
      if (!client) return;
      setModel((now) => setLoading(now, at));
      try {
        const found = await readFolder(client, at, NEVER);
        read.current.add(at);
        setModel((now) => filled(now, at, found.entries, true));
      } catch {
        // Said on its row; the list itself says more when somebody goes there.
        setModel((now) => setFailed(now, at));
      }
    },
    [client],
  );

  // What the list shows of the open folder is known, and the same in the tree.
  useEffect(() => {
    if (path === '') return;
    read.current.add(path);
    setModel((now) => {
      const missing = wayTo(path).filter((at) => !now.byId.has(at));
      const known =
        missing.length > 0
          ? addNodes(
              now,
              missing.map((at) => nodeOf(at, at.slice(at.lastIndexOf('/') + 1))),
            )
          : now;
      return filled(known, path, entries, known.open.has(path));
    });
  }, [path, entries]);

  useEffect(() => {
    if (path === '' || !client) return;
    let wanted = true;
    void (async () => {
      for (const above of wayTo(path).slice(0, -1)) if (wanted) await open(above);
    })();
    return () => {
      wanted = false;
    };
  }, [client, open, path]);

  const toggle = useCallback(
    (at: string, to: boolean) => {
      if (to) void open(at);
      else setModel((now) => setOpen(now, at, false));
    },
    [open],
  );
  return { rows: useMemo(() => visibleRows(model), [model]), toggle };
}
