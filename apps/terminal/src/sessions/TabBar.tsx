import { Dropdown, type MenuProps } from 'antd';
import { ChevronLeft, ChevronRight, FolderOpen, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslate } from '../shell/language.tsx';
import { FILES_METHOD } from '../transport/api.ts';
import { typeIcon } from '../tree/icons.ts';
import { type CloseScope, closing, TITLE_MAX } from './tabs.ts';
import type { SessionTab, TabsState } from './tabs-state.ts';
import { sessionWords } from './words.ts';

export interface TabActions {
  activate: (key: string) => void;
  rename: (key: string, title: string) => void;
  close: (key: string, scope: CloseScope) => void;
  clone: (tab: SessionTab) => void;
  reconnect: (tab: SessionTab) => void;
}

const SCROLL_PX = 300;
const PHASES = { connecting: sessionWords.connecting, connected: sessionWords.connected, ended: sessionWords.ended } as const;

/** The open sessions: click or arrow keys to switch, double click to rename, right click for more. */
export function TabBar({ state, actions, children }: { state: TabsState; actions: TabActions; children?: ReactNode }) {
  const t = useTranslate();
  const strip = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  const { tabs, active } = state;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab more or less changes what fits
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const measure = (): void => setOverflows(element.scrollWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [tabs.length]);

  useEffect(() => {
    strip.current?.querySelector(`[data-key="${active}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const scroll = (by: number): void => strip.current?.scrollBy({ left: by, behavior: 'smooth' });
  return (
    <div className="pt-tabs">
      {overflows ? (
        <button type="button" className="pt-tabs-scroll" aria-label={t(sessionWords.scrollLeft)} onClick={() => scroll(-SCROLL_PX)}>
          <ChevronLeft size={14} aria-hidden="true" />
        </button>
      ) : null}
      <div className="pt-tabs-strip" role="tablist" aria-label={t(sessionWords.sessions)} ref={strip}>
        {tabs.map((tab) => (
          <Tab key={tab.key} tab={tab} state={state} actions={actions} />
        ))}
      </div>
      {overflows ? (
        <button type="button" className="pt-tabs-scroll" aria-label={t(sessionWords.scrollRight)} onClick={() => scroll(SCROLL_PX)}>
          <ChevronRight size={14} aria-hidden="true" />
        </button>
      ) : null}
      {children}
    </div>
  );
}

function Tab({ tab, state, actions }: { tab: SessionTab; state: TabsState; actions: TabActions }) {
  const t = useTranslate();
  const [renaming, setRenaming] = useState(false);
  const selected = state.active === tab.key;
  const Icon = tab.method === FILES_METHOD ? FolderOpen : typeIcon(tab.target.type);

  const scopes: [CloseScope, string][] = [
    ['one', t(sessionWords.close)],
    ['others', t(sessionWords.closeOthers)],
    ['left', t(sessionWords.closeLeft)],
    ['right', t(sessionWords.closeRight)],
    ['all', t(sessionWords.closeAll)],
  ];
  const items: MenuProps['items'] = [
    { key: 'clone', label: t(sessionWords.clone) },
    { key: 'reconnect', label: t(sessionWords.reconnect) },
    { key: 'rename', label: t(sessionWords.rename) },
    { type: 'divider' },
    ...scopes.map(([scope, label]) => ({ key: scope, label, disabled: closing(state, tab.key, scope).length === 0 })),
  ];
  const onMenu = (key: string): void => {
    if (key === 'clone') actions.clone(tab);
    else if (key === 'reconnect') actions.reconnect(tab);
    else if (key === 'rename') setRenaming(true);
    else actions.close(tab.key, key as CloseScope);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = state.tabs.findIndex((entry) => entry.key === tab.key);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = by === 0 ? undefined : state.tabs[(at + by + state.tabs.length) % state.tabs.length];
    if (next) {
      const strip = event.currentTarget.closest('[role="tablist"]');
      actions.activate(next.key);
      strip?.querySelector<HTMLElement>(`[data-key="${next.key}"] [role="tab"]`)?.focus();
    }
    if (event.key === 'Delete') actions.close(tab.key, 'one');
    if (event.key === 'F2') setRenaming(true);
  };

  return (
    <Dropdown trigger={['contextMenu']} menu={{ items, onClick: ({ key }) => onMenu(key) }}>
      <div
        className={['pt-tab', selected && 'pt-tab--active', tab.phase === 'ended' && 'pt-tab--ended'].filter(Boolean).join(' ')}
        data-key={tab.key}
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
            aria-selected={selected}
            tabIndex={selected ? 0 : -1}
            className="pt-tab-main"
            title={`${tab.title} · ${tab.account}@${tab.target.address} · ${t(PHASES[tab.phase])}`}
            onClick={() => actions.activate(tab.key)}
            onDoubleClick={() => setRenaming(true)}
            onKeyDown={onKeyDown}
            onAuxClick={(event) => event.button === 1 && actions.close(tab.key, 'one')}
          >
            <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
            <span className="pt-tab-title">{tab.title}</span>
            <span className={`pt-dot pt-dot--${tab.phase}`} aria-hidden="true" />
            <span className="p-visually-hidden">{t(PHASES[tab.phase])}</span>
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
