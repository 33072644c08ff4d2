import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../screens/page/Page.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { showAllOf, useTreePick } from '../assets/useTreePick.ts';
import { RESOURCES } from '../resources.ts';
import { PermissionTable } from './PermissionTable.tsx';

const AssetTree = lazy(() => import('../assets/AssetTree.tsx').then((module) => ({ default: module.AssetTree })));

/** Who may reach what; the tree narrows the list to what concerns a node or an asset. */
export function PermissionList() {
  const { t } = useTranslation('features');
  const [picked, setPicked] = useTreePick();
  const query = new URLSearchParams(picked).toString();
  return (
    <Page title={t('noun:permission.title')} help={t('permissions.empty')}>
      <TreePane
        name="permissions"
        onShowAll={showAllOf(picked, setPicked)}
        tree={<AssetTree withAssets pick={picked} onPick={setPicked} />}
      >
        <PermissionTable full query={picked} createTo={`${RESOURCES.permission.path}/create${query ? `?${query}` : ''}`} />
      </TreePane>
    </Page>
  );
}
