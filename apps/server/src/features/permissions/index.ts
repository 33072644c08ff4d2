import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { permissionBehaviour } from './permission.behaviour.ts';
import { assetPermission } from './permission.resource.ts';
import { groupReachRoutes, reachRoutes } from './reach.routes.ts';
import { relationRoutes } from './relations.routes.ts';
import { subListRoutes } from './sublists.routes.ts';

export { type Grant, grantedAssets, grantOf } from './grant.ts';
export { accountsFor, type UsableAccount, wireActions } from './usable-accounts.ts';

/** Asset permissions, and what they let people reach. */
export const permissionsFeature = (deps: { kernel: () => Kernel }): Feature => ({
  resources: [resource(assetPermission, permissionBehaviour)],
  routes: [...relationRoutes, ...subListRoutes(deps.kernel), ...reachRoutes(deps.kernel), ...groupReachRoutes(deps.kernel)],
});
