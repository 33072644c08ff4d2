import { InvalidInput } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Membership of groups: the only place that writes it beside the group form. Everything stays within one organisation. */

/** Makes a user's groups in this organisation exactly these; groups elsewhere are not touched. */
export async function setGroups(ctx: Context, userId: string, groupIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from user_groups where id = any(${groupIds}::uuid[]) and org_id = ${ctx.org.id}`.execute(ctx.tx);
  const known = new Set(rows.map((row) => row.id));
  const unknown = groupIds.find((id) => !known.has(id));
  if (unknown) throw InvalidInput.on('groups', 'does_not_exist', { value: unknown });
  await sql`delete from user_group_members m using user_groups g
    where g.id = m.group_id and g.org_id = ${ctx.org.id} and m.user_id = ${userId} and m.group_id <> all(${groupIds}::uuid[])`.execute(
    ctx.tx,
  );
  await sql`insert into user_group_members (user_id, group_id) select ${userId}, x from unnest(${groupIds}::uuid[]) x on conflict do nothing`.execute(
    ctx.tx,
  );
}

/** Who leaves an organisation leaves its groups (docs/wire/organisations.md#leaving). */
export async function leaveGroups(ctx: Context, orgId: string, userIds: readonly string[]): Promise<void> {
  await sql`delete from user_group_members m using user_groups g
    where g.id = m.group_id and g.org_id = ${orgId} and m.user_id = any(${userIds}::uuid[])`.execute(ctx.tx);
}
