import { ORG, ROLE } from '@postern/contract/ids';
import { builtinRole, grantable, type PermissionScope } from '@postern/contract/permissions';
import { type Language, render } from '@postern/contract/text';
import { at, type Context, type Database, or, type RowOf, type Tables } from '@postern/resource';
import { expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { limited } from '../../platform/auth/key-limits.ts';
import type { roleResource } from './role.resource.ts';
import { boundEverywhere, boundIn, countsIn, isEverywhere } from './rows.ts';

/** A stored role as far as rights go. */
export type RoleRow = Pick<RowOf<typeof roleResource>, 'id' | 'name' | 'scope' | 'builtin' | 'permissions'>;

/** Its columns, where the table is `r`. */
export const ROLE_COLUMNS = ['r.id', 'r.name', 'r.scope', 'r.builtin', 'r.permissions'] as const;

const tables = expressionBuilder<Tables, never>();

/** Bindings with their roles. */
export const bound = (db: Database) => db.selectFrom('role_bindings as b').innerJoin('roles as r', 'r.id', 'b.role_id');

const ORG_CODES: ReadonlySet<string> = new Set(grantable('org').map((one) => one.code));
const SYSTEM_CODES: ReadonlySet<string> = new Set(grantable('system').map((one) => one.code));
export const codesOfScope = (scope: PermissionScope): ReadonlySet<string> => (scope === 'org' ? ORG_CODES : SYSTEM_CODES);

/** Codes a role grants: built-in roles from the table in the code, others as stored, never beyond their scope. */
export function codesOfRole(role: Pick<RoleRow, 'id' | 'scope' | 'builtin' | 'permissions'>): readonly string[] {
  if (role.builtin) return builtinRole(role.id)?.permissions ?? [];
  const allowed = codesOfScope(role.scope);
  return role.permissions.filter((code) => allowed.has(code));
}

const codesOf = (roles: readonly RoleRow[]): ReadonlySet<string> => new Set(roles.flatMap((role) => [...codesOfRole(role)]));

/** Built-in roles are shown in the reader's language, others by the name they were given. */
export function roleDisplayName(role: Pick<RoleRow, 'id' | 'name' | 'builtin'>, language: Language): string {
  const known = role.builtin ? builtinRole(role.id) : undefined;
  return known ? render(known.label, language) : role.name;
}

/**
 * Rights of a user in an organisation: all system roles, and the organisation's roles unless it is the root
 * (docs/wire/roles.md#rights). One query; the platform remembers the answer until `identityChanged`.
 */
export async function rightsOf(db: Database, userId: string, orgId: string): Promise<{ superuser: boolean; codes: ReadonlySet<string> }> {
  const b = at('b');
  const roles = await bound(db)
    .distinct()
    .select(ROLE_COLUMNS)
    .where('b.user_id', '=', userId)
    .where(orgId === ORG.ROOT ? boundEverywhere(b) : or(boundEverywhere(b), boundIn(orgId, b)))
    .execute();
  return { superuser: roles.some((role) => role.id === ROLE.SYSTEM_ADMIN), codes: codesOf(roles) };
}

/** What the actor may in another organisation than that of the request: of a key that is held back, no more than it was given. */
export async function ownCodes({ tx, actor }: Context, orgId: string): Promise<ReadonlySet<string>> {
  const { superuser, codes } = await rightsOf(tx, actor.id, orgId);
  return actor.key ? limited({ ...actor, superuser, permissions: codes }, actor.key).permissions : codes;
}

/** What somebody may in any organisation at all: the actor, unless it is said who. */
export async function codesAnywhere({ tx, actor }: Context, userId = actor.id): Promise<ReadonlySet<string>> {
  const roles = await bound(tx).distinct().select(ROLE_COLUMNS).where('b.user_id', '=', userId).execute();
  return codesOf(roles);
}

export interface OrganisationEntry {
  id: string;
  name: string;
  is_default: boolean;
  is_root: boolean;
}

export interface OrganisationLists {
  console_orgs: OrganisationEntry[];
  audit_orgs: OrganisationEntry[];
  workbench_orgs: OrganisationEntry[];
}

/** Where somebody holds which role, and which organisations there are. */
export interface Assigned {
  roles: (RoleRow & { org_id: string | null })[];
  organisations: { id: string; name: string }[];
}

/** All roles of somebody, as one value of a statement. */
export const assignedTo = (userId: string) =>
  jsonArrayFrom(
    tables
      .selectFrom('role_bindings as b')
      .innerJoin('roles as r', 'r.id', 'b.role_id')
      .select([...ROLE_COLUMNS, 'b.org_id'])
      .where('b.user_id', '=', userId),
  );

/** All organisations by name, likewise. */
export const allOrganisations = () => jsonArrayFrom(tables.selectFrom('organizations as o').select(['o.id', 'o.name']).orderBy('o.name'));

/** What all roles of somebody let them do in an organisation: as `rightsOf`, of what has been read. */
export const codesIn = ({ roles }: Pick<Assigned, 'roles'>, orgId: string): ReadonlySet<string> =>
  codesOf(roles.filter((role) => countsIn(role, orgId)));

/**
 * The organisations a user may enter per view (docs/wire/roles.md#organisations-to-enter). `names` are the words for the root organisation:
 * as the console knows it, and as "all joined" in the workbench.
 */
export function organisationLists(
  { roles: assigned, organisations: stored }: Assigned,
  names: { root: string; joined: string },
): OrganisationLists {
  const rank = (id: string) => (id === ORG.DEFAULT ? 0 : id === ORG.SYSTEM ? 1 : 2);
  const all = [...stored]
    .sort((a, b) => rank(a.id) - rank(b.id))
    .map(({ id, name }) => ({ id, name, is_default: id === ORG.DEFAULT, is_root: false }));
  const member = new Set(assigned.flatMap((role) => role.org_id ?? []));
  const system = codesOf(assigned.filter(isEverywhere));
  const superuser = assigned.some((role) => role.id === ROLE.SYSTEM_ADMIN);

  const listFor = (code: string, candidates: OrganisationEntry[], rootCode: string, name: string): OrganisationEntry[] => {
    const granting = assigned.filter(
      (role) => role.id === ROLE.SYSTEM_ADMIN || role.id === ROLE.ORG_ADMIN || codesOfRole(role).includes(code),
    );
    const everywhere = granting.some(isEverywhere);
    const within = new Set(granting.flatMap((role) => role.org_id ?? []));
    const found = candidates.filter((one) => everywhere || within.has(one.id));
    if (found.length === 0 || !(superuser || system.has(rootCode))) return found;
    return [{ id: ORG.ROOT, name, is_default: false, is_root: true }, ...found];
  };
  return {
    console_orgs: listFor('rbac.view_console', all, 'orgs.view_rootorg', names.root),
    audit_orgs: listFor('rbac.view_audit', all, 'orgs.view_rootorg', names.root),
    workbench_orgs: listFor(
      'rbac.view_workbench',
      all.filter((one) => member.has(one.id)),
      'orgs.view_alljoinedorg',
      names.joined,
    ),
  };
}
