import type { TreeNode } from '@postern/contract/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { NodeTreeModel } from '../../data/useNodeTree.ts';
import { filterTree, nest } from '../../model/tree.ts';
import { ROOT, readTree } from './playbook-api.ts';

/** Files and folders of a playbook as a tree: all of them are there from the start. `version` is another one once Git has brought other files. */
export function useFileTree(playbook: string, version: unknown): NodeTreeModel {
  const [typed, setTyped] = useState('');
  /** Folders that were closed: what comes later is open, as all is at first. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const word = typed.trim();
  const files = useQuery({
    // Beside the playbook: what loads it again loads them. A first answer that was on its way when Git brought files has none of them, and whoever
    // loads again waits for that one.
    queryKey: ['detail', 'files of a playbook', playbook, version],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await readTree(playbook, signal)).map((node): TreeNode => ({ ...node, meta: { type: node.isParent ? 'folder' : 'file' } })),
  });
  const nodes = useMemo(() => (word === '' ? (files.data ?? []) : filterTree(files.data ?? [], word)), [files.data, word]);
  const branches = useMemo(() => nest(nodes), [nodes]);
  const folders = useMemo(() => nodes.filter(({ isParent }) => isParent).map(({ id }) => id), [nodes]);
  const opened = useMemo(() => new Set(nodes.map(({ id }) => id)), [nodes]);
  return {
    branches,
    nodes,
    opened,
    expanded: folders.filter((id) => word !== '' || !closed.has(id)),
    setExpanded: (value) => {
      const next = typeof value === 'function' ? value(folders.filter((id) => !closed.has(id))) : value;
      setClosed(new Set(folders.filter((id) => id !== ROOT && !next.includes(id))));
    },
    typed,
    setTyped,
    word,
    searching: word !== '',
    loadChildren: async () => undefined,
    insert: () => undefined,
    refresh: async () => void (await files.refetch()),
    loading: files.isPending,
    retrying: false,
    error: files.error,
  };
}
