import { type RawBuilder, sql } from 'kysely';
import { within } from '../nodes/index.ts';

/** Ids of the people a permission holds, by themselves and through groups. */
export const peopleOf = (permissionId: unknown): RawBuilder<unknown> => sql`
  select x.user_id from asset_permission_users x where x.permission_id = ${permissionId}
  union select m.user_id from asset_permission_groups x join user_group_members m on m.group_id = x.group_id where x.permission_id = ${permissionId}`;

/** Ids of the assets a permission holds, by themselves and below nodes. */
export const assetsOf = (permissionId: unknown): RawBuilder<unknown> => sql`
  select x.asset_id from asset_permission_assets x where x.permission_id = ${permissionId}
  union select l.asset_id from asset_permission_nodes x join nodes g on g.id = x.node_id
    join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id where x.permission_id = ${permissionId}`;
