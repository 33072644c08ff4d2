import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { useNodeTree } from '../../data/useNodeTree.ts';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';

interface Props {
  /** Whose; one's own without it. */
  user?: string;
  picked: string | undefined;
  onPick: (node: string | undefined) => void;
}

/** The nodes a person may see, favourites first. Words are looked for among all of them, whatever is open. */
export function GrantedTree({ user = 'self', picked, onPick }: Props) {
  const { t } = useTranslation('tree');
  const tree = useNodeTree(addressOf('permsUsers', 'nodeChildrenTree', user), {
    url: addressOf('permsUsers', 'nodeTree', user),
    rebuilt: true,
  });
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
