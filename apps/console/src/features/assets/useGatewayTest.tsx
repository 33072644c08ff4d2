import { PlugZap } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';
import type { QuickAction } from '../../screens/detail/QuickActions.tsx';
import { useAuth, useOrg } from '../../session/auth.tsx';
import { isGateway } from './asset-kinds.ts';

const GatewayTest = lazy(() => import('./GatewayTest.tsx').then((module) => ({ default: module.GatewayTest })));

/** The test of a gateway's way in as quick action of its page; nothing for other assets and for those without the right. */
export function useGatewayTest(asset: Row): { actions: QuickAction[]; dialog: ReactNode } {
  const { t } = useTranslation('assets');
  const { can } = useAuth();
  const { isRoot } = useOrg();
  const [open, setOpen] = useState(false);
  const offered = isGateway(asset) && can('assets.test_assetconnectivity') && !isRoot;
  return {
    actions: offered
      ? [
          {
            id: 'test',
            title: t('gateway.test'),
            verb: t('gateway.start'),
            icon: <PlugZap size={14} />,
            run: () => setOpen(true),
          },
        ]
      : [],
    dialog: <Suspense>{open && <GatewayTest gateway={asset} onClose={() => setOpen(false)} />}</Suspense>,
  };
}
