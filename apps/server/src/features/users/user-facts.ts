import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import { type Context, eb, type Joined, type Tables } from '@postern/resource';
import { type Expression, expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type AssignedRole, isEverywhere, roleDisplayName, rolesOfRow } from '../rbac/index.ts';
import { asUser, type UserRow } from './user.resource.ts';
import { userGroupRows } from './user-group.ts';

const tables = expressionBuilder<Tables, never>();

export interface UserFacts {
  superuser: boolean;
  orgAdmin: boolean;
  mfaForced: boolean;
  mfaEnabled: boolean;
  systemRoles: AssignedRole[];
  orgRoles: AssignedRole[];
}

function factsFrom(assigned: readonly AssignedRole[], settings: SettingsReader, { mfa_level: level }: UserRow): UserFacts {
  const policy = settings.get('SECURITY_MFA_AUTH');
  const systemRoles = assigned.filter(isEverywhere);
  const inOrgs = assigned.filter((role) => !isEverywhere(role));
  // In the root organisation a role held in several organisations is shown once.
  const orgRoles = inOrgs.filter((role, at) => inOrgs.findIndex((other) => other.role_id === role.role_id) === at);
  const superuser = systemRoles.some((role) => role.role_id === ROLE.SYSTEM_ADMIN);
  const orgAdmin = superuser || orgRoles.some((role) => role.role_id === ROLE.ORG_ADMIN);
  const mfaForced = policy === 1 || (policy === 2 && orgAdmin) || level === 2;
  return { superuser, orgAdmin, mfaForced, mfaEnabled: mfaForced || level > 0, systemRoles, orgRoles };
}

/** One fact that follows from somebody's roles; one value of the row serves all of them. */
export const fact = (settings: SettingsReader, read: (facts: UserFacts, ctx: Context) => unknown): Joined => ({
  as: 'roles',
  expression: (ctx) => rolesOfRow(eb.ref('t.id'), ctx),
  wire: (value, ctx, row) => read(factsFrom(value as AssignedRole[], settings, asUser(row)), ctx),
});

const roleWire = (role: AssignedRole, ctx: Context) => ({
  id: role.role_id,
  display_name: roleDisplayName({ id: role.role_id, name: role.name, builtin: role.builtin }, ctx.language),
});
export const systemRolesWire = (facts: UserFacts, ctx: Context) => facts.systemRoles.map((role) => roleWire(role, ctx));
export const orgRolesWire = (facts: UserFacts, ctx: Context) => facts.orgRoles.map((role) => ({ ...roleWire(role, ctx), name: role.name }));

const groups = (ctx: Context, userId: Expression<unknown>) =>
  tables
    .selectFrom('user_group_members as m')
    .innerJoin('user_groups as g', 'g.id', 'm.group_id')
    .select(['g.id', 'g.name'])
    .where(eb(eb.ref('m.user_id'), '=', userId))
    .where(userGroupRows(ctx, 'g'))
    .orderBy('g.name');

/** Groups of a person in the organisation of the request, as a value of their row. */
export const groupsOfRow: Joined = {
  expression: (ctx) => jsonArrayFrom(groups(ctx, eb.ref('t.id'))),
  wire: (value) => value,
};

/** The same of one. */
export async function groupsOf(ctx: Context, userId: string): Promise<{ id: string; name: string }[]> {
  const { found } = await ctx.tx.selectNoFrom(jsonArrayFrom(groups(ctx, eb.val(userId))).as('found')).executeTakeFirstOrThrow();
  return found;
}
