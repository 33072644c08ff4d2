import { render, text } from '@postern/contract/text';
import type { TreeNode } from '@postern/contract/wire';
import { among, and, at, type Context, eb, inOrg, NOBODY, or, type Where } from '@postern/resource';
import { assetTreeNode, assetTreeRows, type CountedNode, countedNodes, lineage, type Named, nodeTreeNode, within } from '../nodes/index.ts';
import { eachGranted, eachNamed } from './grant.queries.ts';
import { type Grant, grantedAssets, ofWhole } from './grant.ts';
import { countedChildren, countedRoots, keysByAsset, placesOfAssets } from './granted-tree.queries.ts';

/** The tree a user sees (docs/wire/permissions.md#the-tree-of-a-user): granted nodes whole, nodes of single assets, and the way down to both. */

export const FAVORITE = 'favorite';
const favorite = text('Favorites', '收藏夹', 'お気に入り');

/** A browser draws the tree; beyond this a person has to search. */
const assetLimit = 10_000;

export type VisibleNode = CountedNode & { org_id: string };

const [a, c, t] = [at('a'), at('c'), at('t')];

const isGranted = (grant: Grant, key: string): boolean => lineage(key).some((step) => grant.topKeys.includes(step));

/** About as much as a node takes in memory. */
const NODE_BYTES = 400;

/** Nodes that hang on nothing but the grant. */
const kept = <N>(ctx: Context, grant: Grant, name: string, find: () => Promise<N[]>): Promise<readonly N[]> =>
  grant.part(ctx, name, async () => {
    const value = await find();
    return { value, bytes: NODE_BYTES * value.length };
  });

/** Visible children of a node, each with the number of distinct assets visible below it. */
export const visibleChildren = (ctx: Context, grant: Grant, key: string): Promise<readonly CountedNode[]> =>
  kept(ctx, grant, `children of ${key}`, () =>
    isGranted(grant, key) ? countedNodes(ctx, eb(c('parent_key'), '=', key)) : countedChildren(ctx, grant, key),
  );

/** Roots of the organisations in which anything is granted. */
export const visibleRoots = (ctx: Context, grant: Grant): Promise<readonly CountedNode[]> =>
  kept(ctx, grant, 'roots', () => rootsOf(ctx, grant));

async function rootsOf(ctx: Context, grant: Grant): Promise<CountedNode[]> {
  if (grant.permissionIds.length === 0) return [];
  const whole = grant.wholeOrgs.length > 0 ? await countedNodes(ctx, and(eb(c('parent_key'), '=', ''), ofWhole(grant, c))) : [];
  if (grant.whole) return whole;
  return [...whole, ...(await countedRoots(ctx, grant))].sort((one, other) => one.value.localeCompare(other.value));
}

/**
 * All visible nodes with exact counts. Links are summed upwards; an asset that hangs on several nodes below the same
 * ancestor is counted there once.
 */
export const visibleNodes = (ctx: Context, grant: Grant): Promise<readonly VisibleNode[]> =>
  kept(ctx, grant, 'nodes', () => countVisible(ctx, grant));

async function countVisible(ctx: Context, grant: Grant): Promise<VisibleNode[]> {
  const amounts = new Map<string, number>();
  for (const { keys } of await keysByAsset(ctx, grant)) {
    const first = keys[0];
    const steps = keys.length === 1 && first !== undefined ? lineage(first) : new Set(keys.flatMap(lineage));
    for (const step of steps) amounts.set(step, (amounts.get(step) ?? 0) + 1);
  }
  const wanted = [...amounts.keys(), ...grant.topKeys.flatMap(lineage)];
  const granted = ctx.tx
    .selectFrom('nodes as g')
    .select('g.id')
    .where((on) => among(on.ref('g.id'), grant.nodeIds));
  const rows = await ctx.tx
    .selectFrom('nodes as c')
    .select(['c.id', 'c.org_id', 'c.key', 'c.value', 'c.parent_key'])
    .where(or(among(c('key'), wanted), ofWhole(grant, c), eb(c('id'), 'in', granted)))
    .orderBy('c.parent_key')
    .orderBy('c.value')
    .$narrowType<Named>()
    .execute();
  return rows.map((row) => ({ ...row, amount: amounts.get(row.key) ?? 0 }));
}

/** Assets drawn directly under a node: all of a granted one, only the named ones elsewhere. */
export async function assetsUnder(ctx: Context, grant: Grant, key: string): Promise<TreeNode[]> {
  const hanging = ctx.tx
    .selectFrom('asset_nodes as l')
    .innerJoin('nodes as n', 'n.id', 'l.node_id')
    .select('l.asset_id')
    .where('n.key', '=', key);
  const named = isGranted(grant, key) ? undefined : eachNamed(grant, a);
  return (await assetTreeRows(ctx, and(eb(a('id'), 'in', hanging), named), assetLimit)).map((row) => assetTreeNode(row, key));
}

const favorites = (ctx: Context, userId: string) =>
  ctx.tx.selectFrom('favourite_assets as f').select('f.asset_id').where('f.user_id', '=', userId);

/** Granted assets that the user marked, over the assets table, which is `t` unless told otherwise. */
export const favoriteAssets = (ctx: Context, grant: Grant, userId: string, of = t): Where =>
  and(eb(of('id'), 'in', favorites(ctx, userId)), eachGranted(grant, of));

export async function favoriteNode(ctx: Context, grant: Grant, userId: string): Promise<CountedNode> {
  const marked = await ctx.tx
    .selectFrom('assets as a')
    .select(({ fn }) => fn.countAll<number>().as('amount'))
    .where(favoriteAssets(ctx, grant, userId, a))
    .where(inOrg(ctx, a))
    .executeTakeFirstOrThrow();
  return { id: FAVORITE, key: FAVORITE, value: render(favorite, ctx.language), parent_key: '', amount: marked.amount };
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
    const rows = await assetTreeRows(ctx, favoriteAssets(ctx, grant, userId, a), assetLimit);
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
  const assets = await assetTreeRows(ctx, grantedAssets(ctx, grant, a), 100_000);
  const byId = new Map(assets.map((row) => [row.id, row]));
  const places = await placesOfAssets(ctx, grant, 200_000);
  const marked = await favorites(ctx, userId).execute();
  const place = (assetId: string, key: string): TreeNode[] => {
    const row = byId.get(assetId);
    return row ? [assetTreeNode(row, key)] : [];
  };
  return [
    nodeTreeNode(special, { open: false }),
    ...nodes.map((row) => nodeTreeNode(row, { open: row.parent_key === '' })),
    ...marked.flatMap((row) => place(row.asset_id, FAVORITE)),
    ...places.flatMap((row) => place(row.asset_id, row.key)),
  ];
}

/** Where-clause of the granted assets in a node's subtree; `favorite` for the special node, which only a person has. */
export function inSubtree(ctx: Context, grant: Grant, userId: string | undefined, key: string): Where {
  if (key === FAVORITE) return userId === undefined ? NOBODY : favoriteAssets(ctx, grant, userId);
  const below = ctx.tx
    .selectFrom('nodes as n')
    .innerJoin('asset_nodes as l', 'l.node_id', 'n.id')
    .select('l.asset_id')
    .where((on) => within(on.ref('n.key'), key));
  return and(eb(t('id'), 'in', below), isGranted(grant, key) ? undefined : grantedAssets(ctx, grant));
}
