import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { showAllOf, useTreePick } from '../assets/useTreePick.ts';
import { AccountTable } from './AccountTable.tsx';

const AssetTree = lazy(() => import('../assets/AssetTree.tsx').then((module) => ({ default: module.AssetTree })));

/** Accounts of all assets; the tree narrows them to a node or an asset. */
export function AccountList() {
  const { t } = useTranslation('features');
  const [pick, setPick] = useTreePick();
  return (
    <Page title={t('noun:account.title')}>
      <TreePane
        name="accounts"
        onShowAll={showAllOf(pick, setPick)}
        tree={<AssetTree withAssets types="account" pick={pick} onPick={setPick} />}
      >
        <AccountTable query={pick} />
      </TreePane>
    </Page>
  );
}
