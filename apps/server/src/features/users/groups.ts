import { InvalidInput } from '@postern/contract/errors';
import { among, at, type Context, eb } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { userGroupRows } from './user-group.ts';

/** Membership of groups: the only place that writes it beside the group form. Everything stays within one organisation. */

export interface Membership {
  user_id: string;
  group_id: string;
}

/** Puts people into groups; who is there already stays. @returns who was not */
export async function join(ctx: Context, pairs: readonly Membership[]): Promise<Membership[]> {
  if (pairs.length === 0) return [];
  return ctx.tx
    .insertInto('user_group_members')
    .values([...pairs])
    .onConflict((clash) => clash.doNothing())
    .returning(['user_id', 'group_id'])
    .execute();
}

/** Takes people out of groups again, one by one. */
export async function unjoin(ctx: Context, pairs: readonly Membership[]): Promise<void> {
  for (const { user_id, group_id } of pairs)
    await ctx.tx.deleteFrom('user_group_members').where('user_id', '=', user_id).where('group_id', '=', group_id).execute();
}

/** Takes people out of the groups of the organisation of the context. */
const leave = (ctx: Context) =>
  ctx.tx.deleteFrom('user_group_members as m').using('user_groups as g').whereRef('g.id', '=', 'm.group_id').where(userGroupRows(ctx, 'g'));

/** Of some groups, those of an organisation. */
export async function groupsOf(ctx: Context, orgId: string, groupIds: readonly string[]): Promise<Set<string>> {
  const found = await ctx.tx
    .selectFrom('user_groups as g')
    .select('g.id')
    .where(among(at('g')('id'), groupIds))
    .where(userGroupRows(inOrganisation(ctx, orgId), 'g'))
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Makes a user's groups in this organisation exactly these; groups elsewhere are not touched. */
export async function setGroups(ctx: Context, userId: string, groupIds: readonly string[]): Promise<void> {
  const known = await groupsOf(ctx, ctx.org.id, groupIds);
  const unknown = groupIds.find((id) => !known.has(id));
  if (unknown) throw InvalidInput.on('groups', 'does_not_exist', { value: unknown });
  await leave(ctx)
    .where('m.user_id', '=', userId)
    .where(eb.not(among(at('m')('group_id'), groupIds)))
    .execute();
  await join(
    ctx,
    groupIds.map((group_id) => ({ user_id: userId, group_id })),
  );
}

/** Keeps what the client that provisions groups calls one, or forgets it. The caller has read the group among its rows. */
export async function setGroupExternalId(ctx: Context, groupId: string, externalId: string | null): Promise<void> {
  await ctx.tx.updateTable('user_groups').set({ external_id: externalId }).where('id', '=', groupId).execute();
}

/** Who leaves an organisation leaves its groups (docs/wire/organisations.md#leaving). */
export async function leaveGroups(ctx: Context, orgId: string, userIds: readonly string[]): Promise<void> {
  await leave(inOrganisation(ctx, orgId))
    .where(among(at('m')('user_id'), userIds))
    .execute();
}
