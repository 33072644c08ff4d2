import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { right } from '../../model/resource.ts';
import type { PageTab } from '../../screens/page/PageTabs.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { GatheredList } from '../gathered-accounts/GatheredList.tsx';
import { PlanTable } from './PlanTable.tsx';
import { type PlanName, planKind } from './plans.ts';
import { RunTable } from './RunTable.tsx';

/** Plans of one kind and their runs; of gathering also what was found. */
function PlanPage({ name }: { name: PlanName }) {
  const { t } = useTranslation(['features', 'accounts']);
  const { plan, run, tabs } = planKind(name);
  const shown: PageTab[] = [
    {
      name: tabs.plans,
      title: t(`accounts:plan.tab.${name}`),
      permissions: [right(plan, 'view')],
      render: () => <PlanTable name={name} />,
    },
    { name: tabs.runs, title: t('noun:planRun.title'), permissions: [right(run, 'view')], render: () => <RunTable name={name} /> },
  ];
  if (name === 'gather') {
    shown.unshift({
      name: 'AccountGatherList',
      title: t('noun:gatheredAccount.title'),
      permissions: ['accounts.view_gatheredaccount'],
      render: () => <GatheredList />,
    });
  }
  return <TabbedPage title={t(`noun:${plan.noun}.title`)} tabs={shown} initial={shown[0]?.name} />;
}

/** The address of the runs: their tab of the list. */
const ToRuns = ({ name }: { name: PlanName }) => {
  const { plan, tabs } = planKind(name);
  return <Navigate replace to={`${plan.path}?activeTab=${tabs.runs}`} />;
};

export const PushPage = () => <PlanPage name="push" />;
export const ChangePage = () => <PlanPage name="change" />;
export const GatherPage = () => <PlanPage name="gather" />;
export const PushRuns = () => <ToRuns name="push" />;
export const ChangeRuns = () => <ToRuns name="change" />;
export const GatherRuns = () => <ToRuns name="gather" />;
