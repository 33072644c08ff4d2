import type { TreeNode } from '@postern/contract/wire';
import { type DragEvent, useRef, useState } from 'react';

export interface NodeDrag {
  mayDrag: (node: TreeNode) => boolean;
  mayDrop: (node: TreeNode, target: TreeNode) => boolean;
  drop: (node: TreeNode, target: TreeNode) => void;
}

/** What one row needs to be dragged, and dropped on. */
export interface RowDrag {
  draggable: boolean;
  /** The dragged node would go under this one. */
  isTarget: boolean;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragLeave: () => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: () => void;
}

const OPEN_AFTER = 700;

/**
 * Dragging a node onto another. There is no order among siblings to drag to (the server sorts them), so a row is a
 * target as a whole; a closed one opens when the pointer stays on it.
 */
export function useNodeDrag(drag: NodeDrag | undefined, open: (node: TreeNode) => void): ((node: TreeNode) => RowDrag) | undefined {
  const dragged = useRef<TreeNode>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [over, setOver] = useState<string>();
  if (!drag) return undefined;
  const leave = () => {
    clearTimeout(timer.current);
    setOver(undefined);
  };
  const end = () => {
    dragged.current = undefined;
    leave();
  };
  return (node) => ({
    draggable: drag.mayDrag(node),
    isTarget: over === node.id,
    onDragStart(event) {
      dragged.current = node;
      event.dataTransfer.effectAllowed = 'move';
      // Firefox starts no drag without data.
      event.dataTransfer.setData('text/plain', node.name);
    },
    onDragOver(event) {
      const { current } = dragged;
      if (!current || current.id === node.id) return;
      const allowed = drag.mayDrop(current, node);
      if (allowed) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
      }
      if (over === node.id) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => open(node), OPEN_AFTER);
      setOver(allowed ? node.id : undefined);
    },
    onDragLeave: leave,
    onDrop(event) {
      event.preventDefault();
      const { current } = dragged;
      end();
      if (current && drag.mayDrop(current, node)) drag.drop(current, node);
    },
    onDragEnd: end,
  });
}
