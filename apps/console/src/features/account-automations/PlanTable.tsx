import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { WhenTrue } from '../shared-cells.tsx';
import { type PlanName, planKind } from './plans.ts';
import { ScheduleCell } from './run-cells.tsx';
import { useStartPlan } from './useStartPlan.ts';

/** Plans of one kind; each leads to its runs and can be started at once. */
export function PlanTable({ name }: { name: PlanName }) {
  const { t } = useTranslation('accounts');
  const { can } = useAuth();
  const kind = planKind(name);
  const { mayStart, start } = useStartPlan(kind);
  const mayViewRuns = can(`accounts.view_${kind.run.model}`);
  return (
    <ResourceList
      definition={{
        resource: kind.plan,
        exclude: ['password_rules', 'params', 'ssh_key_change_strategy', 'type'],
        defaults: kind.secret
          ? ['name', 'accounts', 'secret_strategy', 'is_periodic', 'periodic_display', 'executed_amount', 'is_active']
          : ['name', 'nodes', 'is_periodic', 'periodic_display', 'executed_amount'],
        min: ['name'],
        facts: ['periodic_display', 'executed_amount'],
        cells: {
          accounts: { Cell: TagsCell, width: 160 },
          secret_strategy: { width: 120 },
          secret_type: { width: 120 },
          is_periodic: { title: t('plan.timed'), Cell: WhenTrue, width: 100 },
          periodic_display: { Cell: ScheduleCell, width: 150, sortable: false },
          executed_amount: {
            width: 90,
            sortable: false,
            align: 'end',
            render: (plan) =>
              mayViewRuns ? (
                <Link to={`?activeTab=${kind.tabs.runs}&automation_id=${plan.id}`}>{String(plan.executed_amount ?? 0)}</Link>
              ) : (
                String(plan.executed_amount ?? 0)
              ),
          },
          is_active: { width: 90 },
        },
        clone: kind.secret,
        transfer: false,
        selectable: false,
        rowActions: [
          { id: 'start', label: t('plan.start'), icon: <Play size={14} />, enabled: mayStart, run: start, done: t('plan.started') },
        ],
        empty: t(`plan.empty.${name}`),
      }}
    />
  );
}
