import { addressOf } from '@postern/client/api';
import { readCookie, writeCookie } from '@postern/client/cookies';
import type { TreeNode } from '@postern/contract/wire';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type NodeTreeModel, useNodeTree } from '../../data/useNodeTree.ts';
import { pickTab } from '../../model/tabs.ts';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { isPicked, pickOf } from './tree-pick.ts';
import type { TreePick } from './useTreePick.ts';

const TAB = 'activeTreeTab';
const DAY = 86_400;

export interface AssetBrowserProps {
  /** Draws the assets below their nodes. */
  withAssets?: boolean;
  /** A second tab has the assets by category, type and platform, counting this. */
  types?: 'asset' | 'account';
  /** What is picked: query values for the list beside the tree. */
  pick: TreePick;
  onPick: (pick: TreePick) => void;
  /** Fixed height in px, inside a dialog. */
  height?: number;
}

export interface DrawnTree {
  tree: NodeTreeModel;
  label: string;
  selected: string | undefined;
  onSelect: (node: TreeNode | undefined) => void;
  height: number | undefined;
  title?: ReactNode;
}

interface Props extends AssetBrowserProps {
  /** Draws the tree of nodes with more than looking. */
  draw?: (tree: DrawnTree) => ReactNode;
}

const plain = (tree: DrawnTree): ReactNode => <NodeTree {...tree} />;

/** Trees to look through assets: by node and, on a second tab, by type (docs/behaviour/trees.md#picking). A pick narrows the list beside them. */
export function AssetBrowser({ types, ...rest }: Props) {
  const { t } = useTranslation('tree');
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState(() => pickTab(['asset', 'type'], params.get(TAB), readCookie(TAB), 'asset'));
  if (!types) return <ByNode {...rest} />;
  const open = (tab: string) => {
    setChosen(tab);
    writeCookie(TAB, tab, DAY);
    // A pick of the other tree narrows nothing that this one shows. Both changes are one step of the address.
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const key of [...Object.keys(rest.pick), 'page']) after.delete(key);
        after.set(TAB, tab);
        return after;
      },
      { replace: true },
    );
  };
  const title = (
    <Segmented
      block
      size="small"
      value={chosen}
      options={[
        { value: 'asset', label: t('byNode') },
        { value: 'type', label: t('byType') },
      ]}
      onChange={open}
    />
  );
  return chosen === 'type' ? <ByType {...rest} title={title} count={types} /> : <ByNode {...rest} title={title} />;
}

function ByNode({ withAssets = false, pick, onPick, height, title, draw = plain }: Omit<Props, 'types'> & { title?: ReactNode }) {
  const { t } = useTranslation('tree');
  const tree = useNodeTree(addressOf('nodes', 'tree', { assets: withAssets ? 1 : 0 }));
  const selected = tree.nodes.find((node) => isPicked(node, pick))?.id;
  return draw({ tree, label: t('byNode'), selected, onSelect: (node) => onPick(pickOf(node)), height, title });
}

function ByType({
  withAssets = false,
  pick,
  onPick,
  height,
  title,
  count,
}: Omit<Props, 'types'> & { title: ReactNode; count: 'asset' | 'account' }) {
  const { t } = useTranslation('tree');
  const tree = useNodeTree(addressOf('nodes', 'categoryTree', { assets: withAssets ? 1 : 0, count_resource: count }), 'here');
  const selected = tree.nodes.find((node) => isPicked(node, pick))?.id;
  return plain({ tree, label: t('byType'), selected, onSelect: (node) => onPick(pickOf(node)), height, title });
}
