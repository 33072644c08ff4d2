import type { Kernel } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { destinationRoutes } from './destination.routes.ts';

export {
  type AccountPart,
  accountConfirmed,
  accountWritten,
  assetConfirmed,
  assetsHeld,
  assetsMoved,
  gatewaysMoved,
  held,
  heldAmong,
  inSnapshot,
  type Part,
  placed,
  platformsBefore,
  platformsMoved,
  vouched,
} from './destination.ts';

/** Where secrets go, and who stands for it (docs/decisions/0067). */
export const destinationsFeature = (deps: { kernel: () => Kernel }): Feature => ({ routes: destinationRoutes(deps.kernel) });
