import { useTranslation } from 'react-i18next';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useNodeTree } from '../../screens/tree/useNodeTree.ts';

interface Props {
  /** Whose; one's own without it. */
  user?: string;
  picked: string | undefined;
  onPick: (node: string | undefined) => void;
}

/** The nodes a person may see, favourites first. Words are looked for among all of them, whatever is open. */
export function GrantedTree({ user = 'self', picked, onPick }: Props) {
  const { t } = useTranslation('tree');
  const tree = useNodeTree(`perms/users/${user}/nodes/children/tree/`, { url: `perms/users/${user}/nodes/tree/` });
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
