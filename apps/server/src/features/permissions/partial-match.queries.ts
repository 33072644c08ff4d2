import { and, at, type Context, eb, type Where } from '@postern/resource';
import { type RawBuilder, sql } from 'kysely';
import { ofOrganisation } from '../nodes/index.ts';
import { holdingAssets, holdingPeople, person } from './granted.ts';
import { inForce, permissionRows } from './permission.resource.ts';

/** A permission, with one object of its other side. */
export interface Candidate {
  id: string;
  name: string;
  other_id: string | null;
  other_name: string | null;
}

/** Permissions of one organisation that count now. */
const counting = (ctx: Context, orgId: string): Where =>
  and(inForce(ctx, at('p')), permissionRows(ctx, 'p'), ofOrganisation(orgId, at('p')));

/** The first of some permissions, by how many objects they name in two tables of links and then by name. Those that name the fewest come first. */
const narrowest = (which: Where, links: readonly [string, string], limit: number): RawBuilder<unknown> => {
  const amounts = links.map((table) => sql`(select count(*) from ${sql.table(table)} x where x.permission_id = p.id)`);
  return sql`(select p.id, p.name, row_number() over (order by ${sql.join([...amounts, sql`p.name`])}) as place from asset_permissions p
    where ${which} order by place limit ${limit})`;
};

/** Permissions that hold an asset, which hangs on or below the nodes of these keys, with the first of their groups. Narrow ones come first. */
export async function permissionsOnAsset(
  ctx: Context,
  asset: { id: string; org_id: string },
  keys: readonly string[],
  limit: number,
): Promise<Candidate[]> {
  const which = and(counting(ctx, asset.org_id), eb('p.id', 'in', holdingAssets(ctx, [asset.id], keys)));
  const { rows } = await sql<Candidate>`
    select p.id, p.name, g.id as other_id, g.name as other_name
    from ${narrowest(which, ['asset_permission_nodes', 'asset_permission_assets'], limit)} p
    left join lateral (select o.id, o.name from asset_permission_groups x join user_groups o on o.id = x.group_id
      where x.permission_id = p.id order by o.name limit 1) g on true order by p.place`.execute(ctx.tx);
  return rows;
}

/** Permissions of an organisation that hold a person, with the first of their nodes. Narrow ones come first. */
export async function permissionsOfUser(ctx: Context, userId: string, orgId: string, limit: number): Promise<Candidate[]> {
  const which = and(counting(ctx, orgId), eb('p.id', 'in', holdingPeople(ctx, person(userId))));
  const { rows } = await sql<Candidate>`
    select p.id, p.name, n.id as other_id, n.full_value as other_name
    from ${narrowest(which, ['asset_permission_groups', 'asset_permission_users'], limit)} p
    left join lateral (select o.id, o.full_value from asset_permission_nodes x join nodes o on o.id = x.node_id
      where x.permission_id = p.id order by o.full_value limit 1) n on true order by p.place`.execute(ctx.tx);
  return rows;
}
