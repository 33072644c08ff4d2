import type { TerminalSession } from '@postern/client/api.gen';
import { RelativeTime, Surface } from '@postern/ui';
import { useQueryClient } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { NextStep } from '../../screens/page/NextStep.tsx';
import { useAuth } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { Latest, SHOWN } from './Latest.tsx';

const LATEST = { limit: SHOWN, offset: 0 } as const;
/** Open ones change by themselves. */
const OPEN = { ...LATEST, is_finished: false } as const;
const EVERY_MS = 15_000;

const factsOf = ({ account, protocol, remote_addr }: TerminalSession): string =>
  [account, protocol, remote_addr].filter(Boolean).join(' · ');

function Named({ session }: { session: TerminalSession }) {
  const { can } = useAuth();
  return (
    <span className="home-name">
      {can('terminal.view_session') ? <Link to={pageOf('session', session.id)}>{session.asset}</Link> : session.asset}
      <small>{factsOf(session)}</small>
    </span>
  );
}

/** What somebody has open, wherever they opened it: they end it here. */
export function OpenSessionsCard() {
  const { t, i18n } = useTranslation('workbench');
  const { can } = useAuth();
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const end = async ({ id, asset }: TerminalSession) => {
    const question = {
      title: t('sessions.endTitle', { asset }),
      text: t('sessions.endText'),
      verb: t('sessions.end'),
      danger: true,
    };
    if (!(await runAction(() => client.sessions.endMine(id), { question }))) return;
    setEnded((before) => new Set(before).add(id));
    await queries.invalidateQueries({ queryKey: keyOf('sessions', 'mine') });
  };
  return (
    <Surface title={t('sessions.title')}>
      <Latest
        queryKey={keyOf('sessions', 'mine', OPEN)}
        queryFn={({ signal }) => client.sessions.mine(OPEN, { signal })}
        // Its component says when it is over: until then it is looked at more often.
        refetchInterval={ended.size > 0 ? EVERY_MS / 10 : EVERY_MS}
        keyOf={({ id }) => id}
        empty={{
          title: t('sessions.none'),
          text: t('sessions.noneText'),
          icon: SquareTerminal,
          action: <NextStep steps={[{ to: RESOURCES.myAsset.path, label: t('myAssets'), needs: 'perms.view_myassets' }]} />,
        }}
      >
        {(session) => (
          <>
            <Named session={session} />
            <RelativeTime value={session.date_start} language={i18n.language} />
            {session.can_join && can('terminal.monitor_session') ? (
              <a
                className="s-link home-link"
                href={`/luna/monitor/${session.id}`}
                target="_blank"
                rel="noreferrer"
                aria-label={t('sessions.joinOf', { asset: session.asset })}
              >
                {t('sessions.join')}
              </a>
            ) : null}
            <button
              type="button"
              className="p-bare s-link is-danger"
              disabled={ended.has(session.id)}
              aria-label={ended.has(session.id) ? undefined : t('sessions.endOf', { asset: session.asset })}
              onClick={() => void end(session)}
            >
              {t(ended.has(session.id) ? 'sessions.ending' : 'sessions.end')}
            </button>
          </>
        )}
      </Latest>
    </Surface>
  );
}

/** What somebody had open lately. */
export function SessionHistoryCard() {
  const { t, i18n } = useTranslation('workbench');
  return (
    <Surface title={t('sessions.history')}>
      <Latest
        queryKey={keyOf('sessions', 'mine', LATEST)}
        queryFn={({ signal }) => client.sessions.mine(LATEST, { signal })}
        keyOf={({ id }) => id}
        empty={{
          title: t('sessions.noHistory'),
          text: t('sessions.noHistoryText'),
          action: <NextStep steps={[{ to: RESOURCES.myAsset.path, label: t('myAssets'), needs: 'perms.view_myassets' }]} />,
        }}
      >
        {(session) => (
          <>
            <Named session={session} />
            <RelativeTime value={session.date_start} language={i18n.language} />
          </>
        )}
      </Latest>
    </Surface>
  );
}
