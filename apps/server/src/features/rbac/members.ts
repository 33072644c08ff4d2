import type { Context, Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';

/** Ids of everybody who has a role in the organisation. */
export const memberIds = (orgId: string) => sql`select b.user_id from role_bindings b where b.org_id = ${orgId}`;

/**
 * Whether a person is a member of the organisation the request is in; in the root organisation everybody is.
 * @param userId SQL for the person's id
 */
export const isMember = (ctx: Context, userId: Expression<unknown>): Where =>
  ctx.org.isRoot ? sql<boolean>`true` : sql<boolean>`${userId} in (${memberIds(ctx.org.id)})`;

/**
 * Like `isMember`, for rows that know a person by name only.
 * @param username SQL for the name
 */
export const isMemberName = (ctx: Context, username: Expression<unknown>): Where =>
  ctx.org.isRoot
    ? sql<boolean>`true`
    : sql<boolean>`${username} in (select u.username from users u where u.id in (${memberIds(ctx.org.id)}))`;
