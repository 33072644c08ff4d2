import { isRefused, menuLines, takePress, type Why } from '@postern/ui';
import { Dropdown } from 'antd';
import { Check } from 'lucide-react';

/** A point of the window, in px. */
export interface Place {
  x: number;
  y: number;
}

export interface NodeMenuItem {
  key: string;
  label: string;
  danger?: boolean;
  /** Why it cannot be picked now. */
  why?: Why;
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
      // A line that refuses says why, and leaves the menu open.
      onOpenChange={(open, { source }) => !open && source !== 'menu' && onClose()}
      menu={{
        items: menuLines(
          items.flatMap(({ key, label, danger = false, why, checked, apart }) => [
            ...(apart ? [{ type: 'divider' as const, key: `above-${key}` }] : []),
            {
              key,
              label,
              danger,
              why,
              ...(checked === undefined
                ? {}
                : { icon: <Check size={14} aria-hidden style={{ visibility: checked ? 'visible' : 'hidden' }} /> }),
            },
          ]),
        ),
        selectable: false,
        onClick: ({ key, domEvent }) => {
          takePress({ domEvent });
          if (isRefused({ domEvent })) return;
          onClose();
          onPick(key);
        },
      }}
    >
      <span className="s-tree-anchor" style={{ left: place.x, top: place.y }} />
    </Dropdown>
  );
}
