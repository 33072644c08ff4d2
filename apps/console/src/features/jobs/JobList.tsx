import { numberText } from '@postern/ui';
import { Button } from 'antd';
import { BookOpen, ChevronDown, Plus, SquareTerminal } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type Row, right } from '../../model/resource.ts';
import { PopMenu } from '../../screens/list/PopMenu.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { WhatCell } from './run-cells.tsx';
import { useStartJob } from './useStartJob.tsx';

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** Jobs of one's own (docs/behaviour/workbench.md#jobs). */
export function JobList() {
  const { t, i18n } = useTranslation(['features', 'jobs']);
  const { start, dialog } = useStartJob();
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const mayAdd = !isRoot && can(right(RESOURCES.job, 'add'));
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
            'playbook',
            'is_periodic',
            'crontab',
            'interval',
          ],
          defaults: ['name', 'type', 'args', 'summary', 'average_time_cost', 'assets', 'date_last_run', 'periodic_display'],
          min: ['name'],
          facts: ['args', 'summary', 'date_last_run'],
          cells: {
            name: { width: 140 },
            type: { width: 92 },
            args: { title: t('jobs:list.what'), width: 170, sortable: false, render: (row) => <WhatCell job={row} /> },
            summary: {
              width: 110,
              sortable: false,
              render: (row) => t('jobs:list.runs', { success: runsOf(row).success ?? 0, total: runsOf(row).total ?? 0 }),
            },
            average_time_cost: {
              width: 112,
              align: 'end',
              sortable: false,
              render: (row) => t('jobs:list.seconds', { seconds: numberText(Number(row.average_time_cost ?? 0), i18n.language, 2) }),
            },
            assets: {
              title: t('jobs:list.where'),
              width: 140,
              sortable: false,
              render: (row) => t('jobs:list.targets', { assets: lengthOf(row.assets), nodes: lengthOf(row.nodes) }),
            },
            date_last_run: { width: 150, sortable: false },
            periodic_display: { title: t('jobs:list.schedule'), width: 120, sortable: false, render: (row) => <ScheduleCell row={row} /> },
          },
          create: false,
          toolbar: mayAdd && <CreateMenu />,
          clone: true,
          transfer: false,
          rowActions: [start],
          empty: t('jobs:list.empty'),
          next: mayAdd ? <CreateMenu /> : undefined,
        }}
      />
      {dialog}
    </Page>
  );
}

/** A job of a command, or of a playbook. */
function CreateMenu() {
  const { t } = useTranslation('jobs');
  const navigate = useNavigate();
  return (
    <PopMenu
      items={() => [
        { key: 'adhoc', label: t('list.commandJob'), icon: <SquareTerminal size={14} /> },
        { key: 'playbook', label: t('list.playbookJob'), icon: <BookOpen size={14} /> },
      ]}
      onPick={(type) => void navigate(`${RESOURCES.job.path}/create?type=${type}`)}
    >
      {(button) => (
        <Button {...button} type="primary" icon={<Plus size={16} />}>
          {t('list.create')} <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    </PopMenu>
  );
}
