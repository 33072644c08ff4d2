import { FILES_METHOD } from '@postern/client/connect-picks';
import { EmptyState, useMediaQuery } from '@postern/ui';
import '@xterm/xterm/css/xterm.css';
import { FolderOpen, SquareChevronRight, TerminalSquare } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, lazy, type PointerEvent, Suspense, useState } from 'react';
import { AccessProvider } from '../connect/access.tsx';
import { useConnect } from '../connect/useConnect.tsx';
import { usePanes } from '../panes/usePanes.tsx';
import { BatchBar } from '../sessions/BatchBar.tsx';
import { allowsSeveral, offersBatch } from '../sessions/batch.ts';
import { SessionPanes } from '../sessions/SessionPanes.tsx';
import { sessionTitle } from '../sessions/session-title.ts';
import { TabBar } from '../sessions/TabBar.tsx';
import { useSessions } from '../sessions/useSessions.ts';
import { sessionWords } from '../sessions/words.ts';
import { snippetWords } from '../snippets/words.ts';
import { AssetPanel } from '../tree/AssetPanel.tsx';
import { Header, OrganizationSelect } from './Header.tsx';
import { useTranslate } from './language.tsx';
import { usePageTitle } from './page-title.ts';
import { useServices } from './services.tsx';
import { useKeys } from './useKeys.ts';
import { useReaderMode } from './useReaderMode.ts';
import { useWantedAsset } from './useWantedAsset.ts';
import { openTiled } from './windows.ts';
import { shellWords } from './words.ts';

const WIDTHS = { min: 200, max: 560, start: 280, step: 16 };
const STORE = 'postern.terminal.panel';

// Loads when somebody asks for it.
const SnippetPanel = lazy(() => import('../snippets/SnippetPanel.tsx').then((module) => ({ default: module.SnippetPanel })));

interface WorkspaceProps {
  /** Opens files of assets, and no terminals. */
  files?: boolean;
}

/** The main page: assets on the left, sessions on the right (docs/behaviour/terminal.md#desk). */
export function Workspace({ files = false }: WorkspaceProps) {
  return (
    <AccessProvider>
      <WorkspaceBody files={files} />
    </AccessProvider>
  );
}

function WorkspaceBody({ files }: Required<WorkspaceProps>) {
  const t = useTranslate();
  const { settings } = useServices();
  const sessions = useSessions();
  const { connect, dialog } = useConnect(sessions.open, files ? FILES_METHOD : undefined);
  useWantedAsset(connect);
  const small = useMediaQuery('(max-width: 767.98px)');
  const panel = usePanel(small);
  const [org, setOrg] = useState(0);
  const { state, actions } = sessions;
  const active = state.tabs.find((tab) => tab.key === state.active);
  usePageTitle(sessionTitle(active, t));
  const name = t(files ? shellWords.fileManager : shellWords.product);

  const batch = sessions.terminals.filter((tab) => tab.protocol === 'ssh');
  const panes = usePanes(sessions);
  const [snippets, setSnippets] = useState(false);
  useKeys({ ...panes.keys, snippets: () => setSnippets((open) => !open), reader: useReaderMode().toggle });
  const takes = sessions.terminals.some(({ key }) => key === state.active);

  return (
    <div className="pt-desk">
      <Header name={name} sessions={sessions} treeOpen={panel.open} onToggleTree={panel.toggle} />
      <div className="pt-body" style={{ '--pt-panel': `${panel.width}px` } as CSSProperties}>
        <div className={small ? 'pt-side pt-side--over' : 'pt-side'} hidden={!panel.open}>
          <AssetPanel
            key={org}
            head={<OrganizationSelect onChange={() => setOrg((now) => now + 1)} />}
            onConnect={(asset, ask) => {
              if (small) panel.close();
              void connect(asset, ask);
            }}
            onNewWindow={openTiled}
          />
        </div>
        {panel.open && small ? (
          <button type="button" className="pt-shade" aria-label={t(shellWords.hideTree)} onClick={panel.close} />
        ) : null}
        <main className="pt-work">
          <h1 className="p-visually-hidden">{active?.title ?? name}</h1>
          {panel.open && !small ? (
            // biome-ignore lint/a11y/useSemanticElements: a window splitter, as the ARIA pattern writes it
            <div
              role="separator"
              tabIndex={0}
              aria-orientation="vertical"
              aria-label={t(shellWords.resizeTree)}
              aria-valuemin={WIDTHS.min}
              aria-valuemax={WIDTHS.max}
              aria-valuenow={panel.width}
              className="p-grip pt-splitter"
              onPointerDown={panel.drag}
              onKeyDown={panel.keys}
            />
          ) : null}
          {state.tabs.length > 0 ? (
            <TabBar state={state} actions={actions}>
              <button
                type="button"
                className="pt-tabs-tool"
                aria-label={t(snippetWords.title)}
                aria-pressed={snippets}
                title={`${t(snippetWords.title)} (Alt+Shift+Q)`}
                onClick={() => setSnippets((open) => !open)}
              >
                <SquareChevronRight size={15} strokeWidth={1.75} aria-hidden="true" />
              </button>
              {panes.menu}
            </TabBar>
          ) : null}
          <div className="pt-panes">
            {state.tabs.length === 0 ? (
              <div className="pt-centre">
                <EmptyState
                  icon={files ? FolderOpen : TerminalSquare}
                  title={t(files ? sessionWords.emptyFilesTitle : sessionWords.emptyTitle)}
                  text={t(panel.open ? sessionWords.emptyText : sessionWords.emptyTextSmall)}
                />
              </div>
            ) : null}
            <SessionPanes sessions={sessions} />
          </div>
          {offersBatch(settings, active?.method === FILES_METHOD ? undefined : active?.protocol, batch.length) ? (
            <BatchBar sessions={batch} onSend={sessions.input.type} />
          ) : null}
        </main>
        {snippets && state.tabs.length > 0 ? (
          <Suspense fallback={null}>
            <SnippetPanel
              active={!takes || !state.active ? [] : state.synced.includes(state.active) ? state.synced : [state.active]}
              sessions={allowsSeveral(settings) ? sessions.terminals : []}
              onUse={(keys, command, run) => {
                if (small) setSnippets(false);
                actions.focus(state.active);
                void sessions.input.paste(keys, command, run);
              }}
              onClose={() => {
                setSnippets(false);
                actions.focus(state.active);
              }}
            />
          </Suspense>
        ) : null}
      </div>
      {dialog}
      {panes.dialog}
    </div>
  );
}

/** Width of the asset panel and whether it is open, kept in this browser; on a phone it starts open over an empty desk. */
function usePanel(small: boolean) {
  const [state, setState] = useState(readPanel);
  const [over, setOver] = useState(true);
  const update = (next: { open: boolean; width: number }): void => {
    const bounded = { ...next, width: Math.max(WIDTHS.min, Math.min(WIDTHS.max, Math.round(next.width))) };
    setState(bounded);
    try {
      localStorage.setItem(STORE, JSON.stringify(bounded));
    } catch {
      // Storage is full or forbidden: the width holds for this page only.
    }
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const { currentTarget, clientX, pointerId } = event;
    currentTarget.setPointerCapture(pointerId);
    const move = (next: globalThis.PointerEvent): void => update({ open: true, width: state.width + next.clientX - clientX });
    const stop = (): void => currentTarget.removeEventListener('pointermove', move);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('pointerup', stop, { once: true });
    currentTarget.addEventListener('pointercancel', stop, { once: true });
  };
  const keys = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -WIDTHS.step : event.key === 'ArrowRight' ? WIDTHS.step : 0;
    if (by !== 0) update({ open: true, width: state.width + by });
    if (event.key === 'Enter') update({ ...state, open: false });
  };
  return {
    open: small ? over : state.open,
    width: state.width,
    toggle: () => (small ? setOver((now) => !now) : update({ ...state, open: !state.open })),
    close: () => setOver(false),
    drag,
    keys,
  };
}

function readPanel(): { open: boolean; width: number } {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? 'null');
    if (typeof stored === 'object' && stored !== null && 'open' in stored && 'width' in stored && typeof stored.width === 'number') {
      return { open: stored.open !== false, width: Math.max(WIDTHS.min, Math.min(WIDTHS.max, stored.width)) };
    }
  } catch {
    // Not ours or broken: start as new.
  }
  return { open: true, width: WIDTHS.start };
}
