import { MachineBand } from '@postern/ui';
import { Keyboard, Maximize2, Minimize2, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { SessionTab, TabsState } from '../sessions/tabs-state.ts';
import { useTranslate } from '../shell/language.tsx';
import { type Rect, splitOf } from './splits.ts';
import { paneWords } from './words.ts';

export interface SlotActions {
  activate: (key: string) => void;
  zoom: (key: string) => void;
  close: (key: string, scope: 'one') => void;
  sync: (keys: readonly string[]) => void;
}

interface PaneSlotProps {
  tab: SessionTab;
  state: TabsState;
  /** Where it lies; the whole when absent. */
  rect: Rect | undefined;
  visible: boolean;
  /** Whether it is named above: where several are, or could be, in view. */
  bar: boolean;
  actions: SlotActions;
  children: ReactNode;
}

const percent = (share: number): string => `${share * 100}%`;

/** The place of a session: a bar that names it where there are several, and a warning where what is typed goes elsewhere, too. */
export function PaneSlot({ tab, state, rect, visible, bar, actions, children }: PaneSlotProps) {
  const t = useTranslate();
  const split = splitOf(state, tab.key);
  const active = state.active === tab.key;
  const synced = state.synced.includes(tab.key);
  const classes = ['pt-slot', rect && 'pt-slot--shared', bar && active && 'pt-slot--active', synced && 'pt-slot--synced'];
  /** Buttons that are clicked leave the focus in the terminal, whose pane becomes the active one. */
  const keepFocus = (event: MouseEvent): void => {
    event.preventDefault();
    actions.activate(tab.key);
  };
  return (
    <div
      className={classes.filter(Boolean).join(' ')}
      hidden={!visible}
      data-pane={tab.key}
      style={
        rect ? { left: percent(rect.left), top: percent(rect.top), width: percent(rect.width), height: percent(rect.height) } : undefined
      }
      onFocusCapture={() => active || actions.activate(tab.key)}
    >
      {split && bar ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way to a pane; keys have their own
        <div className="pt-slot-bar" onMouseDown={keepFocus}>
          <span className={`pt-dot pt-dot--${tab.phase}`} aria-hidden="true" />
          <span className="pt-slot-title">{tab.title}</span>
          <button
            type="button"
            className="p-bare pt-slot-button"
            aria-label={t(split.zoomed ? paneWords.unzoom : paneWords.zoom)}
            title={`${t(split.zoomed ? paneWords.unzoom : paneWords.zoom)} (Alt+Shift+Z)`}
            onClick={() => actions.zoom(tab.key)}
          >
            {split.zoomed ? <Minimize2 size={13} aria-hidden="true" /> : <Maximize2 size={13} aria-hidden="true" />}
          </button>
          <button
            type="button"
            className="p-bare pt-slot-button"
            aria-label={t(paneWords.closePane, { name: tab.title })}
            title={`${t(paneWords.closePane, { name: tab.title })} (Alt+Shift+X)`}
            onClick={() => actions.close(tab.key, 'one')}
          >
            <X size={13} aria-hidden="true" />
          </button>
        </div>
      ) : null}
      {synced ? (
        <div className="pt-sync" role="status" onMouseDown={keepFocus}>
          <Keyboard size={14} aria-hidden="true" />
          <span>{t(paneWords.syncOn, { count: state.synced.length })}</span>
          <button type="button" title={`${t(paneWords.syncStopAll)} (Alt+Shift+Y)`} onClick={() => actions.sync([])}>
            {t(paneWords.syncStop)} <kbd>Alt+Shift+Y</kbd>
          </button>
        </div>
      ) : null}
      {tab.target.mark ? <MachineBand {...tab.target.mark} /> : null}
      <div className="pt-slot-body">{children}</div>
    </div>
  );
}
