import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { right } from '../../model/resource.ts';
import { actionOfRow, toggleAction } from '../../screens/detail/QuickActions.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { PlanTargets } from './PlanTargets.tsx';
import { type Plan, type PlanName, planKind } from './plans.ts';
import { RunTable } from './RunTable.tsx';
import { ScheduleCell, TIMES } from './run-cells.tsx';
import { useStartPlan } from './useStartPlan.tsx';

const FACTS = ['id', 'name', 'accounts', 'assets', 'nodes', 'secret_type', 'secret_strategy', 'crontab', 'interval', 'is_sync_account'];
const AFTER = ['recipients', 'executed_amount', 'date_created', 'date_updated', 'created_by', 'comment'];

function PlanDetail({ name }: { name: PlanName }) {
  const { t } = useTranslation(['features', 'accounts']);
  const { without } = useRefusals();
  const kind = planKind(name);
  const { start } = useStartPlan(kind);
  const { targets } = kind;
  return (
    <DetailPage<Plan>
      resource={kind.plan}
      listTo={`${kind.plan.path}?activeTab=${kind.tabs.plans}`}
      facts={(plan) => (
        <>
          <StatusTag tone={plan.is_active ? 'success' : 'neutral'} boxed>
            {t(plan.is_active ? 'accounts:plan.active' : 'accounts:plan.inactive')}
          </StatusTag>
          <span>
            <ScheduleCell row={plan} />
          </span>
        </>
      )}
      basic={{
        name: 'Basic',
        fields: [...FACTS, ...AFTER],
        cells: {
          ...TIMES,
          accounts: (plan) => <TagsCell value={plan.accounts} />,
          assets: (plan) => plan.assets.length,
          nodes: (plan) => plan.nodes.length,
        },
        actions: (plan, detail) => [
          actionOfRow(plan, t('accounts:plan.startNow'), start),
          toggleAction(detail, 'is_active', { title: t('accounts.active'), refused: without(right(kind.plan, 'change')) }),
        ],
      }}
      tabs={(plan, detail) => [
        {
          name: 'Targets',
          title: t('accounts:plan.targets'),
          permissions: [right(kind.plan, 'change')],
          hidden: targets === undefined,
          render: () => targets && <PlanTargets plan={plan} targets={targets} offered={kind.offered} detail={detail} />,
        },
        {
          name: 'Runs',
          title: t('noun:planRun.title'),
          permissions: [right(kind.run, 'view')],
          render: () => <RunTable name={name} plan={String(plan.id)} />,
        },
      ]}
    />
  );
}

export const PushDetail = () => <PlanDetail name="push" />;
export const ChangeDetail = () => <PlanDetail name="change" />;
export const GatherDetail = () => <PlanDetail name="gather" />;
