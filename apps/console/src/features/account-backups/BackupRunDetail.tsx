import type { Fact } from '@postern/ui';
import { ScrollText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Row } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { BASE } from '../../startup/start.ts';
import { RecipientList } from '../account-automations/RecipientList.tsx';
import { StatusCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { openLog } from '../tasks/task-log-page.ts';
import { planNameOf, TABS } from './backups.ts';

const { backupPlan, backupRun } = RESOURCES;

/** One run: how it went, and whom it was for. */
export function BackupRunDetail() {
  const { t } = useTranslation('screens');
  const { id = '' } = useParams();
  return (
    <ResourceDetail
      definition={{
        resource: backupRun,
        id,
        readOnly: true,
        listTo: `${backupPlan.path}?activeTab=${TABS.runs}`,
        titleOf: planNameOf,
        facts: (run) => <StatusCell value={run.status} />,
        tabs: (run) => [{ name: 'Basic', title: t('detail.basic'), render: () => <Basic run={run} /> }],
      }}
    />
  );
}

function Basic({ run }: { run: Row }) {
  const { t } = useTranslation(['accounts', 'screens', 'tasks']);
  const plan: Fact = {
    key: 'plan',
    label: t('run.plan'),
    value: run.plan ? <Link to={`${backupPlan.path}/${String(run.plan)}`}>{planNameOf(run)}</Link> : planNameOf(run),
  };
  return (
    <div className="s-columns-2">
      <AutoCard
        url={backupRun.url}
        row={run}
        title={t('screens:detail.basic')}
        fields={['id', 'status', 'trigger', 'date_start', 'timedelta', 'is_success', 'reason', 'recipients']}
        cells={{
          status: (row) => <StatusCell value={row.status} />,
          recipients: (row) => <RecipientList people={row.recipients} />,
        }}
        extra={[plan]}
      />
      <QuickActions
        actions={[
          {
            id: 'log',
            title: t('tasks:log'),
            verb: t('screens:action.view'),
            icon: <ScrollText size={14} />,
            run: () => openLog(BASE, String(run.id)),
          },
        ]}
      />
    </div>
  );
}
