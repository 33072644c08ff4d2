import { PageHeader } from '@postern/ui';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { type PageTab, PageTabs } from '../../screens/page/PageTabs.tsx';
import { useAuth } from '../../session/auth.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { BackupRuns } from './BackupRuns.tsx';
import { TABS, useStartBackup } from './backups.ts';

const { backupPlan, backupRun } = RESOURCES;

/** Plans; each leads to its runs and can be started at once. */
function BackupTable() {
  const { t } = useTranslation(['backups', 'accounts']);
  const { can } = useAuth();
  const { mayStart, start } = useStartBackup();
  const mayViewRuns = can(right(backupRun, 'view'));
  return (
    <ResourceList
      definition={{
        resource: backupPlan,
        defaults: ['name', 'types', 'is_periodic', 'periodic_display', 'executed_amount'],
        min: ['name'],
        facts: ['periodic_display', 'executed_amount'],
        cells: {
          types: { Cell: TagsCell, width: 220, sortable: false },
          is_periodic: { title: t('accounts:plan.timed'), Cell: WhenTrue, width: 100 },
          periodic_display: { Cell: ScheduleCell, width: 150, sortable: false },
          executed_amount: {
            width: 90,
            sortable: false,
            align: 'end',
            render: (plan) =>
              mayViewRuns ? (
                <Link to={`?activeTab=${TABS.runs}&plan_id=${plan.id}`}>{String(plan.executed_amount ?? 0)}</Link>
              ) : (
                String(plan.executed_amount ?? 0)
              ),
          },
        },
        clone: true,
        transfer: false,
        selectable: false,
        rowActions: [
          {
            id: 'start',
            label: t('accounts:plan.start'),
            icon: <Play size={14} />,
            enabled: () => mayStart,
            run: start,
            done: t('accounts:plan.started'),
          },
        ],
        empty: t('empty'),
      }}
    />
  );
}

/** Backup plans and their runs (docs/behaviour/accounts.md#backups). */
export function BackupPage() {
  const { t } = useTranslation(['features', 'backups']);
  const tabs: PageTab[] = [
    { name: TABS.plans, title: t('backups:plans'), permissions: [right(backupPlan, 'view')], render: () => <BackupTable /> },
    { name: TABS.runs, title: t('noun:planRun.title'), permissions: [right(backupRun, 'view')], render: () => <BackupRuns /> },
  ];
  return (
    <div className="s-page">
      <PageHeader title={t('noun:backupPlan.title')} />
      <PageTabs tabs={tabs} initial={TABS.plans} />
    </div>
  );
}

/** The address of the runs: their tab of the list. */
export const BackupRunsPage = () => <Navigate to={`${backupPlan.path}?activeTab=${TABS.runs}`} replace />;
