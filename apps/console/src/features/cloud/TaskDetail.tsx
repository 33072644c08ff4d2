import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ExactTimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { nodeLabel } from '../shared-labels.ts';
import { useStartSync } from './cloud-calls.ts';
import { tabPath } from './cloud-tabs.ts';
import { InstanceTable } from './InstanceTable.tsx';
import { RunTable } from './RunTable.tsx';

const { syncTask } = RESOURCES;

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
  const { t } = useTranslation(['cloud', 'screens', 'features']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail
      definition={{
        resource: syncTask,
        id,
        listTo: tabPath('tasks'),
        facts: (task) => (
          <>
            <span>{relatedName(task.account)}</span>
            <span>
              <ScheduleCell row={task} />
            </span>
          </>
        ),
        tabs: (task) => [
          { name: 'Detail', title: t('screens:detail.basic'), render: () => <Basic task={task} /> },
          {
            name: 'HistoryList',
            title: t('noun:syncRun.title'),
            permissions: ['xpack.view_syncinstancetaskexecution'],
            render: () => <RunTable task={id} />,
          },
          {
            name: 'AssetList',
            title: t('noun:syncInstance.title'),
            permissions: ['xpack.view_syncinstancedetail'],
            render: () => <InstanceTable task={id} />,
          },
        ],
      }}
    />
  );
}

function Basic({ task }: { task: Row }) {
  const { t } = useTranslation(['cloud', 'screens']);
  const { mayStart, start } = useStartSync();
  const regions = Array.isArray(task.regions) ? task.regions : [];
  return (
    <div className="s-columns-2">
      <AutoCard
        url={syncTask.url}
        row={task}
        title={t('screens:detail.basic')}
        fields={FACTS}
        cells={{
          account: (row) => relatedName(row.account),
          node: (row) => nodeLabel((row.node ?? {}) as Row),
          regions: () => (regions.length > 0 ? <TagsCell value={regions} /> : t('task.allRegions')),
          ip_network_segment_group: (row) => <TagsCell value={row.ip_network_segment_group} />,
          periodic_display: (row) => <ScheduleCell row={row} />,
          date_last_sync: (row) => <ExactTimeCell value={row.date_last_sync} />,
        }}
      />
      <QuickActions
        actions={[
          {
            id: 'run',
            title: t('task.runNow'),
            verb: t('task.run'),
            icon: <Play size={14} />,
            disabled: !mayStart,
            run: () => start(task),
            done: t('task.started'),
          },
        ]}
      />
    </div>
  );
}
