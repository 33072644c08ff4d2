import { UserRoundPlus } from 'lucide-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { right } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { planKind } from '../account-automations/plans.ts';
import { AssetLink } from '../accounts/AssetLink.tsx';
import { showAllOf, useTreePick } from '../assets/useTreePick.ts';
import { RESOURCES } from '../resources.ts';
import { WhenTrue } from '../shared-cells.tsx';

const AssetTree = lazy(() => import('../assets/AssetTree.tsx').then((module) => ({ default: module.AssetTree })));

/** Logins that were found on machines; those worth keeping become accounts (docs/behaviour/accounts.md#gathered-accounts). */
export function GatheredList() {
  const { t } = useTranslation(['accounts', 'features']);
  const { without, inRoot } = useRefusals();
  const [pick, setPick] = useTreePick();
  const { plan, tabs } = planKind('gather');
  const unsynced = inRoot || without('accounts.add_gatheredaccount');
  const sync = (ids: readonly (string | number)[]) => client.gatheredAccounts.sync({ gathered_account_ids: ids.map(String) });
  return (
    <TreePane name="gathered" onShowAll={showAllOf(pick, setPick)} tree={<AssetTree withAssets pick={pick} onPick={setPick} />}>
      <ResourceList
        definition={{
          resource: RESOURCES.gathered,
          query: pick,
          syncUrl: false,
          create: false,
          update: false,
          clone: false,
          transfer: false,
          linkTo: false,
          defaults: ['asset', 'username', 'date_last_login', 'present', 'address_last_login', 'date_updated'],
          min: ['username'],
          facts: ['asset', 'date_last_login'],
          cells: {
            asset: { width: 130, render: (row) => <AssetLink asset={row.asset} /> },
            username: { width: 110 },
            date_last_login: { width: 110 },
            present: { Cell: WhenTrue, width: 90 },
            address_last_login: { width: 120 },
            date_updated: { width: 110 },
          },
          search: { exclude: ['asset'] },
          rowActions: [
            {
              id: 'sync',
              label: t('gathered.sync'),
              icon: <UserRoundPlus size={14} />,
              refused: () => unsynced,
              run: (row) => sync([row.id]),
              done: t('gathered.synced'),
            },
          ],
          bulkActions: [
            {
              id: 'sync',
              label: t('gathered.syncMany'),
              icon: <UserRoundPlus size={14} />,
              refused: unsynced,
              run: sync,
              done: t('gathered.synced'),
            },
          ],
          empty: t('gathered.empty'),
          next: { label: t('plan.tab.gather'), to: `${plan.path}?activeTab=${tabs.plans}`, needs: right(plan, 'view') },
        }}
      />
    </TreePane>
  );
}
