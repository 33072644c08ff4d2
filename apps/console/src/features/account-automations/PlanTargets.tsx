import { CircleMinus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import type { Row } from '../../screens/model/resource.ts';
import { useOrg } from '../../session/auth.tsx';
import { http } from '../../session/http.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel } from '../shared-labels.ts';
import type { Plan } from './PlanDetail.tsx';

const AssetPicker = lazy(() => import('../assets/AssetPicker.tsx').then((module) => ({ default: module.AssetPicker })));

interface Props {
  plan: Plan;
  /** Address of what belongs to the plan. */
  below: string;
  offered: Readonly<Record<string, string>>;
  detail: DetailModel<Plan>;
}

/** Answers of these addresses say with 200 that something could not be done (docs/wire/automations.md#assets-and-nodes-of-a-plan). */
async function told(answer: Promise<{ msg?: string; error?: Record<string, unknown> }>): Promise<void> {
  const { error } = await answer;
  if (error) throw new Error(Object.values(error).flat().map(String).join(' '));
}

/** Every asset a run comes down to, and what puts it there: assets named one by one, and nodes with all below them. */
export function PlanTargets({ plan, below, offered, detail }: Props) {
  const { t } = useTranslation(['accounts', 'screens', 'features']);
  const { isRoot } = useOrg();
  const direct = new Set<Row['id']>(plan.assets.map(({ id }) => id));
  const assets = (verb: 'add' | 'remove', ids: readonly Row['id'][]) =>
    told(http.patch(`${below}asset/${verb}/`, { assets: ids })).then(detail.refresh);
  const nodes = (action: 'add' | 'remove', ids: readonly Row['id'][]) =>
    told(http.patch(`${below}nodes/`, { nodes: ids }, { query: { action } })).then(detail.refresh);
  const query = new URLSearchParams({ fields_size: 'mini', ...offered });
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource: RESOURCES.asset,
          url: `${below}assets/`,
          metadataUrl: RESOURCES.asset.url,
          name: 'planAssets',
          syncUrl: false,
          create: false,
          update: false,
          delete: false,
          clone: false,
          transfer: false,
          selectable: false,
          columns: ['name', 'address'],
          min: ['name'],
          facts: ['address'],
          search: {
            metadata: false,
            extra: [
              { key: 'name', label: t('features:permissions.assetName') },
              { key: 'address', label: t('features:permissions.address') },
            ],
          },
          linkTo: (asset) => pageOf('asset', asset.id),
          rowActions: [
            {
              id: 'remove',
              label: t('screens:action.remove'),
              icon: <CircleMinus size={14} />,
              danger: true,
              enabled: (asset) => !isRoot && direct.has(asset.id),
              hint: (asset) => (direct.has(asset.id) ? undefined : t('plan.byNode')),
              run: (asset) => assets('remove', [asset.id]),
              done: t('plan.removed'),
            },
          ],
          empty: t('plan.noTargets'),
        }}
      />
      <div className="s-stack">
        <RelationCard
          title={t('features:permissions.addAssets')}
          url={`assets/assets/?${query}`}
          labelOf={assetLabel}
          disabled={isRoot}
          items={plan.assets.map(({ id, name }) => ({ id, name, label: name }))}
          add={(ids) => assets('add', ids)}
          remove={(id) => assets('remove', [id])}
          picker={({ taken, add, close }) => (
            <Suspense>
              <AssetPicker
                title={t('features:permissions.addAssets')}
                verb={t('screens:action.add')}
                canSelect={(row) => !taken.includes(row.id)}
                onPick={add}
                onClose={close}
              />
            </Suspense>
          )}
        />
        <RelationCard
          title={t('features:permissions.addNodes')}
          url="assets/nodes/"
          labelOf={nodeLabel}
          disabled={isRoot}
          items={plan.nodes.map(({ id, name }) => ({ id, name, label: name }))}
          add={(ids) => nodes('add', ids)}
          remove={(id) => nodes('remove', [id])}
        />
      </div>
    </div>
  );
}
