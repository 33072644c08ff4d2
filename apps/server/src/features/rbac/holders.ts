import { ROLE } from '@postern/contract/ids';
import { among, at, type Context } from '@postern/resource';
import { bound, codesOfRole, ROLE_COLUMNS } from './rights.ts';

/** Organisations of which somebody is a member, by any role. */
export async function organisationsOf(ctx: Context, userId: string): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('role_bindings')
    .select('org_id')
    .distinct()
    .where('user_id', '=', userId)
    .where('org_id', 'is not', null)
    .orderBy('org_id')
    .execute();
  return rows.flatMap(({ org_id: id }) => id ?? []);
}

/** People who hold a right by a role in one of some organisations; whoever holds it everywhere is not among them for that. */
export async function holdersIn(ctx: Context, code: string, orgIds: readonly string[]): Promise<string[]> {
  const rows = await bound(ctx.tx)
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .select(['b.user_id', ...ROLE_COLUMNS])
    .where(among(at('b')('org_id'), orgIds))
    // Programs hold roles, and read no messages.
    .where('u.is_service_account', '=', false)
    .execute();
  const holding = rows.filter((role) => role.id === ROLE.ORG_ADMIN || codesOfRole(role).includes(code));
  return [...new Set(holding.flatMap(({ user_id: id }) => id ?? []))];
}
