import { PlaySquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { CellLink } from '../../screens/list/ResourceList.tsx';
import { ListPage } from '../../screens/page/ListPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { openReplayAt } from '../sessions/session-actions.tsx';
import { CommandOutput, isRejected, RiskCell } from './CommandOutput.tsx';

/** Commands of all sessions (docs/behaviour/audit.md#commands); a choice of storages comes with the storages. */
export function CommandList() {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  return (
    <ListPage
      resource={RESOURCES.command}
      readOnly
      query={{ order: '-timestamp' }}
      dateRange
      linkTo={false}
      columns={['input', 'risk_level', 'user', 'asset', 'account', 'remote_addr', 'session', 'timestamp']}
      defaults={['input', 'risk_level', 'user', 'asset', 'remote_addr', 'session', 'timestamp']}
      min={['input']}
      facts={['user', 'timestamp']}
      cells={{
        input: { width: 200, render: (row) => <code title={String(row.input)}>{String(row.input)}</code> },
        user: { width: 130 },
        asset: { width: 124 },
        account: { width: 110 },
        remote_addr: { width: 136 },
        risk_level: { width: 116, Cell: RiskCell },
        timestamp: { width: 130, Cell: DatetimeCell, align: 'start' },
        session: {
          title: t('commands.session'),
          width: 84,
          render: ({ session }) =>
            can('terminal.view_session') ? (
              <CellLink to={pageOf('session', String(session))}>{t('commands.open')}</CellLink>
            ) : (
              String(session)
            ),
        },
      }}
      rowActions={[
        {
          id: 'replay',
          label: t('commands.replay'),
          icon: <PlaySquare size={14} />,
          enabled: () => can('terminal.view_sessionreplay'),
          run: ({ session, timestamp }) => openReplayAt(String(session), timestamp),
        },
      ]}
      expand={(row) => <CommandOutput row={row} />}
      rowClass={(row) => (isRejected(row) ? 's-danger-row' : '')}
      empty={t('commands.empty')}
    />
  );
}
