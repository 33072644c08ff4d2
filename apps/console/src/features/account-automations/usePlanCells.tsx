import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Row } from '../../model/resource.ts';
import type { ColumnSpec } from '../../screens/list/list-definition.ts';
import { WhenTrue } from '../shared-cells.tsx';
import { ScheduleCell } from './run-cells.tsx';

/** Columns of plans: when one runs, and how often it did, which leads to its runs where `runsOf` names their address. */
export function usePlanCells(runsOf: ((plan: Row) => string) | undefined) {
  const { t } = useTranslation('accounts');
  return {
    is_periodic: { title: t('plan.timed'), Cell: WhenTrue, width: 100 },
    periodic_display: { Cell: ScheduleCell, width: 150, sortable: false },
    executed_amount: {
      width: 90,
      sortable: false,
      align: 'end',
      render: (plan) => {
        const amount = String(plan.executed_amount ?? 0);
        return runsOf ? <Link to={runsOf(plan)}>{amount}</Link> : amount;
      },
    },
  } as const satisfies Record<string, ColumnSpec>;
}
