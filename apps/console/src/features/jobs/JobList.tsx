import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { CommandCell } from './run-cells.tsx';
import { useStartJob } from './useStartJob.tsx';

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Jobs of one's own (docs/behaviour/workbench.md#jobs). */
export function JobList() {
  const { t } = useTranslation(['features', 'jobs']);
  const { start, dialog } = useStartJob();
  const runsOf = (row: Row) => (row.summary ?? {}) as { success?: number; total?: number };
  return (
    <Page title={t('noun:job.title')}>
      <ResourceList
        definition={{
          resource: RESOURCES.job,
          exclude: [
            'instant',
            'task_id',
            'creator',
            'parameters_define',
            'use_parameter_define',
            'nodes',
            'is_periodic',
            'crontab',
            'interval',
          ],
          defaults: ['name', 'args', 'summary', 'average_time_cost', 'assets', 'date_last_run', 'periodic_display'],
          min: ['name'],
          facts: ['args', 'summary', 'date_last_run'],
          cells: {
            name: { width: 160 },
            args: { width: 220, sortable: false, render: (row) => <CommandCell value={row.args} /> },
            summary: {
              width: 150,
              sortable: false,
              render: (row) => t('jobs:list.runs', { success: runsOf(row).success ?? 0, total: runsOf(row).total ?? 0 }),
            },
            average_time_cost: {
              width: 120,
              align: 'end',
              sortable: false,
              render: (row) => t('jobs:list.seconds', { seconds: Number(row.average_time_cost ?? 0).toFixed(2) }),
            },
            assets: {
              title: t('jobs:list.where'),
              width: 170,
              sortable: false,
              render: (row) => t('jobs:list.targets', { assets: lengthOf(row.assets), nodes: lengthOf(row.nodes) }),
            },
            date_last_run: { sortable: false },
            periodic_display: { title: t('jobs:list.schedule'), width: 140, sortable: false, render: (row) => <ScheduleCell row={row} /> },
          },
          clone: true,
          transfer: false,
          rowActions: [start],
          empty: t('jobs:list.empty'),
        }}
      />
      {dialog}
    </Page>
  );
}
