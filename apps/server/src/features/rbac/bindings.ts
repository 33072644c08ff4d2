import { randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ORG, ROLE } from '@postern/contract/ids';
import type { PermissionScope } from '@postern/contract/permissions';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { codesOfRole, type RoleRow, rightsOf } from './rights.ts';

/** Who holds what where: the only place that writes role bindings. All of it runs inside the caller's transaction. */

export interface HeldRole {
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

/** Roles of some users: system ones, and those of the organisation (of all organisations in the root). One query. */
export async function heldRoles(ctx: Context, userIds: readonly string[], orgId: string | undefined): Promise<HeldRole[]> {
  const { rows } = await sql<HeldRole>`
    select b.user_id, r.id as role_id, r.name, r.scope, r.builtin, b.org_id from role_bindings b join roles r on r.id = b.role_id
    where b.user_id = any(${userIds}::uuid[]) and (b.org_id is null ${orgId === undefined ? sql`or true` : sql`or b.org_id = ${orgId}`})
    order by r.builtin desc, r.name`.execute(ctx.tx);
  return rows;
}

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
  const own = (await rightsOf(ctx.tx, ctx.actor.id, orgId ?? ORG.ROOT)).codes;
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
  const { rows } = await sql<RoleRow>`
    select id, name, scope, builtin, permissions from roles where id = any(${roleIds}::uuid[]) and scope = ${scope}`.execute(ctx.tx);
  const known = new Set(rows.map((row) => row.id));
  const unknown = roleIds.find((id) => !known.has(id));
  if (unknown) throw InvalidInput.on(field, 'does_not_exist', { value: unknown });
  await refuseRolesBeyondOwn(ctx, rows, orgId);
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
  await sql`select 1 from roles where id = ${ROLE.SYSTEM_ADMIN} for update`.execute(ctx.tx);
  const { rows } = await sql`
    select 1 from role_bindings b join users u on u.id = b.user_id
    where b.role_id = ${ROLE.SYSTEM_ADMIN} and u.is_active and not u.is_service_account
      and (u.date_expired is null or u.date_expired > ${ctx.clock()}) and u.id <> all(${withoutUserIds}::uuid[]) limit 1`.execute(ctx.tx);
  if (rows.length === 0) throw new CodedError('last_administrator');
}

async function bind(ctx: Context, userId: string, roleIds: readonly string[], scope: PermissionScope, orgId: string | null): Promise<void> {
  const author = ctx.actor.kind === 'system' ? 'System' : ctx.actor.name.slice(0, 30);
  for (const roleId of roleIds) {
    await sql`insert into role_bindings (id, user_id, role_id, org_id, scope, created_by, updated_by)
      values (${randomUUID()}, ${userId}, ${roleId}, ${orgId}, ${scope}, ${author}, ${author})
      on conflict (binding_key) do nothing`.execute(ctx.tx);
  }
}

const missing = (wanted: readonly string[], held: readonly string[]) => wanted.filter((id) => !held.includes(id));

/** Makes a user's system roles exactly these; at least one has to remain (docs/wire/roles.md#bindings). */
export async function setSystemRoles(ctx: Context, deps: BindingDeps, userId: string, roleIds: readonly string[]): Promise<void> {
  const held = (await heldRoles(ctx, [userId], undefined)).filter((one) => one.org_id === null).map((one) => one.role_id);
  const [added, removed] = [missing(roleIds, held), missing(held, roleIds)];
  if (added.length + removed.length === 0) return;
  if (roleIds.length === 0) throw new CodedError('system_role_delete_error');
  refuseAdministratorRole(ctx, [...added, ...removed]);
  await checkRoles(ctx, 'system_roles', added, 'system', null);
  if (removed.includes(ROLE.SYSTEM_ADMIN)) await keepAnAdministrator(ctx, [userId]);
  await sql`delete from role_bindings where user_id = ${userId} and org_id is null and role_id = any(${removed}::uuid[])`.execute(ctx.tx);
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
  const held = (await heldRoles(ctx, [userId], orgId)).filter((one) => one.org_id === orgId).map((one) => one.role_id);
  const [added, removed] = [missing(roleIds, held), missing(held, roleIds)];
  if (added.length + removed.length === 0) return;
  await checkRoles(ctx, 'org_roles', added, 'org', orgId);
  await sql`delete from role_bindings where user_id = ${userId} and org_id = ${orgId} and role_id = any(${removed}::uuid[])`.execute(
    ctx.tx,
  );
  await bind(ctx, userId, added, 'org', orgId);
  if (roleIds.length === 0) for (const listener of deps.leaving) await listener(ctx, orgId, [userId]);
  deps.identityChanged(ctx);
}

/** Takes users out of an organisation: its roles, and with them its groups and permissions (docs/wire/users.md#joining-and-leaving). */
export async function leaveOrganisation(ctx: Context, deps: BindingDeps, orgId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await sql`delete from role_bindings where org_id = ${orgId} and user_id = any(${userIds}::uuid[])`.execute(ctx.tx);
  for (const listener of deps.leaving) await listener(ctx, orgId, userIds);
  deps.identityChanged(ctx);
}

/** True when the user holds any role in any organisation. */
export async function belongsSomewhere(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from role_bindings where user_id = ${userId} and org_id is not null limit 1`.execute(ctx.tx);
  return rows.length > 0;
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
  const { rows } = await sql<{ user_id: string; org_id: string | null } & RoleRow>`
    select b.user_id, r.id, r.name, r.scope, r.builtin, r.permissions, b.org_id from role_bindings b join roles r on r.id = b.role_id
    where b.user_id = any(${others}::uuid[])`.execute(ctx.tx);
  const own = new Map<string, ReadonlySet<string>>();
  for (const orgId of new Set(rows.map((row) => row.org_id ?? ORG.ROOT))) own.set(orgId, (await rightsOf(ctx.tx, actor.id, orgId)).codes);
  const exceeds = (role: (typeof rows)[number]): boolean => {
    const held = own.get(role.org_id ?? ORG.ROOT) ?? new Set();
    if (role.org_id !== null && !held.has(code)) return true;
    return !BASIC.has(role.id) && codesOfRole(role).some((code) => !held.has(code));
  };
  return new Set(rows.filter(exceeds).map((row) => row.user_id));
}

/** @throws CodedError outranked for a person whom the actor may not change; see `beyondReach` */
export async function refuseOutranking(ctx: Context, userId: string, code?: string): Promise<void> {
  if ((await beyondReach(ctx, [userId], code)).has(userId)) throw new CodedError('outranked');
}
