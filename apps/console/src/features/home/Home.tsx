import '../../screens/screens.css';
import './home.css';
import { FactList, RelativeTime, Surface } from '@postern/ui';
import { Button } from 'antd';
import { SquareTerminal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { NamesCell } from '../../fields/NamesCell.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth, usePublicSettings } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { FavouritesCard, RecentCard } from './ConnectCards.tsx';
import { Latest, SHOWN } from './Latest.tsx';
import { ReviewsCard } from './ReviewsCard.tsx';
import { OpenSessionsCard, SessionHistoryCard } from './SessionCards.tsx';
import { WaitingCard } from './WaitingCard.tsx';

const LATEST = { limit: SHOWN, offset: 0 } as const;

/** Where a person starts: the way back into what they do, what waits, then who they are (docs/behaviour/workbench.md#home). */
export function Home() {
  const { t } = useTranslation('workbench');
  const { can } = useAuth();
  const { TICKETS_ENABLED } = usePublicSettings();
  const connects = can('perms.view_myassets');
  return (
    <Page
      title={t('title')}
      actions={
        can('rbac.view_webterminal') && (
          <Button type="primary" icon={<SquareTerminal size={16} />} href="/luna/" target="_blank" rel="noreferrer">
            {t('openTerminal')}
          </Button>
        )
      }
    >
      <div className="s-columns-2">
        <div className="s-stack">
          <ReviewsCard />
          {connects ? (
            <>
              <RecentCard />
              <FavouritesCard />
            </>
          ) : null}
          <OpenSessionsCard />
          {TICKETS_ENABLED && can('tickets.view_ticket') ? <WaitingCard /> : null}
        </div>
        <div className="s-stack">
          <ProfileCard />
          <LoginsCard />
          <SessionHistoryCard />
        </div>
      </div>
    </Page>
  );
}

function ProfileCard() {
  const { t, i18n } = useTranslation(['workbench', 'features']);
  const { profile } = useAuth();
  return (
    <Surface title={profile.name}>
      <FactList
        facts={[
          { key: 'name', label: t('features:accounts.username'), value: profile.username },
          { key: 'email', label: t('email'), value: profile.email },
          {
            key: 'roles',
            label: t('roles'),
            value: <NamesCell value={[...(profile.org_roles ?? []), ...(profile.system_roles ?? [])]} />,
          },
          { key: 'login', label: t('lastLogin'), value: <RelativeTime value={profile.last_login} language={i18n.language} /> },
        ]}
      />
    </Surface>
  );
}

function LoginsCard() {
  const { t, i18n } = useTranslation('workbench');
  return (
    <Surface title={t('recentLogins')}>
      <Latest
        queryKey={keyOf('loginLogs', 'mine', LATEST)}
        queryFn={({ signal }) => client.loginLogs.mine(LATEST, { signal })}
        keyOf={({ id }) => id}
        empty={{ title: t('noLogins'), text: t('noLoginsText') }}
      >
        {(login) => (
          <>
            <span className="home-name">
              {login.city || login.ip}
              {login.city && <small>{login.ip}</small>}
            </span>
            <RelativeTime value={login.datetime} language={i18n.language} />
          </>
        )}
      </Latest>
    </Surface>
  );
}
