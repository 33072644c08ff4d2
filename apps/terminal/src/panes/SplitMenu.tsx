import { isRefused, type MenuLine, menuLines } from '@postern/ui';
import { Dropdown } from 'antd';
import { Columns2 } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { type SessionTab, SHAPES, type Shape, type TabsState } from '../sessions/tabs-state.ts';
import { useTranslate } from '../shell/language.tsx';
import { refusedWords } from '../shell/refused.ts';
import { MOST_PANES, splitOf } from './splits.ts';
import { paneWords } from './words.ts';

export interface SplitActions {
  split: (tab: SessionTab) => void;
  join: (key: string, beside: string) => void;
  leave: (key: string) => void;
  shape: (key: string, shape: Shape) => void;
  zoom: (key: string) => void;
  sync: (keys: readonly string[]) => void;
}

interface SplitMenuProps {
  state: TabsState;
  actions: SplitActions;
  /** Keys of the terminals in the split that take input; fewer than two cannot be synchronised. Absent where nobody may. */
  syncable: readonly string[] | undefined;
  /** Opens the choice of sessions to type into; absent where there are not two. */
  onChooseSync: (() => void) | undefined;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** What can be done with the panes in view. */
export function SplitMenu({ state, actions, syncable, onChooseSync, open, onOpen }: SplitMenuProps) {
  const t = useTranslate();
  const button: RefObject<HTMLButtonElement | null> = useRef(null);
  const tab = state.tabs.find((one) => one.key === state.active);
  if (!tab) return null;
  const split = splitOf(state, tab.key);
  const full = (split?.members.length ?? 1) >= MOST_PANES;
  const others = state.tabs.filter((one) => one.key !== tab.key && !split?.members.includes(one.key));
  const lines: MenuLine[] = [
    { key: 'copy', label: t(paneWords.copyBeside), why: full && t(paneWords.full), onClick: () => actions.split(tab) },
    ...others.slice(0, 20).map((one) => ({
      key: `add ${one.key}`,
      label: t(paneWords.add, { name: one.title }),
      why: full && t(paneWords.full),
      onClick: () => actions.join(one.key, tab.key),
    })),
    ...(split
      ? [
          { type: 'divider' as const },
          ...SHAPES.filter((shape) => shape !== 'grid' || split.members.length > 2).map((shape) => ({
            key: shape,
            label: `${split.shape === shape ? '✓ ' : ''}${t(paneWords[shape])}`,
            onClick: () => actions.shape(tab.key, shape),
          })),
          { type: 'divider' as const },
          { key: 'zoom', label: t(split.zoomed ? paneWords.unzoom : paneWords.zoom), onClick: () => actions.zoom(tab.key) },
          { key: 'leave', label: t(paneWords.leave), onClick: () => actions.leave(tab.key) },
        ]
      : []),
    ...(syncable || onChooseSync || state.synced.length > 0 ? [{ type: 'divider' as const }] : []),
    ...(state.synced.length > 0
      ? [{ key: 'stop', label: t(paneWords.syncStopAll), onClick: () => actions.sync([]) }]
      : [
          ...(syncable && split
            ? [
                {
                  key: 'sync',
                  label: t(paneWords.sync),
                  why: syncable.length < 2 && t(refusedWords.twoPanes),
                  onClick: () => actions.sync(syncable),
                },
              ]
            : []),
          ...(onChooseSync ? [{ key: 'choose', label: t(paneWords.syncChosen), onClick: onChooseSync }] : []),
        ]),
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={open}
      // A line that refuses says why, and leaves the menu open.
      onOpenChange={(next, { source }) => source !== 'menu' && onOpen(next)}
      autoFocus
      menu={{ items: menuLines(lines), onClick: (pressed) => !isRefused(pressed) && onOpen(false) }}
    >
      <button
        ref={button}
        type="button"
        className="pt-tabs-tool"
        aria-label={t(paneWords.split)}
        title={`${t(paneWords.split)} (Alt+Shift+S)`}
        aria-haspopup="menu"
      >
        <Columns2 size={15} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
