import { ROLE } from '@postern/contract/ids';
import type { SettingsReader } from '@postern/contract/settings';
import type { ChatName } from '@postern/contract/settings-of-chat';
import { among, at, type Context, type Row } from '@postern/resource';
import { type AssignedRole, assignedRoles, isEverywhere, roleDisplayName } from '../rbac/index.ts';
import { asUser } from './user.resource.ts';
import { userGroupRows } from './user-group.ts';
import type { UserDeps } from './user-guards.ts';

export interface UserFacts {
  superuser: boolean;
  orgAdmin: boolean;
  mfaForced: boolean;
  mfaEnabled: boolean;
  systemRoles: AssignedRole[];
  orgRoles: AssignedRole[];
}

const idOf = (row: Row): string => asUser(row).id;

async function load(ctx: Context, settings: SettingsReader, rows: readonly Row[]): Promise<ReadonlyMap<string, UserFacts>> {
  const assigned = await assignedRoles(ctx, rows.map(idOf), ctx.org.isRoot ? undefined : ctx.org.id);
  const policy = settings.get('SECURITY_MFA_AUTH');
  return new Map(
    rows.map(asUser).map(({ id, mfa_level: level }) => {
      const own = assigned.filter((role) => role.user_id === id);
      const systemRoles = own.filter(isEverywhere);
      const inOrgs = own.filter((role) => !isEverywhere(role));
      // In the root organisation a role held in several organisations is shown once.
      const orgRoles = inOrgs.filter((role, at) => inOrgs.findIndex((other) => other.role_id === role.role_id) === at);
      const superuser = systemRoles.some((role) => role.role_id === ROLE.SYSTEM_ADMIN);
      const orgAdmin = superuser || orgRoles.some((role) => role.role_id === ROLE.ORG_ADMIN);
      const mfaForced = policy === 1 || (policy === 2 && orgAdmin) || level === 2;
      return [id, { superuser, orgAdmin, mfaForced, mfaEnabled: mfaForced || level > 0, systemRoles, orgRoles }] as const;
    }),
  );
}

/** One load serves all computed fields of a page: they are given the same array of rows. */
const pages = new WeakMap<readonly Row[], Promise<ReadonlyMap<string, UserFacts>>>();

/** Roles and what follows from them, for a page of users. One query. */
export function factsOf(ctx: Context, settings: SettingsReader, rows: readonly Row[]): Promise<ReadonlyMap<string, UserFacts>> {
  const known = pages.get(rows);
  if (known) return known;
  const loading = load(ctx, settings, rows);
  pages.set(rows, loading);
  return loading;
}

type ChatIds = Awaited<ReturnType<UserDeps['chatIds']>>;
const boundOnPages = new WeakMap<readonly Row[], Promise<ChatIds>>();

/** A computed field that reads what one chat service calls a person. One load serves all of them. */
export const chatId =
  ({ chatIds }: UserDeps, service: ChatName) =>
  async (ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string | null>> => {
    const loading = boundOnPages.get(rows) ?? chatIds(ctx, rows.map(idOf));
    boundOnPages.set(rows, loading);
    const found = await loading;
    return new Map(rows.map((row) => [idOf(row), found.get(idOf(row))?.[service] ?? null]));
  };

/** A computed field that reads one fact. */
export const fact =
  (settings: SettingsReader, read: (facts: UserFacts, ctx: Context) => unknown) =>
  async (ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, unknown>> => {
    const found = await factsOf(ctx, settings, rows);
    return new Map([...found].map(([id, facts]) => [id, read(facts, ctx)]));
  };

const roleWire = (role: AssignedRole, ctx: Context) => ({
  id: role.role_id,
  display_name: roleDisplayName({ id: role.role_id, name: role.name, builtin: role.builtin }, ctx.language),
});
export const systemRolesWire = (facts: UserFacts, ctx: Context) => facts.systemRoles.map((role) => roleWire(role, ctx));
export const orgRolesWire = (facts: UserFacts, ctx: Context) => facts.orgRoles.map((role) => ({ ...roleWire(role, ctx), name: role.name }));

/** Groups of a page of users in the organisation of the request. One query. */
export async function groupsOf(ctx: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, readonly { id: string; name: string }[]>> {
  const links = await ctx.tx
    .selectFrom('user_group_members as m')
    .innerJoin('user_groups as g', 'g.id', 'm.group_id')
    .select(['m.user_id', 'g.id', 'g.name'])
    .where(among(at('m')('user_id'), rows.map(idOf)))
    .where(userGroupRows(ctx, 'g'))
    .orderBy('g.name')
    .execute();
  const found = new Map<string, { id: string; name: string }[]>(rows.map((row) => [idOf(row), []]));
  for (const { user_id, id, name } of links) found.get(user_id)?.push({ id, name });
  return found;
}
