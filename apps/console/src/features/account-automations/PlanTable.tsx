import { useTranslation } from 'react-i18next';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { type PlanName, planKind } from './plans.ts';
import { usePlanCells } from './usePlanCells.tsx';
import { useStartPlan } from './useStartPlan.tsx';

/** Plans of one kind; each leads to its runs and can be started at once. */
export function PlanTable({ name }: { name: PlanName }) {
  const { t } = useTranslation('accounts');
  const { can } = useAuth();
  const kind = planKind(name);
  const { start } = useStartPlan(kind);
  const planCells = usePlanCells(
    can(`accounts.view_${kind.run.model}`) ? (plan) => `?activeTab=${kind.tabs.runs}&automation_id=${plan.id}` : undefined,
  );
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
          ...planCells,
          is_active: { width: 90 },
        },
        clone: kind.secret,
        transfer: false,
        selectable: false,
        rowActions: [start],
        empty: t(`plan.empty.${name}`),
      }}
    />
  );
}
