import { useTranslation } from 'react-i18next';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useNodeTree } from '../../screens/tree/useNodeTree.ts';

/** The nodes a person may see, favourites first. Words are looked for among all of them, whatever is open. */
export function GrantedTree({ picked, onPick }: { picked: string | undefined; onPick: (node: string | undefined) => void }) {
  const { t } = useTranslation('tree');
  const tree = useNodeTree('perms/users/self/nodes/children/tree/', { url: 'perms/users/self/nodes/tree/' });
  const idOf = (node: (typeof tree.nodes)[number]) => String(node.meta.data?.id ?? node.id);
  return (
    <NodeTree
      tree={tree}
      label={t('byNode')}
      selected={picked === undefined ? undefined : tree.nodes.find((node) => idOf(node) === picked)?.id}
      onSelect={(node) => onPick(node && idOf(node))}
    />
  );
}
