import { addressOf } from '@postern/client/api';
import { MOST_ORDERS } from '@postern/client/connect-picks';
import { IconButton, toast } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { SquareTerminal, Star } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { Nothing } from '../../fields/Nothing.tsx';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { useOrg } from '../../session/auth.tsx';
import { client } from '../../session/http.ts';
import { useTreePick } from '../assets/useTreePick.ts';
import { ConnectButton } from '../connect/ConnectButton.tsx';
import { openTerminal, type ReachedAsset } from '../connect/connect.ts';
import { RESOURCES } from '../resources.ts';
import { ASSET_CELLS } from '../shared-cells.tsx';
import { useAskForAccess } from '../tickets/useAskForAccess.ts';
import { useFavourites } from './useFavourites.ts';

const GrantedTree = lazy(() => import('./GrantedTree.tsx').then((module) => ({ default: module.GrantedTree })));

type Granted = Row & ReachedAsset;
const isOn = (row: Granted): boolean => row.is_active !== false;

/** What the person may reach, by node; connect, alone or several at once, and keep favourites (docs/behaviour/workbench.md#my-assets). */
export function MyAssetList() {
  const { t } = useTranslation(['features', 'workbench']);
  const { org } = useOrg();
  const [{ node_id: node }, setPick] = useTreePick();
  const favourites = useFavourites();
  const ask = useAskForAccess();
  const openMany = (ids: readonly Row['id'][]) => {
    if (ids.length > MOST_ORDERS) toast.info(t('workbench:connect.tooMany', { count: MOST_ORDERS }));
    else
      openTerminal(
        ids.map((id) => ({ asset: String(id) })),
        org?.id,
      );
  };
  return (
    <Page title={t('noun:myAsset.title')}>
      <TreePane
        name="myAssets"
        onShowAll={node ? () => setPick({}) : undefined}
        tree={<GrantedTree picked={node} onPick={(id) => setPick(id ? { node_id: id } : {})} />}
      >
        <ResourceList<Granted>
          definition={{
            resource: RESOURCES.myAsset,
            url: node ? addressOf('permsUsers', 'nodeAssets', 'self', node) : RESOURCES.myAsset.url,
            // Granted assets are described as assets are.
            metadataUrl: RESOURCES.asset.url,
            readOnly: true,
            linkTo: false,
            exclude: ['spec_info'],
            extra: ['accounts'],
            defaults: ['name', 'address', 'platform', 'protocols', 'connectivity', 'accounts'],
            min: ['name', 'address'],
            facts: ['address', 'platform'],
            cells: {
              name: { width: 160 },
              address: { width: 130 },
              platform: { width: 100 },
              ...ASSET_CELLS,
              accounts: { title: t('myAssets.accounts'), width: 90, render: (row) => <AccountsCell asset={row} /> },
            },
            rowClass: (row) => (isOn(row) ? '' : 's-quiet-row'),
            canSelect: isOn,
            onEnter: (row) => isOn(row) && openTerminal([{ asset: row.id }], row.org_id),
            rowActions: [
              {
                id: 'connect',
                label: t('workbench:connect.connect'),
                draw: (row) => <ConnectButton asset={row} />,
                run: (row) => openTerminal([{ asset: row.id }], row.org_id),
              },
              {
                id: 'favourite',
                label: t('myAssets.favourite'),
                draw: (row) => <FavouriteStar favourite={favourites.has(row.id)} onToggle={() => void favourites.toggle(row.id)} />,
                run: (row) => favourites.toggle(row.id),
              },
            ],
            bulkActions: [{ id: 'open', label: t('workbench:connect.many'), icon: <SquareTerminal size={14} />, run: openMany }],
            empty: t('myAssets.empty'),
            next: ask || undefined,
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
function AccountsCell({ asset }: { asset: Granted }) {
  const { t } = useTranslation('features');
  const [wanted, setWanted] = useState(false);
  const accounts = useQuery({
    queryKey: keyOf('permsUsers', 'accounts', 'self', asset.id),
    enabled: wanted,
    queryFn: async ({ signal }) => (await client.permsUsers.accounts('self', asset.id, {}, { signal })).map((account) => account.name),
  });
  if (accounts.data)
    return accounts.data.length > 0 ? <span title={accounts.data.join(', ')}>{accounts.data.join(', ')}</span> : <Nothing />;
  return (
    <Button type="link" size="small" loading={accounts.isFetching} onClick={() => setWanted(true)}>
      {t('myAssets.show')}
    </Button>
  );
}
