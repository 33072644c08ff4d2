import { useTranslation } from 'react-i18next';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { BASE } from '../../startup/start.ts';
import { StatusCell } from '../account-automations/run-cells.tsx';
import { RESOURCES } from '../resources.ts';
import { openLog } from '../tasks/task-log-page.ts';
import { planNameOf } from './backups.ts';

/** Runs go on while one looks at them. */
const LIVE_MS = 10_000;

/** Runs of all backup plans, or of one. */
export function BackupRuns({ plan }: { plan?: string }) {
  const { t } = useTranslation(['backups', 'accounts', 'tasks']);
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.backupRun,
        ...(plan ? { query: { plan_id: plan }, syncUrl: false, name: 'backupRuns' } : {}),
        readOnly: true,
        transfer: false,
        selectable: false,
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
        rowActions: [{ id: 'log', label: t('tasks:showLog'), run: (run) => openLog(BASE, String(run.id)) }],
        refetchEvery: LIVE_MS,
        empty: t('noRuns'),
      }}
    />
  );
}
