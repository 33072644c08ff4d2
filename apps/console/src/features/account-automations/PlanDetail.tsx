import { StatusTag } from '@postern/ui';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { right } from '../../model/resource.ts';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { QuickActions } from '../../screens/detail/QuickActions.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { useAuth } from '../../session/auth.tsx';
import { PlanTargets } from './PlanTargets.tsx';
import { type Plan, type PlanName, planKind } from './plans.ts';
import { RunTable } from './RunTable.tsx';
import { ScheduleCell } from './run-cells.tsx';
import { useStartPlan } from './useStartPlan.ts';

const FACTS = ['id', 'name', 'accounts', 'assets', 'nodes', 'secret_type', 'secret_strategy', 'crontab', 'interval', 'is_sync_account'];
const AFTER = ['recipients', 'executed_amount', 'date_created', 'date_updated', 'created_by', 'comment'];

function PlanDetail({ name }: { name: PlanName }) {
  const { t } = useTranslation(['features', 'screens', 'accounts']);
  const { id = '' } = useParams();
  const kind = planKind(name);
  const { targets } = kind;
  return (
    <ResourceDetail<Plan>
      definition={{
        resource: kind.plan,
        id,
        listTo: `${kind.plan.path}?activeTab=${kind.tabs.plans}`,
        facts: (plan) => (
          <>
            <StatusTag tone={plan.is_active ? 'success' : 'neutral'} boxed>
              {t(plan.is_active ? 'accounts:plan.active' : 'accounts:plan.inactive')}
            </StatusTag>
            <span>
              <ScheduleCell row={plan} />
            </span>
          </>
        ),
        tabs: (plan, detail) => [
          { name: 'Basic', title: t('screens:detail.basic'), render: () => <Basic name={name} plan={plan} detail={detail} /> },
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
            render: () => <RunTable name={name} plan={id} />,
          },
        ],
      }}
    />
  );
}

function Basic({ name, plan, detail }: { name: PlanName; plan: Plan; detail: DetailModel<Plan> }) {
  const { t } = useTranslation(['accounts', 'screens', 'features']);
  const { can } = useAuth();
  const kind = planKind(name);
  const { mayStart, start } = useStartPlan(kind);
  const whenTimed = (field: 'crontab' | 'interval') => () => (plan.is_periodic && plan[field] ? String(plan[field]) : '-');
  return (
    <div className="s-columns-2">
      <AutoCard
        url={kind.plan.url}
        row={plan}
        title={t('screens:detail.basic')}
        fields={[...FACTS, ...AFTER]}
        cells={{
          accounts: (row) => <TagsCell value={row.accounts} />,
          assets: (row) => row.assets.length,
          nodes: (row) => row.nodes.length,
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
            disabled: !mayStart(plan),
            run: () => start(plan),
            done: t('plan.started'),
          },
          {
            id: 'active',
            title: t('features:accounts.active'),
            checked: plan.is_active,
            disabled: !can(right(kind.plan, 'change')),
            toggle: (on) => detail.patch({ is_active: on }),
          },
        ]}
      />
    </div>
  );
}

export const PushDetail = () => <PlanDetail name="push" />;
export const ChangeDetail = () => <PlanDetail name="change" />;
export const GatherDetail = () => <PlanDetail name="gather" />;
