import { addressOf } from '@postern/client/api';
import { isMarkColour } from '@postern/contract/machine-marks';
import { StatusTag } from '@postern/ui';
import { Cpu, Pencil, PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { TagsCell } from '../../fields/TagsCell.tsx';
import { choiceValue, relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { toggleAction } from '../../screens/detail/QuickActions.tsx';
import { RelationCard } from '../../screens/detail/RelationCard.tsx';
import type { DetailModel } from '../../screens/detail/useResourceDetail.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { DetailPage } from '../../screens/page/DetailPage.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { ExplainTab } from '../access/ExplainTab.tsx';
import { AccountTable } from '../accounts/AccountTable.tsx';
import { CHOICES } from '../choices.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { ConnectivityCell, DestinationTag } from '../shared-cells.tsx';
import { nodeLabel } from '../shared-labels.ts';
import { assetFormPath } from './AssetTable.tsx';
import { ASSET_KINDS, isGateway } from './asset-kinds.ts';
import { isAutomated, MAY, startOnAsset } from './asset-tasks.ts';
import { CategoryCards } from './CategoryCards.tsx';
import { DestinationBanner } from './DestinationBanner.tsx';
import { useGatewayTest } from './useGatewayTest.tsx';

interface Asset extends Row {
  name: string;
  address: string;
  nodes: { id: string; name: string }[];
  labels: { id: string; name: string; value: string; color: string }[];
  is_active: boolean;
}

const labelText = (label: Row): string => `${String(label.name)}:${String(label.value)}`;

const FACTS = [
  'id',
  'name',
  'category',
  'type',
  'address',
  'protocols',
  'domain',
  'platform',
  'connectivity',
  'date_verified',
  'date_created',
  'created_by',
  'comment',
];

export function AssetDetail() {
  const { t } = useTranslation(['features', 'assets', 'access']);
  const { without, inRoot, unless } = useRefusals();
  const navigate = useNavigate();
  const testGateway = useGatewayTest();
  const starting = (id: 'test' | 'refresh', asset: Asset) => ({
    id,
    refused:
      inRoot || without(MAY[id]) || unless(asset.is_active === true, 'refused:off') || unless(isAutomated(asset, id), 'refused:platform'),
    run: () => startOnAsset(id, asset),
  });
  return (
    <DetailPage<Asset>
      resource={RESOURCES.asset}
      update={(asset) => unless(String(choiceValue(asset.category)) in ASSET_KINDS, 'refused:elsewhere')}
      updateTo={(asset) => assetFormPath(asset, 'update')}
      facts={(asset) => (
        <>
          {!asset.is_active && (
            <StatusTag tone="neutral" boxed>
              {t('assets.inactive')}
            </StatusTag>
          )}
          {asset.destination_confirmed === false && <DestinationTag boxed />}
          <Marks asset={asset} />
          <span className="p-mono">{asset.address}</span>
          <span>{relatedName(asset.platform)}</span>
        </>
      )}
      basic={{
        fields: FACTS,
        cells: {
          protocols: (asset) => <TagsCell value={asset.protocols} />,
          connectivity: (asset) => <ConnectivityCell value={asset.connectivity} />,
        },
        above: (asset, detail) =>
          asset.destination_confirmed === false && <DestinationBanner assetId={String(asset.id)} onConfirmed={detail.refresh} />,
        below: (asset) => <CategoryCards asset={asset} />,
        actions: (asset, detail) => [
          toggleAction(detail, 'is_active', { title: t('assets.active'), refused: without('assets.change_asset') }),
          testGateway.actionFor(asset),
          {
            ...starting('test', asset),
            title: t('assets:task.testTitle'),
            verb: t('assets:task.test'),
            icon: <PlugZap size={14} />,
            shown: !isGateway(asset),
            done: t('assets:task.testing'),
          },
          {
            ...starting('refresh', asset),
            title: t('assets:task.refreshTitle'),
            verb: t('assets:task.refreshVerb'),
            icon: <Cpu size={14} />,
            shown: choiceValue(asset.category) === 'host',
            done: t('assets:task.refreshing'),
          },
          {
            id: 'hardware',
            title: t('assets:hardware'),
            verb: t('assets:editHardware'),
            icon: <Pencil size={14} />,
            shown: choiceValue(asset.category) === 'host',
            refused: inRoot || without(['assets.change_asset', 'assets.refresh_assethardwareinfo']),
            run: () => navigate(`${RESOURCES.asset.path}/detail/${asset.id}/update`),
          },
        ],
        beside: (asset, detail) => <Related asset={asset} detail={detail} />,
      }}
      tabs={(asset) => [
        {
          name: 'Account',
          title: t('noun:account.title'),
          permissions: ['accounts.view_account'],
          render: () => <AccountTable asset={asset} />,
        },
        {
          name: 'PermUserList',
          title: t('assets.permUsers'),
          permissions: ['perms.view_assetpermission'],
          render: () => <PermittedUsers id={String(asset.id)} />,
        },
        {
          name: 'AssetExplain',
          title: t('access:tab'),
          permissions: ['perms.view_assetpermission', 'users.view_user'],
          render: () => <ExplainTab fixed="asset" start={{ asset: String(asset.id) }} />,
        },
      ]}
    >
      {testGateway.dialog}
    </DetailPage>
  );
}

/** The labels that mark it, for whoever is about to change something. */
function Marks({ asset: { labels } }: { asset: Asset }) {
  const marks = labels.filter(({ color }) => isMarkColour(color));
  return marks.length > 0 ? <TagsCell value={marks} /> : null;
}

/** Where the asset hangs in the tree, and its labels. */
function Related({ asset, detail }: { asset: Asset; detail: DetailModel<Asset> }) {
  const { t } = useTranslation(['features', 'assets']);
  const { can } = useAuth();
  const { without, inRoot } = useRefusals();
  const mayChange = can('assets.change_asset');
  const nodeIds = asset.nodes.map((node) => node.id);
  const marks: Row['id'][] = asset.labels.map((label) => label.id);
  return (
    <>
      {mayChange && (
        <RelationCard
          title={t('assets.nodes')}
          url={CHOICES.nodes}
          labelOf={nodeLabel}
          refused={inRoot}
          items={asset.nodes.map((node) => ({ id: node.id, label: node.name, name: node.name }))}
          add={(ids) => detail.patch({ nodes: [...nodeIds, ...ids] })}
          remove={(node) => detail.patch({ nodes: nodeIds.filter((other) => other !== node) })}
        />
      )}
      {can('assets.view_label') && (
        <RelationCard
          title={t('assets:labels')}
          url={RESOURCES.label.url}
          labelOf={labelText}
          refused={inRoot || without('assets.change_asset')}
          items={asset.labels.map((label) => ({ id: label.id, label: labelText(label), name: labelText(label) }))}
          add={(ids) => detail.patch({ labels: [...marks, ...ids].map((pk) => ({ pk })) })}
          remove={(label) => detail.patch({ labels: marks.filter((other) => other !== label).map((pk) => ({ pk })) })}
        />
      )}
    </>
  );
}

/** Everybody whom some permission lets onto the asset. */
function PermittedUsers({ id }: { id: string }) {
  const { t } = useTranslation('features');
  return (
    <ResourceList
      definition={{
        resource: RESOURCES.user,
        url: addressOf('assets', 'permUsers', id),
        metadataUrl: RESOURCES.user.url,
        name: 'assetPermUsers',
        empty: t('belongs.permitted'),
        next: { label: t('noun:permission.title'), to: RESOURCES.permission.path, needs: 'perms.view_assetpermission' },
        syncUrl: false,
        readOnly: true,
        columns: ['name', 'username', 'email', 'source', 'is_valid'],
        min: ['name'],
        facts: ['username', 'is_valid'],
        linkTo: (user) => pageOf('user', user.id),
      }}
    />
  );
}
