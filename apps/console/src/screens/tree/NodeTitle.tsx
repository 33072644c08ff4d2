import type { TreeNode } from '@postern/contract/wire';
import { Input } from 'antd';
import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from './NodeMenu.tsx';
import type { RowDrag } from './useNodeDrag.ts';

export interface Renaming {
  id: string;
  /** True when the name was taken; the field stays open otherwise. */
  save: (value: string) => Promise<boolean>;
  cancel: () => void;
}

interface Props {
  node: TreeNode;
  /** As it is renamed. */
  name: string;
  renaming: Renaming | undefined;
  /** The field has closed: the focus goes back to the tree. */
  onDone: () => void;
  onMenu: ((place: Place) => void) | undefined;
  drag: RowDrag | undefined;
}

/** A node's row: its name with the count, or the field to write the name in, and the button of its menu. */
export function NodeTitle({ node, name, renaming, onDone, onMenu, drag }: Props) {
  const { t } = useTranslation('tree');
  if (renaming) return <NameField start={name} renaming={renaming} onDone={onDone} />;
  const { isTarget = false, ...dragging } = drag ?? {};
  return (
    <span className={isTarget ? 's-tree-row is-target' : 's-tree-row'} data-node={node.id} {...dragging}>
      <span className="s-tree-name" title={node.title}>
        {node.name}
      </span>
      {onMenu && (
        <button
          type="button"
          className="p-bare s-tree-more"
          tabIndex={-1}
          aria-label={t('menuOf', { name })}
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom });
          }}
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

function NameField({ start, renaming, onDone }: { start: string; renaming: Renaming; onDone: () => void }) {
  const { t } = useTranslation('screens');
  const [value, setValue] = useState(start);
  // Closing the field takes the focus off it, which must not save what was just given up or is on its way.
  const settled = useRef(false);
  const cancel = () => {
    settled.current = true;
    renaming.cancel();
    onDone();
  };
  const save = async () => {
    const name = value.trim();
    if (settled.current) return;
    if (name === '' || name === start) return cancel();
    settled.current = true;
    if (await renaming.save(name)) onDone();
    else settled.current = false;
  };
  return (
    <Input
      className="s-tree-field"
      size="small"
      autoFocus
      onFocus={(event) => {
        event.stopPropagation();
        event.target.select();
      }}
      value={value}
      maxLength={128}
      aria-label={t('tree.name')}
      onChange={(event) => setValue(event.target.value)}
      onClick={(event) => event.stopPropagation()}
      // The tree listens to keys and drags of its rows; here they belong to the text.
      onMouseDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') cancel();
        else if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save();
      }}
      onBlur={(event) => {
        event.stopPropagation();
        void save();
      }}
    />
  );
}
