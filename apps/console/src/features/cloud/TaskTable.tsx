import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { relatedName } from '../../model/metadata.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { useStartSync } from './useStartSync.ts';

const { syncTask } = RESOURCES;

/** Tasks, each with its runs and its instances, and a button that starts it now. */
export function TaskTable() {
  const { t } = useTranslation('cloud');
  const { can } = useAuth();
  const start = useStartSync();
  const tab = (field: 'history_count' | 'instance_count', name: string, permission: string) => ({
    width: 100,
    align: 'end' as const,
    sortable: false,
    render: (task: { id: string | number; [field: string]: unknown }) =>
      can(permission) ? (
        <Link to={`${syncTask.path}/${task.id}?activeTab=${name}`}>{String(task[field] ?? 0)}</Link>
      ) : (
        String(task[field] ?? 0)
      ),
  });
  return (
    <ResourceList
      definition={{
        resource: syncTask,
        defaults: ['name', 'account', 'periodic_display', 'history_count', 'instance_count', 'date_last_sync'],
        min: ['name', 'account'],
        facts: ['account', 'periodic_display', 'date_last_sync'],
        cells: {
          account: { width: 150, render: (task) => relatedName(task.account) },
          hostname_strategy: { width: 150 },
          is_periodic: { Cell: WhenTrue, width: 100 },
          is_always_update: { Cell: WhenTrue, width: 110 },
          periodic_display: { Cell: ScheduleCell, width: 150, sortable: false },
          sync_ip_type: { width: 120 },
          history_count: tab('history_count', 'HistoryList', 'xpack.view_syncinstancetaskexecution'),
          instance_count: tab('instance_count', 'AssetList', 'xpack.view_syncinstancedetail'),
        },
        clone: false,
        transfer: false,
        selectable: false,
        rowActions: [start],
        empty: t('task.empty'),
      }}
    />
  );
}
