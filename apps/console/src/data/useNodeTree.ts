import { ApiError } from '@postern/client/http';
import type { TreeNode } from '@postern/contract/wire';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { filterTree, mergeNodes, nest } from '../model/tree.ts';
import { showError } from '../session/errors.ts';
import { http } from '../session/http.ts';
import { useDebounced } from './useDebounced.ts';

const SEARCH_DELAY = 600;
/** The server answers 409 while it rebuilds a tree; networks come and go (docs/behaviour/trees.md#loading). */
const RETRIES = 20;
const RETRY_MS = 5_000;
/** Open branches that are loaded again with the tree; what is open beyond that closes. */
const KEEP_OPEN = 60;
const AT_ONCE = 4;

/** How words are found: the server is asked with `search` and these values, at another address if one is given; another address gives all nodes, of a tree
 * that the server puts together anew on demand; or what is loaded is all there is. */
export type TreeSearch = { query: Readonly<Record<string, string>>; at?: string } | { url: string; rebuilt: true } | 'here';

const isTemporary = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status === 409);
const askedAs = (node: TreeNode) => ({ key: node.id, n: node.name, lv: node.id.split(':').length - 1 });

/** A tree that loads the children of a node when it opens, and asks the server when somebody searches. */
export function useNodeTree(url: string, search: TreeSearch = { query: { all: 'all' } }) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const word = useDebounced(typed.trim(), SEARCH_DELAY);
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly TreeNode[]>>(new Map());
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  /** Nodes made a moment ago: they come first among their siblings until the tree is loaded again. */
  const [made, setMade] = useState<readonly TreeNode[]>([]);

  const onServer = typeof search === 'object' && 'query' in search;
  const everything = typeof search === 'object' && 'url' in search ? search.url : undefined;
  const elsewhere = everything ?? (typeof search === 'object' && 'query' in search ? search.at : undefined);
  const asked = word !== '' && elsewhere ? elsewhere : url;
  const query: Record<string, string> = word !== '' && onServer ? { ...search.query, search: word } : {};
  const base = useQuery({
    queryKey: ['tree', asked, query],
    queryFn: ({ signal }) => http.get<TreeNode[]>(asked, { query, signal }),
    retry: (count, error) => isTemporary(error) && count < RETRIES,
    retryDelay: RETRY_MS,
  });
  const nodes = useMemo(() => {
    const first = base.data ?? [];
    if (word !== '') return onServer ? first : filterTree(first, word);
    return mergeNodes([...made, ...first], [...loaded.values()].flat());
  }, [base.data, loaded, made, word, onServer]);
  const branches = useMemo(() => nest(nodes), [nodes]);
  /** Ids of nodes whose children are known. */
  const opened = useMemo(() => new Set([...loaded.keys(), ...nodes.map((node) => node.pId)]), [loaded, nodes]);

  // Open is what arrived with its children: the server marks every node open, and following that would load the whole
  // tree. A tree that is loaded again stays as open as it was.
  const drawn = useRef<string>(undefined);
  useEffect(() => {
    const which = `${asked} ${word}`;
    if (!base.data || drawn.current === which) return;
    drawn.current = which;
    const parents = new Set(nodes.map((node) => node.pId));
    setExpanded(nodes.filter((node) => parents.has(node.id)).map((node) => node.id));
  }, [base.data, nodes, asked, word]);

  const childrenOf = (node: TreeNode) => http.get<TreeNode[]>(url, { query: askedAs(node) });
  const loadChildren = async (node: TreeNode) => {
    if (!node.isParent || opened.has(node.id)) return;
    try {
      const children = await childrenOf(node);
      setLoaded((now) => new Map(now).set(node.id, children));
    } catch (error) {
      // Left open, the branch would be asked for again at once and for ever.
      setExpanded((now) => now.filter((id) => id !== node.id));
      showError(error);
    }
  };

  const refresh = async () => {
    const open = nodes.filter((node) => loaded.has(node.id) && expanded.includes(node.id)).slice(0, KEEP_OPEN);
    const again = new Map<string, readonly TreeNode[]>();
    for (let at = 0; at < open.length; at += AT_ONCE)
      await Promise.all(
        open.slice(at, at + AT_ONCE).map(async (node) => {
          // What is gone or has moved has no children here any more.
          again.set(node.id, await childrenOf(node).catch(() => []));
        }),
      );
    // The trees of what somebody may reach are put together anew on demand.
    if (everything !== undefined)
      await http.get<TreeNode[]>(asked, { query: { ...query, rebuild_tree: '1' } }).then(
        (fresh) => queries.setQueryData(['tree', asked, query], fresh),
        (error: unknown) => showError(error),
      );
    else await queries.invalidateQueries({ queryKey: ['tree', url] });
    setMade([]);
    setLoaded(again);
  };

  return {
    branches,
    nodes,
    opened,
    expanded,
    setExpanded,
    typed,
    setTyped,
    /** The word the shown nodes were searched by; empty for none. */
    word,
    searching: word !== '',
    loadChildren,
    /** Puts a node that was just made before its siblings, and opens the way to it. */
    insert(node: TreeNode) {
      setMade((now) => [node, ...now]);
      setExpanded((now) => [...new Set([...now, node.pId])]);
    },
    refresh,
    loading: base.isPending && base.failureCount === 0,
    /** Tries again by itself: the server is busy with the tree, or cannot be reached. */
    retrying: base.isPending && base.failureCount > 0,
    error: base.error,
  };
}
export type NodeTreeModel = ReturnType<typeof useNodeTree>;
