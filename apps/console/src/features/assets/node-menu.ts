import type { TreeNode } from '@postern/contract/wire';
import type { Why } from '@postern/ui';
import type { NodeMenuItem } from '../../screens/tree/NodeMenu.tsx';
import { MAY } from './asset-tasks.ts';

/** How assets come to a node: beside their other nodes, instead of them, or off it. Last part of the call's address. */
export type FillMode = 'add' | 'replace' | 'remove';

interface Rights {
  can: (permission: string) => boolean;
  t: (key: string) => string;
  /** Why a node that is the top of its tree can be neither renamed nor deleted. */
  top: Why;
  /** The list shows direct assets only; absent where there is no such list. */
  directOnly?: boolean;
}

/**
 * What can be done with a node (docs/behaviour/trees.md#node-menu): items without their right are left out; the root follows its
 * organisation, so it can be neither renamed nor deleted.
 */
export function nodeMenu(node: TreeNode, { can, t, top, directOnly }: Rights): readonly NodeMenuItem[] {
  const isTop = node.pId === '';
  const groups: (NodeMenuItem & { needs?: string })[][] = [
    [
      { key: 'create', label: t('screens:tree.create'), needs: 'assets.add_node' },
      { key: 'rename', label: t('screens:tree.rename'), needs: 'assets.change_node', why: isTop && top },
      { key: 'delete', label: t('screens:tree.delete'), needs: 'assets.delete_node', danger: true, why: isTop && top },
    ],
    [
      { key: 'add', label: t('tree:fill.add'), needs: 'assets.change_assetnodes' },
      { key: 'replace', label: t('tree:fill.replace'), needs: 'assets.change_assetnodes' },
      { key: 'remove', label: t('tree:fill.remove'), needs: 'assets.change_assetnodes' },
    ],
    [
      { key: 'refresh', label: t('assets:task.refresh'), needs: MAY.refresh },
      { key: 'test', label: t('assets:task.test'), needs: MAY.test },
    ],
    directOnly === undefined
      ? []
      : [
          { key: 'direct', label: t('tree:directOnly'), checked: directOnly },
          { key: 'below', label: t('tree:allBelow'), checked: !directOnly },
        ],
    [
      { key: 'recount', label: t('tree:recount'), needs: 'assets.change_node' },
      { key: 'info', label: t('tree:info') },
    ],
  ];
  return groups
    .map((group) => group.filter((item) => item.needs === undefined || can(item.needs)))
    .filter((group) => group.length > 0)
    .flatMap((group, place) =>
      group.map(({ needs: _needs, ...item }, index) => (place > 0 && index === 0 ? { ...item, apart: true } : item)),
    );
}
