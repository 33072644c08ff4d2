import { among, at, type Context, type Kernel, resource, type Where } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { ofOrganisation } from '../nodes/index.ts';
import { draftReachRoute } from './draft-reach.routes.ts';
import { favoriteRoutes } from './favorites.routes.ts';
import { grantedAssets, grantOf } from './grant.ts';
import { groupReachRoutes } from './group-reach.routes.ts';
import { permissionBehaviour } from './permission.behaviour.ts';
import { assetPermission } from './permission.resource.ts';
import { reachRoutes } from './reach.routes.ts';
import { relationRoutes } from './relations.routes.ts';
import { subListRoutes } from './sublists.routes.ts';

export { endGrant } from './end-grant.ts';
export { grantToPerson } from './grant-to-person.ts';
export { assetsOf, peopleOf } from './granted.ts';
export { letIn } from './let-in.ts';
export { partialMatches } from './partial-matches.ts';
export { assetPermission, inForce, permissionRows } from './permission.resource.ts';
export { type ReachedAsset, reachedBy, reachedNow } from './reached-by.ts';
export { permissionsReaching } from './reaching.ts';
export { takeOff } from './take-off.ts';
export { accountsFor, type Link, linksBetween, rememberLinks, type UsableAccount } from './usable-accounts.ts';

/** Asset permissions, and what they let people reach. */
export const permissionsFeature = (deps: { kernel: () => Kernel }): Feature => ({
  resources: [resource(assetPermission, permissionBehaviour(deps.kernel))],
  routes: [draftReachRoute, ...relationRoutes, ...subListRoutes, ...reachRoutes, ...groupReachRoutes, ...favoriteRoutes],
});

/** The assets that the actor reaches here: those people without the right to list assets may be reminded of. */
export const ownAssets = async (ctx: Context): Promise<Where> => grantedAssets(ctx, await grantOf(ctx, { user: ctx.actor.id }));

/** Who leaves an organisation loses what its permissions gave them by name (docs/wire/organisations.md#leaving). */
export async function leavePermissions(ctx: Context, orgId: string, userIds: readonly string[]): Promise<void> {
  await ctx.tx
    .deleteFrom('asset_permission_users as m')
    .using('asset_permissions as p')
    .whereRef('p.id', '=', 'm.permission_id')
    .where(ofOrganisation(orgId, at('p')))
    .where((eb) => among(eb.ref('m.user_id'), userIds))
    .execute();
}
