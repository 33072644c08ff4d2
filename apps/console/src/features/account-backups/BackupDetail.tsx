import { useTranslation } from 'react-i18next';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { right } from '../../model/resource.ts';
import { actionOfRow } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { ScheduleCell, TIMES } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { BackupRuns } from './BackupRuns.tsx';
import { TABS } from './backups.ts';
import { useStartBackup } from './useStartBackup.ts';

const { backupPlan, backupRun } = RESOURCES;
const FACTS = ['id', 'name', 'types', 'recipients', 'crontab', 'interval', 'executed_amount'];
const AFTER = ['date_created', 'date_updated', 'created_by', 'comment'];

/** One backup plan with its runs. */
export function BackupDetail() {
  const { t } = useTranslation(['features', 'accounts']);
  const start = useStartBackup();
  return (
    <DetailPage
      resource={backupPlan}
      listTo={`${backupPlan.path}?activeTab=${TABS.plans}`}
      facts={(plan) => <ScheduleCell row={plan} />}
      basic={{
        name: 'Basic',
        fields: [...FACTS, ...AFTER],
        cells: { ...TIMES, types: (plan) => <TagsCell value={plan.types} /> },
        actions: (plan) => [actionOfRow(plan, t('accounts:plan.startNow'), start)],
      }}
      tabs={({ id }) => [
        {
          name: 'Runs',
          title: t('noun:planRun.title'),
          permissions: [right(backupRun, 'view')],
          render: () => <BackupRuns plan={String(id)} />,
        },
      ]}
    />
  );
}
