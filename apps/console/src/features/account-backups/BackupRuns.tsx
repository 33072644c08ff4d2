import { useTranslation } from 'react-i18next';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { StatusCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { useRunList } from '../tasks/useRunList.ts';
import { planNameOf } from './backups.ts';

/** Runs of all backup plans, or of one. */
export function BackupRuns({ plan }: { plan?: string }) {
  const { t } = useTranslation(['backups', 'accounts', 'tasks']);
  const runs = useRunList(plan ? { name: 'backupRuns', query: { plan_id: plan } } : undefined);
  return (
    <ResourceList
      definition={{
        ...runs,
        resource: RESOURCES.backupRun,
        exclude: ['plan', 'plan_snapshot', 'is_success', 'recipients'],
        extra: ['of'],
        defaults: ['of', 'status', 'trigger', 'date_start', 'timedelta', 'reason'],
        min: ['of'],
        facts: ['status', 'date_start'],
        cells: {
          of: { title: t('accounts:run.plan'), width: 180, sortable: false, render: planNameOf },
          status: { title: t('tasks:result'), Cell: StatusCell, width: 120 },
          trigger: { width: 120 },
          timedelta: { width: 160, align: 'end', sortable: false },
          reason: { width: 320, sortable: false },
        },
        ...(plan ? {} : { search: { extra: [{ key: 'plan_id', label: t('accounts:run.planId') }] } }),
        empty: t('noRuns'),
        ...(plan
          ? {}
          : { next: { label: t('noun:backupPlan.title'), to: RESOURCES.backupPlan.path, needs: right(RESOURCES.backupPlan, 'view') } }),
      }}
    />
  );
}
