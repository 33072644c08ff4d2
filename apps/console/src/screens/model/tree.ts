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
