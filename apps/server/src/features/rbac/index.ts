import { BUILTIN_ROLES } from '@postern/contract/permissions';
import { type Context, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { BindingDeps } from './bindings.ts';
import { permissionRoutes } from './permission.routes.ts';
import { roleBehaviour } from './role.behaviour.ts';
import { orgRoleResource, roleResource, systemRoleResource } from './role.resource.ts';
import { roleBindingBehaviour } from './role-binding.behaviour.ts';
import { orgRoleBindingResource, roleBindingResource, systemRoleBindingResource } from './role-binding.resource.ts';

export {
  type AssignedRole,
  assignedRoles,
  type BindingDeps,
  belongsSomewhere,
  beyondReach,
  giveBasicRoles,
  giveOrgRole,
  giveRoles,
  keepAnAdministrator,
  leaveOrganisation,
  type RoleOfPerson,
  refuseOutranking,
  rolesOfRow,
  setOrgRoles,
  setSystemRoles,
  takeRoles,
} from './bindings.ts';
export { holdersIn, organisationsOf } from './holders.ts';
export { belongsTo, isMember, isMemberName, memberIds, takesPart } from './members.ts';
export { allOrganisations, assignedTo, codesAnywhere, codesIn, organisationLists, ownCodes, rightsOf, roleDisplayName } from './rights.ts';
export { orgRoleResource } from './role.resource.ts';
export { isEverywhere, orgBindingRows, systemBindingRows } from './rows.ts';

/** Built-in roles; their codes live in `packages/contract`, so an upgrade needs no data change (docs/wire/roles.md#built-in-roles). */
async function seed(ctx: Context): Promise<void> {
  for (const { id, name, scope } of BUILTIN_ROLES) {
    await ctx.tx
      .insertInto('roles')
      .values({ id, name, scope, builtin: true, comment: '', permissions: '[]', created_by: 'System', updated_by: 'System' })
      .onConflict((clash) => clash.column('id').doUpdateSet({ name, scope, builtin: true }))
      .execute();
  }
}

/** Roles, bindings, the permission list and tree. */
export function rbacFeature(deps: BindingDeps): Feature {
  return {
    resources: [
      resource(roleResource, roleBehaviour(undefined, deps)),
      resource(systemRoleResource, roleBehaviour('system', deps)),
      resource(orgRoleResource, roleBehaviour('org', deps)),
      resource(roleBindingResource, roleBindingBehaviour(undefined, deps)),
      resource(systemRoleBindingResource, roleBindingBehaviour('system', deps)),
      resource(orgRoleBindingResource, roleBindingBehaviour('org', deps)),
    ],
    routes: permissionRoutes,
    seed,
  };
}
