import { addressOf } from '@postern/client/api';
import type { TreeNode } from '@postern/contract/wire';
import { Button } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useNodeTree } from '../../data/useNodeTree.ts';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useUnless } from '../../session/useRefusals.ts';
import { isNobody, NO_TARGETS, type Targets } from './command-draft.ts';

const isAsset = (node: TreeNode): boolean => node.meta.type === 'asset';
const idOf = (node: TreeNode): string => (isAsset(node) ? node.id : String(node.meta.data?.id ?? node.id));

/** Ticks what was not, and the other way round. */
export function toggled({ assets, nodes }: Targets, node: TreeNode): Targets {
  const id = idOf(node);
  const turn = (ids: readonly string[]) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return isAsset(node) ? { assets: turn(assets), nodes } : { assets, nodes: turn(nodes) };
}

/** Whether a node is ticked itself, or is part of one that is. */
export function tickOf(
  { assets, nodes }: Targets,
  node: TreeNode,
  byId: ReadonlyMap<string, TreeNode>,
): { ticked: boolean; fixed: boolean } {
  // Bounded by the number of nodes: a tree that runs in circles has no more.
  let above = byId.get(node.pId);
  for (let steps = byId.size; above && steps > 0; steps -= 1) {
    if (nodes.includes(idOf(above))) return { ticked: true, fixed: true };
    above = byId.get(above.pId);
  }
  return { ticked: (isAsset(node) ? assets : nodes).includes(idOf(node)), fixed: false };
}

interface Props {
  value: Targets;
  onChange: (targets: Targets) => void;
  height?: number;
}

/** The assets that a person reaches, by node, to be ticked. A node that is ticked stands for all below it. */
export function TargetTree({ value, onChange, height }: Props) {
  const { t } = useTranslation('jobs');
  const unless = useUnless();
  const tree = useNodeTree(addressOf('permsUsers', 'stepWithAssets', 'self'), {
    query: {},
    at: addressOf('permsUsers', 'assetTree', 'self'),
  });
  const byId = new Map(tree.nodes.map((node) => [node.id, node]));
  const canTick = (node: TreeNode): boolean => isAsset(node) || node.meta.type === 'node';
  return (
    <div>
      <p className="j-chosen">
        <span role="status">{t('quick.chosen', { assets: value.assets.length, nodes: value.nodes.length })}</span>
        <Button size="small" type="link" refused={unless(!isNobody(value), 'refused:nothingLeft')} onClick={() => onChange(NO_TARGETS)}>
          {t('quick.clear')}
        </Button>
      </p>
      <NodeTree
        tree={tree}
        label={t('quick.targets')}
        selected={undefined}
        height={height}
        tick={(node) => (canTick(node) ? tickOf(value, node, byId) : { ticked: false, fixed: true })}
        onSelect={(node) => {
          if (node && canTick(node) && !tickOf(value, node, byId).fixed) onChange(toggled(value, node));
        }}
      />
    </div>
  );
}
