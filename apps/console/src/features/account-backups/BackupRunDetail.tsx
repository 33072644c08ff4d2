import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { RecipientList } from '../account-automations/RecipientList.tsx';
import { StatusCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { useLogAction } from '../tasks/useLogAction.tsx';
import { planNameOf, TABS } from './backups.ts';

const { backupPlan, backupRun } = RESOURCES;

/** One run: how it went, and whom it was for. */
export function BackupRunDetail() {
  const { t } = useTranslation('accounts');
  const logOf = useLogAction();
  return (
    <DetailPage
      resource={backupRun}
      readOnly
      listTo={`${backupPlan.path}?activeTab=${TABS.runs}`}
      titleOf={planNameOf}
      facts={(run) => <StatusCell value={run.status} />}
      basic={{
        name: 'Basic',
        fields: ['id', 'status', 'trigger', 'date_start', 'timedelta', 'is_success', 'reason', 'recipients'],
        cells: {
          status: (run) => <StatusCell value={run.status} />,
          recipients: (run) => <RecipientList people={run.recipients} />,
        },
        extra: (run) => [
          {
            key: 'plan',
            label: t('run.plan'),
            value: run.plan ? <Link to={`${backupPlan.path}/${String(run.plan)}`}>{planNameOf(run)}</Link> : planNameOf(run),
          },
        ],
        actions: (run) => [logOf(run)],
      }}
    />
  );
}
