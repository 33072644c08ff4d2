import type { Category } from '@postern/contract/platforms';
import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { type AssetDeps, assetBehaviour } from './asset.behaviour.ts';
import { asset, CATEGORY_RESOURCES, gateway } from './asset.resource.ts';
import { assetRoutes } from './asset.routes.ts';
import { domainBehaviour } from './domain.behaviour.ts';
import { domain } from './domain.resource.ts';
import { favourite, favouriteBehaviour } from './favourite.resource.ts';
import { type GatewayTestDeps, gatewayTestJob, gatewayTestRoutes } from './gateway-test.ts';
import { nodeAssetRoutes } from './node-assets.routes.ts';

export { type AssetDeps, assetBehaviour } from './asset.behaviour.ts';
export { AUTO_CONFIG, plainSpecInfo } from './asset.computed.ts';
export { onNodes } from './asset.filters.ts';
export { asset, assetRows, CATEGORY_RESOURCES } from './asset.resource.ts';
export { assetObject } from './asset-object.ts';
export { markFavourite } from './favourite.resource.ts';
export { addFacts, noteTest } from './from-machines.queries.ts';
export { hostKeysForgotten } from './host-keys.ts';
export { readMachineList } from './machine-lists/formats.ts';
export { platformOf, protocolOf } from './machine-lists/guesses.ts';
export type { ListedMachine } from './machine-lists/machine-list.ts';

/** Assets of all categories, domains with their gateways, and each person's favourites. */
export function assetsFeature(deps: AssetDeps & { gatewayTest: GatewayTestDeps }): Feature {
  const byCategory = Object.entries(CATEGORY_RESOURCES).map(([category, definition]) =>
    resource(definition, assetBehaviour(deps, { category: category as Category })),
  );
  return {
    resources: [
      resource(asset, assetBehaviour(deps)),
      ...byCategory,
      resource(gateway, assetBehaviour(deps, { category: 'host', platform: 'Gateway' })),
      resource(domain, domainBehaviour(deps.accounts.assetsMoved)),
      resource(favourite, favouriteBehaviour),
    ],
    routes: [...assetRoutes, ...nodeAssetRoutes, ...gatewayTestRoutes(deps.gatewayTest)],
    jobs: [gatewayTestJob(deps.gatewayTest)],
  };
}
