import '../screens.css';
import type { TreeNode } from '@postern/contract/wire';
import { IconButton, SkeletonRows } from '@postern/ui';
import { Dropdown, Input, type MenuProps, Tree } from 'antd';
import { Folder, FolderHeart, Monitor, RotateCw, Search, Shapes } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../session/errors.ts';
import type { Branch } from '../model/tree.ts';
import type { NodeTreeModel } from './useNodeTree.ts';

const ICONS: Readonly<Record<string, typeof Folder>> = { asset: Monitor, category: Shapes, type: Shapes, platform: Shapes };

interface Props {
  tree: NodeTreeModel;
  selected: string | undefined;
  onSelect: (node: TreeNode | undefined) => void;
  /** Context menu of a node; none when empty. */
  menu?: (node: TreeNode) => MenuProps['items'];
  onMenu?: (key: string, node: TreeNode) => void;
  /** Above the nodes: such as the buttons that make one. */
  title?: ReactNode;
}

interface Item {
  key: string;
  title: ReactNode;
  icon: ReactNode;
  isLeaf: boolean;
  disabled?: boolean;
  node: TreeNode;
  children?: Item[];
}

/** The tree beside a table: search, lazy branches, counts, a menu on each node, arrow keys. */
export function NodeTree({ tree, selected, onSelect, menu, onMenu, title }: Props) {
  const { t } = useTranslation('screens');
  const [menuFor, setMenuFor] = useState<TreeNode>();
  const itemOf = ({ node, children }: Branch): Item => {
    const Icon = node.id === 'favorite' ? FolderHeart : (ICONS[node.meta.type] ?? Folder);
    return {
      key: node.id,
      title: <span title={node.title}>{node.name}</span>,
      icon: <Icon size={14} aria-hidden />,
      isLeaf: !node.isParent || (children.length === 0 && tree.opened.has(node.id)),
      node,
      ...(children.length > 0 ? { children: children.map(itemOf) } : {}),
    };
  };
  const items = menuFor && menu ? menu(menuFor) : [];
  return (
    <div className="s-tree">
      <div className="s-tree-head">
        <Input
          size="small"
          allowClear
          prefix={<Search size={14} aria-hidden />}
          value={tree.typed}
          placeholder={t('tree.search')}
          aria-label={t('tree.search')}
          maxLength={128}
          onChange={(event) => tree.setTyped(event.target.value)}
        />
        <IconButton icon={RotateCw} label={t('action.refresh')} onClick={() => void tree.refresh()} />
        {title}
      </div>
      {tree.loading && <SkeletonRows rows={5} columns={1} label={t('list.loading')} />}
      {tree.error !== null && <p className="s-tree-note">{errorMessage(tree.error)}</p>}
      {!tree.loading && !tree.error && tree.branches.length === 0 && (
        <p className="s-tree-note">{t(tree.searching ? 'tree.noMatch' : 'tree.none')}</p>
      )}
      <Dropdown
        trigger={['contextMenu']}
        disabled={!menu}
        menu={{ items: items ?? [], onClick: ({ key }) => menuFor && onMenu?.(key, menuFor) }}
        onOpenChange={(open) => !open && setMenuFor(undefined)}
      >
        <div>
          <Tree<Item>
            blockNode
            showIcon
            treeData={tree.branches.map(itemOf)}
            selectedKeys={selected ? [selected] : []}
            expandedKeys={[...tree.expanded]}
            onExpand={(keys) => tree.setExpanded(keys.map(String))}
            loadData={(item) => tree.loadChildren(item.node)}
            onSelect={(keys, { node }) => onSelect(keys.length > 0 ? node.node : undefined)}
            onRightClick={({ node }) => {
              setMenuFor(node.node);
              onSelect(node.node);
            }}
          />
        </div>
      </Dropdown>
    </div>
  );
}
