import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, ROLE } from '@postern/contract/ids';
import type { PermissionScope } from '@postern/contract/permissions';
import { among, at, type Context, EVERYBODY, eb, or, type Tables, type Where } from '@postern/resource';
import { type Expression, expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { anyRow } from '../../platform/database/any-row.ts';
import { bound, codesOfRole, ownCodes, ROLE_COLUMNS, type RoleRow } from './rights.ts';
import { boundEverywhere, boundIn, isEverywhere } from './rows.ts';

/** Who holds what where: the only place that writes role bindings. All of it runs inside the caller's transaction. */

export interface AssignedRole {
  user_id: string;
  role_id: string;
  name: string;
  scope: PermissionScope;
  builtin: boolean;
  org_id: string | null;
}

/** What other features do when people leave an organisation (their groups and permissions there end). */
export type LeaveListener = (ctx: Context, orgId: string, userIds: readonly string[]) => Promise<void>;

export interface BindingDeps {
  identityChanged(ctx: Context): void;
  leaving: readonly LeaveListener[];
}

/** Columns of bindings, as every query here calls their table. */
const B = at('b');
const tables = expressionBuilder<Tables, never>();

/** Roles of some users: system ones, and those of the organisation (of all organisations in the root). One query. */
export async function assignedRoles(ctx: Context, userIds: readonly string[], orgId: string | undefined): Promise<AssignedRole[]> {
  return bound(ctx.tx)
    .select(['b.user_id', 'r.id as role_id', 'r.name', 'r.scope', 'r.builtin', 'b.org_id'])
    .where(among(B('user_id'), userIds))
    .where(orgId === undefined ? EVERYBODY : or(boundEverywhere(B), boundIn(orgId, B)))
    .orderBy('r.builtin', 'desc')
    .orderBy('r.name')
    .execute();
}

/** The same of one person, as a value of their row. */
export const rolesOfRow = (userId: Expression<unknown>, { org }: Pick<Context, 'org'>) =>
  jsonArrayFrom(
    tables
      .selectFrom('role_bindings as b')
      .innerJoin('roles as r', 'r.id', 'b.role_id')
      .select(['b.user_id', 'r.id as role_id', 'r.name', 'r.scope', 'r.builtin', 'b.org_id'])
      .where(eb(B('user_id'), '=', userId))
      .where(org.isRoot ? EVERYBODY : or(boundEverywhere(B), boundIn(org.id, B)))
      .orderBy('r.builtin', 'desc')
      .orderBy('r.name'),
  );

/** What every person has at least, so that whoever may add people may give it. */
const BASIC: ReadonlySet<string> = new Set([ROLE.USER, ROLE.ORG_USER]);

/**
 * Nobody hands out a role that holds more than they hold themselves, on whatever way: form, invitation or binding
 * (CVE-2026-91167: roles assigned without the right to). `orgId` null is the system.
 * @throws CodedError beyond_own_rights
 */
export async function refuseRolesBeyondOwn(ctx: Context, roles: readonly RoleRow[], orgId: string | null): Promise<void> {
  if (ctx.actor.superuser || ctx.actor.kind === 'system') return;
  const wanted = roles.filter((role) => !BASIC.has(role.id)).flatMap((role) => [...codesOfRole(role)]);
  if (wanted.length === 0) return;
  const own = await ownCodes(ctx, orgId ?? ORG.ROOT);
  if (wanted.some((code) => !own.has(code))) throw new CodedError('beyond_own_rights');
}

/** Throws under `field` when a role is unknown or of the other scope, and when it is more than the actor may give. */
export async function checkRoles(
  ctx: Context,
  field: string,
  roleIds: readonly string[],
  scope: PermissionScope,
  orgId: string | null,
): Promise<void> {
  const roles = await ctx.tx
    .selectFrom('roles as r')
    .select(ROLE_COLUMNS)
    .where(among(at('r')('id'), roleIds))
    .where('r.scope', '=', scope)
    .execute();
  const known = new Set(roles.map((role) => role.id));
  const unknown = roleIds.find((id) => !known.has(id));
  if (unknown) throw InvalidInput.on(field, 'does_not_exist', { value: unknown });
  await refuseRolesBeyondOwn(ctx, roles, orgId);
}

/** Making or unmaking a system administrator is for system administrators; otherwise a right to bind roles would be the right to everything. */
export function refuseAdministratorRole(ctx: Context, roleIds: readonly string[]): void {
  if (!ctx.actor.superuser && ctx.actor.kind !== 'system' && roleIds.includes(ROLE.SYSTEM_ADMIN)) throw new CodedError('superuser_only');
}

/**
 * Throws unless an active system administrator remains besides these users. The role's row is locked first, so that two
 * administrators cannot remove each other at the same moment.
 */
export async function keepAnAdministrator(ctx: Context, withoutUserIds: readonly string[]): Promise<void> {
  await ctx.tx.selectFrom('roles').select('id').where('id', '=', ROLE.SYSTEM_ADMIN).forUpdate().execute();
  const another = await anyRow(
    ctx.tx
      .selectFrom('role_bindings as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .where('b.role_id', '=', ROLE.SYSTEM_ADMIN)
      .where('u.is_active', '=', true)
      .where('u.is_service_account', '=', false)
      .where((u) => u.or([u('u.date_expired', 'is', null), u('u.date_expired', '>', ctx.clock())]))
      .where(eb.not(among(at('u')('id'), withoutUserIds))),
  );
  if (!another) throw new CodedError('last_administrator');
}

async function bind(ctx: Context, userId: string, roleIds: readonly string[], scope: PermissionScope, orgId: string | null): Promise<void> {
  if (roleIds.length === 0) return;
  const author = ctx.actor.kind === 'system' ? 'System' : ctx.actor.name.slice(0, 30);
  const common = { user_id: userId, org_id: orgId, scope, created_by: author, updated_by: author };
  await ctx.tx
    .insertInto('role_bindings')
    .values(roleIds.map((role_id) => ({ id: randomUUID(), role_id, ...common })))
    .onConflict((clash) => clash.column('binding_key').doNothing())
    .execute();
}

interface Given {
  role_id: string;
  scope: PermissionScope;
  org_id: string | null;
}

/** Gives many people the same roles. Who has them keeps them. */
async function giveMany(ctx: Context, deps: BindingDeps, userIds: readonly string[], roles: readonly Given[]): Promise<void> {
  if (userIds.length === 0 || roles.length === 0) return;
  const by = { created_by: 'System', updated_by: 'System' };
  await ctx.tx
    .insertInto('role_bindings')
    .values(userIds.flatMap((user_id) => roles.map((role) => ({ id: randomUUID(), user_id, ...role, ...by }))))
    .onConflict((clash) => clash.column('binding_key').doNothing())
    .execute();
  deps.identityChanged(ctx);
}

const orgUser = (org_id: string): Given => ({ role_id: ROLE.ORG_USER, scope: 'org', org_id });

/** Gives people what everybody has, in the system and as members of some organisations: many at once. */
export const giveBasicRoles = (ctx: Context, deps: BindingDeps, userIds: readonly string[], orgIds: readonly string[]): Promise<void> =>
  giveMany(ctx, deps, userIds, [{ role_id: ROLE.USER, scope: 'system', org_id: null }, ...orgIds.map(orgUser)]);

/** Gives people what every member of an organisation has: many at once. */
export const giveOrgRole = (ctx: Context, deps: BindingDeps, userIds: readonly string[], orgId: string): Promise<void> =>
  giveMany(ctx, deps, userIds, [orgUser(orgId)]);

/** Takes bindings of some people away: all that hold in this place, or those of these roles. */
async function unbind(ctx: Context, place: Where, userIds: readonly string[], roleIds?: readonly string[]): Promise<void> {
  await ctx.tx
    .deleteFrom('role_bindings as b')
    .where(place)
    .where(among(B('user_id'), userIds))
    .where(roleIds ? among(B('role_id'), roleIds) : EVERYBODY)
    .execute();
}

const missing = (wanted: readonly string[], assigned: readonly string[]) => wanted.filter((id) => !assigned.includes(id));

/** Makes a user's system roles exactly these; at least one has to remain (docs/wire/roles.md#bindings). */
export async function setSystemRoles(ctx: Context, deps: BindingDeps, userId: string, roleIds: readonly string[]): Promise<void> {
  const assigned = (await assignedRoles(ctx, [userId], undefined)).filter(isEverywhere).map((one) => one.role_id);
  const [added, removed] = [missing(roleIds, assigned), missing(assigned, roleIds)];
  if (added.length + removed.length === 0) return;
  if (roleIds.length === 0) throw new CodedError('system_role_delete_error');
  refuseAdministratorRole(ctx, [...added, ...removed]);
  await checkRoles(ctx, 'system_roles', added, 'system', null);
  if (removed.includes(ROLE.SYSTEM_ADMIN)) await keepAnAdministrator(ctx, [userId]);
  await unbind(ctx, boundEverywhere(B), [userId], removed);
  await bind(ctx, userId, added, 'system', null);
  deps.identityChanged(ctx);
}

/** Makes a user's roles in one organisation exactly these; none at all means that the user leaves it. */
export async function setOrgRoles(
  ctx: Context,
  deps: BindingDeps,
  userId: string,
  orgId: string,
  roleIds: readonly string[],
): Promise<void> {
  const assigned = (await assignedRoles(ctx, [userId], orgId)).filter((one) => !isEverywhere(one)).map((one) => one.role_id);
  const [added, removed] = [missing(roleIds, assigned), missing(assigned, roleIds)];
  if (added.length + removed.length === 0) return;
  await checkRoles(ctx, 'org_roles', added, 'org', orgId);
  await unbind(ctx, boundIn(orgId, B), [userId], removed);
  await bind(ctx, userId, added, 'org', orgId);
  if (roleIds.length === 0) for (const listener of deps.leaving) await listener(ctx, orgId, [userId]);
  deps.identityChanged(ctx);
}

/** Takes users out of an organisation: its roles, and with them its groups and permissions (docs/wire/users.md#joining-and-leaving). */
export async function leaveOrganisation(ctx: Context, deps: BindingDeps, orgId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await unbind(ctx, boundIn(orgId, B), userIds);
  for (const listener of deps.leaving) await listener(ctx, orgId, userIds);
  deps.identityChanged(ctx);
}

/** True when the user holds any role in any organisation. */
export async function belongsSomewhere(ctx: Context, userId: string): Promise<boolean> {
  return anyRow(ctx.tx.selectFrom('role_bindings').where('user_id', '=', userId).where('org_id', 'is not', null));
}

/**
 * Who of these people is not the actor's to change. A person belongs to the organisations they are in, all together: their
 * attributes (name, mail, password, keys, second factor, whether they may log in) are the same everywhere, so who changes
 * them has to manage people in each of those, and hold what they hold (docs/decisions/0072). Components manage nobody.
 * @param code what managing means: changing people, or deleting them
 * @returns ids of those who are beyond the actor
 */
export async function beyondReach(ctx: Context, userIds: readonly string[], code = 'users.change_user'): Promise<ReadonlySet<string>> {
  const { actor } = ctx;
  const others = userIds.filter((id) => id !== actor.id);
  if (actor.superuser || actor.kind === 'system') return new Set();
  if (actor.kind !== 'user') return new Set(userIds);
  if (others.length === 0) return new Set();
  const rows = await bound(ctx.tx)
    .select(['b.user_id', ...ROLE_COLUMNS, 'b.org_id'])
    .where(among(B('user_id'), others))
    .execute();
  const own = new Map<string, ReadonlySet<string>>();
  for (const orgId of new Set(rows.map((row) => row.org_id ?? ORG.ROOT))) own.set(orgId, await ownCodes(ctx, orgId));
  const exceeds = (role: (typeof rows)[number]): boolean => {
    const assigned = own.get(role.org_id ?? ORG.ROOT) ?? new Set();
    if (!isEverywhere(role) && !assigned.has(code)) return true;
    return !BASIC.has(role.id) && codesOfRole(role).some((code) => !assigned.has(code));
  };
  return new Set(rows.filter(exceeds).map((row) => row.user_id));
}

/** @throws CodedError outranked for a person whom the actor may not change; see `beyondReach` */
export async function refuseOutranking(ctx: Context, userId: string, code?: string): Promise<void> {
  if ((await beyondReach(ctx, [userId], code)).has(userId)) throw new CodedError('outranked');
}

/** One role of one person, in one organisation, or everywhere where that is null. */
export interface RoleOfPerson {
  user_id: string;
  role_id: string;
  org_id: string | null;
}

/** Gives many people roles, each their own. Nobody asked for it by hand: the caller says by what right. @returns what they did not have before */
export async function giveRoles(ctx: Context, deps: BindingDeps, wanted: readonly RoleOfPerson[]): Promise<RoleOfPerson[]> {
  const keyOf = ({ user_id, role_id, org_id: home }: RoleOfPerson): string => `${user_id} ${role_id} ${home ?? ''}`;
  // Most have it already: a directory of thousands is followed every day.
  const before = await ctx.tx
    .selectFrom('role_bindings as b')
    .select(['b.user_id', 'b.role_id', 'b.org_id'])
    .where(among(B('user_id'), [...new Set(wanted.map(({ user_id }) => user_id))]))
    .execute();
  const known = new Set(before.map(keyOf));
  const missed = wanted.filter((one) => !known.has(keyOf(one)));
  if (missed.length === 0) return [];
  const by = { created_by: 'System', updated_by: 'System' };
  const made = await ctx.tx
    .insertInto('role_bindings')
    .values(missed.map((one) => ({ id: randomUUID(), ...one, scope: isEverywhere(one) ? ('system' as const) : ('org' as const), ...by })))
    .onConflict((clash) => clash.column('binding_key').doNothing())
    .returning(['user_id', 'role_id', 'org_id'])
    .execute();
  if (made.length > 0) deps.identityChanged(ctx);
  return made;
}

/** Takes roles away, one by one. Whose last role in an organisation it was leaves it; in the system everybody stays a user. */
export async function takeRoles(ctx: Context, deps: BindingDeps, going: readonly RoleOfPerson[]): Promise<void> {
  for (const { user_id, role_id, org_id } of going) {
    const place = org_id === null ? boundEverywhere(B) : boundIn(org_id, B);
    const taken = ctx.tx.deleteFrom('role_bindings as b').where(place).where('b.user_id', '=', user_id).where('b.role_id', '=', role_id);
    const { numDeletedRows } = await taken.executeTakeFirst();
    const other = await ctx.tx
      .selectFrom('role_bindings as b')
      .select('b.id')
      .where(place)
      .where('b.user_id', '=', user_id)
      .limit(1)
      .execute();
    if (numDeletedRows === 0n || other.length > 0) continue;
    if (org_id === null) await bind(ctx, user_id, [ROLE.USER], 'system', null);
    else for (const listener of deps.leaving) await listener(ctx, org_id, [user_id]);
  }
  if (going.length > 0) deps.identityChanged(ctx);
}
