import { PageHeader, percent } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { RESOURCES } from '../resources.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { FigureRow } from './FigureRow.tsx';
import { FirstSteps, FirstStepsMenu } from './FirstSteps.tsx';
import { useFigures } from './figures.ts';
import { SessionRanks } from './SessionRanks.tsx';
import { TrendChart } from './TrendChart.tsx';
import { TypeShares } from './TypeShares.tsx';
import { useFirstSteps } from './useFirstSteps.ts';

/** How the organisation is doing (docs/behaviour/start-and-views.md#console-dashboard). */
export const ConsoleDashboard = () => <DashboardPage right="rbac.view_console" Content={Content} />;

function Content() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const totals = useFigures(['total_count'], 1);
  const week = useFigures(['dates_metrics'], 7).data ?? {};
  const now = totals.data ?? {};
  const first = useFirstSteps();
  const sessions = (tab: string) => can('terminal.view_session') && `${RESOURCES.session.path}?activeTab=${tab}`;
  const growing = (count = 0) =>
    count > 0 ? <b className="s-growing">{t('dashboard.newThisWeek', { count })}</b> : t('dashboard.noneNew');
  const activeToday = (value = 0, of = 0) => ({ label: t('dashboard.activeToday'), value, percent: Math.min(percent(value, of), 100) });
  return (
    <div className="s-stack">
      <PageHeader
        title={t('dashboard.console')}
        actions={first ? <FirstStepsMenu {...first} /> : undefined}
        {...(totals.isError ? { help: errorMessage(totals.error) } : {})}
      />
      {first ? <FirstSteps {...first} /> : null}
      <FigureRow
        figures={[
          {
            key: 'online',
            label: t('dashboard.onlineSessions'),
            value: now.total_count_online_sessions,
            to: sessions('OnlineList'),
          },
          { key: 'people', label: t('dashboard.onlineUsers'), value: now.total_count_online_users, to: sessions('OnlineList') },
          {
            key: 'failed',
            label: t('dashboard.failedSessions'),
            value: now.total_count_today_failed_sessions,
            to: sessions('OfflineList'),
          },
          {
            key: 'users',
            label: t('dashboard.users'),
            value: now.total_count_users,
            note: growing(now.total_count_users_this_week),
            part: activeToday(now.total_count_login_users, now.total_count_users),
            to: can('users.view_user') && RESOURCES.user.path,
          },
          {
            key: 'assets',
            label: t('dashboard.assets'),
            value: now.total_count_assets,
            note: growing(now.total_count_assets_this_week),
            part: activeToday(now.total_count_today_active_assets, now.total_count_assets),
            to: can('assets.view_asset') && RESOURCES.asset.path,
          },
        ]}
      />
      <TrendChart
        title={t('dashboard.activity')}
        labels={week.dates_metrics_date}
        series={[
          { name: t('dashboard.activeUsers'), values: week.dates_metrics_total_count_active_users ?? [] },
          { name: t('dashboard.activeAssets'), values: week.dates_metrics_total_count_active_assets ?? [] },
        ]}
      />
      <TypeShares />
      <SessionRanks />
    </div>
  );
}
