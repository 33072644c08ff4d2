import { at, type Context, inOrg } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { inOrganisation } from '../../platform/context.ts';
import { within } from '../nodes/index.ts';
import type { PlannedType } from './automation.resources.ts';
import type { Snapshot } from './snapshot.ts';

/** Assets an automation names, directly or by a node with all below it: a set of ids in brackets. */
export const assetsOf = (type: PlannedType, id: string): RawBuilder<string> => sql<string>`(
  select x.asset_id from ${sql.table(`${type}_automation_assets`)} x where x.automation_id = ${id}
  union select l.asset_id from ${sql.table(`${type}_automation_nodes`)} x join nodes g on g.id = x.node_id
    join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id where x.automation_id = ${id})`;

/** Active assets among some, and below some nodes: a set of ids in brackets. */
export const assetsIn = ({ assets, nodes }: Pick<Snapshot, 'assets' | 'nodes'>): RawBuilder<string> => sql<string>`(
  select x.id from assets x where x.is_active and (x.id = any(${assets}::uuid[]) or x.id in (
    select l.asset_id from nodes g join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id
    where g.id = any(${nodes}::uuid[]))))`;

/** Accounts that a push is to make first: each of its usernames on each of its assets that has none of that name and type of secret. */
export async function missingAccounts(
  ctx: Context,
  orgId: string,
  snapshot: Snapshot,
  most: number,
): Promise<{ asset: string; username: string }[]> {
  const { rows } = await sql<{ asset: string; username: string }>`
    select x.id as asset, u.username from assets x cross join unnest(${snapshot.usernames}::text[]) as u (username)
    where x.id in ${assetsIn(snapshot)} and ${inOrg(inOrganisation(ctx, orgId), at('x'))} and left(u.username, 1) <> '@' and not exists (
      select 1 from accounts a where a.asset_id = x.id and a.username = u.username and a.secret_type = ${snapshot.secret_type})
    limit ${most}`.execute(ctx.tx);
  return rows;
}
