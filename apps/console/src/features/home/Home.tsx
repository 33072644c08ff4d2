import '../../screens/screens.css';
import type { Page as PageOf } from '@postern/contract/wire';
import { EmptyState, FactList, RelativeTime, SkeletonRows, Surface } from '@postern/ui';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { History, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { NamesCell } from '../../fields/NamesCell.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { client } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';

const SHOWN = 5;
const LATEST = { limit: SHOWN, offset: 0 } as const;

/** Where a person starts: what they did lately and the way back into it (docs/behaviour/workbench.md#home). */
export function Home() {
  const { t, i18n } = useTranslation('features');
  const { profile, can } = useAuth();
  return (
    <Page
      title={t('home.title')}
      actions={
        can('rbac.view_webterminal') && (
          <Button type="primary" icon={<SquareTerminal size={16} />} href="/luna/" target="_blank" rel="noreferrer">
            {t('home.openTerminal')}
          </Button>
        )
      }
    >
      <div className="s-columns-2">
        <Surface title={t('home.recentSessions')}>
          <Latest
            queryKey={keyOf('sessions', 'mine', LATEST)}
            queryFn={({ signal }) => client.sessions.mine(LATEST, { signal })}
            empty={t('home.noSessions')}
          >
            {(session) => (
              <>
                <span>
                  {can('terminal.view_session') ? <Link to={pageOf('session', session.id)}>{session.asset}</Link> : session.asset}
                  <small>{[session.account, session.protocol, session.remote_addr].filter(Boolean).join(' · ')}</small>
                </span>
                <RelativeTime value={session.date_start} language={i18n.language} />
              </>
            )}
          </Latest>
        </Surface>
        <div className="s-stack">
          <Surface title={profile.name}>
            <FactList
              facts={[
                { key: 'name', label: t('accounts.username'), value: profile.username },
                { key: 'email', label: t('home.email'), value: profile.email },
                {
                  key: 'roles',
                  label: t('home.roles'),
                  value: <NamesCell value={[...(profile.org_roles ?? []), ...(profile.system_roles ?? [])]} />,
                },
                { key: 'login', label: t('home.lastLogin'), value: <RelativeTime value={profile.last_login} language={i18n.language} /> },
              ]}
            />
            {can('perms.view_myassets') && (
              <Link className="s-more" to={RESOURCES.myAsset.path}>
                {t('home.myAssets')}
              </Link>
            )}
          </Surface>
          <Surface title={t('home.recentLogins')}>
            <Latest
              queryKey={keyOf('loginLogs', 'mine', LATEST)}
              queryFn={({ signal }) => client.loginLogs.mine(LATEST, { signal })}
              empty={t('home.noLogins')}
            >
              {(login) => (
                <>
                  <span>
                    {login.city || login.ip}
                    {login.city && <small>{login.ip}</small>}
                  </span>
                  <RelativeTime value={login.datetime} language={i18n.language} />
                </>
              )}
            </Latest>
          </Surface>
        </div>
      </div>
    </Page>
  );
}

interface LatestProps<T> extends Pick<UseQueryOptions<PageOf<T>>, 'queryKey' | 'queryFn'> {
  empty: string;
  children: (row: T) => ReactNode;
}

function Latest<T extends { id: string }>({ empty, children, ...query }: LatestProps<T>) {
  const { t } = useTranslation('screens');
  const latest = useQuery(query);
  if (latest.isPending) return <SkeletonRows rows={SHOWN} columns={2} label={t('list.loading')} />;
  if (latest.isError) return <EmptyState title={t('list.failed')} text={errorMessage(latest.error)} />;
  if (latest.data.results.length === 0) return <EmptyState icon={History} title={empty} />;
  return (
    <ul className="s-latest">
      {latest.data.results.map((row) => (
        <li key={row.id} className="p-row">
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
