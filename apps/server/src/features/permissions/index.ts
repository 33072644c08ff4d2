import { type Context, type Kernel, resource, type Where } from '@postern/resource';
import { sql } from 'kysely';
import type { Feature } from '../../platform/feature.ts';
import { grantedAssets, grantOf } from './grant.ts';
import { permissionBehaviour } from './permission.behaviour.ts';
import { assetPermission } from './permission.resource.ts';
import { groupReachRoutes, reachRoutes } from './reach.routes.ts';
import { relationRoutes } from './relations.routes.ts';
import { subListRoutes } from './sublists.routes.ts';

export { assetsOf, peopleOf } from './held.ts';
export { nearMisses } from './near-misses.ts';
export { accountsFor, type Link, linksBetween, type UsableAccount } from './usable-accounts.ts';

/** Asset permissions, and what they let people reach. */
export const permissionsFeature = (deps: { kernel: () => Kernel }): Feature => ({
  resources: [resource(assetPermission, permissionBehaviour(deps.kernel))],
  routes: [...relationRoutes(deps.kernel), ...subListRoutes(deps.kernel), ...reachRoutes(deps.kernel), ...groupReachRoutes(deps.kernel)],
});

/** The assets that the actor reaches here: those people without the right to list assets may be reminded of. */
export const ownAssets = async (ctx: Context): Promise<Where> => grantedAssets(await grantOf(ctx, { user: ctx.actor.id }));

/** Who leaves an organisation loses what its permissions gave them by name (docs/wire/organisations.md#leaving). */
export async function leavePermissions(ctx: Context, orgId: string, userIds: readonly string[]): Promise<void> {
  await sql`delete from asset_permission_users m using asset_permissions p
    where p.id = m.permission_id and p.org_id = ${orgId} and m.user_id = any(${userIds}::uuid[])`.execute(ctx.tx);
}
