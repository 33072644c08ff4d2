import { windowed } from './listing.ts';
import { MAX_TREE_ROWS, type MenuNode } from './model.ts';

/** The tree of nodes, of which only opened branches are known. */
export interface Tree {
  rows: readonly TreeRow[];
  /** Question whose answer is waited for. */
  asking: number | undefined;
  /** Whether the top has come. */
  known: boolean;
  at: number;
  top: number;
}

export interface TreeRow {
  node: MenuNode;
  depth: number;
  open: boolean;
  /** It was opened, and nothing was in it. */
  bare: boolean;
}

export const newTree: Tree = { rows: [], asking: undefined, known: false, at: 0, top: 0 };

/** Keys say where a node is: `1:4:2` lies in `1:4`. */
const depthOf = (key: string): number => key.split(':').length - 1;
const isBelow = (key: string, above: string): boolean => key.startsWith(`${above}:`);

export function treeMoved(tree: Tree, to: number, height: number): Tree {
  const at = Math.max(0, Math.min(to, tree.rows.length - 1));
  return { ...tree, at, top: windowed(at, tree.top, height, tree.rows.length) };
}

/** The top: roots, and of a single one what is in it as well. */
export function treeTop(tree: Tree, nodes: readonly MenuNode[]): Tree {
  const least = Math.min(...nodes.map(({ key }) => depthOf(key)));
  const rows = nodes.map((node): TreeRow => {
    const open = nodes.some(({ key }) => isBelow(key, node.key));
    return { node, depth: depthOf(node.key) - least, open, bare: false };
  });
  return {
    ...tree,
    rows: rows.slice(0, MAX_TREE_ROWS),
    asking: undefined,
    known: true,
    at: Math.min(tree.at, Math.max(0, rows.length - 1)),
  };
}

export function treeOpened(tree: Tree, key: string, nodes: readonly MenuNode[]): Tree {
  const at = tree.rows.findIndex(({ node }) => node.key === key);
  const row = tree.rows[at];
  if (!row || row.open) return { ...tree, asking: undefined };
  const inside = nodes.map((node): TreeRow => ({ node, depth: row.depth + 1, open: false, bare: false }));
  const opened: TreeRow = { ...row, open: inside.length > 0, bare: inside.length === 0 };
  const rows = [...tree.rows.slice(0, at), opened, ...inside, ...tree.rows.slice(at + 1)].slice(0, MAX_TREE_ROWS);
  return { ...tree, rows, asking: undefined };
}

/** Closes an open branch; else goes to the one above. */
export function treeLeft(tree: Tree, height: number): Tree {
  const row = tree.rows[tree.at];
  if (!row) return tree;
  if (row.open) {
    const rows = tree.rows.flatMap((one) => (isBelow(one.node.key, row.node.key) ? [] : [one === row ? { ...one, open: false } : one]));
    return treeMoved({ ...tree, rows }, tree.at, height);
  }
  const above = tree.rows.findLastIndex((one, index) => index < tree.at && one.depth < row.depth);
  return above === -1 ? tree : treeMoved(tree, above, height);
}
