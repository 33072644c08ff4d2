import { parseServerDate, StatusTag, spanText } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { ScreenSearch } from './ScreenSearch.tsx';
import { isUnproven, type SessionRow, useSessionActions, useTerminateMany } from './session-actions.tsx';

/** Online sessions show who came and went within this time. */
const LIVE_MS = 10_000;

/** From the start to the end, or until now while it runs. */
export function DurationCell({ row }: { row: { date_start: string; date_end: string | null } }) {
  const { i18n } = useTranslation();
  const start = parseServerDate(row.date_start);
  if (!start) return <>-</>;
  const end = parseServerDate(row.date_end) ?? new Date();
  return <>{spanText(end.getTime() - start.getTime(), i18n.language)}</>;
}

/** Said where something is missing; a chain goes without saying. */
function ProofCell({ row }: { row: SessionRow }) {
  const { t } = useTranslation('features');
  return isUnproven(row) ? <StatusTag tone="warning">{t('sessions.notChained')}</StatusTag> : null;
}

/** Sessions that run, and past ones (docs/behaviour/audit.md#sessions). */
export function SessionList() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  return (
    <TabbedPage
      title={t('noun:session.title')}
      initial="OnlineList"
      tabs={[
        { name: 'OnlineList', title: t('sessions.online'), render: () => <SessionTable key="online" online /> },
        { name: 'OfflineList', title: t('sessions.offline'), render: () => <SessionTable key="offline" online={false} /> },
        ...(can('terminal.view_sessionreplay')
          ? [{ name: 'ScreenSearch', title: t('sessions.screenSearch'), render: () => <ScreenSearch /> }]
          : []),
      ]}
    />
  );
}

function SessionTable({ online }: { online: boolean }) {
  const { t } = useTranslation('features');
  const actions = useSessionActions();
  const terminateMany = useTerminateMany();
  const definition: ListDefinition<SessionRow> = {
    resource: RESOURCES.session,
    query: { is_finished: online ? '0' : '1' },
    name: online ? 'onlineSession' : 'offlineSession',
    syncUrl: false,
    preview: true,
    dateRange: true,
    readOnly: true,
    exclude: ['terminal', 'is_finished', 'end_params', 'end_reason'],
    extra: ['duration'],
    defaults: [
      'user',
      'asset',
      'account',
      'remote_addr',
      'protocol',
      'login_from',
      'command_amount',
      'date_start',
      'duration',
      ...(online ? [] : ['end_reason_display', 'replay_proof']),
    ],
    min: ['user'],
    facts: ['asset', 'duration'],
    cells: {
      user: { width: 130 },
      asset: { title: t('sessions.target'), width: 138 },
      account: { width: 100 },
      remote_addr: { width: 136 },
      protocol: { width: 90, sortable: false },
      command_amount: { width: 110 },
      date_start: { width: 130 },
      end_reason_display: { width: 170, sortable: false },
      replay_proof: { title: t('sessions.proof'), width: 90, sortable: false, Cell: ProofCell },
      duration: { title: t('sessions.duration'), width: 90, Cell: DurationCell },
      is_success: { Cell: WhenTrue },
      has_replay: { Cell: WhenTrue },
      has_command: { Cell: WhenTrue },
      can_replay: { Cell: WhenTrue },
      can_join: { Cell: WhenTrue },
      can_terminate: { Cell: WhenTrue },
    },
    search: { exclude: ['is_finished'] },
    rowActions: online ? [actions.terminate, actions.monitor] : [actions.replay, actions.download],
    ...(online ? { bulkActions: [terminateMany] } : {}),
    empty: t(online ? 'sessions.emptyOnline' : 'sessions.emptyOffline'),
    next: { label: t('workbench:openTerminal'), to: { href: '/luna/' }, needs: 'rbac.view_webterminal' },
    ...(online ? { refetchEvery: LIVE_MS } : {}),
  };
  return <ResourceList definition={definition} />;
}
