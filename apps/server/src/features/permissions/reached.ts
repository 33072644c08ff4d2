import { among, and, at, type Context, containing, eb, inOrg, type Kernel, or, type Request } from '@postern/resource';
import {
  assetTreeNode,
  assetTreeRows,
  type CountedNode,
  categoryTree,
  findNode,
  type PlatformCount,
  typeNodeId,
  yes,
} from '../nodes/index.ts';
import { eachGranted } from './grant.queries.ts';
import { type Grant, grantedAssets } from './grant.ts';
import { grantedAssetList } from './granted-assets.ts';
import { FAVORITE, inSubtree } from './granted-tree.ts';

/** Nodes, assets and trees of what somebody or a group reaches, as they are answered. */

/** Key of no node. */
const NOWHERE = '-';
const searchLimit = 999;
const typeLimit = 10_000;

const a = at('a');

/** Key of a node asked for by id, key or special name. A node outside the visible tree simply shows nothing. */
export async function keyOf(ctx: Context, given: string | undefined): Promise<string | undefined> {
  if (!given) return undefined;
  if (given === FAVORITE) return FAVORITE;
  // Keys are easily guessed: one that does not exist looks like one that is not granted.
  return (await findNode(ctx, given))?.key ?? NOWHERE;
}

export const wireNode = (row: CountedNode & { org_id?: string }) => ({
  id: row.id,
  name: row.value,
  key: row.key,
  value: row.value,
  org_id: row.org_id ?? '',
  assets_amount: row.amount,
});

/** What is listed of a grant: all of it, or what is in the subtree of a node; of `favorite` for a person alone. */
export function listedIn(ctx: Context, grant: Grant, userId: string | undefined, key: string | undefined) {
  if (key === FAVORITE) return { where: inSubtree(ctx, grant, userId, key) };
  if (key !== undefined) return { where: inSubtree(ctx, grant, userId, key), kept: { by: grant, as: `in ${key}` } };
  const where = grantedAssets(ctx, grant);
  return grant.whole ? { where, whole: true } : { where, few: eachGranted(grant, at('t')), kept: { by: grant, as: 'all' } };
}

/** Assets, those in the subtree of a node where one is asked for. */
export async function listIn(
  ctx: Context,
  { kernel, request }: { kernel: Kernel; request: Request },
  { grant, person }: { grant: Grant; person: { id: string } },
  node: string | undefined,
) {
  const key = await keyOf(ctx, node);
  return grantedAssetList(kernel, ctx, request, listedIn(ctx, grant, person.id, key));
}

/** Search results of the tree; without a word everything, cut to what a tree can show. */
export async function assetTree(ctx: Context, grant: Grant, { search, ids }: { search: string; ids?: readonly string[] | undefined }) {
  const words = search
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 10);
  const found = words.map((word) => {
    const like = containing(word);
    return or(...['name', 'address', 'comment'].map((column) => eb(a(column), 'ilike', like)));
  });
  const where = and(grantedAssets(ctx, grant, a), ...found, ids && among(a('id'), ids));
  const rows = await assetTreeRows(ctx, where, search ? searchLimit : typeLimit);
  return rows.map((row) => assetTreeNode(row, ''));
}

/** By category and type; with `sync` the assets as well, with `type` only those of one. */
export async function byCategory(ctx: Context, grant: Grant, { type, sync }: { type: string; sync: string }): Promise<unknown[]> {
  const where = grantedAssets(ctx, grant, a);
  const place = async (name: string, category: string) =>
    (await assetTreeRows(ctx, and(eb('p.type', '=', name), where), typeLimit)).map((row) => assetTreeNode(row, typeNodeId(category, name)));
  if (type) {
    const known = await ctx.tx.selectFrom('platforms').select('category').where('type', '=', type).limit(1).executeTakeFirst();
    return known ? place(type, known.category) : [];
  }
  const counts: PlatformCount[] = await ctx.tx
    .selectFrom('assets as a')
    .innerJoin('platforms as p', 'p.id', 'a.platform_id')
    .select(({ fn }) => ['p.id', 'p.name', 'p.category', 'p.type', fn.countAll<number>().as('amount')])
    .where(where)
    .where(inOrg(ctx, a))
    .groupBy('p.id')
    .execute();
  const nodes = categoryTree(ctx, counts, { platforms: false, assets: true, dropEmpty: true });
  const opened = yes(sync);
  const out: unknown[] = nodes.map((node) =>
    node.meta.type === 'type' ? { ...node, open: opened, meta: { ...node.meta, type: 'type' }, type: node.meta._type } : node,
  );
  if (!opened) return out;
  for (const [name, category] of new Map(counts.map((row) => [row.type, row.category]))) out.push(...(await place(name, category)));
  return out;
}
