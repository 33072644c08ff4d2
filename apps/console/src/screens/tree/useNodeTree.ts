import type { TreeNode } from '@postern/contract/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { http } from '../../session/http.ts';
import { useDebounced } from '../data/useDebounced.ts';
import { mergeNodes, nest } from '../model/tree.ts';

const SEARCH_DELAY = 600;

/** A tree that loads the children of a node when it opens, and asks the server when somebody searches (shell §13). */
export function useNodeTree(url: string, searchQuery: Readonly<Record<string, string>> = { all: 'all' }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), SEARCH_DELAY);
  const [extra, setExtra] = useState<readonly TreeNode[]>([]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [expanded, setExpanded] = useState<readonly string[]>([]);

  const base = useQuery({
    queryKey: ['tree', url, search],
    queryFn: ({ signal }) => http.get<TreeNode[]>(url, { query: search ? { ...searchQuery, search } : {}, signal }),
    // The server rebuilds the tree behind a 409; it is there again in a moment.
    retry: 3,
    retryDelay: 2000,
  });
  const nodes = useMemo(() => (search ? (base.data ?? []) : mergeNodes(base.data ?? [], extra)), [base.data, extra, search]);
  const branches = useMemo(() => nest(nodes), [nodes]);

  // Open is what arrived with its children: the server marks every node open, and following that would load the whole tree.
  useEffect(() => {
    const parents = new Set(base.data?.map((node) => node.pId));
    if (base.data) setExpanded(base.data.filter((node) => parents.has(node.id)).map((node) => node.id));
  }, [base.data]);

  const loadChildren = async (node: TreeNode) => {
    if (!node.isParent || opened.has(node.id) || nodes.some((child) => child.pId === node.id)) return;
    const children = await http.get<TreeNode[]>(url, { query: { key: node.id, n: node.name, lv: node.id.split(':').length - 1 } });
    setExtra((now) => mergeNodes(now, children));
    setOpened((now) => new Set(now).add(node.id));
  };
  return {
    branches,
    nodes,
    /** Ids of nodes whose children are known. */
    opened,
    expanded,
    setExpanded,
    typed,
    setTyped,
    searching: search !== '',
    loadChildren,
    refresh: async () => {
      setExtra([]);
      setOpened(new Set());
      await client.invalidateQueries({ queryKey: ['tree', url] });
    },
    loading: base.isPending,
    error: base.error,
  };
}
export type NodeTreeModel = ReturnType<typeof useNodeTree>;
