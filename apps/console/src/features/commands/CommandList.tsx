import { PageHeader } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TimeCell } from '../../fields/cells.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { pageOf, RESOURCES } from '../resources.ts';
import { CommandOutput, isRejected, RiskCell } from './CommandOutput.tsx';

/** Commands of all sessions (docs/behaviour/audit.md#commands); a choice of storages comes with the storages. */
export function CommandList() {
  const { t } = useTranslation(['features', 'screens']);
  const { can } = useAuth();
  return (
    <div className="s-page">
      <PageHeader title={t('noun.command.title')} />
      <ResourceList
        definition={{
          resource: RESOURCES.command,
          query: { order: '-timestamp' },
          dateRange: true,
          create: false,
          update: false,
          delete: false,
          clone: false,
          linkTo: false,
          columns: ['input', 'risk_level', 'user', 'asset', 'account', 'remote_addr', 'session', 'timestamp'],
          min: ['input'],
          facts: ['user', 'timestamp'],
          cells: {
            input: { width: 240, render: (row) => <code title={String(row.input)}>{String(row.input)}</code> },
            user: { width: 130 },
            asset: { width: 130 },
            account: { width: 110 },
            remote_addr: { width: 120 },
            risk_level: { width: 116, Cell: RiskCell },
            timestamp: { width: 130, Cell: TimeCell, align: 'start' },
            session: {
              title: t('commands.session'),
              width: 100,
              render: (row) =>
                can('terminal.view_session') ? (
                  <Link to={pageOf('session', String(row.session))}>{t('commands.open')}</Link>
                ) : (
                  String(row.session)
                ),
            },
          },
          expand: (row) => <CommandOutput row={row} />,
          rowClass: (row) => (isRejected(row) ? 's-danger-row' : ''),
          empty: t('commands.empty'),
        }}
      />
    </div>
  );
}
