import { EmptyState, SkeletonRows } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { CirclePower, CloudOff } from 'lucide-react';
import '@xterm/xterm/css/xterm.css';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { FactsHeader } from '../player/FactsHeader.tsx';
import { MonitorControls } from '../sharing/MonitorControls.tsx';
import { failureText } from '../shell/failure.ts';
import { useTranslate } from '../shell/language.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import { useServices } from '../shell/services.tsx';
import { useSessionKeys } from '../shell/useSessionKeys.ts';
import { shellWords } from '../shell/words.ts';
import { terminalUrl } from '../transport/endpoint.ts';
import { spaced } from './figures.ts';
import { endpointBase } from './SessionPanes.tsx';
import { TerminalPane } from './TerminalPane.tsx';
import { sessionWords } from './words.ts';

/** Watches a running session, read-only, and lets whoever may lock and end it (docs/behaviour/terminal.md#live-view). */
export function MonitorPage() {
  const { sid = '' } = useParams();
  const { api } = useServices();
  const t = useTranslate();
  const [attempt, setAttempt] = useState(1);
  const [locked, setLocked] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: ['session', sid], queryFn: () => api.session(sid) });

  useSessionKeys();
  usePageTitle(data && `${spaced(data.asset)} · ${spaced(data.account)} · ${t(sessionWords.watching)}`);

  if (error) {
    return (
      <main className="pt-centre">
        <EmptyState
          icon={CloudOff}
          title={failureText(error, t)}
          action={<Button onClick={() => void refetch()}>{t(shellWords.retry)}</Button>}
        />
      </main>
    );
  }
  if (!data)
    return (
      <main className="pt-view">
        <SkeletonRows rows={3} label={t(shellWords.starting)} />
      </main>
    );
  return (
    <main className="pt-view">
      <FactsHeader title={t(sessionWords.watching)} facts={data}>
        {data.is_finished ? null : <MonitorControls session={sid} locked={locked} />}
      </FactsHeader>
      {data.is_finished ? (
        <div className="pt-centre">
          <EmptyState
            icon={CirclePower}
            title={t(sessionWords.finished)}
            action={<Link to={`/replay/${sid}`}>{t(sessionWords.replay)}</Link>}
          />
        </div>
      ) : (
        <TerminalPane
          onLocked={setLocked}
          input={{
            address: async () => terminalUrl(await endpointBase(api, { session_id: sid }), { monitor: sid }, Date.now()),
            attempt,
            viewer: true,
            name: spaced(data.asset),
            visible: true,
            onPhase: () => undefined,
          }}
          facts={{ asset: spaced(data.asset), account: spaced(data.account), protocol: data.protocol }}
          onReconnect={() => {
            void refetch();
            setAttempt((now) => now + 1);
          }}
        />
      )}
    </main>
  );
}
