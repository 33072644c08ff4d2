import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { type Row, right } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import { ScheduleCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { BackupRuns } from './BackupRuns.tsx';
import { TABS, useStartBackup } from './backups.ts';

const { backupPlan, backupRun } = RESOURCES;
const FACTS = ['id', 'name', 'types', 'recipients', 'crontab', 'interval', 'executed_amount'];
const AFTER = ['date_created', 'date_updated', 'created_by', 'comment'];

/** One backup plan with its runs. */
export function BackupDetail() {
  const { t } = useTranslation(['features', 'screens']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail
      definition={{
        resource: backupPlan,
        id,
        listTo: `${backupPlan.path}?activeTab=${TABS.plans}`,
        facts: (plan) => <ScheduleCell row={plan} />,
        tabs: (plan) => [
          { name: 'Basic', title: t('screens:detail.basic'), render: () => <Basic plan={plan} /> },
          {
            name: 'Runs',
            title: t('noun:planRun.title'),
            permissions: [right(backupRun, 'view')],
            render: () => <BackupRuns plan={id} />,
          },
        ],
      }}
    />
  );
}

function Basic({ plan }: { plan: Row }) {
  const { t } = useTranslation(['accounts', 'screens']);
  const { mayStart, start } = useStartBackup();
  const whenTimed = (field: 'crontab' | 'interval') => () => (plan.is_periodic === true && plan[field] ? String(plan[field]) : '-');
  return (
    <div className="s-columns-2">
      <AutoCard
        url={backupPlan.url}
        row={plan}
        title={t('screens:detail.basic')}
        fields={[...FACTS, ...AFTER]}
        cells={{
          types: (row) => <TagsCell value={row.types} />,
          crontab: whenTimed('crontab'),
          interval: whenTimed('interval'),
        }}
      />
      <QuickActions
        actions={[
          {
            id: 'start',
            title: t('plan.startNow'),
            verb: t('plan.start'),
            icon: <Play size={14} />,
            disabled: !mayStart,
            run: () => start(plan),
            done: t('plan.started'),
          },
        ]}
      />
    </div>
  );
}
