import { addressOf } from '@postern/client/api';
import { IconButton, toast } from '@postern/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Star } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { useRunAction } from '../../data/useRunAction.ts';
import { Nothing } from '../../fields/Nothing.tsx';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { client } from '../../session/http.ts';
import { useTreePick } from '../assets/useTreePick.ts';
import { RESOURCES } from '../resources.ts';
import { ASSET_CELLS } from '../shared-cells.tsx';

const GrantedTree = lazy(() => import('./GrantedTree.tsx').then((module) => ({ default: module.GrantedTree })));

export const connectUrl = (asset: Row['id']): string => `/luna/?login_to=${asset}`;

/** What the person may reach, by node; connect, and keep favourites (docs/behaviour/workbench.md#my-assets). */
export function MyAssetList() {
  const { t } = useTranslation('features');
  const queries = useQueryClient();
  const runAction = useRunAction();
  const [{ node_id: node }, setPick] = useTreePick();
  const favourites = useQuery({
    queryKey: keyOf('favoriteAssets', 'list'),
    queryFn: async ({ signal }) => new Set((await client.favoriteAssets.list({}, { signal })).map((row) => row.asset)),
  });
  const toggle = async (asset: Row) => {
    const favourite = favourites.data?.has(String(asset.id)) ?? false;
    const { bulkDestroy, create } = client.favoriteAssets;
    const change = () => (favourite ? bulkDestroy({ asset: String(asset.id) }) : create({ asset: asset.id }));
    if (!(await runAction(change))) return;
    toast.success(t(favourite ? 'myAssets.favouriteRemoved' : 'myAssets.favouriteAdded'));
    await queries.invalidateQueries({ queryKey: keyOf('favoriteAssets') });
  };
  return (
    <Page title={t('noun:myAsset.title')}>
      <TreePane name="myAssets" tree={<GrantedTree picked={node} onPick={(id) => setPick(id ? { node_id: id } : {})} />}>
        <ResourceList
          definition={{
            resource: RESOURCES.myAsset,
            url: node ? addressOf('permsUsers', 'nodeAssets', 'self', node) : RESOURCES.myAsset.url,
            // Granted assets are described as assets are.
            metadataUrl: RESOURCES.asset.url,
            readOnly: true,
            linkTo: false,
            exclude: ['spec_info'],
            extra: ['accounts', 'favourite'],
            defaults: ['favourite', 'name', 'address', 'platform', 'protocols', 'connectivity', 'accounts'],
            min: ['name', 'address'],
            facts: ['address', 'platform'],
            cells: {
              favourite: {
                title: ' ',
                width: 52,
                render: (row) => (
                  <FavouriteStar favourite={favourites.data?.has(String(row.id)) ?? false} onToggle={() => void toggle(row)} />
                ),
              },
              name: { width: 160 },
              address: { width: 130 },
              platform: { width: 100 },
              ...ASSET_CELLS,
              accounts: { title: t('myAssets.accounts'), render: (row) => <AccountsCell asset={row} /> },
            },
            rowClass: (row) => (row.is_active === false ? 's-quiet-row' : ''),
            rowActions: [
              {
                id: 'connect',
                label: t('myAssets.connect'),
                enabled: (row) => row.is_active !== false,
                run: (row) => window.open(connectUrl(row.id), '_blank', 'noopener'),
              },
            ],
            empty: t('myAssets.empty'),
          }}
        />
      </TreePane>
    </Page>
  );
}

function FavouriteStar({ favourite, onToggle }: { favourite: boolean; onToggle: () => void }) {
  const { t } = useTranslation('features');
  return (
    <span className={favourite ? 's-star is-favourite' : 's-star'}>
      <IconButton icon={Star} label={t(favourite ? 'myAssets.unfavourite' : 'myAssets.favourite')} onClick={onToggle} />
    </span>
  );
}

/** The names of the accounts of one asset, asked for when somebody wants to know. */
function AccountsCell({ asset }: { asset: Row }) {
  const { t } = useTranslation('features');
  const [wanted, setWanted] = useState(false);
  const accounts = useQuery({
    queryKey: keyOf('permsUsers', 'accounts', 'self', String(asset.id)),
    enabled: wanted,
    queryFn: async ({ signal }) =>
      (await client.permsUsers.accounts('self', String(asset.id), {}, { signal })).map((account) => account.name),
  });
  if (accounts.data)
    return accounts.data.length > 0 ? <span title={accounts.data.join(', ')}>{accounts.data.join(', ')}</span> : <Nothing />;
  return (
    <Button type="link" size="small" loading={accounts.isFetching} onClick={() => setWanted(true)}>
      {t('myAssets.show')}
    </Button>
  );
}
