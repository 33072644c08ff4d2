import { EmptyState, PageHeader } from '@postern/ui';
import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import '../../screens/screens.css';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { RESOURCES } from '../resources.ts';
import { FigureRow } from './FigureRow.tsx';
import { useFigures } from './figures.ts';
import { RankTable } from './RankTable.tsx';
import { TrendChart } from './TrendChart.tsx';
import { useDays } from './useDays.tsx';

const ONLINE = `${RESOURCES.session.path}?activeTab=OnlineList`;

/** How the organisation is doing (screens/console.md §3). */
export function ConsoleDashboard() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  return (
    <div className="s-page">
      {can('rbac.view_console') ? <Content /> : <EmptyState icon={ShieldAlert} title={t('dashboard.forbidden')} />}
    </div>
  );
}

function Content() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { days, control } = useDays();
  const totals = useFigures(['total_count'], 1);
  const ranks = useFigures(['dates_login_times_top10_users', 'dates_login_times_top10_assets', 'dates_metrics'], days);
  const now = totals.data ?? {};
  const seen = ranks.data ?? {};
  const sessions = can('terminal.view_session') && ONLINE;
  return (
    <div className="s-stack">
      <PageHeader title={t('dashboard.console')} actions={control} {...(totals.isError ? { help: errorMessage(totals.error) } : {})} />
      <FigureRow
        figures={[
          { key: 'online', label: t('dashboard.onlineSessions'), value: now.total_count_online_sessions, to: sessions },
          { key: 'people', label: t('dashboard.onlineUsers'), value: now.total_count_online_users, to: sessions },
          {
            key: 'failed',
            label: t('dashboard.failedSessions'),
            value: now.total_count_today_failed_sessions,
            to: can('terminal.view_session') && `${RESOURCES.session.path}?activeTab=OfflineList`,
          },
          {
            key: 'users',
            label: t('dashboard.users'),
            value: now.total_count_users,
            note: t('dashboard.newThisWeek', { count: now.total_count_users_this_week ?? 0 }),
            to: can('users.view_user') && RESOURCES.user.path,
          },
          {
            key: 'assets',
            label: t('dashboard.assets'),
            value: now.total_count_assets,
            note: t('dashboard.newThisWeek', { count: now.total_count_assets_this_week ?? 0 }),
            to: can('assets.view_asset') && RESOURCES.asset.path,
          },
        ]}
      />
      <TrendChart
        title={t('dashboard.activity')}
        labels={seen.dates_metrics_date}
        series={[
          { name: t('dashboard.activeUsers'), values: seen.dates_metrics_total_count_active_users ?? [] },
          { name: t('dashboard.activeAssets'), values: seen.dates_metrics_total_count_active_assets ?? [] },
        ]}
      />
      <div className="s-columns-even">
        <RankTable
          title={t('dashboard.topUsers')}
          rows={seen.dates_login_times_top10_users?.map((row) => ({ name: row.user, total: row.total }))}
        />
        <RankTable
          title={t('dashboard.topAssets')}
          rows={seen.dates_login_times_top10_assets?.map((row) => ({ name: row.asset, total: row.total }))}
        />
      </div>
    </div>
  );
}
