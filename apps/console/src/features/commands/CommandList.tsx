import { ApiError } from '@postern/client/http';
import type { TreeNode } from '@postern/contract/wire';
import { EmptyState, PageHeader, SkeletonRows, toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TimeCell } from '../../fields/cells.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { errorMessage } from '../../session/errors.ts';
import { http } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { CommandOutput, isRejected, RiskCell } from './CommandOutput.tsx';

/** Stands for the one storage of a core that has no others; its id is not sent. */
const ONLY_STORAGE: TreeNode = { id: '', name: '', title: '', pId: 'root', isParent: false, open: false, meta: { type: 'storage' } };

/** Commands of all sessions in one storage (screens/audit.md §4). Nothing is asked until a storage is known. */
export function CommandList() {
  const { t } = useTranslation(['features', 'screens']);
  const { can } = useAuth();
  const [chosen, setChosen] = useState<string>();
  const tree = useQuery({
    queryKey: ['command-storages'],
    queryFn: ({ signal }) =>
      http.get<TreeNode[]>('terminal/command-storages/tree/', { query: { real: 1 }, signal }).catch((error: unknown) => {
        // A core without storages to choose from keeps all commands in one place.
        if (error instanceof ApiError && error.status === 404) return [ONLY_STORAGE];
        throw error;
      }),
  });
  const storages = (tree.data ?? []).filter((node) => node.id !== 'root');
  const isValid = (node: TreeNode | undefined) => node?.meta.valid !== false && (node as { valid?: boolean } | undefined)?.valid !== false;
  const current = storages.find((node) => node.id === chosen) ?? storages.find(isValid);
  const pick = (id: string) =>
    isValid(storages.find((node) => node.id === id)) ? setChosen(id) : toast.error(t('commands.invalidStorage'));
  return (
    <div className="s-page">
      <PageHeader title={t('noun.command.title')} />
      {tree.isPending && <SkeletonRows columns={5} label={t('screens:list.loading')} />}
      {tree.isError && <EmptyState title={t('screens:list.failed')} text={errorMessage(tree.error)} />}
      {tree.isSuccess && !current && <EmptyState title={t('commands.none')} />}
      {current && (
        <ResourceList
          key={current.id}
          definition={{
            resource: RESOURCES.command,
            query: { order: '-timestamp', ...(current.id ? { command_storage_id: current.id } : {}) },
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
            toolbar: storages.length > 1 && (
              <Select
                className="s-storage"
                aria-label={t('commands.storage')}
                value={current.id}
                options={storages.map((node) => ({ value: node.id, label: node.name }))}
                onChange={pick}
              />
            ),
            empty: t('commands.empty'),
          }}
        />
      )}
    </div>
  );
}
