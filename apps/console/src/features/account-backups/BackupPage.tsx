import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { PageTab } from '../../screens/page/PageTabs.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { usePlanCells } from '../account-automations/usePlanCells.tsx';
import { RESOURCES } from '../resources.ts';
import { BackupRuns } from './BackupRuns.tsx';
import { TABS } from './backups.ts';
import { useStartBackup } from './useStartBackup.ts';

const { backupPlan, backupRun } = RESOURCES;

/** Plans; each leads to its runs and can be started at once. */
function BackupTable() {
  const { t } = useTranslation(['backups', 'accounts']);
  const { can } = useAuth();
  const start = useStartBackup();
  const planCells = usePlanCells(can(right(backupRun, 'view')) ? (plan) => `?activeTab=${TABS.runs}&plan_id=${plan.id}` : undefined);
  return (
    <ResourceList
      definition={{
        resource: backupPlan,
        defaults: ['name', 'types', 'is_periodic', 'periodic_display', 'executed_amount'],
        min: ['name'],
        facts: ['periodic_display', 'executed_amount'],
        cells: {
          types: { Cell: TagsCell, width: 220, sortable: false },
          ...planCells,
        },
        clone: true,
        transfer: false,
        selectable: false,
        rowActions: [start],
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
  return <TabbedPage title={t('noun:backupPlan.title')} tabs={tabs} initial={TABS.plans} />;
}

/** The address of the runs: their tab of the list. */
export const BackupRunsPage = () => <Navigate to={`${backupPlan.path}?activeTab=${TABS.runs}`} replace />;
