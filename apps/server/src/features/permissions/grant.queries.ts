import { type Column, NOBODY, or, type Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';
import { type Grant, ofWhole } from './grant.ts';

/**
 * What is granted, asked of each row of the assets table by itself: for the few that something else has chosen. The ids stand in queries of
 * their own: the planner weighs each one of an array, and an index looks for each in turn.
 */

const oneOf = (column: Expression<unknown>, ids: readonly string[]) => sql`bool_or(${column} in (select unnest(${[...ids]}::uuid[])))`;

/** Assets that the permissions themselves name. */
export const eachNamed = ({ permissionIds }: Grant, t: Column): Where =>
  sql`coalesce((select ${oneOf(sql`d.permission_id`, permissionIds)} from asset_permission_assets d where d.asset_id = ${t('id')}), false)`;

/** Everything. */
export function eachGranted(grant: Grant, t: Column): Where {
  if (grant.permissionIds.length === 0) return NOBODY;
  if (grant.whole) return ofWhole(grant, t);
  const byNode = sql<boolean>`coalesce((select ${oneOf(sql`l.node_id`, grant.nodeIds)} from asset_nodes l where l.asset_id = ${t('id')}), false)`;
  return or(byNode, eachNamed(grant, t), ...(grant.wholeOrgs.length > 0 ? [ofWhole(grant, t)] : []));
}
