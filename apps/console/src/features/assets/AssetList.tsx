import { lazy, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { TabbedPage } from '../../screens/page/TabbedPage.tsx';
import { TreePane } from '../../screens/tree/TreePane.tsx';
import { AssetTable } from './AssetTable.tsx';
import { ASSET_KINDS } from './asset-kinds.ts';
import { readDirectOnly, writeDirectOnly } from './direct-only.ts';
import { useAssetCategories } from './useAssetCategories.ts';
import { showAllOf, useTreePick } from './useTreePick.ts';

const AssetTree = lazy(() => import('./AssetTree.tsx').then((module) => ({ default: module.AssetTree })));
const PlatformPicker = onDemand(() => import('./PlatformPicker.tsx').then((module) => module.PlatformPicker));

/** Categories whose assets open in an application on another machine; their lists say so. */
const NEEDS_APPLICATION: ReadonlySet<string> = new Set(['web', 'custom']);

/** Assets by category; the first tab has all of them beside the node tree (docs/behaviour/assets.md#list-of-assets). */
export function AssetList() {
  const { t } = useTranslation(['features', 'assets']);
  const [picking, setPicking] = useState<string>();
  const categories = useAssetCategories();
  const kinds = (categories ?? []).filter((category) => category.value in ASSET_KINDS);
  return (
    <TabbedPage
      title={t('noun:asset.title')}
      initial="all"
      tabs={[
        { name: 'all', title: t('assets.all'), render: () => <AllAssets onCreate={() => setPicking('')} /> },
        ...kinds.map((category) => ({
          name: category.value,
          title: category.label,
          render: () => (
            <>
              {NEEDS_APPLICATION.has(category.value) && <p className="s-note">{t(`assets:help.${category.value}`)}</p>}
              <AssetTable key={category.value} kind={category.value} onCreate={() => setPicking(category.value)} />
            </>
          ),
        })),
      ]}
    >
      {picking !== undefined && <PlatformPicker category={picking} onClose={() => setPicking(undefined)} />}
    </TabbedPage>
  );
}

function AllAssets({ onCreate }: { onCreate: () => void }) {
  const [pick, setPick] = useTreePick();
  const [directOnly, setDirectOnly] = useState(readDirectOnly);
  const query = useMemo(() => (pick.node_id ? { ...pick, show_current_asset: directOnly ? '1' : '0' } : pick), [pick, directOnly]);
  const changeDirect = (direct: boolean) => {
    writeDirectOnly(direct);
    setDirectOnly(direct);
  };
  return (
    <TreePane
      name="assets"
      onShowAll={showAllOf(pick, setPick)}
      tree={<AssetTree editable types="asset" pick={pick} onPick={setPick} directOnly={directOnly} onDirectOnly={changeDirect} />}
    >
      <AssetTable query={query} onCreate={onCreate} />
    </TreePane>
  );
}
