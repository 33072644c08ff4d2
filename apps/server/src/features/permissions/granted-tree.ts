import { render, text } from '@postern/contract/text';
import type { TreeNode } from '@postern/contract/wire';
import type { Context, Where } from '@postern/resource';
import { sql } from 'kysely';
import { assetTreeNode, assetTreeRows, below, type CountedNode, countedNodes, inOrg, lineage, nodeTreeNode } from '../nodes/index.ts';
import { directAssets, type Grant, grantedAssets, grantedNodes } from './grant.ts';

/** The tree a user sees (docs/wire/permissions.md#the-tree-of-a-user): granted nodes whole, nodes of single assets, and the way down to both. */

export const FAVORITE = 'favorite';
const favorite = text('Favorites', '收藏夹', 'お気に入り');

/** A browser draws the tree; beyond this a person has to search. */
const assetLimit = 10_000;

export type VisibleNode = CountedNode & { org_id: string };

const columns = sql`c.id, c.org_id, c.key, c.value, c.parent_key`;

const isGranted = (grant: Grant, key: string): boolean => lineage(key).some((step) => grant.topKeys.includes(step));

/** Links of nodes and assets that are granted without the whole organisation being so: node key, asset. */
const links = (grant: Grant, where: Where) => sql<unknown>`
  select n.key, l.asset_id from (${grantedNodes(grant)}) n join asset_nodes l on l.node_id = n.id where ${where}
  union all
  select n.key, l.asset_id from (${directAssets(grant)}) d join asset_nodes l on l.asset_id = d.asset_id
    join nodes n on n.id = l.node_id where ${where}`;

/** Visible children of a node, each with the number of distinct assets visible below it. */
export async function visibleChildren(ctx: Context, grant: Grant, key: string): Promise<CountedNode[]> {
  if (isGranted(grant, key)) return countedNodes(ctx, sql`c.parent_key = ${key}`);
  const step = sql`split_part(substr(n.key, ${key.length + 2}::int), ':', 1)`;
  const here = below(sql`n.key`, key);
  const { rows } = await sql<CountedNode>`
    with counted as (
      select step, count(*)::int as amount from (select distinct ${step} as step, n.asset_id from (${links(grant, here)}) n) pairs group by step),
    seen as (select step from counted union select ${step} from (${grantedNodes(grant)}) n where ${here})
    select ${columns}, coalesce(counted.amount, 0) as amount
    from nodes c join seen on seen.step = substr(c.key, ${key.length + 2}::int) left join counted on counted.step = seen.step
    where c.parent_key = ${key} order by c.value`.execute(ctx.tx);
  return rows;
}

/** Roots of the organisations in which anything is granted. */
export async function visibleRoots(ctx: Context, grant: Grant): Promise<CountedNode[]> {
  if (grant.permissionIds.length === 0) return [];
  const wholeOrg = sql`c.org_id = any(${[...grant.wholeOrgs]}::uuid[])`;
  const whole = grant.wholeOrgs.length > 0 ? await countedNodes(ctx, sql`c.parent_key = '' and ${wholeOrg}`) : [];
  if (grant.whole) return whole;
  const { rows } = await sql<CountedNode>`
    with counted as (
      select step, count(*)::int as amount
      from (select distinct split_part(n.key, ':', 1) as step, n.asset_id from (${links(grant, sql`true`)}) n) pairs group by step),
    seen as (select step from counted union select split_part(n.key, ':', 1) from (${grantedNodes(grant)}) n)
    select ${columns}, coalesce(counted.amount, 0) as amount
    from nodes c join seen on seen.step = c.key left join counted on counted.step = c.key
    where c.parent_key = '' and not ${wholeOrg}`.execute(ctx.tx);
  return [...whole, ...rows].sort((a, b) => a.value.localeCompare(b.value));
}

/**
 * All visible nodes with exact counts. Links are summed upwards; an asset that hangs on several nodes below the same
 * ancestor is counted there once.
 */
export async function visibleNodes(ctx: Context, grant: Grant): Promise<VisibleNode[]> {
  const whole = sql<boolean>`c.org_id = any(${[...grant.wholeOrgs]}::uuid[])`;
  const wholeLinks =
    grant.wholeOrgs.length > 0
      ? sql`union all select n.key, l.asset_id from nodes n join asset_nodes l on l.node_id = n.id
          where n.org_id = any(${[...grant.wholeOrgs]}::uuid[])`
      : sql``;
  const { rows: pairs } = await sql<{ asset_id: string; keys: string[] }>`
    select asset_id, array_agg(distinct key) as keys from (${links(grant, sql<boolean>`true`)} ${wholeLinks}) x group by asset_id`.execute(
    ctx.tx,
  );
  const amounts = new Map<string, number>();
  for (const { keys } of pairs) {
    const first = keys[0];
    const steps = keys.length === 1 && first !== undefined ? lineage(first) : new Set(keys.flatMap(lineage));
    for (const step of steps) amounts.set(step, (amounts.get(step) ?? 0) + 1);
  }
  const wanted = [...amounts.keys(), ...grant.topKeys.flatMap(lineage)];
  const { rows } = await sql<Omit<VisibleNode, 'amount'>>`
    select ${columns} from nodes c where c.key = any(${wanted}::text[]) or ${whole}
      or c.id in (select id from (${grantedNodes(grant)}) g)
    order by c.parent_key, c.value`.execute(ctx.tx);
  return rows.map((row) => ({ ...row, amount: amounts.get(row.key) ?? 0 }));
}

/** Assets drawn directly under a node: all of a granted one, only the named ones elsewhere. */
export async function assetsUnder(ctx: Context, grant: Grant, key: string): Promise<TreeNode[]> {
  const inHere = sql<boolean>`a.id in (select l.asset_id from asset_nodes l join nodes n on n.id = l.node_id where n.key = ${key})`;
  const where = isGranted(grant, key) ? inHere : sql<boolean>`${inHere} and a.id in (${directAssets(grant)})`;
  return (await assetTreeRows(ctx, where, assetLimit)).map((row) => assetTreeNode(row, key));
}

const favorites = (userId: string) => sql`select f.asset_id from favourite_assets f where f.user_id = ${userId}`;

/** Granted assets that the user marked. */
export const favoriteAssets = (grant: Grant, userId: string, id = sql`t.id`, org = sql`t.org_id`): Where =>
  sql`(${id} in (${favorites(userId)}) and ${grantedAssets(grant, id, org)})`;

export async function favoriteNode(ctx: Context, grant: Grant, userId: string): Promise<CountedNode> {
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from assets a
    where ${favoriteAssets(grant, userId, sql`a.id`, sql`a.org_id`)} and ${inOrg(ctx, sql`a.org_id`)}`.execute(ctx.tx);
  return { id: FAVORITE, key: FAVORITE, value: render(favorite, ctx.language), parent_key: '', amount: rows[0]?.amount ?? 0 };
}

/** Top level: the special node, then the roots; a single root comes with its children. */
export async function topLevel(ctx: Context, grant: Grant, userId: string): Promise<{ nodes: CountedNode[]; opened: string | undefined }> {
  const [special, roots] = await Promise.all([favoriteNode(ctx, grant, userId), visibleRoots(ctx, grant)]);
  const only = roots.length === 1 ? roots[0] : undefined;
  const children = only ? await visibleChildren(ctx, grant, only.key) : [];
  return { nodes: [special, ...roots, ...children], opened: only?.key };
}

/** One step of the asynchronous tree with assets; without a key the top level. */
export async function stepWithAssets(ctx: Context, grant: Grant, userId: string, key: string | undefined): Promise<TreeNode[]> {
  if (key === FAVORITE) {
    const rows = await assetTreeRows(ctx, favoriteAssets(grant, userId, sql`a.id`, sql`a.org_id`), assetLimit);
    return rows.map((row) => assetTreeNode(row, FAVORITE));
  }
  if (key !== undefined) {
    const [nodes, assets] = await Promise.all([visibleChildren(ctx, grant, key), assetsUnder(ctx, grant, key)]);
    return [...nodes.map((row) => nodeTreeNode(row)), ...assets];
  }
  const { nodes, opened } = await topLevel(ctx, grant, userId);
  const assets = opened === undefined ? [] : await assetsUnder(ctx, grant, opened);
  return [...nodes.map((row) => nodeTreeNode(row)), ...assets];
}

/** Everything at once: all visible nodes, roots open, and the assets under each. */
export async function wholeTree(ctx: Context, grant: Grant, userId: string): Promise<TreeNode[]> {
  const nodes = await visibleNodes(ctx, grant);
  const special = await favoriteNode(ctx, grant, userId);
  const assets = await assetTreeRows(ctx, grantedAssets(grant, sql`a.id`, sql`a.org_id`), 100_000);
  const byId = new Map(assets.map((row) => [row.id, row]));
  const { rows } = await sql<{ asset_id: string; key: string }>`
    select distinct asset_id, key from (
      ${links(grant, sql`true`)}
      union all select n.key, l.asset_id from nodes n join asset_nodes l on l.node_id = n.id
        where n.org_id = any(${[...grant.wholeOrgs]}::uuid[])) x limit 200000`.execute(ctx.tx);
  const marked = await sql<{ asset_id: string }>`${favorites(userId)}`.execute(ctx.tx);
  const place = (assetId: string, key: string): TreeNode[] => {
    const row = byId.get(assetId);
    return row ? [assetTreeNode(row, key)] : [];
  };
  return [
    nodeTreeNode(special, { open: false }),
    ...nodes.map((row) => nodeTreeNode(row, { open: row.parent_key === '' })),
    ...marked.rows.flatMap((row) => place(row.asset_id, FAVORITE)),
    ...rows.flatMap((row) => place(row.asset_id, row.key)),
  ];
}

/** Where-clause of the granted assets in a node's subtree; `favorite` for the special node. */
export function inSubtree(grant: Grant, userId: string, key: string): Where {
  if (key === FAVORITE) return favoriteAssets(grant, userId);
  const under = sql<boolean>`t.id in (select l.asset_id from nodes n join asset_nodes l on l.node_id = n.id
    where (n.key || ':') ~>=~ ${`${key}:`} and (n.key || ':') ~<~ ${`${key};`})`;
  return isGranted(grant, key) ? under : sql`(${under} and ${grantedAssets(grant)})`;
}
