import type { TreeNode } from '@postern/contract/wire';
import type { TreePick } from './useTreePick.ts';

/** Id of the object a tree node stands for; nodes are drawn under their keys. */
export const uuidOf = (node: TreeNode): string => String(node.meta.data?.id ?? node.id);

/** What a node stands for in a list's query (docs/behaviour/trees.md#picking). */
export function pickOf(node: TreeNode | undefined): TreePick {
  switch (node?.meta.type) {
    case 'node':
      return { node_id: uuidOf(node) };
    case 'asset':
      return { asset_id: node.id };
    case 'category':
      return node.meta.category ? { category: String(node.meta.category) } : {};
    case 'type':
      return { type: String(node.meta._type) };
    case 'platform':
      return { platform: node.id };
    default:
      return {};
  }
}

/** Whether a node is what is picked. */
export function isPicked(node: TreeNode, pick: TreePick): boolean {
  const own = Object.entries(pickOf(node));
  return own.length > 0 && own.every(([key, value]) => pick[key] === value);
}
