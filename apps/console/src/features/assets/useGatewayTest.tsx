import { PlugZap } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/on-demand.tsx';
import type { Row } from '../../model/resource.ts';
import type { QuickAction } from '../../screens/detail/QuickActions.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { isGateway } from './asset-kinds.ts';

const GatewayTest = onDemand(() => import('./GatewayTest.tsx').then((module) => module.GatewayTest));

/** The test of a gateway's way in as quick action of its page; not shown for other assets and for those without the right. */
export function useGatewayTest(): { actionFor: (asset: Row) => QuickAction; dialog: ReactNode } {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const [tested, setTested] = useState<Row>();
  return {
    actionFor: (asset) => ({
      id: 'gateway',
      title: t('gateway.test'),
      verb: t('gateway.start'),
      icon: <PlugZap size={14} />,
      shown: isGateway(asset) && can('assets.test_assetconnectivity') && !isRoot,
      run: () => setTested(asset),
    }),
    dialog: tested && <GatewayTest gateway={tested} onClose={() => setTested(undefined)} />,
  };
}
