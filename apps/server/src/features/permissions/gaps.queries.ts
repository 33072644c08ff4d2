import { at, type Context, inOrg, or, type Where } from '@postern/resource';
import { type Expression, sql } from 'kysely';
import { subtrees, within } from '../nodes/index.ts';
import { topmost } from './granted.ts';

/** Whether a permission comes to anybody and to anything, for the rows of a list; and to how many, for one that is not saved yet. */

/**
 * Whether a query finds a row, asked of each permission by itself. Of an `exists` the planner may make a table of all permissions' links first, which
 * for a page of fifteen is a thousand times too many; over key ranges it expects too many nodes and reads whole tables. A bound of one row
 * keeps each a search in indexes.
 */
const some = (from: Expression<unknown>): Where => sql`((select 1 ${from} limit 1) is not null)`;

/** Somebody, by name or in one of its groups. */
export const hasPeople = (id: Expression<unknown>): Where =>
  or(
    some(sql`from asset_permission_users x where x.permission_id = ${id}`),
    some(sql`from asset_permission_groups x join user_group_members m on m.group_id = x.group_id where x.permission_id = ${id}`),
  );

/** Something, by name or on or below one of its nodes. */
export const hasAssets = (id: Expression<unknown>): Where =>
  or(
    some(sql`from asset_permission_assets x where x.permission_id = ${id}`),
    some(sql`from asset_permission_nodes x join nodes g on g.id = x.node_id where x.permission_id = ${id}
      and ${some(sql`from nodes n join asset_nodes l on l.node_id = n.id where ${within(sql`n.key`, sql`g.key`)}`)}`),
  );

const t = at('t');
export const hasAccounts: Where = sql`(jsonb_array_length(${t('accounts')}) > 0)`;
export const hasActions: Where = sql`(${t('actions')} > 0)`;

/** What decides whether a permission (`t`) grants anything, as it is read with its row: JSON has no dates. */
export type GrantRead = readonly [
  people: boolean,
  assets: boolean,
  accounts: boolean,
  actions: boolean,
  active: boolean,
  start: string,
  end: string,
];
export const grantRead = (): Expression<GrantRead> =>
  sql<GrantRead>`json_build_array(${hasPeople(t('id'))}, ${hasAssets(t('id'))}, ${hasAccounts}, ${hasActions}, ${t('is_active')}, ${t('date_start')},
    ${t('date_expired')})`;

const counted = async (ctx: Context, query: Expression<{ n: number }>): Promise<number> => {
  const { rows } = await sql<{ n: number }>`${query}`.execute(ctx.tx);
  return rows[0]?.n ?? 0;
};

/** How many people these and the members of these groups are. */
export const countPeople = (ctx: Context, users: readonly string[], groups: readonly string[]): Promise<number> =>
  counted(
    ctx,
    sql`select count(*)::int as n from (select unnest(${[...users]}::uuid[])
      union select m.user_id from user_group_members m where m.group_id in (select unnest(${[...groups]}::uuid[]))) as found`,
  );

export interface CountedAssets {
  amount: number;
  /** A root node is among the nodes: whatever the organisation has, and will have. */
  whole: boolean;
}

/** How many assets these and those below these nodes are. */
export async function countAssets(ctx: Context, assets: readonly string[], nodes: readonly string[]): Promise<CountedAssets> {
  const { rows } = await sql<{ key: string }>`select key from nodes where id in (select unnest(${[...nodes]}::uuid[]))`.execute(ctx.tx);
  const keys = rows.map(({ key }) => key);
  if (keys.some((key) => !key.includes(':')))
    return { amount: await counted(ctx, sql`select count(*)::int as n from assets a where ${inOrg(ctx, at('a'))}`), whole: true };
  const below = (await subtrees(ctx, topmost(keys))).map(({ id }) => id);
  const amount = await counted(
    ctx,
    sql`select count(*)::int as n from (select unnest(${[...assets]}::uuid[])
      union select l.asset_id from asset_nodes l where l.node_id in (select unnest(${below}::uuid[]))) as found`,
  );
  return { amount, whole: false };
}
