import { PlugZap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import { ResourceList } from '../../screens/list/ResourceList.tsx';
import { useAuth } from '../../session/auth.tsx';
import { useRefusals } from '../../session/useRefusals.ts';
import { pageOf, RESOURCES } from '../resources.ts';
import { ASSET_CELLS } from '../shared-cells.tsx';

const GatewayTest = onDemand(() => import('../assets/GatewayTest.tsx').then((module) => module.GatewayTest));

/** The gateways of a domain, each of which can be tested (docs/behaviour/assets.md#gateways). */
export function GatewayTable({ domain }: { domain: string }) {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const { inRoot } = useRefusals();
  const [testing, setTesting] = useState<Row>();
  const query = useMemo(() => ({ domain }), [domain]);
  const path = RESOURCES.gateway.path;
  const form = new URLSearchParams({ domain, platform_type: 'linux', category: 'host' });
  return (
    <>
      <ResourceList
        definition={{
          resource: RESOURCES.gateway,
          query,
          create: `${path}/create?${form}`,
          linkTo: (gateway) => (can('assets.view_asset') ? pageOf('asset', gateway.id) : undefined),
          updateTo: (gateway) => `${path}/${gateway.id}/update?${form}`,
          cloneTo: (gateway) => `${path}/create?${form}&clone_from=${gateway.id}`,
          exclude: ['gathered_info', 'spec_info', 'auto_config', 'domain'],
          defaults: ['name', 'address', 'protocols', 'nodes_display', 'connectivity', 'comment'],
          min: ['name'],
          facts: ['address', 'connectivity'],
          cells: {
            name: { width: 180 },
            address: { width: 140 },
            platform: { width: 100 },
            ...ASSET_CELLS,
          },
          search: { exclude: ['domain'] },
          rowActions: [
            {
              id: 'test',
              label: t('gateway.test'),
              icon: <PlugZap size={14} />,
              shown: () => can('assets.test_assetconnectivity'),
              refused: () => inRoot,
              run: setTesting,
            },
          ],
          empty: t('domain.noGateways'),
        }}
      />
      {testing && <GatewayTest gateway={testing} onClose={() => setTesting(undefined)} />}
    </>
  );
}
