import { isRefused, type MenuLine, menuLines, takePress } from '@postern/ui';
import { Dropdown } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';

interface Props {
  /** Menu lines; a heading and a divider are lines as well. Asked for when the menu opens. */
  items: () => readonly (MenuLine | null)[];
  onPick: (key: string) => void;
  onOpen?: () => void;
  /** The keys that are marked as chosen. */
  chosen?: readonly string[];
  /** Draws the button. The menu itself is made by the first press: a table has dozens of them and most are never opened. */
  children: (button: { onClick?: () => void; 'aria-haspopup': 'menu'; 'aria-expanded': boolean; autoFocus?: boolean }) => ReactElement;
}

/** A button with a menu. */
export function PopMenu({ items, onPick, onOpen, chosen, children }: Props) {
  const [open, setOpen] = useState<boolean>();
  const turn = (next: boolean) => {
    if (next) onOpen?.();
    setOpen(next);
  };
  const lines = open ? menuLines(items()) : [];
  const { length } = lines;
  // A line that only says that the others are on their way takes no focus: once they are there, keys are theirs.
  useEffect(() => {
    const menu = open && length > 0 ? document.querySelector('.ant-dropdown:not(.ant-dropdown-hidden) .s-pop-menu') : null;
    if (menu && !menu.contains(document.activeElement))
      menu.querySelector<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])')?.focus();
  }, [open, length]);
  if (open === undefined) return children({ onClick: () => turn(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      // A line that refuses says why, and leaves the menu open.
      onOpenChange={(next, { source }) => source !== 'menu' && turn(next)}
      autoFocus
      menu={{
        items: lines,
        className: 's-pop-menu',
        ...(chosen === undefined ? {} : { selectable: true, selectedKeys: [...chosen] }),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          takePress({ domEvent });
          if (isRefused({ domEvent })) return;
          setOpen(false);
          onPick(key);
        },
      }}
    >
      {children({ 'aria-haspopup': 'menu', 'aria-expanded': open, autoFocus: true })}
    </Dropdown>
  );
}
