import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AmountCell } from '../../fields/cells.tsx';
import { AutoCard } from '../../screens/detail/AutoCard.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import { ResourceDetail } from '../../screens/detail/ResourceDetail.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import type { Row } from '../../screens/model/resource.ts';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { isGateway, TAKES_DOMAIN } from '../assets/asset-kinds.ts';
import { RESOURCES } from '../resources.ts';
import { assetLabel } from '../shared-labels.ts';
import { GatewayTable } from './GatewayTable.tsx';

const AssetPicker = lazy(() => import('../assets/AssetPicker.tsx').then((module) => ({ default: module.AssetPicker })));

interface Domain extends Row {
  assets: { id: string; name: string }[];
  gateways: { id: string; name: string }[];
}

export function DomainDetail() {
  const { t } = useTranslation(['features', 'screens', 'assets']);
  const { id = '' } = useParams();
  return (
    <ResourceDetail<Domain>
      definition={{
        resource: RESOURCES.domain,
        id,
        facts: (domain) => <span>{String(domain.comment ?? '')}</span>,
        tabs: (domain, detail) => [
          { name: 'Detail', title: t('screens:detail.basic'), render: () => <Basic domain={domain} detail={detail} /> },
          {
            name: 'GatewayList',
            title: t('assets:domain.gateways'),
            permissions: ['assets.view_gateway'],
            render: () => <GatewayTable domain={id} />,
          },
        ],
      }}
    />
  );
}

/** Facts, and the assets that are entered through this domain. */
function Basic({ domain, detail }: { domain: Domain; detail: DetailModel<Domain> }) {
  const { t } = useTranslation(['screens', 'assets']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const held: Row['id'][] = domain.assets.map((asset) => asset.id);
  return (
    <div className="s-columns-2">
      <AutoCard
        url={RESOURCES.domain.url}
        row={domain}
        title={t('detail.basic')}
        fields={['id', 'name', 'assets', 'gateways', 'date_created', 'comment']}
        cells={{ assets: (row) => <AmountCell value={row.assets} />, gateways: (row) => <AmountCell value={row.gateways} /> }}
      />
      {can('assets.view_asset') && (
        <RelationCard
          title={t('assets:domain.assets')}
          url={`${RESOURCES.asset.url}?${new URLSearchParams(TAKES_DOMAIN)}`}
          labelOf={assetLabel}
          disabled={isRoot || !can('assets.change_domain')}
          items={domain.assets.map((asset) => ({ id: asset.id, label: asset.name, name: asset.name }))}
          add={(ids) => detail.patch({ assets: [...held, ...ids] })}
          remove={(asset) => detail.patch({ assets: held.filter((other) => other !== asset) })}
          picker={({ taken, add, close }) => (
            <Suspense>
              <AssetPicker
                title={t('assets:domain.addAssets')}
                verb={t('assets:domain.addAssets')}
                narrow={TAKES_DOMAIN}
                canSelect={(asset) => !taken.includes(asset.id) && !isGateway(asset)}
                onPick={add}
                onClose={close}
              />
            </Suspense>
          )}
        />
      )}
    </div>
  );
}
