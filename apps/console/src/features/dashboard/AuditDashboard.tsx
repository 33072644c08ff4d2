import { PageHeader, percent } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { RESOURCES } from '../resources.ts';
import { DashboardPage } from './DashboardPage.tsx';
import { FigureRow } from './FigureRow.tsx';
import { useFigures } from './figures.ts';
import { SessionRanks } from './SessionRanks.tsx';
import { TrendChart } from './TrendChart.tsx';
import { useDays } from './useDays.tsx';

const FLAGS = ['total_count', 'session_dates_metrics', 'dates_metrics'];

/** What auditors look after, in numbers; each leads to its list (docs/behaviour/audit.md#dashboard). */
export const AuditDashboard = () => <DashboardPage right="rbac.view_audit" Content={Content} />;

function Content() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { days, control } = useDays();
  const figures = useFigures(FLAGS, days);
  const seen = figures.data ?? {};
  const logins = seen.total_count_user_login_logs ?? 0;
  const when = (permission: string, to: string) => can(permission) && to;
  const since = (path: string) => `${path}?${spanQuery(days)}`;
  const tab = (name: string) => when('terminal.view_session', `${RESOURCES.session.path}?activeTab=${name}`);
  return (
    <div className="s-stack">
      <PageHeader title={t('dashboard.audit')} actions={control} {...(figures.isError ? { help: errorMessage(figures.error) } : {})} />
      <FigureRow
        figures={[
          { key: 'online', label: t('dashboard.onlineSessions'), value: seen.total_count_online_sessions, to: tab('OnlineList') },
          { key: 'past', label: t('dashboard.pastSessions'), value: seen.total_count_history_sessions, to: tab('OfflineList') },
          {
            key: 'commands',
            label: t('dashboard.commands'),
            value: seen.total_count_commands,
            note: t('dashboard.dangerous', { count: seen.total_count_commands_danger ?? 0 }),
            to: when('terminal.view_command', since(RESOURCES.command.path)),
          },
          {
            key: 'logins',
            label: t('dashboard.logins'),
            value: seen.total_count_user_login_logs,
            note: t('dashboard.succeeded', { percent: percent(seen.total_count_user_login_success_logs ?? 0, logins) }),
            to: when('audits.view_userloginlog', since(RESOURCES.loginLog.path)),
          },
          {
            key: 'operations',
            label: t('dashboard.operations'),
            value: seen.total_count_operate_logs,
            to: when('audits.view_operatelog', since(RESOURCES.operateLog.path)),
          },
          {
            key: 'passwords',
            label: t('dashboard.passwordChanges'),
            value: seen.total_count_change_password_logs,
            to: when('audits.view_passwordchangelog', since(RESOURCES.passwordChange.path)),
          },
          {
            key: 'files',
            label: t('dashboard.files'),
            value: seen.total_count_ftp_logs,
            to: when('audits.view_ftplog', since(RESOURCES.ftpLog.path)),
          },
        ]}
      />
      <div className="s-columns-even">
        <TrendChart
          title={t('dashboard.sessionTrend')}
          labels={seen.dates_metrics_date}
          series={[{ name: t('noun:session.title'), values: seen.dates_metrics_total_count_session ?? [] }]}
        />
        <TrendChart
          title={t('dashboard.loginTrend')}
          labels={seen.dates_metrics_date}
          series={[{ name: t('dashboard.logins'), values: seen.dates_metrics_total_count_login ?? [] }]}
        />
      </div>
      <SessionRanks />
    </div>
  );
}

const DAY_MS = 86_400_000;

/** The span that the figures are of, as lists take it in their address: from midnight today, or so many times 24 hours back. */
function spanQuery(days: number): string {
  const now = new Date();
  const from = days === 1 ? new Date(now.getFullYear(), now.getMonth(), now.getDate()) : new Date(now.getTime() - days * DAY_MS);
  const to = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 0, 0, -1);
  return new URLSearchParams({ date_from: from.toISOString(), date_to: to.toISOString() }).toString();
}
