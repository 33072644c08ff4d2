import { ROLE } from '@postern/contract/ids';
import { at, type Context, EVERYBODY, eb, or, type Tables, type Where } from '@postern/resource';
import { type Expression, expressionBuilder } from 'kysely';
import { boundIn } from './rows.ts';

const tables = expressionBuilder<Tables, never>();

/** Ids of everybody who has a role in the organisation. */
export const memberIds = (orgId: string) =>
  tables
    .selectFrom('role_bindings as b')
    .select('b.user_id')
    .where(boundIn(orgId, at('b')));

/**
 * Whether a person is a member of the organisation the request is in; in the root organisation everybody is.
 * @param userId the person's id in the query
 */
export const isMember = (ctx: Context, userId: Expression<unknown>): Where =>
  ctx.org.isRoot ? EVERYBODY : eb(userId, 'in', memberIds(ctx.org.id));

/** Whether a person of a query takes part in the organisation of another of its rows: as a member, or as an administrator of the system. */
export const takesPart = (userId: Expression<unknown>, orgId: Expression<unknown>): Where => {
  const b = at('b');
  const bound = tables
    .selectFrom('role_bindings as b')
    .select(eb.lit(1).as('one'))
    .where(eb(b('user_id'), '=', userId));
  return eb.exists(bound.where(or(eb(b('org_id'), '=', orgId), eb(b('role_id'), '=', ROLE.SYSTEM_ADMIN))));
};

/** Whether one person is a member of an organisation, whichever the request is in. */
export async function belongsTo(ctx: Context, orgId: string, userId: string): Promise<boolean> {
  const bound = ctx.tx
    .selectFrom('role_bindings as b')
    .select('b.id')
    .where(boundIn(orgId, at('b')))
    .where('b.user_id', '=', userId);
  return (await bound.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Like `isMember`, for rows that know a person by name only.
 * @param username the name in the query
 */
export const isMemberName = (ctx: Context, username: Expression<unknown>): Where =>
  ctx.org.isRoot
    ? EVERYBODY
    : eb(username, 'in', tables.selectFrom('users as u').select('u.username').where('u.id', 'in', memberIds(ctx.org.id)));
