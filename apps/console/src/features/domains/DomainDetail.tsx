import { addressOf } from '@postern/client/api';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import { AmountCell } from '../../fields/AmountCell.tsx';
import type { Row } from '../../model/resource.ts';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { isGateway, TAKES_DOMAIN } from '../assets/asset-kinds.ts';
import { RESOURCES } from '../resources.ts';
import { assetLabel } from '../shared-labels.ts';
import { GatewayTable } from './GatewayTable.tsx';

const AssetPicker = onDemand(() => import('../assets/AssetPicker.tsx').then((module) => module.AssetPicker));

interface Domain extends Row {
  assets: { id: string; name: string }[];
  gateways: { id: string; name: string }[];
}

export function DomainDetail() {
  const { t } = useTranslation('assets');
  return (
    <DetailPage<Domain>
      resource={RESOURCES.domain}
      facts={(domain) => <span>{String(domain.comment ?? '')}</span>}
      basic={{
        fields: ['id', 'name', 'assets', 'gateways', 'date_created', 'comment'],
        cells: { assets: (row) => <AmountCell value={row.assets} />, gateways: (row) => <AmountCell value={row.gateways} /> },
        beside: (domain, detail) => <Members domain={domain} detail={detail} />,
      }}
      tabs={({ id }) => [
        {
          name: 'GatewayList',
          title: t('domain.gateways'),
          permissions: ['assets.view_gateway'],
          render: () => <GatewayTable domain={String(id)} />,
        },
      ]}
    />
  );
}

/** The assets that are entered through this domain. */
function Members({ domain, detail }: { domain: Domain; detail: DetailModel<Domain> }) {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const { without, inRoot } = useRefusals();
  const assetIds: Row['id'][] = domain.assets.map((asset) => asset.id);
  if (!can('assets.view_asset')) return null;
  return (
    <RelationCard
      title={t('domain.assets')}
      url={addressOf('assets', 'list', TAKES_DOMAIN)}
      labelOf={assetLabel}
      refused={inRoot || without('assets.change_domain')}
      items={domain.assets.map((asset) => ({ id: asset.id, label: asset.name, name: asset.name }))}
      add={(ids) => detail.patch({ assets: [...assetIds, ...ids] })}
      remove={(asset) => detail.patch({ assets: assetIds.filter((other) => other !== asset) })}
      picker={({ taken, add, close }) => (
        <AssetPicker
          title={t('domain.addAssets')}
          verb={t('domain.addAssets')}
          narrow={TAKES_DOMAIN}
          canSelect={(asset) => !taken.includes(asset.id) && !isGateway(asset)}
          onPick={add}
          onClose={close}
        />
      )}
    />
  );
}
