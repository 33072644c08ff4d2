import { useTranslation } from 'react-i18next';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { actionOfRow } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { nodeLabel } from '../shared-labels.ts';
import { tabPath } from './cloud-tabs.ts';
import { InstanceTable } from './InstanceTable.tsx';
import { RunTable } from './RunTable.tsx';
import { useStartSync } from './useStartSync.ts';

const FACTS = [
  'name',
  'account',
  'regions',
  'node',
  'hostname_strategy',
  'protocols',
  'ip_network_segment_group',
  'sync_ip_type',
  'is_always_update',
  'is_periodic',
  'periodic_display',
  'date_last_sync',
  'date_created',
  'created_by',
  'comment',
];

/** A task, its runs and what they found. */
export function TaskDetail() {
  const { t } = useTranslation(['cloud', 'features']);
  const start = useStartSync();
  return (
    <DetailPage
      resource={RESOURCES.syncTask}
      listTo={tabPath('tasks')}
      facts={(task) => (
        <>
          <span>{relatedName(task.account)}</span>
          <span>
            <ScheduleCell row={task} />
          </span>
        </>
      )}
      basic={{
        fields: FACTS,
        cells: {
          account: (task) => relatedName(task.account),
          node: (task) => nodeLabel((task.node ?? {}) as Row),
          regions: ({ regions }) => (Array.isArray(regions) && regions.length > 0 ? <TagsCell value={regions} /> : t('task.allRegions')),
          ip_network_segment_group: (task) => <TagsCell value={task.ip_network_segment_group} />,
          periodic_display: (task) => <ScheduleCell row={task} />,
          date_last_sync: (task) => <ExactTimeCell value={task.date_last_sync} />,
        },
        actions: (task) => [actionOfRow(task, t('task.runNow'), start)],
      }}
      tabs={({ id }) => [
        {
          name: 'HistoryList',
          title: t('noun:syncRun.title'),
          permissions: ['xpack.view_syncinstancetaskexecution'],
          render: () => <RunTable task={String(id)} />,
        },
        {
          name: 'AssetList',
          title: t('noun:syncInstance.title'),
          permissions: ['xpack.view_syncinstancedetail'],
          render: () => <InstanceTable task={String(id)} />,
        },
      ]}
    />
  );
}
