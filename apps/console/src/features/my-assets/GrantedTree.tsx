import { useState } from 'react';
import { NodeTree } from '../../screens/tree/NodeTree.tsx';
import { useNodeTree } from '../../screens/tree/useNodeTree.ts';

/** The nodes a person may see, favourites first. */
export function GrantedTree({ onPick }: { onPick: (node: string | undefined) => void }) {
  const tree = useNodeTree('perms/users/self/nodes/children/tree/', {});
  const [selected, setSelected] = useState<string>();
  return (
    <NodeTree
      tree={tree}
      selected={selected}
      onSelect={(node) => {
        setSelected(node?.id);
        onPick(node ? String(node.meta.data?.id ?? node.id) : undefined);
      }}
    />
  );
}
