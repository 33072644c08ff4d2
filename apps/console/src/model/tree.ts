import type { TreeNode } from '@postern/contract/wire';

export interface Branch {
  node: TreeNode;
  children: Branch[];
}

/**
 * Nests the flat nodes of the wire by `pId`, in their order. A node whose parent is not in the list is a root: lazy
 * answers and search results are parts of a tree. A node that names itself or a descendant as parent stays a root.
 */
export function nest(nodes: readonly TreeNode[]): Branch[] {
  const branches = new Map<string, Branch>();
  for (const node of nodes) branches.set(node.id, { node, children: [] });
  const roots: Branch[] = [];
  for (const branch of branches.values()) {
    const parent = branches.get(branch.node.pId);
    if (parent && !isAbove(branch.node.id, parent.node, branches)) parent.children.push(branch);
    else roots.push(branch);
  }
  return roots;
}

/** Whether `id` is the node itself or lies on its way up. Bounded by the number of nodes. */
function isAbove(id: string, node: TreeNode, branches: ReadonlyMap<string, Branch>): boolean {
  let at: TreeNode | undefined = node;
  for (let steps = branches.size; at && steps >= 0; steps -= 1) {
    if (at.id === id) return true;
    at = branches.get(at.pId)?.node;
  }
  return at !== undefined;
}

/** Puts freshly loaded children among the nodes; ones that are known already take the new form. */
export function mergeNodes(nodes: readonly TreeNode[], loaded: readonly TreeNode[]): TreeNode[] {
  const fresh = new Map(loaded.map((node) => [node.id, node]));
  const kept = nodes.map((node) => fresh.get(node.id) ?? node);
  const known = new Set(nodes.map((node) => node.id));
  return [...kept, ...loaded.filter((node) => !known.has(node.id))];
}

/** Name without the count behind it, for renaming: `Web (3)` is `Web`. */
export const bareName = (name: string): string => name.replace(/\s*\(\d+\)$/, '');

/** Whether a word is part of a node's name, letters' case aside. */
export const matches = (node: TreeNode, word: string): boolean => bareName(node.name).toLowerCase().includes(word.toLowerCase());

/** The nodes whose names hold a word, with all above and below them, in their order (docs/behaviour/trees.md#tree-search). */
export function filterTree(nodes: readonly TreeNode[], word: string): TreeNode[] {
  const kept = new Set<string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const keepAbove = (node: TreeNode) => {
    let at: TreeNode | undefined = node;
    // A node that is kept already has all above it kept; this also ends circles.
    while (at && !kept.has(at.id)) {
      kept.add(at.id);
      at = byId.get(at.pId);
    }
  };
  const keepAll = (branch: Branch, under: boolean) => {
    const here = under || matches(branch.node, word);
    if (here) keepAbove(branch.node);
    for (const child of branch.children) keepAll(child, here);
  };
  for (const branch of nest(nodes)) keepAll(branch, false);
  return nodes.filter((node) => kept.has(node.id));
}
