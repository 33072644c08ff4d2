import { useTranslation } from 'react-i18next';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useRunList } from '../tasks/useRunList.ts';
import { type PlanName, planKind } from './plans.ts';
import { StatusCell, snapshotOf } from './run-cells.tsx';

/** Runs of all plans of a kind, or of one. */
export function RunTable({ name, plan }: { name: PlanName; plan?: string }) {
  const { t } = useTranslation(['accounts', 'tasks']);
  const runs = useRunList(plan ? { name: 'planRuns', query: { automation_id: plan } } : undefined);
  const kind = planKind(name);
  return (
    <ResourceList
      definition={{
        ...runs,
        resource: kind.run,
        exclude: ['automation', 'snapshot'],
        extra: ['plan', 'asset_amount', 'node_amount'],
        defaults: kind.secret
          ? ['plan', 'asset_amount', 'node_amount', 'status', 'trigger', 'date_start']
          : ['plan', 'status', 'trigger', 'date_start', 'date_finished'],
        min: ['plan'],
        facts: ['status', 'date_start'],
        cells: {
          plan: { title: t('run.plan'), width: 180, sortable: false, render: (run) => snapshotOf(run).name || String(run.id) },
          asset_amount: {
            title: t('run.assets'),
            width: 90,
            align: 'end',
            sortable: false,
            render: (run) => snapshotOf(run).asset_amount ?? 0,
          },
          node_amount: {
            title: t('run.nodes'),
            width: 90,
            align: 'end',
            sortable: false,
            render: (run) => snapshotOf(run).node_amount ?? 0,
          },
          status: { title: t('tasks:result'), Cell: StatusCell, width: 120 },
          trigger: { width: 120 },
        },
        ...(plan ? {} : { search: { extra: [{ key: 'automation_id', label: t('run.planId') }] } }),
        empty: t('run.empty'),
        ...(plan
          ? {}
          : {
              next: { label: t(`plan.tab.${name}`), to: `${kind.plan.path}?activeTab=${kind.tabs.plans}`, needs: right(kind.plan, 'view') },
            }),
      }}
    />
  );
}
