import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Cloud, Cpu, PlugZap, ServerCog, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { onDemand } from '../../data/on-demand.tsx';
import { choiceValue } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth, useOrg, usePublicSettings } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { RESOURCES } from '../resources.ts';
import { ASSET_CELLS } from '../shared-cells.tsx';
import { ASSET_KINDS, isGateway } from './asset-kinds.ts';
import { isAutomated, MAY, startOnAsset, startOnAssets } from './asset-tasks.ts';

const DestinationsDialog = onDemand(() => import('./DestinationsDialog.tsx').then((module) => module.DestinationsDialog));
const GatewayTest = onDemand(() => import('./GatewayTest.tsx').then((module) => module.GatewayTest));

interface Props {
  /** A category; all of them when absent. */
  kind?: string;
  query?: Readonly<Record<string, string>>;
  onCreate?: () => void;
}

/** Where an asset's form is: by its category, with what the form needs to know beforehand. */
export function assetFormPath(asset: Row, verb: 'update' | 'clone'): string {
  const category = String(choiceValue(asset.category) ?? 'host');
  const platform = asset.platform as { id?: number } | null;
  const query = new URLSearchParams({ platform: String(platform?.id ?? 1), type: String(choiceValue(asset.type) ?? ''), category });
  const path = ASSET_KINDS[category]?.path ?? RESOURCES.host.path;
  if (verb === 'update') return `${path}/${asset.id}/update?${query}`;
  query.set('clone_from', String(asset.id));
  return `${path}/create?${query}`;
}

/** What only the forms and the pages of single assets show. */
const DETAILS = ['spec_info', 'auto_config', 'gathered_info', 'username_selector', 'password_selector', 'submit_selector', 'script'];

/** Lists of machines as other programs keep them (docs/behaviour/transfer.md#files-of-other-programs). */
const MACHINE_FILES = ['.txt', '.list', '.ini', '.cfg', '.conf', '.config', '.yml', '.yaml', '.xml', '.rtsz', '.reg', '_config'];

const BULK_FIELDS = ['platform', 'nodes', 'domain', 'labels', 'is_active', 'comment'];
/** Categories of which many get a domain at once. Among all assets the server passes over those whose platform takes none. */
const TAKE_DOMAINS = ['host', 'database', 'custom'];

export function AssetTable({ kind, query, onCreate }: Props) {
  const { t } = useTranslation(['features', 'assets', 'cloud', 'machine']);
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const { without, inRoot, unless } = useRefusals();
  const navigate = useNavigate();
  const licensed = usePublicSettings().XPACK_LICENSE_IS_VALID === true;
  const [gateway, setGateway] = useState<Row>();
  const [confirming, setConfirming] = useState<Row['id'][]>();
  const queries = useQueryClient();
  const starting = (id: 'test' | 'refresh') => ({
    id,
    shown: can(MAY[id]),
    refused: inRoot,
    run: (ids: Row['id'][]) => startOnAssets(id, ids),
  });
  const fixed = (asset: Row) => unless(String(choiceValue(asset.category)) in ASSET_KINDS, 'refused:elsewhere');
  return (
    <>
      <ResourceList
        definition={{
          resource: RESOURCES.asset,
          ...(kind ? { url: ASSET_KINDS[kind]?.url ?? RESOURCES.asset.url } : {}),
          ...(query ? { query } : {}),
          // Assets are made at their category, whose columns differ; all together they are only changed.
          ...(kind ? {} : { transfer: { modes: ['update'] as const } }),
          ...(kind === 'host' ? { transfer: { foreignFiles: MACHINE_FILES } } : {}),
          create: onCreate ?? false,
          toolbar: (
            <>
              {(kind === undefined || kind === 'host') && !isRoot && can('assets.add_asset') && can('accounts.add_account') && (
                <Button icon={<ServerCog size={14} />} onClick={() => navigate(`${RESOURCES.host.path}/add`)}>
                  {t('machine:title')}
                </Button>
              )}
              {kind === 'host' && licensed && can('xpack.view_account') && (
                <Button icon={<Cloud size={14} />} onClick={() => navigate('/console/assets/cloud')}>
                  {t('cloud:title')}
                </Button>
              )}
            </>
          ),
          exclude: DETAILS,
          defaults: ['name', 'address', 'platform', 'protocols', 'connectivity', 'nodes_display'],
          min: ['name', 'address'],
          facts: ['address', 'platform'],
          cells: {
            // Beside the tree there is room for about 900 px.
            name: { width: 132 },
            address: { width: 124 },
            platform: { width: 92 },
            ...ASSET_CELLS,
            is_active: { width: 76 },
            nodes_display: { width: 102 },
            comment: { width: 220 },
            autofill: { width: 100 },
          },
          rowActions: [
            {
              id: 'test',
              label: t('assets:task.test'),
              icon: <PlugZap size={14} />,
              refused: (asset) => inRoot || without(MAY.test) || unless(isAutomated(asset, 'test'), 'refused:platform'),
              // Of a gateway the way in is tested, which may be by another port.
              run: (asset) => (isGateway(asset) ? setGateway(asset) : startOnAsset('test', asset)),
            },
          ],
          bulkActions: [
            { ...starting('test'), label: t('assets:task.test'), icon: <PlugZap size={14} />, done: t('assets:task.testing') },
            { ...starting('refresh'), label: t('assets:task.refresh'), icon: <Cpu size={14} />, done: t('assets:task.refreshing') },
            {
              id: 'confirm-destinations',
              label: t('assets:destination.bulk'),
              icon: <ShieldCheck size={14} />,
              shown: can('accounts.view_accountsecret'),
              run: setConfirming,
            },
          ],
          confirmDisable: (count) => ({
            title: t('assets:deactivateTitle', { count }),
            text: t('assets:deactivateText'),
            verb: t('assets:deactivate'),
          }),
          update: fixed,
          updateTo: (asset) => assetFormPath(asset, 'update'),
          cloneTo: (asset) => assetFormPath(asset, 'clone'),
          rowClass: (asset) => (asset.is_active === false ? 's-quiet-row' : ''),
          bulkUpdate: BULK_FIELDS.filter((field) => field !== 'domain' || kind === undefined || TAKE_DOMAINS.includes(kind)),
          empty: t('assets.empty'),
        }}
      />

      {confirming && (
        <DestinationsDialog ids={confirming} onClose={() => setConfirming(undefined)} onConfirmed={() => queries.invalidateQueries()} />
      )}

      {gateway && <GatewayTest gateway={gateway} onClose={() => setGateway(undefined)} />}
    </>
  );
}
