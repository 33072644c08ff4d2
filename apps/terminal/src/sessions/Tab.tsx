import { FILES_METHOD } from '@postern/client/connect-picks';
import { Dropdown } from 'antd';
import { FolderOpen, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { splitOf } from '../panes/splits.ts';
import { useTranslate } from '../shell/language.tsx';
import { typeIcon } from '../tree/icons.ts';
import { stateOf } from './session-title.ts';
import { isFolded } from './tab-groups.ts';
import { type TabActions, useTabMenu } from './tab-menu.ts';
import { TITLE_MAX } from './tabs.ts';
import type { SessionTab, TabsState } from './tabs-state.ts';
import { sessionWords } from './words.ts';

/** What is dragged within the bar. Not text: a terminal takes that as a paste. */
const DRAGGED = 'application/x-postern-tab';

export const carriesTab = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAGGED);
export const draggedTab = (event: DragEvent): string => event.dataTransfer.getData(DRAGGED);

/** Id of the element that is the tab: the list of tabs names what is in it, since buttons stand between. */
export const tabId = (key: string): string => `tab-${key}`;

interface TabProps {
  tab: SessionTab;
  state: TabsState;
  actions: TabActions;
}

/** One session in the bar: click, arrows, drag, double click to rename, right click for more. */
export function Tab({ tab, state, actions }: TabProps) {
  const t = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const [over, setOver] = useState(false);
  const menu = useTabMenu({ tab, state, actions, onRename: () => setRenaming(true) });
  const selected = state.active === tab.key;
  const Icon = tab.method === FILES_METHOD ? FolderOpen : typeIcon(tab.target.type);
  const split = splitOf(state, tab.key);
  const group = state.groups.find(({ id }) => id === tab.group);

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const strip = event.currentTarget.closest('.pt-tabs-strip');
    const focus = (key: string): void => {
      // After the terminal that comes into view has taken the focus.
      setTimeout(() => strip?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] [role="tab"]`)?.focus());
    };
    if (by !== 0 && event.ctrlKey && event.shiftKey) {
      event.preventDefault();
      actions.shift(tab.key, by);
      focus(tab.key);
      return;
    }
    const drawn = state.tabs.filter((one) => one.key === state.active || !isFolded(state, one));
    const next = by === 0 ? undefined : drawn[(drawn.indexOf(tab) + by + drawn.length) % drawn.length];
    if (next) {
      actions.activate(next.key);
      focus(next.key);
    }
    if (event.key === 'Delete') actions.close(tab.key, 'one', true);
    if (event.key === 'F2') setRenaming(true);
  };

  const classes = [
    'pt-tab',
    selected && 'pt-tab--active',
    tab.phase === 'ended' && 'pt-tab--ended',
    split && 'pt-tab--split',
    split && split.members.at(-1) !== tab.key && 'pt-tab--joined',
    group && `pt-tab--grouped pt-group--${group.colour}`,
    over && 'pt-tab--over',
  ];
  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way of what Ctrl+Shift and an arrow do */}
      <div
        className={classes.filter(Boolean).join(' ')}
        data-key={tab.key}
        draggable={!renaming}
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAGGED, tab.key);
          event.dataTransfer.effectAllowed = 'move';
        }}
        onDragOver={(event) => {
          if (!carriesTab(event)) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          if (!carriesTab(event)) return;
          event.preventDefault();
          setOver(false);
          actions.move(draggedTab(event), tab.key);
        }}
      >
        {renaming ? (
          <input
            // biome-ignore lint/a11y/noAutofocus: the field was just asked for
            autoFocus
            className="p-box pt-tab-rename"
            aria-label={t(sessionWords.rename)}
            defaultValue={tab.title}
            maxLength={TITLE_MAX}
            onFocus={(event) => event.target.select()}
            onBlur={(event) => {
              actions.rename(tab.key, event.target.value);
              setRenaming(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
              if (event.key === 'Escape') setRenaming(false);
            }}
          />
        ) : (
          <button
            type="button"
            role="tab"
            id={tabId(tab.key)}
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            className="pt-tab-main"
            title={`${tab.title} · ${tab.account}@${tab.target.address} · ${t(stateOf(tab))}`}
            onClick={() => actions.activate(tab.key)}
            onDoubleClick={() => setRenaming(true)}
            onKeyDown={onKeyDown}
            onAuxClick={(event) => event.button === 1 && actions.close(tab.key, 'one')}
          >
            <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
            <span className="pt-tab-title">{tab.title}</span>
            <span className={`pt-dot pt-dot--${tab.phase === 'connected' && tab.lost ? 'connecting' : tab.phase}`} aria-hidden="true" />
            <span className="p-visually-hidden">{t(stateOf(tab))}</span>
          </button>
        )}
        <button
          type="button"
          className="p-bare pt-tab-close"
          aria-label={t(sessionWords.closeNamed, { name: tab.title })}
          tabIndex={selected ? 0 : -1}
          onClick={() => actions.close(tab.key, 'one')}
        >
          <X size={13} aria-hidden="true" />
        </button>
      </div>
    </Dropdown>
  );
}
