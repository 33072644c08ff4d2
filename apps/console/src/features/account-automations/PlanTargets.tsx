import { addressOf } from '@postern/client/api';
import { CircleMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { client } from '../../session/http.ts';
import { useRefusals } from '../../session/useRefusals.ts';
import { AssetChoice } from '../assets/AssetChoice.tsx';
import { CHOICES } from '../choices.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { assetLabel, nodeLabel } from '../shared-labels.ts';
import type { Plan, PlanKind } from './plans.ts';

interface Props {
  plan: Plan;
  targets: NonNullable<PlanKind['targets']>;
  offered: Readonly<Record<string, string>>;
  detail: DetailModel<Plan>;
}

interface ActionAnswer {
  msg?: string;
  error?: Record<string, unknown>;
}

/** Answers of these addresses say with 200 that something could not be done (docs/wire/automations.md#assets-and-nodes-of-a-plan). */
async function throwOnError(answer: Promise<ActionAnswer>): Promise<void> {
  const { error } = await answer;
  if (error) throw new Error(Object.values(error).flat().map(String).join(' '));
}

/** Every asset a run comes down to, and what puts it there: assets named one by one, and nodes with all below them. */
export function PlanTargets({ plan, targets, offered, detail }: Props) {
  const { t } = useTranslation(['accounts', 'screens', 'features']);
  const { inRoot } = useRefusals();
  const direct = new Set<Row['id']>(plan.assets.map(({ id }) => id));
  const calls = client[targets];
  const id = String(plan.id);
  const assets = (verb: 'addAssets' | 'removeAssets', ids: readonly Row['id'][]) =>
    throwOnError(calls[verb](id, { assets: ids })).then(detail.refresh);
  const nodes = (action: 'add' | 'remove', ids: readonly Row['id'][]) =>
    throwOnError(calls.nodes(id, { nodes: ids }, { query: { action } })).then(detail.refresh);
  return (
    <div className="s-columns-2">
      <ResourceList
        definition={{
          resource: RESOURCES.asset,
          url: addressOf(targets, 'assets', id),
          metadataUrl: RESOURCES.asset.url,
          name: 'planAssets',
          syncUrl: false,
          readOnly: true,
          transfer: false,
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
              refused: (asset) => inRoot || (!direct.has(asset.id) && t('plan.byNode')),
              run: (asset) => assets('removeAssets', [asset.id]),
              done: t('plan.removed'),
            },
          ],
          empty: t('plan.noTargets'),
        }}
      />
      <div className="s-stack">
        <RelationCard
          title={t('features:permissions.addAssets')}
          url={addressOf('assets', 'list', { fields_size: 'mini', ...offered })}
          labelOf={assetLabel}
          refused={inRoot}
          items={plan.assets.map(({ id, name }) => ({ id, name, label: name }))}
          add={(ids) => assets('addAssets', ids)}
          remove={(id) => assets('removeAssets', [id])}
          picker={(dialog) => <AssetChoice {...dialog} />}
        />
        <RelationCard
          title={t('features:permissions.addNodes')}
          url={CHOICES.nodes}
          labelOf={nodeLabel}
          refused={inRoot}
          items={plan.nodes.map(({ id, name }) => ({ id, name, label: name }))}
          add={(ids) => nodes('add', ids)}
          remove={(id) => nodes('remove', [id])}
        />
      </div>
    </div>
  );
}
