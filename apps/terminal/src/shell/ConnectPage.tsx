import { EmptyState } from '@postern/ui';
import '@xterm/xterm/css/xterm.css';
import { Button } from 'antd';
import { TerminalSquare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { AccessProvider } from '../connect/access.tsx';
import { useConnect } from '../connect/useConnect.tsx';
import { connectWords } from '../connect/words.ts';
import { expectsHandover, takeOver } from '../sessions/handover.ts';
import { SessionPanes } from '../sessions/SessionPanes.tsx';
import { sessionTitle } from '../sessions/session-title.ts';
import { TabBar } from '../sessions/TabBar.tsx';
import { useSessions } from '../sessions/useSessions.ts';
import { sessionWords } from '../sessions/words.ts';
import { useTranslate } from './language.tsx';
import { usePageTitle } from './page-title.ts';
import { useSessionKeys } from './useSessionKeys.ts';
import { useWantedAsset } from './useWantedAsset.ts';

/** One session in a window of its own, without tree and tabs. */
export function ConnectPage() {
  return (
    <AccessProvider>
      <ConnectBody />
    </AccessProvider>
  );
}

function ConnectBody() {
  const t = useTranslate();
  const sessions = useSessions();
  const { connect, dialog } = useConnect(sessions.open);
  const asset = useWantedAsset(connect);
  const [tab] = sessions.state.tabs;

  const { take } = sessions;
  const handed = expectsHandover(window.location.search);
  const here = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!handed) return undefined;
    return takeOver((given, arrived) => {
      here.current = arrived;
      take(given);
    });
  }, [handed, take]);
  const connected = tab?.phase === 'connected';
  useEffect(() => {
    if (!connected) return;
    here.current?.();
    here.current = null;
  }, [connected]);

  const { state, actions } = sessions;
  useSessionKeys(() => actions.focus(state.active));
  usePageTitle(
    sessionTitle(
      state.tabs.find(({ key }) => key === state.active),
      t,
    ),
  );

  return (
    <main className="pt-view">
      {tab ? <h1 className="p-visually-hidden">{tab.title}</h1> : null}
      {tab ? null : (
        <div className="pt-centre">
          <EmptyState
            icon={TerminalSquare}
            title={t(asset || handed ? sessionWords.emptyTitle : connectWords.notFound)}
            text={t(asset || handed ? connectWords.againText : connectWords.notFoundText)}
            action={asset ? <Button onClick={() => void connect(asset, true)}>{t(connectWords.connect)}</Button> : null}
          />
        </div>
      )}
      {sessions.state.tabs.length > 1 ? <TabBar state={sessions.state} actions={sessions.actions} /> : null}
      <div className="pt-panes">
        <SessionPanes sessions={sessions} />
      </div>
      {dialog}
    </main>
  );
}
