import { Alert } from 'antd';
import { PlaySquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import type { ListDefinition } from '../../screens/list/list-definition.ts';
import { CellLink, ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { openReplayAt } from '../sessions/session-actions.tsx';
import { CommandOutput, isRejected, RiskCell } from './CommandOutput.tsx';
import { StorageChoice } from './StorageChoice.tsx';
import { useChosenStorage, useStorages } from './storages.ts';

const NEWEST = { order: '-timestamp' };

/** Commands of all sessions, and, where there are several storages, a choice of one (docs/behaviour/audit.md#commands). */
export function CommandList() {
  const { t } = useTranslation(['features', 'noun']);
  const [asked, setAsked] = useState<Readonly<Record<string, string>>>({});
  const storages = useStorages(asked);
  const [chosen, choose] = useChosenStorage();
  const query = useMemo(() => (chosen ? { ...NEWEST, command_storage_id: chosen } : NEWEST), [chosen]);
  const list = <CommandTable query={query} onQuery={setAsked} />;
  if (storages.leaves.length < 2) return <Page title={t('noun:command.title')}>{list}</Page>;
  const away = storages.leaves.filter(({ valid }) => !valid).map(({ name }) => name);
  return (
    <Page title={t('noun:command.title')}>
      <TreePane name="commands" tree={<StorageChoice storages={storages} chosen={chosen} onChoose={choose} />}>
        {!chosen && away.length > 0 && (
          <Alert type="warning" showIcon title={t('commands.missing', { names: away.join(', ') })} style={{ marginBottom: 12 }} />
        )}
        {list}
      </TreePane>
    </Page>
  );
}

interface TableProps {
  query: Readonly<Record<string, string>>;
  onQuery: (query: Readonly<Record<string, string>>) => void;
}

function CommandTable({ query, onQuery }: TableProps) {
  const { t } = useTranslation('features');
  const { can } = useAuth();
  const { without } = useRefusals();
  const definition: ListDefinition = {
    resource: RESOURCES.command,
    readOnly: true,
    query,
    onQuery,
    dateRange: true,
    linkTo: false,
    columns: ['input', 'risk_level', 'user', 'asset', 'account', 'remote_addr', 'session', 'timestamp'],
    defaults: ['input', 'risk_level', 'user', 'asset', 'remote_addr', 'session', 'timestamp'],
    min: ['input'],
    facts: ['user', 'timestamp'],
    cells: {
      input: { width: 184, render: (row) => <code title={String(row.input)}>{String(row.input)}</code> },
      user: { width: 130 },
      asset: { width: 124 },
      account: { width: 110 },
      remote_addr: { width: 136 },
      risk_level: { width: 116, Cell: RiskCell },
      timestamp: { width: 130, Cell: DatetimeCell, align: 'start' },
      session: {
        title: t('commands.session'),
        width: 104,
        render: ({ session }) =>
          can('terminal.view_session') ? (
            <CellLink to={pageOf('session', String(session))}>{t('commands.open')}</CellLink>
          ) : (
            String(session)
          ),
      },
    },
    rowActions: [
      {
        id: 'replay',
        label: t('commands.replay'),
        icon: <PlaySquare size={14} />,
        refused: () => without('terminal.view_sessionreplay'),
        run: ({ session, timestamp }) => openReplayAt(String(session), timestamp),
      },
    ],
    expand: (row) => <CommandOutput row={row} />,
    rowClass: (row) => (isRejected(row) ? 's-danger-row' : ''),
    empty: t('commands.empty'),
    next: { label: t('workbench:openTerminal'), to: { href: '/luna/' }, needs: 'rbac.view_webterminal' },
  };
  return <ResourceList definition={definition} />;
}
