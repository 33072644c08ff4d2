import type { PermissionScope } from '@postern/contract/permissions';
import { and, type Column, eb, inOrg, narrowedRows, or, type Rows, rowsOf, type Where } from '@postern/resource';
import { roleResource } from './role.resource.ts';
import { roleBindingResource } from './role-binding.resource.ts';

/** Roles belong to the installation; who may look at those of a scope is the policy of the route. */
export const roleRows = rowsOf(roleResource);

/** Roles of one scope; of both without one. */
export const rolesIn = (scope?: PermissionScope): Rows =>
  scope === undefined ? roleRows : narrowedRows(roleRows, (_ctx, t) => eb(t('scope'), '=', scope));

const isOf = (t: Column, scope: PermissionScope): Where => eb(t('scope'), '=', scope);

/** Bindings of the organisation of the request; of the system all, as these have no organisation and are not scoped to one as a whole. */
export const roleBindingRows = rowsOf(roleBindingResource, (ctx, t) => or(isOf(t, 'system'), inOrg(ctx, t)));
export const systemBindingRows = rowsOf(roleBindingResource, (_ctx, t) => isOf(t, 'system'));
export const orgBindingRows = rowsOf(roleBindingResource, (ctx, t) => and(isOf(t, 'org'), inOrg(ctx, t)));

/** Bindings of one scope that an actor may see; of both without one. */
export const bindingsIn = (scope?: PermissionScope): Rows =>
  scope === undefined ? roleBindingRows : scope === 'system' ? systemBindingRows : orgBindingRows;

/** Whether a binding that was read is one of the system. */
export const isEverywhere = ({ org_id: home }: { org_id: string | null }): boolean => home === null;

/** Whether one that was read holds in an organisation: those of the system do everywhere. */
export const countsIn = ({ org_id: home }: { org_id: string | null }, orgId: string): boolean => home === null || home === orgId;

/** Bindings of the system: rights that hold everywhere. */
export const boundEverywhere = (t: Column): Where => eb(t('org_id'), 'is', null);

/** Bindings in one organisation, whichever the request is in. */
export const boundIn = (orgId: string, t: Column): Where => inOrg({ org: { id: orgId, name: '', isRoot: false, isDefault: false } }, t);
