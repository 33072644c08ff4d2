import { Dropdown } from 'antd';
import { Check } from 'lucide-react';
import { takePress } from '../../data/take-press.ts';

/** A point of the window, in px. */
export interface Place {
  x: number;
  y: number;
}

export interface NodeMenuItem {
  key: string;
  label: string;
  danger?: boolean;
  disabled?: boolean;
  /** One of several ways that is in force. */
  checked?: boolean;
  /** A line above it. */
  apart?: boolean;
}

interface Props {
  place: Place;
  items: readonly NodeMenuItem[];
  onPick: (key: string) => void;
  onClose: () => void;
}

/** What can be done with a node, at the place where it was asked for. Clicking elsewhere or Escape closes it. */
export function NodeMenu({ place, items, onPick, onClose }: Props) {
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      destroyOnHidden
      onOpenChange={(open) => !open && onClose()}
      menu={{
        items: items.flatMap(({ key, label, danger = false, disabled = false, checked, apart }) => [
          ...(apart ? [{ type: 'divider' as const, key: `above-${key}` }] : []),
          {
            key,
            label,
            danger,
            disabled,
            ...(checked === undefined
              ? {}
              : { icon: <Check size={14} aria-hidden style={{ visibility: checked ? 'visible' : 'hidden' }} /> }),
          },
        ]),
        selectable: false,
        onClick: ({ key, domEvent }) => {
          takePress({ domEvent });
          onClose();
          onPick(key);
        },
      }}
    >
      <span className="s-tree-anchor" style={{ left: place.x, top: place.y }} />
    </Dropdown>
  );
}
